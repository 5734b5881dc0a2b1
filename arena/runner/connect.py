"""Makes the connections of a match: to each bot, in a box of the kind that the plan asks for."""

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from arena.bots.manifest import STDIO, Bot
from arena.bots.parameters import write_parameters
from arena.boxes.bot_log import BotLog
from arena.boxes.box import Box
from arena.boxes.container import ContainerBox
from arena.boxes.cpus import Cpus
from arena.boxes.grpc_connection import GrpcConnection
from arena.boxes.in_process import InProcessConnection
from arena.boxes.kinds import KINDS
from arena.boxes.leftovers import runtime_folder
from arena.boxes.memory import CLAIM, claim_memory
from arena.boxes.person import PersonConnection
from arena.boxes.process import ProcessBox
from arena.boxes.timings import Timings
from arena.languages import find_language
from arena.languages.javascript import JAVASCRIPT, environment_here
from arena.match.connection import AbsentConnection, Connection
from arena.match.person import Person
from arena.runner.task import Task

_NOT_INLINE: Final = "a bot that speaks stdio needs a process of its own, so it cannot play inline"


def connector(
    task: Task,
    index: int,
    held: ExitStack,
    cpus: Cpus,
    log: BotLog,
    *,
    timings: Timings | None = None,
) -> Callable[[], Connection]:
    """Return what makes a fresh connection to a bot; `held` ends when its boxes are removed."""
    bot = task.bots[index]
    if isinstance(bot, Person):
        return lambda: PersonConnection(bot.name, bot.door, time.perf_counter, log)
    if bot.defect:
        return lambda: AbsentConnection(bot.defect)
    if not KINDS[task.plan.box].own_process:
        if bot.protocol == STDIO:
            return lambda: AbsentConnection(_NOT_INLINE)
        queue = cpus if task.gives_way else None
        return lambda: InProcessConnection(bot, time.perf_counter, log, queue, echo=task.echo)
    return lambda: GrpcConnection(
        bot.name,
        write_parameters(bot.parameters),
        *held.enter_context(
            open_seat(
                task.plan.box,
                bot,
                cpus,
                task.plan.allow_missing,
                engine_answered=task.engine_answered,
            )
        ),
        time.perf_counter,
        log=log,
        timings=timings,
    )


@contextmanager
def open_seat(
    kind: str,
    bot: Bot,
    cpus: Cpus,
    allow_missing: Iterable[str] = (),
    *,
    engine_answered: bool = False,
) -> Iterator[tuple[Box, Path]]:
    """Give a fresh box for a bot, without the protections that may be missing, and its folder.

    Nothing is left of either when this has ended, if the box was killed. The folder's path can be
    read in the box, so it tells neither the match nor the seat. HostFailure if there are no such
    boxes here. An engine that has answered is waited for.
    """
    with runtime_folder() as folder, ThreadPoolExecutor(1) as removals:
        (folder / CLAIM).touch()
        box = _make_box(kind, bot, cpus, allow_missing, removals, engine_answered=engine_answered)
        yield box, folder / "seat"


def _make_box(
    kind: str,
    bot: Bot,
    cpus: Cpus,
    allow_missing: Iterable[str],
    removals: Executor,
    *,
    engine_answered: bool,
) -> Box:
    runtime, allowed = KINDS[kind].runtime, frozenset(allow_missing)
    if runtime is None:
        more = environment_here() if bot.language == JAVASCRIPT else {}
        return ProcessBox(bot.program, bot.folder, cpus, more)
    # Here and below, since matches without containers need no engine, and its client loads slowly.
    from arena.boxes.container_host import find_engine, find_name  # noqa: PLC0415

    language = find_language(bot.language)
    engine = find_engine(runtime, allowed, engine_answered=engine_answered)
    return ContainerBox(
        bot.program,
        bot.folder,
        cpus,
        find_name(engine, language.name),
        engine,
        removals=removals,
        runtime=runtime,
        allow_missing=allowed,
        environment=language.environment,
    )


async def claim_boxes(
    folder: Path,
    kind: str,
    boxes: int,
    allow_missing: Iterable[str] = (),
    *,
    engine_answered: bool = False,
) -> None:
    """Wait until this machine has the memory for this many boxes of a match, if they have limits.

    HostFailure if there are no such boxes here, or never will be this many.
    """
    runtime = KINDS[kind].runtime
    if runtime is not None:
        from arena.boxes.container_host import find_engine  # noqa: PLC0415

        engine = await asyncio.to_thread(
            find_engine, runtime, allow_missing, engine_answered=engine_answered
        )
        await claim_memory(folder, runtime, boxes, engine)
