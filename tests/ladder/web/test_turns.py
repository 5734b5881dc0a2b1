"""What takes long is done by one at a time: whose turn it is."""

from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from threading import Event
from typing import Self

import pytest

from ladder.web.access import ANONYMOUS, asking
from ladder.web.cache import Busy, OneAtATime
from tests.waiting import wait_until


class Visits:
    """Visitors who ask at once, and hold their turns until they are let go. To be a context."""

    def __init__(self, door: OneAtATime) -> None:
        self.had: list[str] = []
        self._door = door
        self._gate = Event()
        self._threads = ThreadPoolExecutor(20)

    def visit(self, name: str) -> "Future[None]":
        def stay() -> None:
            with asking(ANONYMOUS, name), self._door():
                self.had.append(name)
                self._gate.wait()

        return self._threads.submit(stay)

    def wait_at(self, number: int) -> None:
        """Wait until so many wait."""
        wait_until(lambda: len(self._door.waiting()) == number)

    def let_go(self) -> None:
        self._gate.set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # However the test ends, or its process never would.
        self.let_go()
        self._threads.shutdown()


def test_one_visitor_with_all_the_places_keeps_no_other_away() -> None:
    with Visits(OneAtATime("too many")) as visits:
        greedy = [visits.visit("greedy")]
        wait_until(lambda: visits.had)
        for number in range(1, 5):
            greedy.append(visits.visit("greedy"))
            visits.wait_at(number)
        with pytest.raises(Busy, match="too many; try again"):
            visits.visit("greedy").result()
        honest = visits.visit("honest")
        wait([greedy[4], honest], return_when=FIRST_COMPLETED)
        # The last of who has most has given up its place.
        with pytest.raises(Busy):
            greedy[4].result(timeout=0)
        visits.wait_at(4)
        visits.let_go()
        honest.result()
        for one in greedy[:4]:
            one.result()
    # It had none yet, so it was next.
    assert visits.had == ["greedy", "honest", "greedy", "greedy", "greedy"]
