"""Runs a program of which Dask is a part to its end, and not to that of all that Dask has begun."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

ENDING: Final = 5.0
ResultT = TypeVar("ResultT")


def run_to_end(main: Coroutine[Any, Any, ResultT], ending: float = ENDING) -> ResultT:
    """Run a coroutine; what it leaves is cancelled, and left alone after `ending` seconds.

    `asyncio.run` waits without a limit: a worker of Dask that parts with its scheduler at the wrong
    moment takes no note of being cancelled, and waits for ever.
    """
    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(main)
    finally:
        # Remaining errors are not told.
        loop.set_exception_handler(lambda *_: None)
        if left := asyncio.all_tasks(loop):
            for task in left:
                task.cancel()
            loop.run_until_complete(asyncio.wait(left, timeout=ending))
        loop.close()
