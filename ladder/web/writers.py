"""Threads of their own for what changes a ladder: no page waits for those who wait to write."""

from collections.abc import Callable
from functools import partial
from typing import Final, ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread

from ladder.shares import WRITERS

WrittenT = TypeVar("WrittenT")
Params = ParamSpec("Params")
# Some more than may write or wait to, so that who is one too many is told so at once.
_THREADS: Final = CapacityLimiter(WRITERS + 10)


async def write(
    act: Callable[Params, WrittenT], *words: Params.args, **named: Params.kwargs
) -> WrittenT:
    """Do what changes the ladder."""
    return await to_thread.run_sync(partial(act, *words, **named), limiter=_THREADS)
