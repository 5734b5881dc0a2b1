"""Plays a task in this process, which should do nothing else: a referee keeps clocks."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from types import CoroutineType
from typing import Any, TypeVar

from arena.bots.intake import TakenBot
from arena.bots.parameters import write_parameters
from arena.boxes.connection.grpc_connection import GrpcConnection
from arena.boxes.connection.guest import GuestConnection
from arena.boxes.connection.watch import Timings
from arena.boxes.kinds.build import BuildError
from arena.boxes.kinds.in_process import InProcessConnection
from arena.boxes.supervision.bot_log import BotLog
from arena.containers.recipe import read_recipe
from arena.errors import CannotPlay, Unavailable
from arena.match.connection import AbsentConnection, Connection
from arena.match.match import play_match
from arena.match.plan import MatchPlan
from arena.match.seat import Guest, Seat
from arena.runner.host import Boxes, Host
from arena.runner.task import Task
from arena.v1 import record_pb2 as rec

ResultT = TypeVar("ResultT")


async def play_in(
    host: Host,
    task: Task,
    on_game: Callable[[rec.GameRecord], None],
    logs: Sequence[BotLog] = (),
    timings: Timings | None = None,
) -> rec.Record:
    """Play a match and return its record when no bot runs any more; the host removes its boxes.

    `logs` are what the bots' logs go into, one for each, and `timings` what is measured, if they
    are wanted. HostFailure if its boxes cannot be had, DoesNotStart if a bot does not start that
    has to.
    """
    _check_image(task.plan)
    async with connecting(host, task, logs, timings) as connect:
        return await play_match(
            task.plan,
            connect,
            on_game,
            numbers=task.numbers,
            attempt=task.attempt,
            must_start=task.must_start,
        )


@asynccontextmanager
async def connecting(
    host: Host, task: Task, logs: Sequence[BotLog] = (), timings: Timings | None = None
) -> AsyncGenerator[list[Callable[[], Connection]]]:
    """Give what makes a connection to each bot of a task. HostFailure if there are no boxes.

    When this ends their memory is somebody else's; the host removes their boxes.
    """
    bots = [await _build(host, bot) if isinstance(bot, TakenBot) else bot for bot in task.bots]
    boxes = sum(isinstance(bot, TakenBot) and not bot.defect for bot in bots)
    kept = logs or [BotLog() for _ in bots]
    async with host.claim(boxes) as claimed:
        yield [
            connector(bot, claimed, log, echo=task.echo, timings=timings)
            for bot, log in zip(bots, kept, strict=True)
        ]


def connector(
    bot: Seat,
    boxes: Boxes,
    log: BotLog,
    *,
    echo: bool = False,
    timings: Timings | None = None,
) -> Callable[[], Connection]:
    """Return what makes a fresh connection to a bot."""
    if isinstance(bot, Guest):
        return lambda: GuestConnection(bot, time.perf_counter, log)
    if bot.defect:
        return lambda: AbsentConnection(bot.defect)
    if not boxes.host.kind.own_process:
        queue = boxes.cpus if boxes.host.gives_way else None
        return lambda: InProcessConnection(bot, time.perf_counter, log, queue, echo=echo)
    return lambda: GrpcConnection(
        bot.name,
        write_parameters(bot.parameters),
        *boxes.open(bot),
        time.perf_counter,
        log=log,
        timings=timings,
    )


async def _build(host: Host, bot: TakenBot) -> TakenBot:
    """Return a bot that is built. A bot that cannot be built enters with that as its defect.

    CannotPlay for one whose language is not on this machine.
    """
    try:
        return await host.build(bot)
    except BuildError as error:
        return replace(bot, defect=str(error))
    except Unavailable as lack:
        raise CannotPlay(bot.name, str(lack)) from lack


def _check_image(plan: MatchPlan) -> None:
    """Unavailable if the plan asks for another image than this program has containers run from."""
    if plan.image and plan.image != read_recipe().digest:
        raise Unavailable(
            f"the match is planned for the image {plan.image[:12]}, which is of another version of"
            " this program; plan it again"
        )


def run_referee(main: Coroutine[Any, Any, ResultT]) -> ResultT:
    """Like `asyncio.run`, but report unretrieved exceptions, except gRPC's of a path in no UTF-8.

    A bot may not write to the referee's stderr. Its fault is in the evidence.
    """
    with asyncio.Runner() as runner:
        runner.get_loop().set_exception_handler(_report)
        return runner.run(main)


def _report(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    error, task = context.get("exception"), context.get("future")
    # The tasks of gRPC's own are compiled, and ours are not.
    of_grpc = isinstance(task, asyncio.Task) and not isinstance(task.get_coro(), CoroutineType)
    if not (of_grpc and isinstance(error, UnicodeDecodeError)):
        loop.default_exception_handler(context)
