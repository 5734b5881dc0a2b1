"""The seats of a match: bots that were taken in, and guests, who answer from outside.

For the referee a guest is a bot that answers over the same stream. Its program is started
elsewhere: a terminal or a web server that asks a person, or the thread of a caller's function.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, TypeAlias

from arena.bots.intake import TakenBot
from arena.bots.manifest import SeatKind
from arena.bots.parameters import Parameter
from arena.match.clock import NO_CLOCK, TimeControl


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who plays, and where their program finds the referee."""

    name: str
    door: Path
    """Folder, in one that nobody else may enter: the referee opens the socket of the seat within,
    and anyone who connects first is the guest."""
    clock: TimeControl = NO_CLOCK
    kind: SeatKind = SeatKind.PERSON
    digest: ClassVar[str] = ""
    parameters: ClassVar[Mapping[str, Parameter]] = MappingProxyType({})


Seat: TypeAlias = TakenBot | Guest
