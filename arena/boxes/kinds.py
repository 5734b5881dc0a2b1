"""Plays a task: makes the lines to its bots in the boxes that its plan asks for."""

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path

from arena.bots.manifest import Bot
from arena.boxes.bot_log import BotLog
from arena.boxes.box import Box
from arena.boxes.container import ContainerBox
from arena.boxes.cpus import Cpus
from arena.boxes.grpc_connection import GrpcConnection
from arena.boxes.in_process import InProcessConnection
from arena.boxes.leftovers import runtime_folder, sweep_containers, sweep_folders
from arena.boxes.memory import claim_memory
from arena.boxes.page_cache import read_image
from arena.boxes.process import ProcessBox
from arena.containers.engine import PATIENCE, Engine
from arena.containers.image import require_image
from arena.containers.protections import missing_protections, require
from arena.containers.recipe import read_recipe
from arena.containers.runtime import RUNTIMES, Runtime
from arena.errors import Unavailable
from arena.match.connection import Connection
from arena.match.match import play_match
from arena.match.verdict import Fault, Verdict
from arena.runner.task import Task
from arena.v1 import arena_pb2 as pb
from arena.v1 import record_pb2 as rec


async def play_task(
    task: Task, on_game: Callable[[rec.GameRecord], None], logs: Sequence[BotLog] = ()
) -> rec.Record:
    """Play a match and return its record. HostFailure if its boxes cannot be had.

    `logs` are what the bots' logs go into, one for each, if they are wanted.
    """
    _check_image(task.plan)
    sweep_folders()
    with ExitStack() as held, Cpus() as cpus:
        boxes = sum(not bot.defect for bot in task.bots)
        await claim_boxes(
            held.enter_context(runtime_folder()),
            task.plan.box,
            boxes,
            task.plan.allow_missing,
            engine_answered=task.engine_answered,
        )
        kept = logs or [BotLog() for _ in task.bots]
        connect = [
            _connector(task, index, held, cpus, kept[index]) for index in range(len(task.bots))
        ]
        return await play_match(
            task.plan,
            connect,
            on_game,
            numbers=task.numbers,
            attempt=task.attempt,
            strict=task.strict,
        )


def _check_image(plan: rec.Plan) -> None:
    """Unavailable if the plan asks for another image than this program has containers run from."""
    if plan.image and plan.image != read_recipe().digest:
        raise Unavailable(
            f"the match is planned for the image {plan.image[:12]}, which is of another version of"
            " this program; plan it anew"
        )


def _connector(
    task: Task, index: int, held: ExitStack, cpus: Cpus, log: BotLog
) -> Callable[[], Connection]:
    """Return what makes a fresh line to a bot's bot; `held` ends with the match."""
    bot = task.bots[index]
    if bot.defect:
        return lambda: AbsentConnection(bot.defect)
    if task.plan.box == "inline":
        return lambda: InProcessConnection(
            bot.command, bot.folder, time.perf_counter, log, echo=task.echo
        )
    return lambda: GrpcConnection(
        bot.name,
        make_box(
            task.plan.box,
            bot,
            cpus,
            task.plan.allow_missing,
            engine_answered=task.engine_answered,
        ),
        make_seat_folder(held),
        time.perf_counter,
        log,
    )


def make_seat_folder(held: ExitStack) -> Path:
    """Return where a box's seat may lie: in a runtime folder of its own, until `held` ends.

    Its path can be read in the box, so it tells neither the match nor the seat.
    """
    return held.enter_context(runtime_folder()) / "seat"


def make_box(
    kind: str,
    bot: Bot,
    cpus: Cpus,
    accepted: Iterable[str] = (),
    *,
    engine_answered: bool = False,
) -> Box:
    """Return a fresh box for a bot, without the protections that are accepted to be lacking.

    HostFailure if there are no such boxes here. An engine that has answered is waited for.
    """
    if kind == "process":
        return ProcessBox(bot.command, bot.folder, cpus)
    runtime, accepted = RUNTIMES[kind], frozenset(accepted)
    engine, image = _container_host(runtime, accepted, engine_answered)
    read_image(image)
    return ContainerBox(
        bot.command, bot.folder, cpus, image, engine, runtime=runtime, accepted=accepted
    )


async def claim_boxes(
    folder: Path,
    kind: str,
    boxes: int,
    accepted: Iterable[str] = (),
    *,
    engine_answered: bool = False,
) -> None:
    """Wait until this machine has the memory for so many boxes of a match, if they have limits.

    HostFailure if there are no such boxes here, or never will be so many.
    """
    if kind in RUNTIMES:
        runtime = RUNTIMES[kind]
        engine, _ = _container_host(runtime, frozenset(accepted), engine_answered)
        await claim_memory(folder, runtime, boxes, engine)


@cache
def _container_host(
    runtime: Runtime,
    accepted: frozenset[str],
    engine_answered: bool = False,  # noqa: FBT001 - a key of the cache
) -> tuple[Engine, str]:
    """Return the engine and the image of this process's containers."""
    engine = Engine(patience=PATIENCE, answered=engine_answered)
    runtime.require(engine)
    for protection in missing_protections(engine.info()):
        require(protection, accepted)
    image = require_image(engine).name
    sweep_containers(engine)
    return engine, image


class AbsentConnection(Connection):
    """The line to a bot that cannot even be started."""

    def __init__(self, defect: str) -> None:
        super().__init__()
        self._fault = Fault(Verdict.NO_START, defect)

    async def open(self, limit: float) -> Fault:  # noqa: ARG002 - no limit helps
        return self._fault

    async def tell(self, message: pb.RefereeMessage) -> None:
        """Nobody hears it."""

    async def close(self) -> None:
        """There is nothing to end."""

    async def evidence(self, fault: Fault) -> Fault:
        return fault

    async def _exchange(self, message: pb.RefereeMessage, limit: float) -> Fault:  # noqa: ARG002
        return self._fault
