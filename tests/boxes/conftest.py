"""Fixtures of the tests of boxes."""

import os
from collections.abc import Iterator

import pytest


@pytest.fixture
def two_cpus() -> Iterator[None]:
    """Leave the test, and all that it starts, two CPUs of this machine's, or its only one."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    all_of_them = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(all_of_them)[:2])
    yield
    os.sched_setaffinity(0, all_of_them)
