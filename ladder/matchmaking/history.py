"""Matches played and planned, as counts: all that a format has to know about the past.

Beside its matches everybody has a *turn* in each division, by which it is due. As long as somebody
is new that is its number of matches. A known player goes on from the turns of those that play
already, so nobody has to be caught up with after coming late or being away (start-time fair
queueing: Goyal, Vin and Cheng, IEEE/ACM Transactions on Networking 5, 1997).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import permutations, product
from typing import Final

import numpy as np

from ladder.matches import Division, Player, Result, name_of
from ladder.matchmaking.lineup import Lineup
from ladder.matchmaking.pairing import Pairing
from ladder.ratings.link import Numbers
from ladder.ratings.settled import SETTLED

# A player with this many games of a division is new in it no more: its interval is half as wide as
# the one that a rank needs.
KNOWN: Final = 4 * SETTLED
# This many matches of a division one may be behind another that is known too.
SLACK: Final = 2
# Games with partners that a bot may forfeit at tables with another, until they sit apart.
FORFEITS_APART: Final = 2


@dataclass(frozen=True, slots=True)
class Columns:
    """The counts of a lineup, with an entry for each of its players."""

    lineup: Lineup
    matches: Mapping[int | None, Numbers]
    """By the number of seats, and with None for all of them together."""
    games: Numbers
    turns: Numbers


class History:
    """How many matches everybody has, and how often every two have met in them.

    A pairing is added when it is planned, and removed if it will not be played after all; either
    takes as many steps as it has pairs of players.
    """

    def __init__(self, pairings: Iterable[Pairing] = ()) -> None:
        self._books: defaultdict[str, Book] = defaultdict(Book)
        for pairing in pairings:
            self.add(pairing)

    def book(self, division: Division) -> "Book":
        """Return the counts of one division."""
        return self._books[division.game]

    def add(self, pairing: Pairing) -> None:
        self._books[pairing.division.game].add(pairing)

    def remove(self, pairing: Pairing) -> None:
        """Forget a pairing that was added: it will not be played."""
        self._books[pairing.division.game].count(pairing, -1)

    def note_forfeits(self, result: Result) -> None:
        """Take note of who forfeited in a result, and who sat there.

        With partners a forfeited game is none of the others': it may delete a loss of theirs.
        """
        self._books[result.game].note_forfeits(result)

    def matches(self, player: Player, division: Division, seats: int | None = None) -> int:
        """Return how many matches a player has in a division, with this number of seats or any."""
        return self._books[division.game].matches[seats][player]

    def meetings(
        self, one: Player, other: Player, division: Division, seats: int | None = None
    ) -> int:
        """Return in how many matches of a division these two sit at one table, as partners too."""
        return self._books[division.game].met[seats][one][other]


class Book:
    """The counts of one division."""

    def __init__(self) -> None:
        self.matches: defaultdict[int | None, Counter[Player]] = defaultdict(Counter)
        """By the number of seats, and with None for all of them together."""
        self.met: defaultdict[int | None, defaultdict[Player, Counter[Player]]]
        """By the same, whom a player has met, and how often."""
        self.met = defaultdict(lambda: defaultdict(Counter))
        self.level = 0
        """The turn up to which everybody has come who is known and plays."""
        self.apart: defaultdict[str, set[str]] = defaultdict(set)
        """By bot, those with which it sits no more, as one of the two forfeited there."""
        self._forfeits: Counter[tuple[str, str]] = Counter()
        self._games: Counter[Player] = Counter()
        self._turns: Counter[Player] = Counter()
        self._columns: Columns | None = None

    def add(self, pairing: Pairing) -> None:
        known = [player for player in pairing.players if self._games[player] >= KNOWN]
        for player in known:
            self._turns[player] = max(self._turns[player], self.level - SLACK)
        least = min((self._turns[player] for player in known), default=self.level)
        self.level = max(self.level, least)
        self.count(pairing, 1)

    def count(self, pairing: Pairing, change: int) -> None:
        for player in pairing.players:
            self._turns[player] += change
            self._games[player] += change * pairing.games
        for seats in (len(pairing.players), None):
            self.matches[seats].update(dict.fromkeys(pairing.players, change))
            for one, other in permutations(pairing.players, 2):
                self.met[seats][one][other] += change
        self._write(pairing)

    def note_forfeits(self, result: Result) -> None:
        bots = [name_of(player) for player in result.players]
        for game in result.team_games():
            # Those who did not forfeit have rank 1.
            sides = zip(game.sides, game.ranks, strict=True) if game.forfeited else ()
            forfeited = [name_of(one) for side, rank in sides if rank > 1 for one in side]
            for bot, other in product(forfeited, bots):
                self._forfeits[bot, other] += bot != other
                if self._forfeits[bot, other] >= FORFEITS_APART:
                    self.apart[bot].add(other)
                    self.apart[other].add(bot)

    def _write(self, pairing: Pairing) -> None:
        """Keep the columns in step."""
        columns = self._columns
        if columns is None:
            return
        for player in pairing.players:
            place = columns.lineup.place.get(player)
            if place is None:
                continue
            columns.games[place] = self._games[player]
            columns.turns[place] = self._turns[player]
            for seats, column in columns.matches.items():
                column[place] = self.matches[seats][player]

    def columns(self, division: Division, lineup: Lineup) -> Columns:
        """Return the counts of a lineup. Asked for the same one again they are at hand."""
        if self._columns is None or self._columns.lineup is not lineup:
            self._columns = Columns(
                lineup,
                {n: _column(self.matches[n], lineup) for n in (*division.seats, None)},
                _column(self._games, lineup),
                _column(self._turns, lineup),
            )
        return self._columns


def _column(counts: Mapping[Player, int], lineup: Lineup) -> Numbers:
    return np.array([counts.get(player, 0) for player in lineup.players], np.int64)
