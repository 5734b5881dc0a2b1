"""The connection to a bot in a box: its stream, its timer, and that of a guest who has no box."""
