"""What tests of boxes are given: a machine of a known size."""

import os
from collections.abc import Iterator

import pytest


@pytest.fixture
def two_cpus() -> Iterator[None]:
    """Leave the test, and all that it starts, two CPUs, or the only one of this machine."""
    ours = os.sched_getaffinity(0)
    # A lane of tests may have one alone (`tests/lanes.py`).
    every = [*sorted(ours), *sorted({*range(os.cpu_count() or 1)} - ours)]
    os.sched_setaffinity(0, every[:2])
    yield
    os.sched_setaffinity(0, ours)
