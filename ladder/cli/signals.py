"""Polite signals: who stops a program that runs for long has it end as with Ctrl-C."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_POLITE: Final = (signal.SIGINT, signal.SIGTERM)


class Signals:
    """Has a polite signal do what Ctrl-C does, and keeps that in mind.

    The interrupted call may make another error of it, as the client of a database does when its
    server has just gone away.
    """

    def __init__(self) -> None:
        self._came = False

    @contextmanager
    def listened_to(self) -> Iterator[None]:
        """Raise KeyboardInterrupt when a signal comes."""
        before = {number: signal.signal(number, self._stop) for number in _POLITE}
        try:
            yield
        finally:
            for number, its in before.items():
                signal.signal(number, its)

    def check(self) -> None:
        """Raise KeyboardInterrupt if a signal has come."""
        if self._came:
            raise KeyboardInterrupt

    def _stop(self, *_: object) -> None:
        self._came = True
        raise KeyboardInterrupt
