"""What has been played and planned, as counts: all that a format has to know about the past."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from ladder.division import Division
from ladder.matchmaking.pairing import Pairing
from ladder.result import Player


class History:
    """How many matches everybody has, and how often every two have met in them.

    A pairing is added when it is planned, and removed if it will not be played after all; either
    takes as many steps as it has pairs of players.
    """

    def __init__(self, pairings: Iterable[Pairing] = ()) -> None:
        # With a number of seats, and with None for all of them together.
        self._matches: Counter[tuple[Player, Division, int | None]] = Counter()
        self._meetings: Counter[tuple[Player, Player, Division, int | None]] = Counter()
        for pairing in pairings:
            self.add(pairing)

    def add(self, pairing: Pairing) -> None:
        self._count(pairing, 1)

    def remove(self, pairing: Pairing) -> None:
        """Forget a pairing that was added: it will not be played."""
        self._count(pairing, -1)

    def matches(self, player: Player, division: Division, seats: int | None = None) -> int:
        """Return how many matches a player has in a division, with this number of seats or any."""
        return self._matches[player, division, seats]

    def meetings(
        self, one: Player, other: Player, division: Division, seats: int | None = None
    ) -> int:
        """Return in how many matches of a division these two sit at one table, as partners too."""
        first, second = sorted((one, other))
        return self._meetings[first, second, division, seats]

    def _count(self, pairing: Pairing, change: int) -> None:
        division, players = pairing.division, sorted(pairing.players)
        for seats in (len(players), None):
            for player in players:
                self._matches[player, division, seats] += change
            for one, other in combinations(players, 2):
                self._meetings[one, other, division, seats] += change
