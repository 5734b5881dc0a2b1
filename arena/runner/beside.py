"""A match beside an event loop, for a program that asks people meanwhile, or serves pages."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from itertools import count

from arena.runner.referee_process import (
    Event,
    GamePlayed,
    MatchPlayed,
    MatchVoid,
    RefereeProcess,
    check_replay,
)
from arena.runner.task import Task


async def play_beside(task: Task) -> AsyncGenerator[Event]:
    """Play a match in a process of its own; yield what happens, up to MatchPlayed.

    What is missing of a void match is played again with other cards. Unavailable if a person has
    left, HostFailure when it has been void too often, DoesNotStart if a bot does not that has to.
    To stop the match, close this (`aclosing`): no bot is left running then.
    """
    played: set[int] = set()
    for replays in count():
        async with aclosing(_play_once(task)) as events:
            async for event in events:
                match event:
                    case GamePlayed(game):
                        played.add(game.number)
                        yield event
                    case MatchPlayed():
                        yield event
                        return
                    case MatchVoid():
                        check_replay(event, replays)
                        task = task.again(played)
                        yield replace(event, missing=len(task.numbers or ()))


async def _play_once(task: Task) -> AsyncGenerator[Event]:
    """Play a match; yield what happens, up to MatchPlayed or MatchVoid."""
    process = RefereeProcess(0, task, fork=False)
    loop, ready = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(process.port, ready.set)
    try:
        event: Event | None = None
        while event is None or isinstance(event, GamePlayed):
            await ready.wait()
            ready.clear()
            # What rang may have been read by now, and nobody else may wait for the next.
            if process.port.poll():
                event = process.receive()
                yield event
    finally:
        loop.remove_reader(process.port)
        await asyncio.to_thread(process.stop)
