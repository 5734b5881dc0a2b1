"""Plays a task in this process, which should do nothing else: a referee keeps clocks."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from contextlib import ExitStack, asynccontextmanager
from types import CoroutineType
from typing import Any, TypeVar

from arena.bots.manifest import Bot
from arena.boxes.bot_log import BotLog
from arena.boxes.cpus import Cpus
from arena.boxes.leftovers import runtime_folder, sweep_folders
from arena.boxes.timings import Timings
from arena.containers.recipe import read_recipe
from arena.errors import Unavailable
from arena.languages import PYTHON
from arena.match.connection import Connection
from arena.match.match import play_match
from arena.match.plan import MatchPlan
from arena.runner.connect import claim_boxes, connector
from arena.runner.task import Task
from arena.v1 import record_pb2 as rec

ResultT = TypeVar("ResultT")


async def play_task(
    task: Task,
    on_game: Callable[[rec.GameRecord], None],
    logs: Sequence[BotLog] = (),
    timings: Timings | None = None,
) -> rec.Record:
    """Play a match and return its record. HostFailure if its boxes cannot be had, DoesNotStart if a
    bot does not start that has to.

    `logs` are what the bots' logs go into, one for each, and `timings` what is measured, if they
    are wanted.
    """
    with ExitStack() as seats:
        return await play_in(seats, task, on_game, logs, timings)


async def play_in(
    seats: ExitStack,
    task: Task,
    on_game: Callable[[rec.GameRecord], None],
    logs: Sequence[BotLog],
    timings: Timings | None,
) -> rec.Record:
    """Play a match as `play_task` does, and return its record when no bot runs any more.

    Its boxes are removed when `seats` end.
    """
    _check_image(task.plan)
    async with connecting(task, seats, logs, timings) as connect:
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
    task: Task,
    seats: ExitStack,
    logs: Sequence[BotLog] = (),
    timings: Timings | None = None,
) -> AsyncGenerator[list[Callable[[], Connection]]]:
    """Give what makes a connection to each bot of a task. HostFailure if there are no boxes.

    When this ends their memory is somebody else's; their boxes are removed when `seats` end.
    """
    sweep_folders()
    task = await _built(task)
    with ExitStack() as held, Cpus(gives_way=task.gives_way) as cpus:
        boxes = sum(isinstance(bot, Bot) and not bot.defect for bot in task.bots)
        await claim_boxes(
            held.enter_context(runtime_folder()),
            task.plan.box,
            boxes,
            task.plan.allow_missing,
            engine_answered=task.engine_answered,
        )
        kept = logs or [BotLog() for _ in task.bots]
        yield [
            connector(task, index, seats, cpus, kept[index], timings=timings)
            for index in range(len(task.bots))
        ]


async def _built(task: Task) -> Task:
    """Return the task with its bots built, if there is any bot that may have to be."""
    if all(not isinstance(bot, Bot) or bot.language == PYTHON for bot in task.bots):
        return task
    # Here, since the container engine's client takes longer to load than a short match to play.
    from arena.runner.products import with_products  # noqa: PLC0415

    return await with_products(task)


def _check_image(plan: MatchPlan) -> None:
    """Unavailable if the plan asks for another image than this program has containers run from."""
    if plan.image and plan.image != read_recipe().digest:
        raise Unavailable(
            f"the match is planned for the image {plan.image[:12]}, which is of another version of"
            " this program; plan it again"
        )


def run_referee(main: Coroutine[Any, Any, ResultT]) -> ResultT:
    """Like `asyncio.run`, but report unretrieved exceptions, except gRPC's of a path in no UTF-8.

    A bot may not write to the referee's stderr. What it did is in the evidence.
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
