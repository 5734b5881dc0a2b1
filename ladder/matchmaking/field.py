"""What a ladder plays, who plays in it, and how good they seem to be by now."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from arena.games import find_game
from arena.games.options import read_options
from arena.mistake import Mistake
from ladder.result import Player


class Rating(Protocol):
    """A live rating, in the unit of TrueSkill; a `trueskill.Rating` is one."""

    @property
    def mu(self) -> float: ...

    @property
    def sigma(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Event:
    """A game with its options, and with how many seats it is played: each number equally often.

    Mistake if the game does not exist, or cannot be played so.
    """

    game: str
    # Left out of the hash, not of the comparison: a mapping has none.
    options: Mapping[str, str] = field(hash=False)
    seats: tuple[int, ...]

    def __post_init__(self) -> None:
        game = find_game(self.game)
        allowed = game.seats_for(read_options(game, self.options))
        if not self.seats or not {*self.seats} <= {*allowed}:
            numbers = ", ".join(map(str, allowed))
            raise Mistake(
                f"{game.title} is played with these options by {numbers} bots, not by"
                f" {', '.join(map(str, self.seats)) or 'none'}."
            )

    def __str__(self) -> str:
        chosen = "".join(f" {name}={text}" for name, text in sorted(self.options.items()))
        return f"{find_game(self.game).title}{chosen}"


@dataclass(frozen=True, slots=True)
class Entry:
    """A player and the games that it plays."""

    player: Player
    games: frozenset[str]


@dataclass(frozen=True, slots=True)
class Field:
    """All that a format has to know about the present; whoever has left is not in it."""

    events: tuple[Event, ...]
    entries: tuple[Entry, ...]
    """Each player once."""
    ratings: Mapping[tuple[Player, str], Rating]
    """By player and game, of all entries in all their games, the new ones included."""
    beta: float
    """The luck of one match: the deviation of a performance, in the unit of the ratings."""
    games_per_match: int
    """About how many games a match has, its deals times its rotations."""

    def players_of(self, event: Event) -> list[Player]:
        return [entry.player for entry in self.entries if event.game in entry.games]

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


def name_of(player: Player) -> str:
    """Return the bot's name, which all its versions share."""
    return player.rpartition("@")[0] or player
