"""The three tiers of tests, told apart by what a test uses.

Fast tests stay in their process: `make test`. What asks for the fixture `processes`, by itself or
by another fixture such as `engine`, `browser` or `postgres`, is *real*: it starts programs, and
`make test-all` runs it as well. What is marked `soak` is for nights. A test that is not real and
starts a process fails here, so that the fast tier stays what it is.
"""

import multiprocessing.util
import os
import subprocess
from collections.abc import Callable
from functools import wraps
from multiprocessing.process import BaseProcess
from typing import Any, Final

import pytest

# An audit hook would see as much, and take a fifteenth of the time: it is called for each `id()`.
_STARTS: Final[tuple[tuple[Any, str], ...]] = (
    (subprocess.Popen, "__init__"),
    (multiprocessing.util, "spawnv_passfds"),
    (BaseProcess, "start"),
    (os, "system"),
    *((os, name) for name in ("fork", "forkpty", "posix_spawn", "posix_spawnp", "execv", "execve")),
)


class _Watch:
    """Refuses, while a test that is not real goes on, whatever would start a process."""

    def __init__(self) -> None:
        self.is_on = False
        self.has_seen_real = False
        for owner, name in _STARTS:
            setattr(owner, name, self._watched(getattr(owner, name)))

    def _watched(self, start: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(start)
        def look_and_start(*words: Any, **named: Any) -> Any:
            if self.is_on:
                raise AssertionError(
                    f"a test of the fast tier starts a process ({start.__qualname__}): ask for the"
                    " fixture `processes`, and it is one of the real tier"
                )
            return start(*words, **named)

        return look_and_start


_watch = _Watch()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is real."""
    for item in items:
        if "processes" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.real)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Any:
    """Look on while a test that is not real is set up, called and torn down."""
    _watch.is_on = item.get_closest_marker("real") is None
    _watch.has_seen_real |= not _watch.is_on
    try:
        return (yield)
    finally:
        _watch.is_on = False


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown() -> None:
    """Look away behind real tests: what they have shared may end with a test that is not."""
    _watch.is_on = _watch.is_on and not _watch.has_seen_real
