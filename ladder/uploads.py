"""Uploads: bots that authors have sent to the server, and how far the check of each has come.

An upload waits in a queue. The season checks several at once, and takes in those that pass.
"""

import shlex
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from arena.check.report import CheckStep, games_of, repeat_options
from ladder.matches import Player


class UploadState(StrEnum):
    """How far an upload has come."""

    WAITING = "waiting"
    CHECKING = "checking"
    ACCEPTED = "accepted"
    """It is on the ladder."""
    REFUSED = "refused"
    """Its author has to change something."""
    FAILED = "failed"
    """Its check could not be made, which is not the author's fault."""

    @property
    def is_over(self) -> bool:
        return self not in {UploadState.WAITING, UploadState.CHECKING}


@dataclass(frozen=True, slots=True)
class UploadLine:
    """An upload, and what came of it."""

    number: int
    author: str
    name: str
    """As the file or folder was called."""
    time: datetime
    """When it came."""
    state: UploadState
    place: int | None
    """Its place in the queue, from 1 on; None if it does not wait."""
    outcome: str
    """What came of it, or why its check begins again, in a sentence; empty if there is nothing."""
    player: Player | None
    """The version of a bot that it became; None before it is accepted."""


@dataclass(frozen=True, slots=True)
class UploadStory:
    """An upload with the steps of its check so far."""

    upload: UploadLine
    steps: tuple[CheckStep, ...]
    seed: str
    """The random seed of a check that refused it, for `arena check --seed`; may be empty."""
    has_record: bool
    """Whether the record of the match is kept in which it was refused."""
    note: str = ""
    """Why it is not being checked at the moment, in a sentence; empty if it will be."""

    @property
    def repeat(self) -> str:
        """The options with which `arena check` repeats the check that refused it."""
        return shlex.join(repeat_options(games_of(self.steps), self.seed))


@dataclass(frozen=True, slots=True)
class UploadCheck:
    """One attempt at checking an upload. What another attempt has ended it changes no more."""

    number: int
    attempt: int
    """From 1 on."""


@dataclass(frozen=True, slots=True)
class UploadContent:
    """What is to be checked."""

    author: str
    name: str
    bot: str | None
    """What the bot is to be called; None: as its bot.toml says."""
    content: bytes
    """An archive, as a stranger sent it."""
