"""The web server of a ladder: pages for people, and the same answers as JSON for programs.

It only looks at what a season writes. It plays no match, runs no bot's code, and computes nothing:
every answer is a dataclass of `ladder.queries`. Its pages are also what `ladder publish` writes.
"""
