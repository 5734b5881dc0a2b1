"""The supervisor of a bot's program, a program of its own, and what it tells: log and end."""
