"""The format of a season as matchmaking plays it."""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from ladder.matchmaking.endless import Ranked, endless
from ladder.matchmaking.field import Field
from ladder.matchmaking.history import History
from ladder.matchmaking.meet_all import AmongHouse, Gauntlet, RoundRobin
from ladder.matchmaking.pairing import Pairing
from ladder.matchmaking.swiss import Swiss
from ladder.matchmaking.written import WrittenFormat, parse_format

Format: TypeAlias = Callable[[Field, History, Random], Pairing | None]
"""Returns the next pairing; None if there is none."""


def read_format(text: str) -> Format:
    """Return the format that a log names; UserError if there is none like that."""
    match parse_format(text):
        case WrittenFormat("round-robin", times):
            return RoundRobin(times)
        case WrittenFormat("ranked", times):
            return Ranked(times)
        case WrittenFormat("swiss", times):
            return Swiss(times)
        case WrittenFormat("house", times):
            return AmongHouse(times)
        case WrittenFormat("gauntlet", times, str(player)):
            return Gauntlet(player, times)
    return endless
