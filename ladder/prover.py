"""Proves beside a season what was played: a process of its own plays each record again.

So the season's loop is not held up by what costs most of a result. A process and not a thread,
since a season forks its referees; it is started when it is needed first.
"""

from collections import deque
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Final, Self

from arena.runner.child import start_beside
from arena.v1 import record_pb2 as rec
from ladder.proof import Proof, prove

_STOP_SECONDS: Final = 5


class Prover:
    """Says of records what they come to, in order. To be used as a context.

    If it is not `beside`, it does so in this process, which waits for it.
    """

    def __init__(self, *, beside: bool = False) -> None:
        self._beside = beside
        # The process has the first of them.
        self._waiting: deque[tuple[str, rec.Record]] = deque()
        self._port: Connection | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._port is not None:
            self._process.terminate()
            self._end()
        self._waiting.clear()

    def start(self, job: str, record: rec.Record) -> None:
        """Have the record of a job be proved."""
        self._waiting.append((job, record))
        if self._beside and len(self._waiting) == 1:
            self._ask()

    def take(self) -> list[tuple[str, Proof]]:
        """Return what was proved since, with the jobs, and wait for no more."""
        done = []
        while self._waiting and (self._port is None or self._port.poll()):
            job, record = self._waiting.popleft()
            done.append((job, prove(record) if self._port is None else self._receive(self._port)))
            if self._beside and self._waiting:
                self._ask()
        return done

    def _ask(self) -> None:
        """Give the next record to the process, which has none and so reads it at once."""
        if self._port is None:
            self._process, self._port = start_beside(_serve)
        with suppress(OSError):  # It has ended, which is told by what it answers.
            self._port.send_bytes(self._waiting[0][1].SerializeToString())

    def _receive(self, port: Connection) -> Proof:
        try:
            proof: Proof = port.recv()
        except (EOFError, OSError):
            code = self._end()
            return Proof(f"cannot be proved: the process that does it ended with exit code {code}")
        return proof

    def _end(self) -> int | None:
        self._process.join(_STOP_SECONDS)
        if self._port is not None:
            self._port.close()
        self._port = None
        return self._process.exitcode


def _serve(port: Connection) -> None:
    with suppress(EOFError, ConnectionError):
        while True:
            port.send(prove(rec.Record.FromString(port.recv_bytes())))
