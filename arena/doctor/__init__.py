"""The abilities of this machine for matches, and how many it can play at once."""
