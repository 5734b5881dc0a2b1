"""The report of a check, step by step."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from arena.boxes.kinds import USUAL_BOX

GAME_MARK: Final = ": "
"""The separator behind the game's name in the name of a step that is about one game."""


class StepOutcome(StrEnum):
    """The outcome of a step. The steps after one that failed are not run."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a step failed, in three parts, and what the bot left behind."""

    sent: str
    """The last message to the bot, in the notation of its game."""
    came_back: str
    """Its answer, or what came in the place of one."""
    right: str
    """The answer that would have been right."""
    log_tail: str = ""
    record: Path | None = None
    """The record of the match, to be replayed; None if there was no match."""
    game: int = 0
    """The game of that record in which it failed, from 1 on."""


@dataclass(frozen=True, slots=True)
class BridgedCost:
    """The mean cost of an answer of a bot that speaks stdio, in milliseconds of CPU time."""

    bridge: float
    program: float


@dataclass(frozen=True, slots=True)
class Finding:
    """The finding of one step. It failed exactly if there is evidence."""

    sentence: str
    notes: tuple[str, ...] = ()
    """Notes that are worth knowing, and refuse no bot."""
    evidence: Evidence | None = None
    bridged: BridgedCost | None = None
    """The cost at the step that reads the clock, if a bridge shares it with the bot's own
    program."""


@dataclass(frozen=True, slots=True)
class CheckStep:
    """One numbered step of a check."""

    number: int
    name: str
    outcome: StepOutcome
    finding: Finding
    seconds: float


@dataclass(frozen=True, slots=True)
class Report:
    """A whole check. A bot passes if no step failed."""

    bot: str
    games: tuple[str, ...]
    """The games that it was checked in."""
    box: str
    steps: tuple[CheckStep, ...]
    seed: str
    """In hexadecimal; the same seed deals the same cards."""

    @property
    def failed(self) -> CheckStep | None:
        """The step that refused the bot, if one did."""
        return next((step for step in self.steps if step.outcome is StepOutcome.FAILED), None)

    @property
    def passed(self) -> bool:
        return self.failed is None


def repeat_options(games: Iterable[str], seed: str, box: str = USUAL_BOX) -> list[str]:
    """Return the options with which `arena check` asks for these games, from the same seed."""
    boxed = [] if box == USUAL_BOX else ["--box", box]
    return [*(word for game in games for word in ("--game", game)), *boxed, "--seed", seed]


def games_of(steps: Iterable[CheckStep]) -> list[str]:
    """Return the games of a check, by the names of its steps."""
    named = [step.name.partition(GAME_MARK) for step in steps]
    return [*dict.fromkeys(game for game, mark, _ in named if mark)]
