"""Places: which kind of work a season begins next, so that none has all places and none starves.

One of several places is for matches of the ladder, and one of three or more for checks, as long as
these wait. All others go by seconds: next is the kind that had least. A place is never
idle while anything waits that may be begun.
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
# The kinds that have a place of their own, where one more is left for all.
_OWN: Final = (Work.MATCHES, Work.CHECKS)
# Seconds of what is beside the ladder weigh so much that it has a fifth of the time.
_WEIGHTS: Final = {Work.REQUESTS: (1 - BESIDE) / BESIDE}


def allowed(places: int, held: Mapping[Work, int], waiting: Collection[Work]) -> Collection[Work]:
    """Return the kinds that wait and may have a place: all, or those alone that lack their own."""
    free = places - sum(held.values())
    lacking = [one for one in _OWN[: places - 1] if one in waiting and not held.get(one)]
    return waiting if free > len(lacking) else lacking if free > 0 else ()


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
