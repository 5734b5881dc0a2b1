"""Nested event loops: a bot is called from asyncio's, and may run one of its own."""

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
