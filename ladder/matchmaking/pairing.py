"""A pairing: what a match is made from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from ladder.event import Event
from ladder.matchmaking.field import Field
from ladder.result import Player

# Where a player stands in the queue for a place in this group; the least comes first.
Order: TypeAlias = Callable[[Player, Sequence[Player]], tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays what, and how many deals of it. Every player plays every deal from every seat."""

    event: Event
    players: tuple[Player, ...]
    """By seat, in rotation 0; nobody is there twice."""
    deals: int

    @property
    def rotations(self) -> int:
        return len(self.players)

    @property
    def games(self) -> int:
        return self.deals * self.rotations


def gather(
    group: Sequence[Player], players: Sequence[Player], seats: int, order: Order
) -> list[Player]:
    """Complete a group, one after the other with whoever comes first by then."""
    group = list(group)
    while len(group) < seats:
        others = [player for player in players if player not in group]
        group.append(min(others, key=lambda player: order(player, group)))
    return group


def seat(field: Field, event: Event, group: Sequence[Player], rng: Random) -> Pairing:
    """Seat a group at random, which also draws its teams, for about as many games as any other."""
    order = sorted(group, key=lambda _: rng.random())
    return Pairing(event, tuple(order), max(1, round(field.games_per_match / len(order))))
