"""Snapshots: a ladder up to one entry of its log, with what takes long made once and only if asked.

Boards and fits of a million results take half a minute, so anyone who answers many questions asks
one snapshot, and makes the next one of it: that takes over what no entry since has changed.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import UTC, datetime, time
from threading import Lock
from typing import Any, Self, TypeVar

from ladder.leaderboards import rate_up_to, read_boards, read_fits
from ladder.live_ratings import read_ratings
from ladder.log import Opened
from ladder.matches import Player
from ladder.queries.live import read_season_pulse
from ladder.ratings.board import Boards
from ladder.ratings.live import LIVE_MODEL, Rating, Ratings, unpack_ratings, updates
from ladder.ratings.official import Fit
from ladder.roster import Roster
from ladder.store.reader import Reader
from ladder.store.store import Ladder

T = TypeVar("T")
# Of a curve this many points are enough for any screen.
_MOST_POINTS = 200


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The live rating of a bot in a game after this many matches and games of it."""

    matches: int
    games: int
    mean: float
    deviation: float


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
        self.season = read_season_pulse(store)
        self.roster: Roster = self.store.roster()
        self.opened: Opened = store.opened()
        self._lock = Lock()
        self._made: dict[str, Future[Any]] = {}
        self._counted: tuple[int, Counter[tuple[Player, str]]] = (0, Counter())
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
            and self.season.running == read_season_pulse(self.store).running
        )

    def follow(self) -> "Snapshot":
        """Return the snapshot of now; what this one has made is made for it, too."""
        after = type(self)(self.ladder, self)
        makers = {"boards", "fits", "curves", "ratings", "forfeits", "morning"}
        for name in sorted(makers & {*self._made}):
            getattr(after, name)()
        return after

    def boards(self) -> Boards:
        """Return the boards of the season that goes on."""
        return self.once("boards", lambda: read_boards(self.store))

    def fits(self) -> dict[str, Fit]:
        """Return the official fits of the season that goes on, by game."""
        return self.once("fits", lambda: read_fits(self.store, self.games, self.roster))

    def curves(self) -> dict[tuple[Player, str], list[CurvePoint]]:
        """Return the rating curves of the season that goes on, by player and game."""
        return self.once("curves", lambda: _read_curves(self.store, self.roster, self.last))

    def ratings(self) -> Ratings:
        """Return the live ratings of the season that goes on."""
        return self.once(
            "ratings",
            lambda: read_ratings(self.store, self.roster, self.roster.season, self.last),
        )

    def forfeits(self) -> Mapping[tuple[Player, str], int]:
        """Return how many games each player has forfeited of each game, in the season."""
        return self.once("forfeits", self._count_forfeits)

    def _count_forfeits(self) -> Counter[tuple[Player, str]]:
        number, counts = self._counted[0], self._counted[1].copy()
        for entry in self.store.entries(number, self.last, kinds=["played"]):
            played = entry.played
            if played.season == self.roster.season:
                for player, verdicts in zip(played.players, played.forfeits, strict=True):
                    counts[player, played.game] += sum(verdicts.values())
        return counts

    def morning(self) -> Boards:
        """Return the boards of the season as they were at the last midnight, in UTC."""
        return self.once("morning", self._rate_morning)

    def _rate_morning(self) -> Boards:
        last = min(self.last, self.store.last_result_by(self._midnight()))
        return rate_up_to(self.store, self.roster, last)

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
        if "forfeits" in made and before.roster.season == self.roster.season:
            self._counted = (before.last, made["forfeits"].result())
        if before._midnight() != self._midnight() or before.roster.number != self.roster.number:
            made.pop("morning", None)
        if self.store.changes_boards(before.last, self.last):
            made = {name: future for name, future in made.items() if name == "morning"}
        self._made.update(made)


def _hour(moment: datetime) -> datetime:
    return moment.replace(minute=0, second=0, microsecond=0)


def _read_curves(
    store: Reader, roster: Roster, last: int
) -> dict[tuple[Player, str], list[CurvePoint]]:
    """Return the curves: a point for each kept state of the ratings, and then for each match."""
    curves: defaultdict[tuple[Player, str], list[CurvePoint]] = defaultdict(list)
    number, ratings = 0, dict[tuple[Player, str], Rating]()
    for kept in _kept(store, roster, last):
        number, ratings = kept
        _add(curves, ratings.items())
    results = store.results(after=number, last=last, season=roster.season)
    for step in updates(ratings, roster.counted(results)):
        _add(curves, step.after.items())
    return {key: _thin(points) for key, points in curves.items()}


def _kept(
    store: Reader, roster: Roster, last: int
) -> Iterator[tuple[int, dict[tuple[Player, str], Rating]]]:
    """Yield the ratings that are kept, and after which entry they were so, the oldest first."""
    found = []
    while kept := store.checkpoint(roster.season, LIVE_MODEL, last, roster.number):
        found.append(kept)
        last = kept[0] - 1
    for number, state in reversed(found):
        yield number, dict(unpack_ratings(state))


def _add(
    curves: dict[tuple[Player, str], list[CurvePoint]],
    ratings: Iterable[tuple[tuple[Player, str], Rating]],
) -> None:
    for key, rating in ratings:
        points = curves[key]
        if not points or points[-1].matches != rating.matches:
            points.append(CurvePoint(rating.matches, rating.games, rating.mean, rating.deviation))


def _thin(points: list[CurvePoint]) -> list[CurvePoint]:
    """Return as many points as are drawn, the last of them always."""
    step = -(-len(points) // _MOST_POINTS)
    return points[::-1][::step][::-1]
