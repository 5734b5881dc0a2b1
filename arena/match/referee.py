"""The referee of one game: asks the seats, has their answers judged, and records them.

A seat that errs forfeits this game. It plays the first legal move to the end, so that the others
play on as if nothing had happened.
"""

import asyncio
from collections.abc import Coroutine, Iterable, Sequence
from random import SystemRandom
from time import monotonic
from typing import Any, Final, TypeVar

from arena.games.contract import competition_ranks
from arena.games.events import Telling
from arena.games.messages import make_turn, write_events
from arena.match.clock import Spent, as_recorded, clock_message
from arena.match.connection import Connection, Reply
from arena.match.judge import Judge
from arena.match.plan import MatchPlan, ScheduledGame
from arena.match.verdict import Fault, Verdict, forfeit_message, verdict_number
from arena.v1 import arena_pb2 as pb
from arena.v1 import record_pb2 as rec

ResultT = TypeVar("ResultT")

# A decision that took longer than this, ends at a multiple of the step; in seconds. That costs a
# twentieth of such a decision at the most, and a fortieth on average.
LONG_DECISION: Final = 0.040
STEP: Final = 0.002
# In which order the seats of a decision are asked, no seat can work out.
_drawn: Final = SystemRandom()

# A move that the referee plays costs its seat nothing.
NOTHING: Final = Spent(0, None)


class Referee:
    """Plays one game, each seat on a clock of its own.

    `connections[seat]` is a Fault where the seat has lost before it began.
    """

    def __init__(
        self,
        plan: MatchPlan,
        scheduled: ScheduledGame,
        connections: Sequence[Connection | Fault],
    ) -> None:
        self._plan = plan
        self._scheduled = scheduled
        self._connections = connections
        self._judge = Judge(plan, scheduled)
        self._spent: list[Spent | None] = [None] * len(connections)
        self._telling: Telling | None = None
        self._faults: dict[int, Fault] = {}
        self._record = rec.GameRecord(
            number=scheduled.number, seating=scheduled.seating, attempt=scheduled.attempt
        )

    @property
    def faults(self) -> dict[int, Fault]:
        """The seats that forfeited, in the order in which they did."""
        return self._faults

    async def play(self) -> rec.GameRecord:
        """Play the game to its end and return its record."""
        await do_all(map(self._begin, range(len(self._connections))))
        state = self._judge.state
        if any(isinstance(one, Connection) and one.join.events for one in self._connections):
            self._telling = Telling(state, len(self._connections))
        while state.to_act:
            owing = state.to_act
            asked = [seat for seat in owing if seat not in self._faults]
            began = monotonic()
            # A task for each costs something; a single seat needs none.
            if len(asked) == 1:
                replies = [await self._ask(asked[0])]
            else:
                # The first to ask gets a CPU first, if there are fewer CPUs than seats.
                _drawn.shuffle(asked)
                replies = await do_all(map(self._ask, asked))
            answers = dict(zip(asked, replies, strict=True))
            for seat in owing:
                await self._settle(seat, answers.get(seat))
            await _round_off(monotonic() - began)
        return await self._finish()

    async def _begin(self, seat: int) -> None:
        connection = self._connections[seat]
        if isinstance(connection, Fault):
            self._note(seat, connection)
            return
        start = pb.Start(
            number=self._scheduled.number,
            game=self._plan.game.name,
            seats=len(self._connections),
            seat=seat,
            options=self._plan.option_texts,
            seed=self._scheduled.seeds[seat],
            clock=clock_message(self._plan.control(self._scheduled.seating[seat])),
            parameters=connection.parameters,
        )
        await connection.tell(pb.RefereeMessage(start=start))

    async def _ask(self, seat: int) -> Reply | Fault:
        """Ask a seat on its own clock."""
        connection = self._connections[seat]
        if isinstance(connection, Fault):
            return connection
        turn = make_turn(self._plan.game, self._judge.state, seat)
        deadline = self._judge.deadline(seat)
        turn.time_left_us = round(deadline.left * 1e6)
        turn.events.extend(self._news(seat, connection))
        spent = self._spent[seat]
        if spent is not None:
            turn.last_wall_us = round(spent.wall * 1e6)
            if spent.cpu is not None:
                turn.last_cpu_us = round(spent.cpu * 1e6)
        return await connection.ask(turn, deadline)

    def _news(self, seat: int, connection: Connection) -> list[pb.Event]:
        """Return what has happened since a seat was last told, if it wants to be told."""
        if self._telling is None or not connection.join.events:
            return []
        return write_events(self._telling.news(seat))

    async def _settle(self, seat: int, reply: Reply | Fault | None) -> None:
        """Play what a seat answered, or what a lost seat plays; None is of one lost before."""
        fault = self._accept(seat, reply) if isinstance(reply, Reply) else reply
        if fault is not None:
            await self._forfeit(seat, fault)
        if seat in self._faults:
            move = self._judge.play_for(seat)
            self._enter(seat, move, self._faults[seat].verdict, fallback=True)

    def _accept(self, seat: int, reply: Reply) -> Fault | None:
        """Have an answer judged, and enter it; return the fault of one that forfeits."""
        spent, chosen = as_recorded(reply.spent), reply.move
        self._spent[seat] = spent
        known = chosen.WhichOneof("game") == self._plan.game.name
        unreadable = "" if known else self._missing(reply)
        verdict, detail, forfeits = self._judge.answer(seat, chosen, spent, unreadable)
        if verdict is Verdict.TIMEOUT:
            return Fault(verdict, detail, spent=spent)
        self._enter(seat, chosen, verdict, spent=spent)
        return Fault(verdict, detail) if forfeits else None

    def _missing(self, reply: Reply) -> str:
        """Say what is wrong with an answer in which there is no move of this game."""
        choice = reply.choice
        match choice.WhichOneof("chosen"):
            case "index":
                last = len(reply.turn.legal) - 1
                return f"{choice.index} is no index of Turn.legal, which has 0 to {last}"
            case "move":
                return f"the Choice has no move of {self._plan.game.title}"
        return "the Choice has neither a move nor an index"

    async def _forfeit(self, seat: int, fault: Fault) -> None:
        connection = self._connections[seat]
        self._note(
            seat, fault if isinstance(connection, Fault) else await connection.evidence(fault)
        )

    def _note(self, seat: int, fault: Fault) -> None:
        self._faults[seat] = fault
        self._record.forfeits.append(forfeit_message(seat, fault))

    def _enter(
        self,
        seat: int,
        move: pb.Move,
        verdict: Verdict,
        *,
        spent: Spent = NOTHING,
        fallback: bool = False,
    ) -> None:
        self._record.entries.add(
            seat=seat,
            move=move,
            wall_us=round(spent.wall * 1e6),
            cpu_us=None if spent.cpu is None else round(spent.cpu * 1e6),
            waited_us=round(spent.waited * 1e6),
            verdict=verdict_number(verdict),
            fallback=fallback,
        )

    async def _finish(self) -> rec.GameRecord:
        record = self._record
        state = self._judge.state
        record.scores.extend(state.scores())
        record.ranks.extend(rank_seats(state.ranks(), self._faults))
        for seat, connection in enumerate(self._connections):
            if seat not in self._faults and isinstance(connection, Connection):
                over = pb.Over(
                    number=self._scheduled.number,
                    scores=record.scores,
                    ranks=record.ranks,
                    events=self._news(seat, connection),
                )
                await connection.tell(pb.RefereeMessage(over=over))
        return record


async def _round_off(took: float) -> None:
    """Wait until a long decision has taken a whole number of steps.

    When a bot is asked next tells it how long the others took, and so a bot could tell another
    something by its delays: the finer they are told apart, the cheaper.
    """
    if took > LONG_DECISION:
        await asyncio.sleep(-took % STEP)


async def do_all(jobs: Iterable[Coroutine[Any, Any, ResultT]]) -> list[ResultT]:
    """Do all at once; if one raises, so does this, and by then none of the others goes on.

    To be cancelled is no harm to a question: it ends no bot, and that is how it ends when its time
    is over.
    """
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(job) for job in jobs]
    except BaseExceptionGroup as failed:
        raise failed.exceptions[0] from None
    return [task.result() for task in tasks]


def rank_seats(ranks: Sequence[int], faults: dict[int, Fault] | set[int]) -> tuple[int, ...]:
    """Return the ranks of a game with the seats that forfeited below all clean ones."""
    return competition_ranks([(seat not in faults, -rank) for seat, rank in enumerate(ranks)])
