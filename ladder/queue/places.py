"""Places: which kind of work a season begins next, so that none has all places and none starves.

Checks have as many of several places as they need, so that no upload waits for a match. Each takes
one from the others, but not the last, and one match is played beside requests in any case. Requests
and matches go by seconds, and so do all kinds where there is one place: next is the kind that had
least. A place is never idle while anything waits that may be begun.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import Final, TypeAlias

from ladder.shares import AHEAD, BESIDE


class Work(StrEnum):
    """The kinds of work that share the places; at first they begin in this order."""

    CHECKS = "checks"
    REQUESTS = "requests"
    """With trials and reviews."""
    MATCHES = "matches"


Running: TypeAlias = Sequence[tuple[Work, float]]
"""The work that holds a place, with its seconds so far."""
# Seconds of what is beside the ladder weigh so much that it has a fifth of the time.
_WEIGHTS: Final = {Work.REQUESTS: (1 - BESIDE) / BESIDE}


def allowed(places: int, held: Mapping[Work, int], waiting: Collection[Work]) -> Collection[Work]:
    """Return the kinds that wait and may have a place."""
    checks, matches = held.get(Work.CHECKS, 0), held.get(Work.MATCHES, 0)
    others = sum(held.values()) - checks
    if places < 2:
        return waiting if checks + others < places else ()
    if Work.CHECKS in waiting and checks < places:
        return [Work.CHECKS]
    if Work.MATCHES in waiting and not matches and 0 < others < places:
        return [Work.MATCHES]
    return {*waiting} - {Work.CHECKS} if others < max(1, places - checks) else ()


class WorkTurns:
    """The seconds that each kind had places for, and whose turn it is."""

    def __init__(self) -> None:
        self._had = dict.fromkeys(Work, 0.0)
        # The kind that has begun last is the last.
        self._order = [*Work]

    def next(self, places: int, running: Running, waiting: Collection[Work]) -> Work | None:
        """Return the kind that begins next; None if there is no place, or nothing waits.

        Kinds that differ by less than a minute take turns.
        """
        may = allowed(places, Counter(work for work, _ in running), waiting)
        had = self._count(running)
        turns = (work for work in self._order if work in may)
        return min(turns, key=lambda work: had[work] // AHEAD, default=None)

    def begin(self, work: Work) -> None:
        """Take note that one of a kind begins."""
        self._order.remove(work)
        self._order.append(work)

    def end(self, work: Work, seconds: float) -> None:
        """Take note that one of a kind is over, and how long it held a place."""
        self._had[work] += seconds * _WEIGHTS.get(work, 1.0)

    def rest(self, running: Running, waiting: Collection[Work]) -> None:
        """Save nothing up for a kind of which there is nothing: it has had what the others had."""
        had = self._count(running)
        there = {*waiting, *(work for work, _ in running)}
        least = min((had[work] for work in there), default=0.0)
        for work in {*Work} - there:
            self._had[work] = max(self._had[work], least)

    def _count(self, running: Running) -> dict[Work, float]:
        had = dict(self._had)
        for work, seconds in running:
            had[work] += seconds * _WEIGHTS.get(work, 1.0)
        return had
