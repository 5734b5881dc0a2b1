"""Makes the connections of a match: to each bot, in a box of the kind that the plan asks for."""

import time
from collections.abc import Callable
from typing import Final

from arena.bots.manifest import STDIO
from arena.bots.parameters import write_parameters
from arena.boxes.connection.grpc_connection import GrpcConnection
from arena.boxes.connection.guest import GuestConnection
from arena.boxes.connection.timings import Timings
from arena.boxes.kinds.in_process import InProcessConnection
from arena.boxes.supervision.bot_log import BotLog
from arena.match.connection import AbsentConnection, Connection
from arena.match.seat import Guest, Seat
from arena.runner.host import Boxes

_NOT_INLINE: Final = "a bot that speaks stdio needs a process of its own, so it cannot play inline"


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
        if bot.protocol == STDIO:
            return lambda: AbsentConnection(_NOT_INLINE)
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
