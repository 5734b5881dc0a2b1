"""Plays and judges matches between card-playing bots. Has never heard of ratings.

The rooms, each importing only those before it: `games` (the rules), `bots` (a bot on disk), `match`
(clock, verdicts, referee, record), `containers` (the engine, the image), `boxes` (where a bot
runs), `runner` (one process a match), `check` (is a bot fit to play), `attacks` and `doctor` (what
this machine withstands and can do), `cli` (the command `arena`).
"""

from importlib import import_module

_CALLS = ("check_bot", "compare", "play_match", "read_record")


def __getattr__(name: str) -> object:
    """Load what scripts and notebooks call when they ask for it: bots and rules do without."""
    if name == "__version__":
        return import_module("importlib.metadata").version("card-arena")
    if name in _CALLS:
        return getattr(import_module("arena.library.calls"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
