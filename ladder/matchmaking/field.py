"""What a ladder plays, who plays in it, and how good they seem to be by now."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ladder.division import Division
from ladder.ratings.live import Rating
from ladder.result import Player


@dataclass(frozen=True, slots=True)
class Contender:
    """A player and the games that it plays."""

    player: Player
    games: frozenset[str]


@dataclass(frozen=True, slots=True)
class Field:
    """All that a format has to know about the present; whoever has left is not in it."""

    divisions: tuple[Division, ...]
    contenders: tuple[Contender, ...]
    """Each player once."""
    ratings: Mapping[tuple[Player, str], Rating]
    """By player and game, of all contenders in all their games, the new ones included."""
    beta: float
    """The luck of one match: the deviation of a performance, in the unit of the ratings."""
    games_per_match: int
    """About how many games a match has."""
    whole: bool = True
    """Nobody is left out who is only held back for the moment."""

    def players_of(self, division: Division) -> list[Player]:
        return [one.player for one in self.contenders if division.game in one.games]

    def seats_of(self, division: Division) -> list[int]:
        """Return the numbers of seats that there are enough players for."""
        count = len(self.players_of(division))
        return [seats for seats in division.seats if seats <= count]

    def playable(self) -> Iterator[Division]:
        return (division for division in self.divisions if self.seats_of(division))

    def shortages(self) -> Iterator[str]:
        """Say in a sentence for each division what of it cannot be played, and why."""
        for division in self.divisions:
            count = len(self.players_of(division))
            too_many = sorted({*division.seats}.difference(self.seats_of(division)))
            if too_many:
                numbers = " or ".join(map(str, too_many))
                play = "bot plays" if count == 1 else "bots play"
                yield f"{division} cannot be played by {numbers} bots: only {count} {play} it."
