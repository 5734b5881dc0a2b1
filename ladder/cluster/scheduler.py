"""A scheduler of Dask's, for seasons and workers to meet at."""

import asyncio
import signal
import time
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from distributed import Scheduler, SchedulerPlugin

from arena.errors import UserError
from ladder.cluster.address import HTTP, Address
from ladder.cluster.worker import REPORTS, Message

Report: TypeAlias = tuple[float, Message]
"""A worker's message, and when the scheduler got it, in seconds since 1970."""
# By the addresses of the workers that are there.
_reports: Final[dict[str, Report]] = {}


def list_reports() -> Sequence[Report]:
    """Return the reports of who is there; a season has Dask run it in the scheduler's process."""
    return [*_reports.values()]


class Meetings(SchedulerPlugin):
    """Keeps the reports, and tells who comes and goes: `tell` is called with a word and facts."""

    def __init__(self, tell: Callable[..., None]) -> None:
        self._tell = tell

    def log_event(self, topic: str, msg: Message) -> None:
        if topic == REPORTS:
            _reports[msg["address"]] = (time.time(), msg)
            self._tell("worker_joined", worker=msg["name"], address=msg["address"])

    def remove_worker(self, scheduler: Scheduler, worker: str, **_: object) -> None:  # noqa: ARG002 - Dask passes it
        if worker in _reports:
            self._tell("worker_left", worker=_reports.pop(worker)[1]["name"], address=worker)


async def run_scheduler(
    address: Address, ready: Callable[[str], None], tell: Callable[..., None]
) -> None:
    """Listen at an address until a signal; `ready` is called with where it listens then.

    `tell` is called with a word for each worker that comes or goes, and with its name and address.
    UserError if nobody can listen there.
    """
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    try:
        scheduler = await Scheduler(
            host=address.url, security=address.security, dashboard=False, dashboard_address=HTTP
        )
    except (OSError, RuntimeError) as error:
        raise UserError(
            f"No scheduler can listen at {address.url}: {error.__cause__ or error}."
        ) from error
    async with scheduler:
        scheduler.add_plugin(Meetings(tell))
        ready(scheduler.address)
        await stopped.wait()
