"""A pairing: what a match is made from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ladder.division import Division
from ladder.matchmaking.field import Field
from ladder.result import Player

# Where a player stands in the queue for a place in this group; the least comes first.
Order: TypeAlias = Callable[[Player, Sequence[Player]], tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays what, and how many games of it."""

    division: Division
    players: tuple[Player, ...]
    """Nobody is there twice. Who sits where is drawn for every game."""
    games: int


def gather(
    group: Sequence[Player], players: Sequence[Player], seats: int, order: Order
) -> list[Player]:
    """Complete a group, one after the other with whoever comes first by then."""
    group = list(group)
    while len(group) < seats:
        others = [player for player in players if player not in group]
        group.append(min(others, key=lambda player: order(player, group)))
    return group


def pair(field: Field, division: Division, group: Sequence[Player]) -> Pairing:
    """Pair a group, for about as many games as any other in which all have every seat as often."""
    return Pairing(division, tuple(group), games_of(len(group), field.games_per_match))


def games_of(seats: int, about: int) -> int:
    """Return how many games a match has: about so many, and everybody has every seat as often."""
    return seats * max(1, round(about / seats))
