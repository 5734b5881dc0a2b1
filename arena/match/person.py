"""A person at the table: a competitor of a match beside the bots.

For the referee a person is a bot that answers over the same stream. What asks the person, a
terminal or a web server, is somebody else's program, and is not started by the match.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from arena.bots.intake import TakenBot
from arena.match.clock import NO_CLOCK, TimeControl


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays, and where their program finds the referee."""

    name: str
    door: Path
    """Folder, in one that nobody else may enter: the referee opens the socket of the seat within,
    and anyone who connects first is the person."""
    clock: TimeControl = NO_CLOCK


Competitor: TypeAlias = TakenBot | Person
