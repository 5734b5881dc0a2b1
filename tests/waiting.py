"""Waits for an event, without taking a CPU from what has to bring it about."""

import time
from collections.abc import Callable, Collection
from typing import Final, TypeVar

Found = TypeVar("Found")

# Against what hangs, and not against what is slow: below the limit of pytest's own, in seconds.
LIMIT: Final = 500.0
_PAUSE: Final = 0.05


def wait_until(look: Callable[[], Found]) -> Found:
    """Look again and again until something is found, and return it."""
    end = time.monotonic() + LIMIT
    while not (found := look()):
        assert time.monotonic() < end, f"nothing was found within {LIMIT:g} s, at last {found!r}"
        time.sleep(_PAUSE)
    return found


def wait_until_gone(find: Callable[[], Collection[object]]) -> None:
    """Look again and again until nothing is left."""
    end = time.monotonic() + LIMIT
    while left := find():
        assert time.monotonic() < end, f"left after {LIMIT:g} s: {left}"
        time.sleep(_PAUSE)
