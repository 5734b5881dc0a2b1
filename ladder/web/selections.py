"""Selections: boards and comparisons of what somebody has selected, made by a process beside.

So the threads of a server stay free, whatever is asked. The process gives way to all others on the
CPUs, answers one question at a time, and rests after each: it has a tenth of a CPU. It is ended
where an answer takes too long, and has no more memory than its limit. Other such processes make the
boards of the season for all readers, who wait for them and so they give way to nobody, and write
the organiser's files (`ladder.web.desk`).
"""

from functools import cache
from typing import Final, Self, TypeVar, cast

from arena.runner.child import Beside, Bounds, Unanswered
from ladder.queries.answers import Answers
from ladder.queries.snapshot import Busy, Snapshot
from ladder.shares import PAGES_SHARE
from ladder.store.opening import open_reader
from ladder.store.store import Ladder
from ladder.web.cache import Question

T = TypeVar("T")
_SECONDS: Final = 60.0
_BYTES: Final = 2 * 1024**3
_LEAST_PRIORITY: Final = 19


class Selections:
    """The process, started when it is needed first. To be used as a context, by one at a time."""

    def __init__(self, place: str, seconds: float = _SECONDS, nice: int = _LEAST_PRIORITY) -> None:
        self._place = place
        self._seconds = seconds
        bounds = Bounds(nice=nice, memory=_BYTES, share=PAGES_SHARE)
        self._beside = Beside(_answer, bounds)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._beside.__exit__()

    def answer(self, snapshot: Snapshot, question: Question[T]) -> T:
        """Return the answer as of a snapshot. UserError and HostFailure as the question has them.

        Busy if it takes too long, or too much memory.
        """
        try:
            self._beside.ask(self._place, (snapshot.last, snapshot.digest), question)
            return cast(T, self._beside.answer(self._seconds))
        except Unanswered as failure:
            raise Busy(str(failure)) from failure


@cache
def _answers() -> Answers:
    return Answers()


def _answer(place: str, end: tuple[int, str], question: Question[T]) -> T:
    with open_reader(place) as ladder:
        return question(Snapshot(Ladder(ladder.connections, end), _answers()))
