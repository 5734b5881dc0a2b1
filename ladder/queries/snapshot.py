"""Snapshots: a ladder up to one entry of its log, with what takes long made once and only if asked.

Fits of many results take seconds, so anyone who answers many questions asks one snapshot, and makes
the next one of it: that takes over what no entry since has changed.
"""

from collections.abc import Callable
from concurrent.futures import Future
from datetime import UTC, datetime, time
from threading import Lock
from typing import Any, Self, TypeVar

from ladder.about import About
from ladder.leaderboards import read_boards, read_fits
from ladder.log import Opened
from ladder.queries.live import read_season_pulse
from ladder.ratings.board import Boards
from ladder.ratings.official import Fit, NoFit
from ladder.roster import RULINGS, Roster
from ladder.store.people import People
from ladder.store.store import Ladder

T = TypeVar("T")


class Snapshot:
    """A ladder as it is after one entry of its log. Any number of threads may ask it."""

    def __init__(self, store: Ladder, before: Self | None = None, now: datetime | None = None):
        self.ladder = store
        """The ladder as it goes on; `store` is the same with a log that ends where this does."""
        self.store = store.as_now()
        self.last, self.digest = self.store.head()
        self.begun = store.begun()
        """The matches that are being played."""
        self.time = now or datetime.now(UTC)
        self.rated = self.store.is_rated()
        """Whether the live ratings are those of what counts now, and not being made again."""
        ruling = next(self.store.entries(kinds=RULINGS, newest_first=True, most=1), None)
        self.ruling = ruling.number if ruling else 0
        """The last entry that changed what counts."""
        self.season = read_season_pulse(store)
        self.dates = store.dates()
        """What is planned, and whether it was carried out."""
        self.about, self.names = read_names(store)
        self.roster: Roster = self.store.roster()
        self.opened: Opened = store.opened()
        self.unfitted: set[str] = set()
        """The games whose official fit failed, and is the last one of the season instead."""
        self._fitted: dict[str, Fit] = {}
        self._lock = Lock()
        self._made: dict[str, Future[Any]] = {}
        if before is not None:
            self._take_over(before)

    @property
    def games(self) -> list[str]:
        """The games that the ladder plays, in the order of its divisions."""
        return [division.game for division in self.opened.divisions]

    def is_current(self) -> bool:
        """Say whether nothing has happened since, and the hour that is counted is the same."""
        same = _hour(self.time) == _hour(datetime.now(UTC))
        return (
            same
            and (self.last, self.digest) == self.ladder.head()
            and self.begun == self.store.begun()
            and self.rated == self.store.is_rated()
            and self.dates == self.ladder.dates()
            and (self.about, self.names) == read_names(self.ladder)
            and self.season.running == read_season_pulse(self.store).running
        )

    def follow(self) -> "Snapshot":
        """Return the snapshot of now; what this one has made is made for it, too."""
        after = type(self)(self.ladder, self)
        makers = {"boards", "fits", "morning"}
        for name in sorted(makers & {*self._made}):
            getattr(after, name)()
        return after

    def boards(self) -> Boards:
        """Return the boards of the season that goes on."""
        return self.once("boards", self._make_boards)

    def _make_boards(self) -> Boards:
        return read_boards(self.store, self.roster, fits=self.fits())

    def fits(self) -> dict[str, Fit]:
        """Return the official fits of the season that goes on, by game."""
        self._fitted = self.once("fits", self._fit)
        return self._fitted

    def _fit(self, last: int | None = None) -> dict[str, Fit]:
        fits = dict[str, Fit]()
        for game in self.games:
            try:
                fits |= read_fits(self.store, [game], self.roster, last=last)
            except NoFit:
                fits |= {one: fit for one, fit in self._fitted.items() if one == game}
                if last is None:
                    self.unfitted.add(game)
        return fits

    def morning(self) -> Boards:
        """Return the boards of the season as they were at the last midnight, in UTC."""
        return self.once("morning", self._rate_morning)

    def _rate_morning(self) -> Boards:
        last, _ = self.store.results_before(self._midnight())
        return read_boards(self.store, self.roster, last=last, fits=self._fit(last))

    def _morning(self) -> tuple[object, ...]:
        """Return what the boards of midnight follow from."""
        return self._midnight(), self.ruling, self.roster.season, self.roster.listed()

    def _midnight(self) -> datetime:
        return datetime.combine(self.time.date(), time(), UTC)

    def once(self, name: str, make: Callable[[], T]) -> T:
        """Return what has this name, made by anyone who asks first; others wait for it."""
        with self._lock:
            found = self._made.get(name)
            future = self._made.setdefault(name, Future())
        if found is None:
            try:
                future.set_result(make())
            except BaseException as error:
                # Who waits fails too, and the next one tries again.
                self._made.pop(name, None)
                future.set_exception(error)
                raise
        result: T = future.result()
        return result

    def _take_over(self, before: Self) -> None:
        """Take what no entry since has changed; entries of the queue change none of it."""
        made = {name: future for name, future in [*before._made.items()] if future.done()}
        if before._morning() != self._morning():
            made.pop("morning", None)
        if self.store.changes_boards(before.last, self.last):
            made = {name: future for name, future in made.items() if name == "morning"}
        if before.rated != self.rated:
            made.pop("boards", None)
        self._made.update(made)
        if before.roster.season == self.roster.season:
            self._fitted = before._fitted
        if "fits" in made:
            self.unfitted = before.unfitted


def read_names(store: Ladder) -> tuple[About, dict[str, str]]:
    """Return what the course says of itself, and by author's key the names that it shows."""
    about = store.about()
    if about.names != "shown":
        return about, {}
    people = People(store.connections).all()
    return about, {key: one.name for key, one in people.items() if one.name}


def _hour(moment: datetime) -> datetime:
    return moment.replace(minute=0, second=0, microsecond=0)
