"""Queries: what a ladder can be asked about itself, by a command or by a web server.

Each question is a function, and each answer is a dataclass of plain values in the order in which
they are shown. Anyone who shows it, on whatever surface, computes nothing. Times are in UTC.
"""
