"""Selections: boards and comparisons of what somebody has selected, made by a process beside.

So the threads of a server stay free, whatever is asked. The process gives way to all others on the
CPUs, answers one question at a time, and rests after each: it has a tenth of a CPU. It is ended
where an answer takes too long, and has no more memory than its limit. Other such processes make the
boards of the season for all readers, and write the organiser's files (`ladder.web.desk`).
"""

import resource
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock
from typing import Final, Self, TypeVar

from arena.errors import HostFailure, UserError
from arena.runner.child import start_beside
from arena.system import limit_process
from ladder.queries.answers import Answers
from ladder.queries.snapshot import Busy, Snapshot
from ladder.shares import PAGES_SHARE
from ladder.store.opening import open_reader
from ladder.store.store import Ladder
from ladder.web.cache import Question

T = TypeVar("T")
_STOP_SECONDS: Final = 5
_SECONDS: Final = 60.0
_LONGEST_REST: Final = 10.0
_BYTES: Final = 2 * 1024**3
_LEAST_PRIORITY: Final = 19


class Selections:
    """The process, started when it is needed first. To be used as a context, by one at a time."""

    def __init__(self, place: str, seconds: float = _SECONDS) -> None:
        self._place = place
        self._seconds = seconds
        self._process: BaseProcess | None = None
        self._port: Connection | None = None
        self._is_over = False
        # One that is ended while it starts would say so at length.
        self._starting = Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._starting:
            self._is_over = True
            self._stop()

    def answer(self, snapshot: Snapshot, question: Question[T]) -> T:
        """Return the answer as of a snapshot. UserError and HostFailure as the question has them.

        Busy if it takes too long, or too much memory.
        """
        port = self._port or self._start()
        try:
            port.send(((snapshot.last, snapshot.digest), question))
            if not port.poll(self._seconds):
                self._stop()
                raise Busy(f"this takes longer than {self._seconds:g} seconds")
            found: T | UserError | HostFailure = port.recv()
        except (EOFError, OSError) as error:
            self._stop()
            raise Busy("the process that makes it has ended") from error
        if isinstance(found, UserError | HostFailure):
            raise found
        return found

    def _start(self) -> Connection:
        with self._starting:
            if self._is_over:
                raise Busy("the server stops")
            self._process, self._port = start_beside(_serve, self._place, nice=_LEAST_PRIORITY)
            return self._port

    def _stop(self) -> None:
        # It may be ended by two: who asks, and a server that stops.
        process, port, self._process, self._port = self._process, self._port, None, None
        if process is not None and port is not None:
            process.kill()
            process.join(_STOP_SECONDS)
            port.close()


def _serve(port: Connection, place: str) -> None:
    limit_process(resource.RLIMIT_AS, _BYTES)
    answers = Answers()
    with suppress(EOFError, ConnectionError, KeyboardInterrupt):
        while True:
            end, question = port.recv()
            begun = time.process_time()
            try:
                with open_reader(place) as ladder:
                    port.send(question(Snapshot(Ladder(ladder.connections, end), answers)))
            except (UserError, HostFailure) as error:
                port.send(error)
            except MemoryError:
                port.send(Busy(f"this takes more than {_BYTES / 1e9:.0f} GB of memory"))
            spent = time.process_time() - begun
            time.sleep(min(_LONGEST_REST, spent * (1 / PAGES_SHARE - 1)))
