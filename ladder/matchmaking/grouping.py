"""How a group comes together, one player after the other, and becomes a pairing."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ladder.matches import Division, Player
from ladder.matchmaking.field import Field
from ladder.matchmaking.pairing import Pairing, games_of

# The place of a player in the queue for this group; the least comes first.
Order: TypeAlias = Callable[[Player, Sequence[Player]], tuple[float, ...]]


def gather(
    field: Field, group: Sequence[Player], players: Sequence[Player], seats: int, order: Order
) -> list[Player]:
    """Complete a group with anyone who comes first by then and may play with them.

    There has to be a number of players for which `Field.seats_of` has this many seats.
    """
    group = list(group)
    while len(group) < seats:
        others = [one for one in players if one not in group and field.may_join(one, group, seats)]
        group.append(min(others, key=lambda player: order(player, group)))
    return group


def pair(field: Field, division: Division, group: Sequence[Player]) -> Pairing:
    """Pair a group, for about as many games as any other in which all have every seat as often."""
    return Pairing(division, tuple(group), games_of(len(group), field.games_per_match))
