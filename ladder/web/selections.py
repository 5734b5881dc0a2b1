"""Selections: boards of what somebody has selected, which a process beside the server rates.

So the threads of a server stay free, whatever is asked. The process gives way to all others on the
CPUs, rates one board at a time, and is ended where that takes too long.
"""

import multiprocessing
import os
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Final, Self

from arena.errors import HostFailure, UserError
from arena.runner.child import become_child, start_child
from ladder.queries.snapshot import Snapshot
from ladder.queries.tables import Standings, TableQuery, read_standings
from ladder.store.opening import open_reader
from ladder.store.store import Ladder
from ladder.web.cache import Busy

# Not forked: a server has threads.
_CONTEXT: Final = multiprocessing.get_context("spawn")
_STOP_SECONDS: Final = 5
_LIMIT: Final = 60.0
_LEAST_PRIORITY: Final = 19


class Selections:
    """The process, started when it is needed first. To be used as a context, by one at a time."""

    def __init__(self, place: str, limit: float = _LIMIT) -> None:
        self._place = place
        self._limit = limit
        self._process: BaseProcess | None = None
        self._port: Connection | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def read(self, snapshot: Snapshot, game: str | None, asked: TableQuery) -> Standings:
        """Return a board as of a snapshot. UserError as `read_standings` has it.

        Busy if it takes longer than the limit, in seconds.
        """
        port = self._port or self._start()
        try:
            port.send(((snapshot.last, snapshot.digest), game, asked))
            if not port.poll(self._limit):
                self._stop()
                raise Busy(f"this board takes longer than {self._limit:g} seconds to rate")
            found: Standings | UserError | HostFailure = port.recv()
        except (EOFError, OSError) as error:
            self._stop()
            raise HostFailure("the process that rates boards has ended") from error
        if isinstance(found, Exception):
            raise found
        return found

    def _start(self) -> Connection:
        self._port, theirs = _CONTEXT.Pipe()
        self._process = _CONTEXT.Process(target=_serve, args=(self._place, theirs), daemon=True)
        start_child(self._process)
        theirs.close()
        return self._port

    def _stop(self) -> None:
        if self._process is not None and self._port is not None:
            self._process.kill()
            self._process.join(_STOP_SECONDS)
            self._port.close()
        self._process = self._port = None


def _serve(place: str, port: Connection) -> None:
    become_child()
    # Ctrl-C is for the server, which ends this.
    os.setpgid(0, 0)
    os.nice(_LEAST_PRIORITY)
    with suppress(EOFError, ConnectionError, KeyboardInterrupt):
        while True:
            end, game, asked = port.recv()
            try:
                with open_reader(place) as ladder:
                    known = Snapshot(Ladder(ladder.connections, end))
                    port.send(read_standings(known, game, asked))
            except (UserError, HostFailure) as error:
                port.send(error)
