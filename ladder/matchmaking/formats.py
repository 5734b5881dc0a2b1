"""The format of a season as matchmaking plays it."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final, TypeAlias

from ladder.matchmaking.endless import Ranked, endless
from ladder.matchmaking.field import Field
from ladder.matchmaking.history import History
from ladder.matchmaking.meet_all import AmongHouse, Gauntlet, RoundRobin
from ladder.matchmaking.pairing import Pairing
from ladder.matchmaking.swiss import Swiss
from ladder.matchmaking.written import ENDLESS, HOUSE, parse_format

Format: TypeAlias = Callable[[Field, History, Random], Pairing | None]
"""Returns the next pairing; None if there is none."""


_OF_ALL: Final[Mapping[str, Callable[[int], Format]]] = {
    "round-robin": RoundRobin,
    "ranked": Ranked,
    "swiss": Swiss,
    HOUSE: AmongHouse,
}


def read_format(text: str) -> Format:
    """Return the format that a log names; UserError if there is none like that."""
    written = parse_format(text)
    if written.name == ENDLESS:
        return endless
    if written.player is not None:
        return Gauntlet(written.player, written.times)
    return _OF_ALL[written.name](written.times)
