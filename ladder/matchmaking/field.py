"""What a ladder plays, who plays in it, and how good they seem to be by now."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ladder.event import Event
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

    events: tuple[Event, ...]
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

    def players_of(self, event: Event) -> list[Player]:
        return [one.player for one in self.contenders if event.game in one.games]

    def seats_of(self, event: Event) -> list[int]:
        """Return the numbers of seats that there are enough players for."""
        count = len(self.players_of(event))
        return [seats for seats in event.seats if seats <= count]

    def playable(self) -> Iterator[Event]:
        return (event for event in self.events if self.seats_of(event))

    def shortages(self) -> Iterator[str]:
        """Say in a sentence for each event what of it cannot be played, and why."""
        for event in self.events:
            count = len(self.players_of(event))
            too_many = sorted({*event.seats}.difference(self.seats_of(event)))
            if too_many:
                numbers = " or ".join(map(str, too_many))
                play = "bot plays" if count == 1 else "bots play"
                yield f"{event} cannot be played by {numbers} bots: only {count} {play} it."
