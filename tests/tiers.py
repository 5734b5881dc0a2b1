"""The three tiers of tests, told apart by what a test uses.

Fast tests stay in their process: `make test`. What asks for the fixture `processes`, by itself or
by another fixture such as `engine`, `browser` or `postgres`, is *real*: it starts programs, and
`make test-all` runs it as well. What is marked `soak` is for nights. A test that is not real and
starts a process fails here, so that the fast tier stays what it is.
"""

import multiprocessing.util
import sys
from collections.abc import Callable
from functools import wraps
from multiprocessing.process import BaseProcess
from typing import Any, Final

import pytest

_STARTS: Final = frozenset(
    {"os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.system", "subprocess.Popen"}
)
# By these a process is started of which no audit event tells: by spawn, or by a fork server.
_UNTOLD: Final = ((multiprocessing.util, "spawnv_passfds"), (BaseProcess, "start"))


class _Watch:
    """Refuses, while a test that is not real goes on, whatever would start a process."""

    def __init__(self) -> None:
        self.is_on = False
        self.has_seen_real = False
        sys.addaudithook(self._look)
        for owner, name in _UNTOLD:
            setattr(owner, name, self._watched(getattr(owner, name)))

    def _look(self, event: str, _: tuple[Any, ...]) -> None:
        if event in _STARTS:
            self._refuse(event)

    def _watched(self, start: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(start)
        def look_and_start(*words: Any, **named: Any) -> Any:
            self._refuse(start.__qualname__)
            return start(*words, **named)

        return look_and_start

    def _refuse(self, how: str) -> None:
        if self.is_on:
            raise AssertionError(
                f"a test of the fast tier starts a process ({how}): ask for the fixture"
                " `processes`, and it is one of the real tier"
            )


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
