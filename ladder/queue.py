"""The matches of a season that wait: which is next, and who plays no others meanwhile.

A match that was void is played again soon; after so many voids in a row it is put off, until
nothing else can be played. Its bots are not paired before a match of whomever has been played: so a
season whose every match is void comes to its end, and one in which some can be played goes on.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from ladder.result import Player
from ladder.store.store import Planned
from ladder.voids import MOST_VOIDS


class Queue:
    """Planned matches that are not being played. It decides nothing that has to be kept."""

    def __init__(self, planned: Iterable[Planned]) -> None:
        # What was void in an earlier season may be void again; others are played first.
        self._next = sorted(planned, key=lambda one: one.voids)
        self._put_off: list[tuple[Planned, int]] = []
        self._resting: set[Player] = set()
        self.suspects: frozenset[Player] = frozenset()
        self.played = 0
        """How many matches have been played to their end, of whatever kind."""

    @property
    def held(self) -> frozenset[Player]:
        """Who is not paired at the moment."""
        return self.suspects | self._resting

    @property
    def put_off(self) -> list[Planned]:
        """The matches that nothing has been played since to say that they could be."""
        return [planned for planned, _ in self._put_off]

    def waiting(self) -> list[Planned]:
        return [*self._next, *self.put_off]

    def remove(self, planned: Planned) -> None:
        """Forget a match: it will not be played."""
        self._next = [one for one in self._next if one.match != planned.match]
        self._put_off = [one for one in self._put_off if one[0].match != planned.match]

    def take(self) -> Planned | None:
        """Return the next match of bots that may be paired, which waits no longer."""
        return self._take(lambda one: self.held.isdisjoint(one.players))

    def take_rest(self) -> Planned | None:
        """Return what can be tried where nothing else is left: no match of a suspect.

        A match that was put off is tried again if any other has been played since.
        """
        planned = self._take(lambda one: self.suspects.isdisjoint(one.players))
        if planned is not None:
            return planned
        for since in self._put_off:
            if since[1] < self.played and self.suspects.isdisjoint(since[0].players):
                self._put_off.remove(since)
                return since[0]
        return None

    def add_void(self, planned: Planned, reason: str) -> bool:
        """Have a void match wait once more; say whether it was put off."""
        again = replace(planned, voids=planned.voids + 1, reason=reason)
        if again.voids % MOST_VOIDS:
            self._next.append(again)
            return False
        self._put_off.append((again, self.played))
        self._resting.update(again.players)
        return True

    def note_played(self) -> None:
        """Take note that a match was played to its end, so that this machine can."""
        self.played += 1
        self._resting.clear()

    def _take(self, suits: Callable[[Planned], bool]) -> Planned | None:
        planned = next(filter(suits, self._next), None)
        if planned is not None:
            self._next.remove(planned)
        return planned
