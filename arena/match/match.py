"""One match: its bots are started once and play all its games.

After a forfeit a bot is started afresh for the next game; after the second it sits out the match.
"""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Sequence
from importlib.metadata import version
from typing import Any, Final

from arena.bots.hints import find_hint
from arena.errors import UserError
from arena.match.connection import Connection
from arena.match.plan import MatchPlan, ScheduledGame, scheduled_games, write_plan
from arena.match.referee import Referee, do_all
from arena.match.verdict import Fault
from arena.v1 import record_pb2 as rec

MAX_FORFEITS: Final = 2


class DoesNotStart(UserError):  # noqa: N818 - what it does, not whose
    """A bot does not start, in a match that is only played if all do."""

    def __init__(self, name: str, detail: str, log_tail: str) -> None:
        # All of it, so that another process can be told.
        super().__init__(name, detail, log_tail)
        self.log_tail = log_tail
        """The end of what it has printed."""

    def __str__(self) -> str:
        name, detail, log_tail = self.args
        return f"{name} does not start: {detail}. {find_hint(log_tail)}".rstrip()


class _Participant:
    """A bot through the match: its connection of the moment, and how often it has forfeited."""

    def __init__(self, start: float, connect: Callable[[], Connection]) -> None:
        self._start = start
        self._connect = connect
        self._forfeits = 0
        self.connection: Connection | Fault | None = None

    async def be_ready(self) -> Connection | Fault:
        """Return a connection to the running bot, or why there is none."""
        if self.connection is None:
            self.connection = connection = self._connect()
            if fault := await connection.open(self._start):
                self.connection = await connection.evidence(fault)
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
        """Let the bot end by itself. Its last work is done after all games."""
        if isinstance(self.connection, Connection):
            await self.connection.goodbye()

    async def leave(self) -> None:
        """End the bot."""
        if isinstance(self.connection, Connection):
            await self.connection.close()


async def play_match(
    plan: MatchPlan,
    connect: Sequence[Callable[[], Connection]],
    on_game: Callable[[rec.GameRecord], None] = lambda _: None,
    *,
    numbers: Collection[int] | None = None,
    attempt: int = 0,
    strict: bool = False,
    must_start: bool = False,
) -> rec.Record:
    """Play the games of these numbers, or all of the plan; up to the first forfeit if `strict`.

    Each attempt has other cards. `connect` makes a fresh connection to each bot. No bot is left
    running in any case. HostFailure if our own machinery fails; the match is void then. With
    `must_start` DoesNotStart if a bot does not, before any game; else it forfeits its games.
    """
    record = rec.Record(arena_version=version("card-arena"), plan=write_plan(plan))
    participants = [
        _Participant(plan.control(index).start, make) for index, make in enumerate(connect)
    ]
    try:
        if must_start:
            await _require_all(plan, participants)
        for scheduled in scheduled_games(plan, attempt):
            if numbers is not None and scheduled.number not in numbers:
                continue
            played = await _play_game(plan, scheduled, participants)
            record.games.append(played)
            on_game(played)
            if strict and played.forfeits:
                break
        await do_all(participant.say_goodbye() for participant in participants)
    finally:
        # Neither a stop of a match that is ending already nor another bot's end disturbs that.
        await do_all(_undisturbed(participant.leave()) for participant in participants)
    return record


async def _require_all(plan: MatchPlan, participants: Sequence[_Participant]) -> None:
    """Start all bots. DoesNotStart if one does not."""
    for bot, connection in zip(plan.bots, await _ready(participants), strict=True):
        if isinstance(connection, Fault):
            raise DoesNotStart(bot.name, connection.detail, connection.log_tail)


async def _play_game(
    plan: MatchPlan, scheduled: ScheduledGame, participants: Sequence[_Participant]
) -> rec.GameRecord:
    seated = [participants[index] for index in scheduled.seating]
    connections = await _ready(seated)
    referee = Referee(plan, scheduled, connections)
    record = await referee.play()
    for seat, fault in referee.faults.items():
        seated[seat].forfeit(fault)
    return record


async def _ready(seated: Sequence[_Participant]) -> list[Connection | Fault]:
    """Start all bots that do not run yet, at once. If one fails for us, none is left half open."""
    return await do_all(participant.be_ready() for participant in seated)


async def _undisturbed(job: Coroutine[Any, Any, object]) -> None:
    """Wait until a job is done, even if this is cancelled meanwhile."""
    doing = asyncio.create_task(job)
    try:
        await asyncio.shield(doing)
    except asyncio.CancelledError:
        await asyncio.wait({doing})
        raise
