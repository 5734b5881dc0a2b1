"""The format of a season as its entry in the log says it, and as matchmaking plays it.

"endless"; "round-robin 2", in which all meet twice; "swiss 5", of five rounds; and
"gauntlet NAME@VERSION 3", in which one player meets all others three times.
"""

import re
from typing import Final

from arena.bots.manifest import NAME
from arena.errors import UserError
from ladder.matches import Player
from ladder.matchmaking import Format
from ladder.matchmaking.endless import endless
from ladder.matchmaking.meet_all import Gauntlet, RoundRobin
from ladder.matchmaking.swiss import Swiss

ENDLESS: Final = "endless"
_WRITTEN: Final = re.compile(
    rf"(round-robin|swiss|gauntlet)(?: ({NAME}@[1-9][0-9]{{0,8}}))? ([1-9][0-9]{{0,5}})"
)


def write_format(name: str, times: int, player: Player | None = None) -> str:
    """Return what the log says of a format: meetings or rounds, and of a gauntlet whose it is."""
    if name == ENDLESS:
        return ENDLESS
    return " ".join([name, *([player] if player else []), str(times)])


def read_format(text: str) -> Format:
    """Return the format that a log names; UserError if there is none like that."""
    if text == ENDLESS:
        return endless
    found = _WRITTEN.fullmatch(text)
    match found.groups() if found else ():
        case "round-robin", None, times:
            return RoundRobin(int(times))
        case "swiss", None, times:
            return Swiss(int(times))
        case "gauntlet", str(player), times:
            return Gauntlet(player, int(times))
    raise UserError(
        "A season's format is endless, round-robin TIMES, swiss ROUNDS or"
        f" gauntlet NAME@VERSION TIMES, not {text!r}."
    )


def describe_end(text: str) -> str:
    """Say in a sentence that a season with nothing more to play is over; empty if it has no end."""
    if text == ENDLESS:
        return ""
    return f"The season is at its end, since its format is {text}; ladder season begins another."
