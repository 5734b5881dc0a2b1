"""Plays and judges matches between card-playing bots. Has never heard of ratings.

The rooms, each importing only those before it: `games` (the rules), `bots` (a bot on disk), `match`
(clock, verdicts, referee, record), `containers` (the engine, the image), `boxes` (where a bot
runs), `runner` (one process a match), `check` (is a bot fit to play), `attacks` and `doctor` (what
this machine withstands and can do), `cli` (the command `arena`).
"""
