"""Proves beside a season what was played: processes of its own play each record again.

So the season's loop is not held up by what costs most of a result. The second process is started
when two records wait at once.
"""

from collections import deque
from typing import Self

from arena.runner.child import Beside, Unanswered
from arena.v1 import record_pb2 as rec
from ladder.log.proof import Proof, prove


class Prover:
    """Says of records what they come to. To be used as a context.

    Without `processes` it does so in this one, which waits for it.
    """

    def __init__(self, processes: int = 0) -> None:
        here = processes == 0
        self._idle = [Beside(_prove, here=here) for _ in range(processes or 1)]
        self._proving: dict[str, Beside[Proof]] = {}
        self._waiting: deque[tuple[str, bytes]] = deque()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for one in (*self._idle, *self._proving.values()):
            one.end()
        self._idle += self._proving.values()
        self._proving.clear()
        self._waiting.clear()

    @property
    def is_behind(self) -> bool:
        """Whether a record waits for a process."""
        return bool(self._waiting)

    def start(self, job: str, record: rec.Record) -> None:
        """Have the record of a job be proved."""
        self._waiting.append((job, record.SerializeToString()))
        self._ask()

    def take(self) -> list[tuple[str, Proof]]:
        """Return what was proved since, with the jobs, and wait for no more."""
        done: list[tuple[str, Proof]] = []
        while ready := [job for job, one in self._proving.items() if one.has_answer()]:
            done += [(job, self._receive(self._proving.pop(job))) for job in ready]
        return done

    def _receive(self, beside: Beside[Proof]) -> Proof:
        try:
            return beside.answer()
        except Unanswered as failure:
            return Proof(f"cannot be proved: {failure}")
        finally:
            self._idle.append(beside)
            self._ask()

    def _ask(self) -> None:
        while self._idle and self._waiting:
            job, record = self._waiting.popleft()
            self._proving[job] = self._idle.pop()
            self._proving[job].ask(record)


def _prove(record: bytes) -> Proof:
    return prove(rec.Record.FromString(record))
