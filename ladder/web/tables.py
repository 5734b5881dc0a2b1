"""Tables at which a visitor plays against bots: each match in a process of its own, never rated.

The server plays nothing itself. A table's referee is a child process, its bots run in boxes of
that, and the visitor's seat is the client of one socket, which it hears and answers as a bot would.
Everything told about a table follows from the messages to its seat. Anyone with a table's name has
its seat.
"""

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack, aclosing
from copy import copy
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from arena.bots.intake import TakenBot
from arena.errors import HostFailure, NotFound, NotNow, UsedUp, UserError
from arena.foreign_text import show
from arena.games import find_game
from arena.games.events import CardMotion, Event, tell_motions
from arena.games.options import read_options
from arena.games.scene import Scene, as_plain
from arena.human.events import GameBegun, GameEnded, Question
from arena.match.clock import NO_CLOCK, ClockKind, TimeControl, parse_time_control
from arena.match.events import tell_last
from arena.match.plan import MatchPlan, make_plan, scheduled_games
from arena.match.replay import Replay
from arena.match.seat import Guest, Seat
from arena.review.hint import Hint, find_hint_beside
from arena.review.worth import AskedDecision
from arena.runner.beside import play_beside
from arena.runner.host import Host
from arena.runner.referee_process import GamePlayed, MatchPlayed
from arena.runner.task import Task
from arena.v1 import record_pb2 as rec
from ladder.log.roster import Roster
from ladder.queries.lookup import find_player
from ladder.season.reviewer import Reviewed
from ladder.shares import TABLE_IDLE, TABLE_LONGEST
from ladder.store.reader import Reader
from ladder.submissions.files import SubmissionCache, open_samples, pack_sample
from ladder.web.faces import known_roster
from ladder.web.refused import RefusedError

if TYPE_CHECKING:
    from arena.human.seat import TakenSeat

USUAL_TABLES: Final = 4
MOST_GAMES: Final = 10
# A table that nobody has looked at for this many seconds ends.
AWAY: Final = 300.0
_LEFT: Final = "The table was left."
_STOPPED: Final = "The server was stopped."
_GIVEN_AWAY: Final = "You had not moved for ten minutes, and somebody else wanted the table."
_TOO_LONG: Final = "A table is for an hour at most."
# This many tables that are over can still be looked at, until as many others are.
_KEPT: Final = 50
_LOOK: Final = 1.0
YOU: Final = "you"
_FAILED: Final = (
    "The bots cannot play here at the moment; anyone who runs this server finds in its log why."
)
_TOO_LATE: Final = ("Your time for this game is over: you forfeit it, and the referee plays on.",)
# A seat's clock runs a little before it knows of the question, in seconds.
_LATENCY: Final = 1.0
_log = logging.getLogger("uvicorn.error")
_BOTS_CLOCK: Final = TimeControl()

Phase = Literal["starting", "asking", "waiting", "over", "ended"]


@dataclass(frozen=True, slots=True)
class TableWish:
    """A visitor's choice of game and opponents."""

    game: str
    opponents: tuple[str, ...]
    """Sample bots by their names, bots of the ladder as name or name@2."""
    options: dict[str, str]
    games: int = 1
    clock: str = ""
    """Seconds for a game, and more for each move: "300+10". Empty: no clock."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game of a table that is over: who sat where, scores and ranks, by seat."""

    names: tuple[str, ...]
    seat: int
    """The visitor's."""
    scores: tuple[int, ...]
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The last game that is over, as it ended."""

    scene: Scene
    """As the visitor's seat would see it."""
    news: tuple[str, ...]
    """The events since the visitor's last move."""
    motions: tuple[CardMotion, ...]
    """Which cards moved meanwhile, one after another."""


@dataclass(frozen=True, slots=True)
class TableState:
    """All that a visitor is told of their table: what a bot in their seat would, and names."""

    number: int
    """Rises with every change."""
    phase: Phase
    """over: it was played to its end, and there is a replay. ended: it was not."""
    game: str
    unit: str
    """The unit of a score, in the plural."""
    games: int
    """How many games are played."""
    playing: int = 0
    """Which of them is being played, from 1 on."""
    seat: int | None = None
    scene: Scene | None = None
    """The table as the seat saw it when it was last asked."""
    turn: int | None = None
    """The number of the open question; a move names it."""
    time_left: float | None = None
    """Seconds for the answer; None without a clock."""
    news: tuple[str, ...] = ()
    """The events since the question before."""
    motions: tuple[CardMotion, ...] = ()
    """Which cards moved meanwhile, one after another."""
    history: tuple[str, ...] = ()
    """The events of this game."""
    rule: str = ""
    """The rule of the moment, of the open question."""
    notes: tuple[str, ...] = ()
    """By its legal moves, what each does by the rules; empty where nothing is to say."""
    hints: bool = False
    """Whether a hint may be asked for: no bot of the ladder plays here."""
    names: tuple[str, ...] = ()
    """The players of this game, by seat."""
    opening: tuple[str, ...] = ()
    """With its first question: whose seat it is, the options, and the rules in short."""
    results: tuple[GameResult, ...] = ()
    end: GameEnd | None = None
    sentence: str = ""
    """Why it has ended."""


def describe_state(state: TableState) -> dict[str, Any]:
    """Return a state as it is sent: of its scenes what has its default is left out."""
    end = state.end and _fields(state.end) | {"scene": as_plain(state.end.scene)}
    return _fields(state) | {"scene": as_plain(state.scene), "end": end}


def _fields(value: TableState | GameEnd) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in fields(value)}


class PlayTable:
    """One table: its match, its seat, and what its visitor is told."""

    def __init__(
        self,
        wish: TableWish,
        host: Host,
        plan: MatchPlan,
        bots: Sequence[Seat],
        *,
        now: Callable[[], float],
        hinting: asyncio.Semaphore,
    ) -> None:
        self.name = secrets.token_urlsafe(16)
        self.wish = wish
        self._now = now
        self._hinting = hinting
        self._begun = self._looked = now()
        self.parting = _LEFT
        """Why it ends, if it is ended now."""
        self.record: rec.Record | None = None
        self.reviewed: Reviewed | None = None
        """The result of its review, if one was asked for."""
        game = plan.game
        self.state = TableState(
            1, "starting", game.name, game.unit, plan.games, hints=plays_samples(wish)
        )
        self._hint: asyncio.Task[Hint] | None = None
        self._host = host
        self._task = Task(plan, tuple(bots))
        self._questions = 0
        self._watching = 0
        self._asked: tuple[TakenSeat, Question, float] | None = None
        self._changed = asyncio.Event()

    @property
    def is_over(self) -> bool:
        return self.state.phase in {"over", "ended"}

    def _change(self, **changes: object) -> None:
        self.state = replace(self.state, number=self.state.number + 1, **changes)  # type: ignore[arg-type]
        self._changed.set()
        self._changed = asyncio.Event()

    # --- the match ---

    async def play(self) -> None:
        """Play the match to its end; whatever ends it before is told in a sentence."""
        person = next(seat for seat in self._task.bots if isinstance(seat, Guest))
        try:
            async with asyncio.TaskGroup() as group:
                sitting = group.create_task(self._sit(person))
                watching = group.create_task(self._watch())
                # If a match is ended the visitor gets up at once: its referee waits for them.
                await asyncio.wait([watching])
                sitting.cancel()
        except* HostFailure as failures:
            _log.error("A table has ended: %s.", show(failures.exceptions[0]))
            self._end(_FAILED)

    def end(self) -> None:
        """Say that it has ended: left, or by a bug. After the last game of the match it is over."""
        self._end(self.parting)
        self._forget_question()

    async def _watch(self) -> None:
        """Have the match played, and take what comes of it."""
        async with aclosing(play_beside(self._host, self._task)) as events:
            async for event in events:
                match event:
                    case GamePlayed(game):
                        self._take_result(game)
                    case MatchPlayed():
                        self.record = event.record
        self._change(phase="over", turn=None)

    def _end(self, sentence: str) -> None:
        if not self.is_over:
            self._change(phase="ended", turn=None, sentence=sentence)

    async def _sit(self, person: Guest) -> None:
        """Hear what the seat is told; a seat that has forfeited sits down again for the next."""
        # Here, since it loads gRPC, and a process that has may not fork.
        from arena.human.seat import take_seat  # noqa: PLC0415

        while True:
            async with take_seat(person.door) as seat:
                while (event := await seat.hear()) is not None:
                    match event:
                        case GameBegun():
                            self._begin(event)
                        case Question():
                            self._ask(seat, event)
                        case GameEnded():
                            self._close(*event.news)
            if self._asked is not None:
                left = self._time_left()
                self._close(*(_TOO_LATE if left is not None and left < _LATENCY else ()))

    def _begin(self, begun: GameBegun) -> None:
        plan = self._task.plan
        seating = scheduled_games(plan)[begun.number - 1].seating
        self._change(
            phase="waiting",
            playing=begun.number,
            seat=begun.seat,
            names=tuple(plan.bots[at].name for at in seating),
            scene=None,
            news=(),
            history=(),
        )

    def _ask(self, seat: "TakenSeat", question: Question) -> None:
        self._questions += 1
        self._asked = seat, question, self._now()
        self._change(
            phase="asking",
            turn=self._questions,
            scene=question.scene,
            news=question.news,
            motions=question.motions,
            history=question.history,
            rule=question.guide.rule,
            notes=question.guide.notes,
            opening=question.opening,
        )

    def _close(self, *news: str) -> None:
        self._forget_question()
        history = (*self.state.history, *news)
        self._change(
            phase="waiting",
            turn=None,
            news=news,
            history=history,
            rule="",
            notes=(),
            opening=(),
        )

    def _forget_question(self) -> None:
        self._asked = None
        if self._hint is not None:
            self._hint.cancel()
            self._hint = None

    def _take_result(self, game: rec.GameRecord) -> None:
        names = tuple(self._task.plan.bots[index].name for index in game.seating)
        seat = names.index(YOU)
        result = GameResult(names, seat, tuple(game.scores), tuple(game.ranks))
        end = _tell_end(Replay.of(self._task.plan, game), seat)
        self._change(results=(*self.state.results, result), end=end)

    # --- the visitor ---

    def is_away(self, limit: float) -> bool:
        """Say whether nobody has looked for this many seconds."""
        return not self._watching and self._looked < self._now() - limit

    @property
    def idle(self) -> float:
        """For how many seconds the visitor has not answered the open question; 0 without one."""
        return self._now() - self._asked[2] if self._asked else 0.0

    @property
    def age(self) -> float:
        """Seconds since it was laid."""
        return self._now() - self._begun

    async def after(self, number: int, limit: float) -> TableState:
        """Return the state as soon as it is newer than this, or after this many seconds."""
        self._watching += 1
        try:
            async with asyncio.timeout(limit):
                while self.state.number <= number and not self.is_over:
                    await self._changed.wait()
        except TimeoutError:
            pass
        finally:
            self._watching -= 1
            self._looked = self._now()
        return replace(self.state, time_left=self._time_left())

    def _time_left(self) -> float | None:
        if self._asked is None:
            return None
        _, question, since = self._asked
        if question.time_left is None:
            return None
        return max(0.0, question.time_left - (self._now() - since))

    async def answer(self, turn: int, move: str) -> None:
        """Make a move. UserError if it is none, or not the one that is asked for."""
        self._looked = self._now()
        if self.is_over:
            raise NotNow("The match is over; nothing more is played at this table.")
        if self._asked is None or self.state.turn != turn:
            raise NotNow(self._why_not(turn))
        seat, question, _ = self._asked
        index = question.find(move)
        # Before anything is waited for, so that no second move comes between.
        self._close()
        await seat.answer(index)

    async def hint(self, turn: int) -> Hint:
        """Return a hint for the open question, made once. UserError if there is none to be had."""
        self._looked = self._now()
        if not self.state.hints:
            raise NotNow("Hints are given where no bot of the ladder plays.")
        if self._asked is None or self.state.turn != turn:
            raise NotNow(self._why_not(turn))
        if self._hint is None:
            self._hint = asyncio.create_task(self._find_hint(self._asked[1].asked))
        making = self._hint
        await asyncio.wait([making])
        if making.cancelled():
            raise NotNow(f"Question {turn} was answered before its hint was made.")
        if making.exception() and self._hint is making:
            # Asked for again it is made again.
            self._hint = None
        return making.result()

    async def _find_hint(self, asked: AskedDecision) -> Hint:
        async with self._hinting:
            return await find_hint_beside(asked)

    def _why_not(self, turn: int) -> str:
        if turn > self._questions:
            return f"This table has not asked question {turn} yet; its last was {self._questions}."
        if self._asked is None or turn < self._questions:
            return f"Question {turn} was answered already, so this move changes nothing."
        return f"Question {turn} is closed."


def _tell_end(replay: Replay, seat: int) -> GameEnd:
    """Play a game again for its last moment, as nobody is sent the view of one."""
    events: list[Event] = []
    for step in replay.steps():
        if any(entry.seat == seat for entry in step.entries):
            events = []
        events += [event.seen_by(seat) for event in step.events]
    scene = replay.game.scene(step.state, seat)
    motions = tell_motions(events, replay.game.card_name)
    return GameEnd(scene, tuple(tell_last(replay, seat)), motions)


class PlayTables:
    """The tables of a server: at most this many are played at once, and those that are over."""

    def __init__(
        self,
        store: Reader,
        host: Host,
        *,
        most: int = USUAL_TABLES,
        away: float = AWAY,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._now = now
        self.most = most
        self._store = store
        self._host = host
        self._away = away
        self._tables: dict[str, PlayTable] = {}
        self._playing: dict[str, asyncio.Task[None]] = {}
        # At how many tables each plays, those that are being laid included; and at which.
        self._visitors = Counter[str]()
        self._sitting: dict[str, str] = {}
        # Hints of all tables are made one after the other.
        self._hinting = asyncio.Semaphore(1)

    async def open(self, wish: TableWish, visitor: str) -> PlayTable:
        """Lay a table and begin to play. `visitor` is who they are counted as.

        If all are taken, the idle one of the visitor with most of them gives way. UserError if
        there is no table left for this visitor, or the wish makes no sense.
        """
        self._require_share(visitor)
        if self._visitors.total() >= self.most and (idle := self._find_idle()):
            await self.leave(idle, _GIVEN_AWAY)
        self._take_place(visitor)
        held = ExitStack()
        try:
            table = await asyncio.to_thread(self._lay, wish, held)
        except BaseException:
            self._visitors -= Counter((visitor,))
            held.close()
            raise
        self._tables[table.name] = table
        self._sitting[table.name] = visitor
        self._playing[table.name] = playing = asyncio.create_task(table.play())
        # Not by the task itself: one that is cancelled before it has begun does nothing at all.
        playing.add_done_callback(lambda _: self._clear(table, visitor, held))
        self._forget()
        return table

    def _require_share(self, visitor: str) -> None:
        if not self.most:
            raise RefusedError(503, "Nobody can play here; the organiser has no tables laid.")
        theirs = self._visitors[visitor]
        if theirs >= -(-self.most // 2):
            raise UsedUp(
                f"You play at {theirs} of the {self.most} tables; leave one of them first."
            )

    def _take_place(self, visitor: str) -> None:
        if self._visitors.total() >= self.most:
            raise RefusedError(
                503,
                f"All {self.most} tables are taken; one is free when its match is over, or when"
                f" its visitor has not moved for {TABLE_IDLE / 60:.0f} minutes.",
            )
        self._visitors[visitor] += 1

    def _find_idle(self) -> PlayTable | None:
        """Return which table gives way to somebody who wants one."""
        idle = [table for name in self._playing if (table := self._tables[name]).idle > TABLE_IDLE]
        theirs = self._visitors
        return max(idle, key=lambda one: (theirs[self._sitting[one.name]], one.idle), default=None)

    def _forget(self) -> None:
        over = [name for name in self._tables if name not in self._playing]
        for name in over[:-_KEPT]:
            del self._tables[name]

    def find(self, name: str) -> PlayTable:
        """Return a table. UserError if there is none."""
        table = self._tables.get(name)
        if table is None:
            raise NotFound("There is no such table, or it has ended long ago.")
        return table

    async def leave(self, table: PlayTable, why: str = _LEFT) -> None:
        """End a table; return when its bots are."""
        playing = self._playing.get(table.name)
        if playing is not None:
            table.parting = why
            playing.cancel()
            await asyncio.wait([playing])

    def end(self) -> None:
        """Have all tables end, and anyone who looks at one be told so."""
        for name, task in self._playing.items():
            self._tables[name].parting = _STOPPED
            task.cancel()

    async def close(self) -> None:
        """End all tables; return when their bots have ended."""
        playing = list(self._playing.values())
        self.end()
        if playing:
            await asyncio.wait(playing)

    async def watch(self) -> None:
        """End every table that has been there for too long, or that nobody looks at."""
        while True:
            await asyncio.sleep(min(_LOOK, self._away / 2))
            for table in [self._tables[name] for name in self._playing]:
                if table.is_away(self._away):
                    await self.leave(table)
                elif table.age > TABLE_LONGEST:
                    await self.leave(table, _TOO_LONG)

    # --- a match ---

    def _clear(self, table: PlayTable, visitor: str, held: ExitStack) -> None:
        table.end()
        del self._playing[table.name], self._sitting[table.name]
        self._visitors -= Counter((visitor,))
        held.close()

    def _lay(self, wish: TableWish, held: ExitStack) -> PlayTable:
        """Plan the match, with its bots unpacked for as long as they are held."""
        game = find_game(wish.game)
        if not 1 <= wish.games <= MOST_GAMES:
            raise UserError(f"A table plays 1 to {MOST_GAMES} games, not {wish.games}.")
        # Before any of them is unpacked.
        if len(wish.opponents) + 1 not in game.seats:
            raise UserError(
                f"{game.title} has {game.seats[0]} to {game.seats[-1]} seats, one of them yours;"
                f" here are {len(wish.opponents)} opponents."
            )
        options = read_options(game, wish.options)
        # Our own bots need no walls: they play in the referee's process, and all others go before.
        samples = plays_samples(wish)
        host = held.enter_context(Host("inline", gives_way=True) if samples else copy(self._host))
        cache = held.enter_context(SubmissionCache(self._fetch, host.folder()))
        bots: list[Seat] = [
            Guest(YOU, host.folder(), read_friendly_clock(wish.clock)),
            *self._open_bots(wish, cache),
        ]
        plan = make_plan(
            game,
            options,
            bots,
            games=wish.games,
            control=_BOTS_CLOCK,
            box=host.box,
            allow_missing=host.allow_missing,
        )
        return PlayTable(wish, host, plan, bots, now=self._now, hinting=self._hinting)

    def _open_bots(self, wish: TableWish, cache: SubmissionCache) -> list[TakenBot]:
        roster, seen = known_roster(self._store), Counter((YOU,))
        bots = []
        for name in wish.opponents:
            bot = _open_opponent(name, roster, cache)
            if bot.games and wish.game not in bot.games:
                raise UserError(f"{bot.name} plays only {', '.join(bot.games)}, not {wish.game}.")
            seen[bot.name] += 1
            again = f"#{seen[bot.name]}" if seen[bot.name] > 1 else ""
            bots.append(replace(bot, name=f"{bot.name}{again}"))
        return bots

    def _fetch(self, digest: str) -> bytes | None:
        return self._store.submission(digest) or pack_sample(digest)


def plays_samples(wish: TableWish) -> bool:
    """Say whether all opponents are sample bots, and none is a bot of the ladder."""
    return {*wish.opponents} <= {bot.name for bot in open_samples()}


def _open_opponent(name: str, roster: Roster, cache: SubmissionCache) -> TakenBot:
    """Return a bot of the ladder that plays there, or a sample bot."""
    samples = {bot.name: bot for bot in open_samples()}
    if name in samples:
        return cache.bot(samples[name].digest)
    player = find_player(roster, name)
    if why := roster.why_not_playing(player):
        raise NotNow(f"This bot cannot be played against: {why}.")
    return replace(cache.bot(roster.versions[player].digest), name=player)


def read_friendly_clock(text: str) -> TimeControl:
    """Return the clock of a visitor; without any if there is no text."""
    if not text:
        return NO_CLOCK
    return replace(parse_time_control(text), start=NO_CLOCK.start, kind=ClockKind.WALL)


def list_opponents(roster: Roster, game: str) -> dict[str, list[str]]:
    """Return whom one can play against in a game: sample bots, and bots of the ladder."""
    samples = [bot.name for bot in open_samples() if not bot.games or game in bot.games]
    active = [
        player
        for player in roster.active()
        if not (games := roster.versions[player].games) or game in games
    ]
    return {"Sample bots": samples, "Bots of the ladder": sorted(active)}
