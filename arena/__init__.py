"""Plays and judges matches between card-playing bots. Has never heard of ratings.

The rooms, each importing only those before it: `games` (the rules), `match` (clock, verdicts,
referee, record), `boxes` (where a bot runs), `cli` (the command `arena`).
"""
