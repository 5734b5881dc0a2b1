"""A match beside an event loop, for a program that asks people meanwhile, or serves pages."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace
from importlib.metadata import version
from itertools import count

from arena.boxes.event_loop import wait_readable
from arena.match.plan import write_plan
from arena.runner.host import Host
from arena.runner.referee_process import (
    Event,
    GamePlayed,
    MatchPlayed,
    MatchVoid,
    RefereeProcess,
    find_missing,
)
from arena.runner.task import Task
from arena.v1 import record_pb2 as rec


async def play_beside(host: Host, task: Task) -> AsyncGenerator[Event]:
    """Play a match in a process of its own; yield the events, up to MatchPlayed with all games.

    The missing games of a void match are played again with other cards. Unavailable if a person has
    left, HostFailure when it has been void too often, DoesNotStart if a bot does not that has to.
    To stop the match, close this (`aclosing`): no bot is left running then.
    """
    games: dict[int, rec.GameRecord] = {}
    left = task
    for replays in count():
        process = RefereeProcess(0, host, left, fork=False)
        try:
            await wait_readable(process.port)
            while isinstance(event := process.receive(), GamePlayed):
                games[event.game.number] = event.game
                yield event
                await wait_readable(process.port)
        finally:
            await asyncio.to_thread(process.stop)
        if not isinstance(event, MatchVoid):
            break
        missing = find_missing(left, games, event, replays)
        if missing is None:
            break
        left = missing
        yield replace(event, missing=len(left.numbers or ()))
    record = rec.Record(arena_version=version("card-arena"), plan=write_plan(task.plan))
    record.games.extend(games[number] for number in sorted(games))
    yield MatchPlayed(record)
