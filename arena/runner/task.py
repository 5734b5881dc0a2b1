"""A match as a task: a value that any process with the bots' folders can play."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from arena.bots.manifest import Bot
from arena.errors import UserError
from arena.match.plan import MatchPlan
from arena.match.seat import Seat


@dataclass(frozen=True, slots=True)
class Task:
    """A plan, and its bots with their files, in the same order."""

    plan: MatchPlan
    bots: tuple[Seat, ...]
    numbers: frozenset[int] | None = None
    """The games of the plan that are played; None for all."""
    attempt: int = 0
    """How often the match had been void, or stopped, before; each attempt has other cards."""
    must_start: bool = False
    """Play nothing if a bot does not start, which forfeits its games otherwise."""
    logs: Path | None = None
    """Folder that the bots' logs are written to when the match ends; None if they are not."""
    whole: bool = False
    """Play all of it again if it is void, with the same cards, which other matches have, too."""
    echo: bool = False
    """Show what inline bots print as they print it."""

    def __post_init__(self) -> None:
        """UserError for a bot that lies in its author's folder still."""
        for bot in self.bots:
            if type(bot) is Bot:
                raise UserError(
                    f"{bot.name} is in its author's folder; expected a bot that was taken in."
                )

    def again(self, played: Collection[int]) -> Self:
        """Return the task of what is missing when these games were played: they are dealt again.

        Its logs get a folder of their own, so that those of the games that were played are kept.
        """
        numbers = range(self.plan.games) if self.numbers is None else self.numbers
        if self.whole:
            return replace(self, numbers=frozenset(numbers))
        attempt = self.attempt + 1
        logs = None if self.logs is None else self.logs / f"attempt-{attempt}"
        return replace(
            self, numbers=frozenset(numbers).difference(played), attempt=attempt, logs=logs
        )
