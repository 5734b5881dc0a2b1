"""Carries out planned acts when they are due: each once, by whatever process sees it first.

An act and the mark that it was carried out are one transaction. So any process may be killed at any
moment, and the next one that looks does what is left. They are carried out in the order of their
times, and one that has to wait has those after it wait.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, TypeAlias

from arena.errors import HostFailure, UserError
from ladder.leaderboards import find_finalists
from ladder.log.entries import ORGANISER, AnyBody, Frozen, LogEntry, SeasonBegun
from ladder.log.roster import RULINGS
from ladder.machine.clock import utc_now
from ladder.matches import Player
from ladder.matchmaking.written import HOUSE, parse_format
from ladder.season.state import count_final
from ladder.settings.dates import ActName, PlannedAct, find_act
from ladder.store.dates import mark_done, read_dates
from ladder.store.locks import find_lock
from ladder.store.queue import begin_season
from ladder.store.store import Store
from ladder.store.transaction import Transaction
from ladder.store.uploads import has_open_before

# How often the plan is looked at, in seconds.
_PAUSE: Final = 1.0
# And how long it rests after an act that cannot be carried out.
_REST: Final = 60.0
Publish: TypeAlias = Callable[[Store, Path], object]
"""Writes the pages of a ladder into a folder."""


@dataclass(eq=False)
class DueActs:
    """Carries out what is due on a ladder.

    Publishing needs who can write pages; without that it is left to a process that can.
    """

    store: Store
    write_pages: Publish | None = None
    now: Callable[[], datetime] = utc_now
    pause: float = _PAUSE
    obstacle: str = ""
    """Why what is due waits, in a sentence; empty if nothing does."""
    has_final: bool = False
    """Whether a final is due: no more matches of the season before it are to be planned."""
    _next_look: float = 0.0

    def tend(self) -> list[LogEntry]:
        """Open, and close at the deadline, if that is due. The plan is looked at now and then."""
        if time.monotonic() < self._next_look:
            return []
        self._next_look = time.monotonic() + self.pause
        self.obstacle = ""
        entries: list[LogEntry] = []
        while (act := _next_due(self.store.dates(), self.now())) and act.act in _STEPS:
            self.has_final = False
            with self._carrying_out(act) as transaction:
                bodies = None if transaction is None else _STEPS[act.act](transaction, act)
                if transaction is None or bodies is None:
                    return entries
                entries += [transaction.append(body) for body in bodies]
                mark_done(transaction.connection, act)
        self.has_final = act is not None and act.act is ActName.FINAL
        return entries

    def begin_final(self) -> SeasonBegun | None:
        """Begin a final that is due, by who holds the season's lock; None if none has begun."""
        act = _next_due(self.store.dates(), self.now())
        if act is None or act.act is not ActName.FINAL:
            return None
        try:
            begun = _make_final(self.store, act)
        except UserError as mistake:
            self._wait(str(mistake))
            return None
        with self._carrying_out(act) as transaction:
            if transaction is None:
                return None
            begin_season(transaction, begun, f"season {begun.season} has begun", freeze=True)
            mark_done(transaction.connection, act)
        self.has_final = False
        return begun

    def publish(self) -> None:
        """Write the pages, if that is due, which is looked at each minute. It takes a while.

        They wait for the last result of a final, and are written again if its results change.
        """
        store, dates, now = self.store, self.store.dates(), self.now()
        act, final = find_act(dates, ActName.PUBLISH), find_act(dates, ActName.FINAL)
        is_first = act is not None and act == _next_due(dates, now)
        if self.write_pages is None or act is None or not (is_first or (dates[act] and final)):
            return
        self._next_look = time.monotonic() + _REST
        if is_first:
            is_late = final is None or now >= act.time + timedelta(hours=act.wait_hours)
            played, matches = (0, 0) if is_late else count_final(store)
            is_due = matches in {None, played}
        else:
            news = store.entries(act.published, kinds=("played", *RULINGS), most=1)
            others = store.entries(act.published, kinds=["begun"], most=1)
            is_due = any(news) and not any(others)
        with find_lock(store.connections.url, "publishing") as lock:
            if not is_due or not store.is_rated() or lock.take():
                return
            last, _ = store.head()
            try:
                self.write_pages(store, Path(act.folder))
            except (UserError, HostFailure) as failure:
                self._wait(str(failure))
                return
            with store.writing() as transaction:
                mark_done(transaction.connection, act, last)

    def keep_alone(self) -> SeasonBegun | None:
        """Carry out all that is due, by who holds the season's lock; return a final that begins."""
        self._next_look = 0.0
        self.tend()
        begun = self.begin_final()
        self.publish()
        return begun

    def keep(self) -> None:
        """Carry out all that is due beside a season; what that has to do is left to it."""
        if time.monotonic() < self._next_look:
            return
        self.tend()
        if self.has_final:
            try:
                with self.store.season_lock():
                    self.begin_final()
            except UserError:
                # A season runs, which begins it when its matches are over.
                return
        self.publish()

    @contextmanager
    def _carrying_out(self, act: PlannedAct) -> Iterator[Transaction | None]:
        """Give the transaction in which an act is carried out; None if another process has."""
        with self.store.writing() as transaction:
            due = _next_due(read_dates(transaction.connection), self.now())
            yield transaction if due == act else None

    def _wait(self, obstacle: str) -> None:
        self.obstacle = obstacle
        # The matches that it waits for may be of the season before.
        self.has_final = False
        self._next_look = time.monotonic() + _REST


def _next_due(dates: dict[PlannedAct, bool], now: datetime) -> PlannedAct | None:
    first = next((act for act, done in dates.items() if not done), None)
    return first if first is not None and first.time <= now else None


def _open(transaction: Transaction, _: PlannedAct) -> list[AnyBody]:
    return [Frozen(frozen=False, by="")] if transaction.roster.frozen else []


def _close(transaction: Transaction, act: PlannedAct) -> list[AnyBody] | None:
    """Return what closes a ladder; None as long as what came in time is not settled."""
    if has_open_before(transaction.connection, act.time):
        return None
    return [] if transaction.roster.frozen or act.late == "play" else [Frozen(frozen=True, by="")]


_STEPS: Final = {ActName.OPENING: _open, ActName.DEADLINE: _close}


def _make_final(store: Store, act: PlannedAct) -> SeasonBegun:
    roster = store.roster()
    players = find_players(store, act.top, parse_format(act.format).name)
    require_enough(store, players)
    return SeasonBegun(roster.season + 1, act.format, players, by="")


def find_players(store: Store, top: int | None, form: str) -> tuple[Player, ...]:
    """Return the bots of a season of this format, the first `top` of each board; none for all.

    Among house bots these are in it, too. UserError if they do not fill the largest tables.
    """
    players = () if top is None else find_finalists(store, top)
    if form == HOUSE:
        house = _find_house(store)
        players = players and tuple(sorted({*players, *house}))
    return players


def require_enough(store: Store, players: tuple[Player, ...]) -> None:
    """UserError if these, or all that play where these are none, are too few for any game."""
    players = players or tuple(store.roster().active())
    fewest = min(seats for division in store.opened().divisions for seats in division.seats)
    if len(players) < fewest:
        who = "1 bot plays" if len(players) == 1 else f"{len(players)} bots play"
        raise UserError(f"A season here needs {fewest} bots or more, and {who}.")


def _find_house(store: Store) -> list[Player]:
    """Return the house bots; UserError if they do not fill the largest tables beside one bot."""
    roster = store.roster()
    house = [one for one in roster.active() if roster.author_of(one) == ORGANISER]
    for division in store.opened().divisions:
        games = [roster.versions[one].games for one in house]
        needed, plays = max(division.seats) - 1, sum(not g or division.game in g for g in games)
        if plays < needed:
            raise UserError(
                f"A house season needs {needed} bots of the organiser's in {division.game}, and"
                f" {plays} play it; ladder submit --samples brings some in."
            )
    return house
