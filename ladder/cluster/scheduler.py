"""A scheduler of Dask's, for seasons and workers to meet at."""

import asyncio
import signal
from collections.abc import Callable

from distributed import Scheduler

from arena.errors import UserError
from ladder.cluster.address import Address


async def run_scheduler(address: Address, ready: Callable[[str], None]) -> None:
    """Listen at an address until a signal; `ready` is called with where it listens then.

    UserError if nobody can listen there.
    """
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    try:
        scheduler = await Scheduler(
            host=address.url, security=address.security, dashboard=False, dashboard_address=None
        )
    except (OSError, RuntimeError) as error:
        raise UserError(
            f"No scheduler can listen at {address.url}: {error.__cause__ or error}."
        ) from error
    async with scheduler:
        ready(scheduler.address)
        await stopped.wait()
