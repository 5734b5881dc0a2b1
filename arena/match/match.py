"""One match: its bots are started once and play all its games.

After a forfeit a bot is started afresh for the next game; after the second it sits out the match.
"""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Iterable, Sequence
from importlib.metadata import version
from typing import Any, Final, TypeVar

from arena.games import find_game
from arena.games.options import read_options
from arena.match.clock import TimeControl
from arena.match.connection import Connection
from arena.match.plan import ScheduledGame, control_of, scheduled_games
from arena.match.referee import Referee
from arena.match.verdict import Fault
from arena.v1 import record_pb2 as rec

ResultT = TypeVar("ResultT")

MAX_FORFEITS: Final = 2


class _Participant:
    """A bot through the match: its connection of the moment, and how often it has forfeited."""

    def __init__(self, control: TimeControl, connect: Callable[[], Connection]) -> None:
        self.control = control
        self._connect = connect
        self._forfeits = 0
        self.connection: Connection | Fault | None = None

    async def be_ready(self) -> Connection | Fault:
        """Return a connection to the running bot, or why there is none."""
        if self.connection is None:
            connection = self._connect()
            try:
                fault = await connection.open(self.control.start)
                self.connection = connection if fault is None else await connection.evidence(fault)
            except BaseException:
                await connection.close()
                raise
        return self.connection

    def forfeit(self, fault: Fault) -> None:
        """Take note of a lost game. The referee has ended the bot."""
        if self._forfeits >= MAX_FORFEITS:
            return
        self._forfeits += 1
        self.connection = None
        if self._forfeits >= MAX_FORFEITS:
            self.connection = Fault(
                fault.verdict, f"sits out after {MAX_FORFEITS} forfeits: {fault.detail}"
            )

    async def say_goodbye(self) -> None:
        """Let the bot end by itself. What it still does, it does after all games."""
        if isinstance(self.connection, Connection):
            await self.connection.goodbye()

    async def leave(self) -> None:
        """End the bot."""
        if isinstance(self.connection, Connection):
            await self.connection.close()


async def play_match(
    plan: rec.Plan,
    connect: Sequence[Callable[[], Connection]],
    on_game: Callable[[rec.GameRecord], None],
    *,
    numbers: Collection[int] | None = None,
    attempt: int = 0,
    strict: bool = False,
) -> rec.Record:
    """Play the games of these numbers, or all of the plan; up to the first forfeit if `strict`.

    Each attempt has other cards. `connect` makes a fresh connection to each bot. Whatever
    happens, no bot is left running. HostFailure if our own machinery fails; the match is void then.
    """
    record = rec.Record(arena_version=version("card-arena"), plan=plan)
    options = read_options(find_game(plan.game), dict(plan.options))
    participants = [
        _Participant(control_of(plan, index), make) for index, make in enumerate(connect)
    ]
    try:
        for scheduled in scheduled_games(plan, attempt):
            if numbers is not None and scheduled.number not in numbers:
                continue
            played = await _play_game(plan, options, scheduled, participants)
            record.games.append(played)
            on_game(played)
            if strict and played.forfeits:
                break
        await _finish_all(participant.say_goodbye() for participant in participants)
    finally:
        await _finish_all(participant.leave() for participant in participants)
    return record


async def _play_game(
    plan: rec.Plan, options: object, scheduled: ScheduledGame, participants: Sequence[_Participant]
) -> rec.GameRecord:
    seated = [participants[index] for index in scheduled.seating]
    connections = await _ready(seated)
    controls = [participant.control for participant in seated]
    referee = Referee(find_game(plan.game), options, scheduled, controls, connections)
    record = await referee.play(dict(plan.options))
    for seat, fault in referee.faults.items():
        seated[seat].forfeit(fault)
    return record


async def _ready(seated: Sequence[_Participant]) -> list[Connection | Fault]:
    """Start all bots that do not run yet, at once. If one fails for us, none is left half open."""
    return await _finish_all(participant.be_ready() for participant in seated)


async def _finish_all(jobs: Iterable[Coroutine[Any, Any, ResultT]]) -> list[ResultT]:
    """Wait for all; then raise what the first that failed has raised.

    None is cancelled because of another, since that would break off how it ends its bot.
    """
    outcomes = await asyncio.gather(*jobs, return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, BaseException):
            raise outcome
    return [outcome for outcome in outcomes if not isinstance(outcome, BaseException)]
