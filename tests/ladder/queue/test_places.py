"""The places of a season: none is idle, no kind of work has all of them, and none starves."""

from collections import Counter
from collections.abc import Collection, Mapping
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.queue.places import Work, WorkTurns, allowed
from ladder.shares import AHEAD, BESIDE

PLACES = st.integers(1, 6)
KINDS = st.sets(st.sampled_from(Work))
# More may run than there are places: workers go away.
HELD = st.dictionaries(st.sampled_from(Work), st.integers(0, 4))
SECONDS = st.lists(st.integers(1, 120), min_size=1, max_size=8)


@given(PLACES, HELD, KINDS)
def test_a_place_is_idle_only_if_nothing_waits(
    places: int, held: Mapping[Work, int], waiting: Collection[Work]
) -> None:
    may = {*allowed(places, held, waiting)}
    assert may <= {*waiting}
    assert may or not waiting or sum(held.values()) >= places


@given(st.integers(2, 6), KINDS)
def test_whatever_waits_leaves_a_place_to_matches_and_another_to_checks(
    places: int, others: Collection[Work]
) -> None:
    for kind in (Work.MATCHES, Work.CHECKS):
        waiting, held = {kind, *others}, Counter[Work]()
        for other in waiting - {kind}:
            # As many of the others as begin while all wait.
            while other in allowed(places, held, waiting):
                held[other] += 1
        assert kind in allowed(places, held, waiting)
        assert max(held[Work.CHECKS], held.total() - held[Work.CHECKS]) <= places


class Machine:
    """Simulates the places of a season, event by event, in seconds."""

    def __init__(self, places: int, lengths: Mapping[Work, list[int]]) -> None:
        self.had = Counter[Work]()
        """The seconds of each kind."""
        self.begun: list[tuple[int, Work]] = []
        """What has begun, and in which second."""
        self._second = 0
        self._places = places
        self._lengths = lengths
        self._turns = WorkTurns()
        # What is running: its kind, its seconds so far, and how many it takes.
        self._running: list[tuple[Work, int, int]] = []

    def run(self, seconds: int, waiting: Collection[Work]) -> None:
        end = self._second + seconds
        while self._second < end:
            self._fill(waiting)
            # Nothing changes before the next of them is over.
            step = min(
                [end - self._second, *(length - so_far for _, so_far, length in self._running)]
            )
            self._second += step
            for work, _, _ in self._running:
                self.had[work] += step
            gone_on = [(work, so_far + step, length) for work, so_far, length in self._running]
            for work, so_far, length in gone_on:
                if so_far == length:
                    self._turns.end(work, length)
            self._running = [one for one in gone_on if one[1] < one[2]]

    def _fill(self, waiting: Collection[Work]) -> None:
        while True:
            running = [(work, float(so_far)) for work, so_far, _ in self._running]
            if (work := self._turns.next(self._places, running, waiting)) is None:
                break
            self._turns.begin(work)
            lengths = self._lengths[work]
            self._running.append((work, 0, lengths[len(self.begun) % len(lengths)]))
            self.begun.append((self._second, work))
        self._turns.rest(running, waiting)


@given(st.integers(1, 4), st.fixed_dictionaries(dict.fromkeys(Work, SECONDS)))
def test_none_that_waits_starves_however_long_the_others_take(
    places: int, lengths: Mapping[Work, list[int]]
) -> None:
    machine, longest = Machine(places, lengths), max(map(max, lengths.values()))
    machine.run(4000, {*Work})
    for work in Work:
        moments = [second for second, begun in machine.begun if begun is work]
        waits = [later - before for before, later in pairwise([0, *moments, 4000])]
        # By then each of the others has had as much, and the minute by which it may be ahead.
        weight = (1 - BESIDE) / BESIDE
        assert max(waits) <= 2 * (weight * longest + AHEAD) + 3 * longest


FOURTH = {Work.MATCHES: 1 - BESIDE, Work.REQUESTS: BESIDE}


@pytest.mark.parametrize(
    ("places", "parts"),
    [
        *((places, {kind: places * part for kind, part in FOURTH.items()}) for places in (1, 2, 3)),
        (1, {Work.MATCHES: 0.5, Work.CHECKS: 0.5}),
        (1, {Work.CHECKS: 1 - BESIDE, Work.REQUESTS: BESIDE}),
        (1, {Work.MATCHES: 4 / 9, Work.CHECKS: 4 / 9, Work.REQUESTS: 1 / 9}),
        # Checks have all places, and beside them is one match, or in its place a request.
        *((places, {Work.MATCHES: 1, Work.CHECKS: places}) for places in (2, 3)),
        *((places, {Work.REQUESTS: 1, Work.CHECKS: places}) for places in (2, 3)),
        # A request that takes long holds up no match.
        (2, {Work.MATCHES: 1, Work.CHECKS: 2, Work.REQUESTS: 0.25}),
    ],
)
def test_by_seconds_requests_have_a_fourth_of_what_matches_have(
    places: int, parts: Mapping[Work, float]
) -> None:
    machine = Machine(places, {Work.CHECKS: [90], Work.REQUESTS: [240], Work.MATCHES: [20]})
    machine.run(60_000, parts)
    for work, part in parts.items():
        assert machine.had[work] == pytest.approx(60_000 * part, rel=0.03)


def test_short_ones_take_turns() -> None:
    machine = Machine(1, {kind: [2] for kind in Work})
    machine.run(30, {*Work})
    assert [work for _, work in machine.begun] == [Work.CHECKS, Work.REQUESTS, Work.MATCHES] * 5


def test_a_kind_of_which_there_was_nothing_has_saved_nothing_up() -> None:
    machine = Machine(1, {Work.CHECKS: [30], Work.REQUESTS: [1000], Work.MATCHES: [30]})
    machine.run(6000, {Work.REQUESTS})
    machine.run(6000, {Work.MATCHES, Work.REQUESTS})
    late = [work for second, work in machine.begun if second >= 6000]
    # Requests are not charged for time in which no other kind waited.
    assert late.count(Work.REQUESTS) in {1, 2}
    assert [one for one, other in pairwise(late) if one == other == Work.REQUESTS] == []


def test_one_that_takes_long_counts_while_it_is_played() -> None:
    machine = Machine(6, {Work.CHECKS: [30], Work.REQUESTS: [3000], Work.MATCHES: [30]})
    machine.run(1000, {Work.MATCHES, Work.REQUESTS})
    begun = [second for second, work in machine.begun if work is Work.REQUESTS]
    assert begun == [0, 0, 0]
