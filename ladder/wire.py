"""The answers of a server to the client of an author: uploads, requested matches, and their games.

Both sides have these types, so this imports nothing that only a server has.
"""

import shlex
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Final

from arena.check.report import CheckStep, games_of, repeat_options
from ladder.matches import Player

# --- uploads: bots that authors have sent, and how far the check of each has come ---


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
    LATE = "late"
    """It came after the deadline, and is kept and not checked."""

    @property
    def is_over(self) -> bool:
        return self not in {UploadState.WAITING, UploadState.CHECKING}


@dataclass(frozen=True, slots=True)
class LogHead:
    """An entry of a log that was the last one, with its digest over all before it."""

    number: int
    digest: str


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
    """The outcome, or why its check begins again, in a sentence; empty if there is nothing."""
    player: Player | None
    """The version of a bot that it became; None before it is accepted."""
    late: bool = False
    """Whether it came after the deadline."""


@dataclass(frozen=True, slots=True)
class UploadDetails:
    """An upload with the steps of its check so far."""

    upload: UploadLine
    steps: tuple[CheckStep, ...]
    seed: str
    """The random seed of a check that refused it, for `arena check --seed`; may be empty."""
    has_record: bool
    """Whether the record of the match is kept in which it was refused."""
    note: str = ""
    """Why it is not being checked at the moment, in a sentence; empty if it will be."""
    wait: float = 0.0
    """About how many seconds it is until its check is over, by the newest checks; 0: not known."""

    @property
    def repeat(self) -> str:
        """The options with which `arena check` repeats the check that refused it."""
        return shlex.join(repeat_options(games_of(self.steps), self.seed))


@dataclass(frozen=True, slots=True)
class UploadList:
    """The newest uploads of an author, or of all."""

    note: str
    """Why none is checked of those that wait, in a sentence; else empty."""
    uploads: tuple[UploadLine, ...]
    """The newest first, 100 at most."""


# --- requested matches ---


@dataclass(frozen=True, slots=True)
class ForfeitLine:
    """A forfeit of a game: who, why, and in a sentence what was wrong."""

    player: Player
    verdict: str
    detail: str


@dataclass(frozen=True, slots=True)
class GameOfMatch:
    """One game of a match, as its record has it. The lists are in the order of the seats."""

    game: int
    """Its number in the match, from 1."""
    seats: tuple[Player, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    """1 is best, ties are equal."""
    decisions: int
    """How many answers it took."""
    forfeits: tuple[ForfeitLine, ...]


class RequestState(StrEnum):
    """The states of a request."""

    WAITING = "waiting"
    PLAYING = "playing"
    PLAYED = "played"
    FAILED = "failed"
    """It will not be played."""


@dataclass(frozen=True, slots=True)
class Request:
    """A match that somebody has asked for, or the review of one."""

    number: int
    author: str
    """The author who has asked for it."""
    time: datetime
    """When, in UTC."""
    player: Player
    """The bot that it is about."""
    game: str
    players: tuple[Player, ...]
    """All who play, the bot first."""
    games: int
    state: RequestState
    reason: str
    """Why it failed, or was not played the last time that it was to be; else empty."""
    reviewed: int | None = None
    """The match of the ladder that is reviewed for the bot; None: a match is played."""
    old: Player | None = None
    """The version that the bot is compared with, in as many matches as that takes; else None."""

    @property
    def stage(self) -> str:
        """The state, in a word or two."""
        words = {RequestState.PLAYING: "being reviewed", RequestState.PLAYED: "reviewed"}
        return self.state if self.reviewed is None else words.get(self.state, self.state)


@dataclass(frozen=True, slots=True)
class RequestedPlace:
    """A bot's place in a requested match."""

    player: Player
    rank: int
    """By points over all games, from 1 on; equals have the same."""
    score: int
    """The sum over all games."""
    forfeits: dict[str, int]
    """How many games it has forfeited, by verdict."""


@dataclass(frozen=True, slots=True)
class LostPoints:
    """A decision of a bot for which its review has surely found a better move."""

    request: int
    """The number of the review."""
    match: int
    """The number of the match on the ladder."""
    player: Player
    game: int
    """Its number in the match, from 1 on."""
    step: int
    """After how many steps of the game it was asked, as the replay counts."""
    seat: int
    move: str
    better: str
    cost: float
    """The gain by the better move."""
    error: float
    """The standard error of that."""
    surely: float
    """The least gain by it, in 97.5 of 100."""
    unit: str
    """In which the game counts."""


COMPARISON_MARGIN: Final = 0.05
"""By no more than this much of the table versions differ that are called equal."""


@dataclass(frozen=True, slots=True)
class ComparedVersions:
    """The state of a comparison of a new version of a bot with an old one."""

    pairs: int
    """Pairs of games that count so far."""
    most: int
    """The number after which it ends without an answer."""
    mean: float
    """How much more of the table the new version leaves behind it, from -1 to 1."""
    low: float
    high: float
    """The 95 % interval of that, however often one looks."""
    answer: str
    """Better, worse, no difference, or open."""

    @property
    def sentence(self) -> str:
        """The same in words."""
        if not self.pairs:
            return "No round was played in both versions yet."
        near = f"They differ by no more than {100 * COMPARISON_MARGIN:g} % of the table."
        shown = {
            "better": "The new version is better.",
            "worse": "The new version is worse.",
            "no difference": near,
        }
        known = shown.get(self.answer, "Nothing is shown yet.")
        return (
            f"{known} It beats {100 * self.mean:+.1f} % of the table more (95 % interval"
            f" {100 * self.low:+.1f} to {100 * self.high:+.1f} %), in {self.pairs} of at most"
            f" {self.most} pairs of games."
        )


@dataclass(frozen=True, slots=True)
class RequestDetails:
    """A request with its outcome."""

    request: Request
    places: tuple[RequestedPlace, ...]
    """The best first; none if there is no record."""
    games: tuple[GameOfMatch, ...]
    log: str
    """The output of the bot that it is about; empty if it was nothing, or is kept no more."""
    lost: tuple[LostPoints, ...] = ()
    """For a review the decisions that lost points, the dearest first."""
    is_kept: bool = False
    """Whether what came of it is kept."""
    compared: ComparedVersions | None = None
    """For a comparison the state so far."""


def read_path(kind: type, text: object) -> object:
    """Return a path that JSON has as text, for msgspec."""
    return Path(str(text)) if kind is Path else text
