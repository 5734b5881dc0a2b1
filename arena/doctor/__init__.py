"""What this machine can do for a match, and how much of it at once."""
