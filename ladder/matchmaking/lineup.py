"""Players of a division, as columns, so that ten thousand bots are looked through at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from ladder.matches import Player
from ladder.ratings.link import Floats, Numbers
from ladder.ratings.rating import Rating


@dataclass(frozen=True, slots=True, eq=False)
class Lineup:
    """The players of a division, with an entry of each column for each of them."""

    players: tuple[Player, ...]
    place: Mapping[Player, int]
    """Place of a player in the columns."""
    authors: Numbers
    """Equal for the bots of one author; below 0 for the organiser's own."""
    means: Floats
    deviations: Floats

    @classmethod
    def of(cls, authors: Mapping[Player, str | None], ratings: Sequence[Rating]) -> Self:
        """Line up players with their authors, in this order, and with their ratings."""
        players = tuple(authors)
        numbers: dict[str, int] = {}
        return cls(
            players,
            {player: place for place, player in enumerate(players)},
            np.array(
                [
                    -1 if one is None else numbers.setdefault(one, len(numbers))
                    for one in authors.values()
                ],
                np.int64,
            ),
            np.array([rating.mean for rating in ratings], np.float64),
            np.array([rating.deviation for rating in ratings], np.float64),
        )

    def rate(self, player: Player, rating: Rating) -> None:
        """Take note of a rating; of who does not play here nothing is noted."""
        place = self.place.get(player)
        if place is not None:
            self.means[place], self.deviations[place] = rating.mean, rating.deviation
