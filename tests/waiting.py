"""Waits for an event, without taking a CPU from what has to bring it about."""

import time
from collections.abc import Callable
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
