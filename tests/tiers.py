"""The three tiers of tests, told apart by what a test uses.

Fast tests stay in their process: `make test`. What asks for the fixture `processes`, by itself or
by another fixture such as `engine`, `browser` or `postgres`, is *real*: it starts programs, and
`make test-all` runs it as well. What is marked `soak` is for nights. A test that is not real and
starts a process fails here, so that the fast tier stays what it is.
"""

import sys
from typing import Any, Final

import pytest

_STARTS: Final = frozenset(
    {"os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.system", "subprocess.Popen"}
)


class _Watch:
    """Refuses, while a test that is not real goes on, whatever would start a process."""

    def __init__(self) -> None:
        self.is_on = False
        sys.addaudithook(self._look)

    def _look(self, event: str, _: tuple[Any, ...]) -> None:
        if self.is_on and event in _STARTS:
            raise AssertionError(
                f"a test of the fast tier starts a process ({event}): ask for the fixture"
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
    try:
        return (yield)
    finally:
        _watch.is_on = False
