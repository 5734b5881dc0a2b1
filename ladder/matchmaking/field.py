"""Divisions of a ladder, the players in them, and how good they seem to be by now."""

from collections.abc import Collection, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Final, Self

import numpy as np
import numpy.typing as npt

from ladder.matches import Division, Player
from ladder.matchmaking.lineup import Lineup
from ladder.ratings.rating import Rating
from ladder.shares import find_most

# With more seats than these no two bots of an author play in one match.
DUEL: Final = 2


@dataclass(frozen=True, slots=True)
class FieldBot:
    """A player, the games that it plays, and whose it is."""

    player: Player
    games: frozenset[str]
    author: str | None = None
    """None for the organiser's own, which may meet each other."""


@dataclass
class Field:
    """All that a format has to know about the present; anyone who has left is not in it.

    Formats change nothing of it. As ratings change they are told with `rate`, so that nothing has
    to be made again as long as the same bots play.
    """

    divisions: tuple[Division, ...]
    bots: tuple[FieldBot, ...]
    """Each player once."""
    ratings: Mapping[tuple[Player, str], Rating]
    """By player and game; who is not in it is unknown."""
    beta: float
    """The luck of one round of games (`ratings.live`): the deviation of a performance in it."""
    games_per_match: int
    """About how many games a match has."""
    held: frozenset[Player] = frozenset()
    """Bots that are not paired for the moment."""
    charged: Mapping[str, float] = field(default_factory=dict)
    """By author the seconds of a day for which matches have waited for its bots."""
    _authors: dict[Player, str | None] = field(init=False, repr=False, compare=False)
    _lineups: dict[str, Lineup] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._authors = {one.player: one.author for one in self.bots}
        self._lineups = {division.game: self._line_up(division.game) for division in self.divisions}

    def _line_up(self, game: str) -> Lineup:
        authors = {one.player: one.author for one in self.bots if game in one.games}
        ratings = [self.ratings.get((player, game), Rating()) for player in authors]
        return Lineup.of(authors, ratings)

    def rate(self, player: Player, game: str, rating: Rating) -> None:
        """Take note of a new rating of a bot; of anybody else nothing is noted."""
        if game in self._lineups:
            self._lineups[game].rate(player, rating)

    def without(self, held: Collection[Player]) -> Self:
        """Return this field as long as these are held back; it shares everything else."""
        other = copy(self)
        other.held = frozenset(held)
        return other

    def fair(self) -> Self:
        """Return this field without who had more than a share of the time, if others can play."""
        most = find_most(self.charged, len({*self._authors.values()} - {None}))
        over = {author for author, seconds in self.charged.items() if seconds > most}
        held = {player for player, author in self._authors.items() if author in over}
        other = self.without(self.held | held)
        return other if any(other.playable()) else self

    # --- who plays ---

    def lineup_of(self, division: Division) -> Lineup:
        """Return who plays a division, who is held back included."""
        return self._lineups[division.game]

    def free(self, division: Division) -> npt.NDArray[np.bool_]:
        """Return by place in the lineup who is not held back."""
        lineup = self.lineup_of(division)
        free = np.ones(len(lineup.players), np.bool_)
        free[[lineup.place[player] for player in self.held if player in lineup.place]] = False
        return free

    def players_of(self, division: Division) -> list[Player]:
        return [player for player in self.lineup_of(division).players if player not in self.held]

    def mean(self, player: Player, division: Division) -> float:
        lineup = self.lineup_of(division)
        return float(lineup.means[lineup.place[player]])

    def is_house(self, player: Player) -> bool:
        """Say whether a bot is the organiser's own."""
        return self._authors[player] is None

    def may_join(self, player: Player, group: Collection[Player], seats: int) -> bool:
        """Say whether somebody may play with these in a match of `seats` seats.

        Two bots of one author could play into each other's hands, by signs that no rule forbids,
        where a third pays for it.
        """
        author = self._authors[player]
        return (
            seats <= DUEL or author is None or author not in {self._authors[one] for one in group}
        )

    # --- what can be played ---

    def seats_of(self, division: Division) -> list[int]:
        """Return the numbers of seats that there are enough players for."""
        everybody, authors = self._numbers(division)
        return [n for n in division.seats if n <= (everybody if n <= DUEL else authors)]

    def playable(self) -> Iterator[Division]:
        return (division for division in self.divisions if self.seats_of(division))

    def shortages(self) -> Iterator[str]:
        """Say in a sentence for each division what of it cannot be played, and why."""
        for division in self.divisions:
            everybody, authors = self._numbers(division)
            too_many = sorted({*division.seats}.difference(self.seats_of(division)))
            if too_many:
                numbers = " or ".join(map(str, too_many))
                play = "bot plays" if everybody == 1 else "bots play"
                why = f"only {everybody} {play} it"
                if everybody >= too_many[0]:
                    why = f"the {everybody} that play it are of {authors} authors, and no match of"
                    why += " more than 2 has two bots of one"
                yield f"{division} cannot be played by {numbers} bots: {why}."

    def _numbers(self, division: Division) -> tuple[int, int]:
        """Return how many play a division, and how many of them at most in one large match."""
        authors = self.lineup_of(division).authors[self.free(division)]
        theirs = authors[authors >= 0]
        return len(authors), len(authors) - len(theirs) + int(np.count_nonzero(np.bincount(theirs)))
