"""A match as a task: a value that any process with the bots' folders can play."""

from dataclasses import dataclass
from pathlib import Path

from arena.match.entrant import Entrant
from arena.v1 import record_pb2 as rec


@dataclass(frozen=True, slots=True)
class Task:
    """A plan and the bots of its entrants, in the same order."""

    plan: rec.Plan
    entrants: tuple[Entrant, ...]
    numbers: frozenset[int] | None = None
    """The games of the plan that are played; None for all."""
    strict: bool = False
    """Stop at the first forfeit."""
    logs: Path | None = None
    """Folder that the bots' logs are written to when the match ends; None if they are not."""
    echo: bool = False
    """Show what inline bots print as they print it."""
    engine_answered: bool = False
    """The container engine was there for this command, so it is waited for if it is away."""
