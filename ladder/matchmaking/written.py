"""The format of a season, as its entry in the log writes it.

"endless"; "ranked 40", until all have a rank or 40 matches of a game; "round-robin 2", in which all
meet twice; "swiss 5", of five rounds; "gauntlet NAME@VERSION 3", in which one player meets all
others three times; and "house 20", in which each author's bot plays 20 matches with house bots.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from arena.bots.manifest import NAME
from arena.errors import UserError
from ladder.matches import Player

FormatName: TypeAlias = Literal["endless", "ranked", "round-robin", "swiss", "gauntlet", "house"]
FORMATS: Final[tuple[str, ...]] = get_args(FormatName)
ENDLESS, GAUNTLET, HOUSE = "endless", "gauntlet", "house"
FINAL: Final = "ranked 100"
"""The format of a planned final, by default."""
_WRITTEN: Final = re.compile(
    rf"({'|'.join(FORMATS[1:])})(?: ({NAME}@[1-9][0-9]{{0,8}}))? ([1-9][0-9]{{0,5}})"
)


@dataclass(frozen=True, slots=True)
class WrittenFormat:
    """A format in its parts."""

    name: str
    times: int = 0
    """Meetings, rounds of a Swiss season, or matches; 0 of one without end."""
    player: Player | None = None
    """The player of the gauntlet."""


def write_format(name: str, times: int, player: Player | None) -> str:
    """Return what the log says of a format: meetings or rounds, and of a gauntlet whose it is."""
    if name == ENDLESS:
        return ENDLESS
    return " ".join([name, *([player] if player else []), str(times)])


def parse_format(text: str) -> WrittenFormat:
    """Return the parts of a format that a log names; UserError if there is none like that."""
    if text == ENDLESS:
        return WrittenFormat(ENDLESS)
    found = _WRITTEN.fullmatch(text)
    if found is not None:
        name, player, times = found.groups()
        if (name == GAUNTLET) == (player is not None):
            return WrittenFormat(name, int(times), player)
    raise UserError(
        "A season's format is endless, ranked MATCHES, round-robin TIMES, swiss ROUNDS, house"
        f" MATCHES or gauntlet NAME@VERSION TIMES, not {text!r}."
    )


def describe_end(text: str) -> str:
    """Say in a sentence that a season with nothing more to play is over; empty if it has no end."""
    if text == ENDLESS:
        return ""
    return f"The season is at its end, since its format is {text}; ladder season begins another."
