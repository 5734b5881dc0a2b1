"""Event loops: one within another, since a bot may run its own, and a wait for what can be read."""

import asyncio

# Documented for those who write event loops and tasks, which is what is done here.
from asyncio import (
    _enter_task,
    _get_running_loop,
    _leave_task,
    _set_running_loop,
    current_task,
)
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def outside_loop() -> Iterator[None]:
    """Call a bot as if no event loop ran, so that it may run one: `asyncio.run` in `choose` works.

    Ours waits meanwhile, as it does for every call.
    """
    loop = _get_running_loop()
    if loop is None:
        yield
        return
    task = current_task(loop)
    if task is not None:
        _leave_task(loop, task)
    _set_running_loop(None)
    try:
        yield
    finally:
        _set_running_loop(loop)
        if task is not None:
            _enter_task(loop, task)


async def wait_readable(file: Any) -> None:
    """Wait until there is something to read in a pipe, or somebody to accept at a socket.

    PermissionError for an ordinary file, in which there always is.
    """
    loop, ready = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(file, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(file)
