"""How fast a worker's CPU is, and how late it wakes anyone who waits: a short measurement."""

import time
from dataclasses import dataclass
from typing import Final

_TIMES: Final = 7
_ROUNDS: Final = 100_000
_NAP: Final = 0.005


@dataclass(frozen=True, slots=True)
class Speed:
    """What a measurement came to."""

    rounds: float
    """This many rounds of a fixed sum in a second of CPU time, in the best of 7 tries."""
    late: float
    """The most milliseconds that a sleep of 5 ms took longer."""


def measure_speed() -> Speed:
    """Measure this thread's CPU; takes about a tenth of a second."""
    return Speed(
        _ROUNDS / min(_work() for _ in range(_TIMES)), max(_oversleep() for _ in range(_TIMES))
    )


def _work() -> float:
    begun = time.thread_time()
    total = 0
    for number in range(_ROUNDS):
        total = (total * 31 + number) % 1_000_003
    return max(time.thread_time() - begun, 1e-6)


def _oversleep() -> float:
    begun = time.monotonic()
    time.sleep(_NAP)
    return max(0.0, time.monotonic() - begun - _NAP) * 1000
