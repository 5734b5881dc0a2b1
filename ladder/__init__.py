"""Decides who plays whom and who is best; has never heard of sockets or containers."""
