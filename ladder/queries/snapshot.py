"""Snapshots: a ladder up to one entry of its log, with what an answer to a question depends on.

A question names the facts that its answer depends on, and `Snapshot.state` says how they are. The
answer is kept by that (`ladder.queries.answers`), so the next snapshot finds what is still right.
"""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time
from functools import cached_property
from hashlib import sha256
from typing import Any, Final, TypeAlias, TypeVar

import msgspec

from arena.errors import HostFailure
from ladder.leaderboards import read_boards, read_fits
from ladder.log.entries import Opened
from ladder.log.roster import Roster
from ladder.queries.answers import Answers
from ladder.queries.live import read_season_pulse
from ladder.ratings.board import Boards
from ladder.ratings.official import Fit, NoFit
from ladder.settings.about import About
from ladder.shares import BOARD_SECONDS
from ladder.store.store import Ladder

T = TypeVar("T")
Facts: TypeAlias = tuple[str, ...]
"""The facts on which an answer depends, by their names in `Snapshot`; all of them if empty."""
OVER: Final[Facts] = ("ruling", "rated", "about", "names")
"""The facts on which the answers about a match that is over depend."""
BOARDS: Final[Facts] = ("result", "changed", "rated", "midnight")


class Busy(HostFailure):
    """Too many have asked for what takes long, at once, or it takes too long."""


@dataclass(frozen=True, slots=True)
class Fits:
    """The official fits of a season, up to one of its results."""

    season: int
    by_game: dict[str, Fit]
    failed: frozenset[str]
    """The games whose fit failed, and is the last one of the season instead, if there was one."""


@dataclass(frozen=True, slots=True)
class SeasonBoards:
    """The boards of the season that goes on, with the fits that they are made of."""

    state: str
    head: tuple[int, str]
    """The number and the digest of the entry that they are as of."""
    rated: bool
    """Whether the live ratings are those of what counts, and not being made again."""
    boards: Boards
    fits: Fits
    at_midnight: Boards
    """As they were at the last midnight, in UTC."""


class Snapshot:
    """A ladder as it is after one entry of its log. Any number of threads may ask it.

    Boards are made when they are asked for first, in the thread that asks, unless they are `made`
    elsewhere: then they may be older.
    """

    def __init__(
        self,
        store: Ladder,
        answers: Answers | None = None,
        now: datetime | None = None,
        made: Future[SeasonBoards] | None = None,
    ) -> None:
        self.ladder = store
        """The ladder as it goes on; `store` is the same with a log that ends where this does."""
        self.store = store.at_head()
        self.time = now or datetime.now(UTC)
        self._looked = _look(self.store, self.time)
        self.last, self.digest = self.head = self.store.head()
        self.begun: list[int] = self._looked["begun"]
        """The matches that are being played."""
        self.rated: bool = self._looked["rated"]
        """Whether the live ratings are those of what counts now, and not being made again."""
        self.about: About = self._looked["about"]
        self.names: dict[str, str] = self._looked["names"]
        """By author's key, those that the course shows."""
        self.season = read_season_pulse(store)
        self.roster: Roster = self.store.roster()
        self.opened: Opened = store.opened()
        self.answers = answers or Answers()
        self.made = made
        self._midnight = datetime.combine(self.time.date(), time(), UTC)
        self._facts: dict[str, Any] = {
            **self._looked,
            "ruling": self.roster.ruled,
            "changed": self.roster.changed,
            "result": self.store.last_result(),
            "midnight": self._midnight,
            "boards": made.result().state if made and made.done() else "",
        }
        self._states: dict[Facts, str] = {}

    @property
    def games(self) -> list[str]:
        """The games that the ladder plays, in the order of its divisions."""
        return self.opened.games

    def is_current(self) -> bool:
        """Say whether nothing has happened since, and the hour that is counted is the same."""
        return self._looked == _look(self.ladder, datetime.now(UTC))

    def state(self, *facts: str) -> str:
        """Return a digest of how these facts are; of all without any."""
        if facts not in self._states:
            found = msgspec.json.encode(
                [self._facts[one] for one in facts or self._facts], order="sorted"
            )
            self._states[facts] = sha256(found).hexdigest()
        return self._states[facts]

    def once(self, name: str, make: Callable[[], T], *facts: str) -> T:
        """Return what has this name, made if it is not kept for how these facts are."""
        return self.answers.get(name, self.state(*facts), make)

    def boards(self) -> SeasonBoards:
        """Return the boards of the season, as of the entry that they name.

        Those of the season before stay until this one has a result. Busy if they are made
        elsewhere, for the first time, and it takes long.
        """
        if self.made is None:
            found = self.once("boards", self._make_boards, *BOARDS)
        else:
            try:
                found = self.made.result(BOARD_SECONDS)
            except TimeoutError as error:
                raise Busy("the boards are being made; try again in a minute") from error
        # Nothing that has happened since has changed them.
        is_right = found.state == self.state(*BOARDS)
        return replace(found, head=self.head) if is_right else found

    def _make_boards(self) -> SeasonBoards:
        fits = self._fits("fits", self._facts["result"])
        last, _ = self.store.results_before(self._midnight)
        before = self._fits("fits at midnight", last)
        return SeasonBoards(
            self.state(*BOARDS),
            self.head,
            self.rated,
            read_boards(self.store, self._shown, fits=fits.by_game),
            fits,
            read_boards(self.store, self._shown, last=last, fits=before.by_game),
        )

    @cached_property
    def _shown(self) -> Roster:
        """The roster of the last season that has a result; of the first one if none has."""
        now = self.roster
        if now.season == 1 or any(self.store.results(season=now.season)):
            return now
        return self.store.roster(now.season - 1)

    def _fits(self, name: str, last: int) -> Fits:
        """Return the official fits of the season up to a result."""
        state = self._shown.season, self.roster.ruled, last
        return self.answers.get(name, state, lambda: self._fit(last))

    def _fit(self, last: int) -> Fits:
        fits, failed, kept = dict[str, Fit](), set[str](), self.answers.find("fits")
        for game in self.games:
            try:
                fits |= read_fits(self.store, [game], self._shown, last=last)
            except NoFit:
                failed.add(game)
                if kept and kept.value.season == self._shown.season and game in kept.value.by_game:
                    fits[game] = kept.value.by_game[game]
        return Fits(self._shown.season, fits, frozenset(failed))


def _look(store: Ladder, now: datetime) -> dict[str, Any]:
    """Return what is asked of a ladder to see whether anything has happened."""
    about = store.setting(About())
    people = store.people() if about.names == "shown" else {}
    return {
        "head": store.head(),
        "begun": store.begun(),
        "rated": store.is_rated(),
        "dates": list(store.dates().items()),
        "about": about,
        "names": {key: one.name for key, one in people.items() if one.name},
        "running": read_season_pulse(store).running,
        "hour": now.replace(minute=0, second=0, microsecond=0),
    }
