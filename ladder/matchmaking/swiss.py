"""Swiss rounds: in each, everybody plays once, with neighbours in the standings not met before."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from ladder.matches import Division, Player
from ladder.matchmaking.field import Field
from ladder.matchmaking.grouping import gather, pair
from ladder.matchmaking.history import History
from ladder.matchmaking.pairing import Pairing

Met: TypeAlias = Callable[[Player, Player], int]

# After 300 swaps the round is taken to be impossible without a repetition.
SWAPS: Final = 300
# This is worse than any number of meetings: that two of one author play in one match.
NEVER: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Swiss:
    """This many rounds in every division; with several numbers of seats, each round has the next
    one.

    The standings are the live means. Two meet again in a division only if a search of some hundred
    swaps finds no round without that. If a round does not divide, those left over play with some
    that have played in it already; for these the match counts as the one of the next round.
    """

    rounds: int

    def __call__(self, field: Field, history: History, rng: Random) -> Pairing | None:
        rounds = [(_fewest(field, history, division), division) for division in field.playable()]
        number, division = min(rounds, key=lambda one: one[0], default=(self.rounds, None))
        if division is None or number >= self.rounds:
            return None
        choices = field.seats_of(division)
        seats = choices[number % len(choices)]
        return pair(field, division, _next_table(field, history, division, seats, rng))


def _fewest(field: Field, history: History, division: Division) -> int:
    return min(history.matches(player, division) for player in field.players_of(division))


def _next_table(
    field: Field, history: History, division: Division, seats: int, rng: Random
) -> Sequence[Player]:
    """Return those of the highest table of this round that is not planned yet."""
    standings = _standings(field, division, rng)
    matches = {player: history.matches(player, division) for player in standings}
    number = min(matches.values())
    waiting = [player for player in standings if matches[player] == number]

    def met(one: Player, other: Player) -> int:
        apart = not field.may_join(one, [other], seats)
        return history.meetings(one, other, division) + (NEVER if apart else 0)

    def unsuitable(player: Player, group: Sequence[Player]) -> tuple[int, ...]:
        near = abs(standings.index(player) - standings.index(group[0]))
        return sum(met(player, other) for other in group), near

    table: list[Player] = []
    for player in _tables(waiting, seats, met, rng)[:seats]:
        if field.may_join(player, table, seats):
            table.append(player)
    return gather(field, table, standings, seats, unsuitable)


def _standings(field: Field, division: Division, rng: Random) -> list[Player]:
    """Return the players of a division, the best first."""
    return sorted(
        field.players_of(division),
        key=lambda player: (-field.mean(player, division), rng.random()),
    )


def _tables(standings: Sequence[Player], seats: int, met: Met, rng: Random) -> list[Player]:
    """Return the standings such that, cut into tables, nobody meets anybody again.

    Somebody who would is swapped with whom that helps most, and of several with the nearest, until
    nobody is left (min-conflicts: Minton and others, Artificial Intelligence 58, 1992).
    """
    order = list(standings)

    def again(player: Player, place: int) -> int:
        """Return how often a player has met those at a table, leaving out who sits in the place."""
        table = place - place % seats
        others = range(table, min(table + seats, len(order)))
        return sum(met(player, order[other]) for other in others if other != place)

    for _ in range(SWAPS if len(order) > seats else 0):
        clashing = [place for place, player in enumerate(order) if again(player, place)]
        if not clashing:
            break
        one = rng.choice(clashing)

        def cost(other: int, one: int = one) -> tuple[float, ...]:
            after = again(order[one], other) + again(order[other], one)
            before = again(order[one], one) + again(order[other], other)
            return after - before, abs(one - other), rng.random()

        elsewhere = (place for place in range(len(order)) if place // seats != one // seats)
        other = min(elsewhere, key=cost)
        order[one], order[other] = order[other], order[one]
    return order
