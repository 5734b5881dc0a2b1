"""The endless ladder: whoever has played least is next, and meets whom it learns most from.

Everything is balanced by counting matches. First comes the player that has fewest in some division;
with it come those who are due as well, and among these the choice is free: near opponents where
that pays, else those it has met least. So among players that were there all along nobody is ever
more than two matches of a division ahead of another, whether first or last of the ladder. A new
player is chosen first until it has caught up.
"""

from collections.abc import Sequence
from random import Random
from statistics import fmean, pvariance
from typing import Final

from ladder.division import Division
from ladder.matchmaking.field import Field
from ladder.matchmaking.history import History
from ladder.matchmaking.pairing import Pairing, gather, pair
from ladder.result import Player, name_of

# The spread of strengths, in betas, from which on near opponents pay (`bench.matchmaking`).
WIDE: Final = 1.5


def endless(field: Field, history: History, rng: Random) -> Pairing | None:
    """Return the next pairing; None only if there are too few players for every division."""
    waiting = [
        (division, player) for division in field.playable() for player in field.players_of(division)
    ]
    if not waiting:
        return None

    def need(place: tuple[Division, Player]) -> tuple[float, ...]:
        division, player = place
        sigma = field.ratings[player, division.game].deviation
        return history.matches(player, division), -sigma, rng.random()

    division, first = min(waiting, key=need)
    players, choices = field.players_of(division), field.seats_of(division)
    seats = min(choices, key=lambda n: (history.matches(first, division, n), rng.random()))
    turns = _turns(history, division, players, seats)
    pays = near_opponents_pay(field, division)
    distances = _distances(field, division, first, rng) if pays else None

    def order(player: Player, group: Sequence[Player]) -> tuple[float, ...]:
        if distances:
            # Nearest is always the same few, who would tell nothing about the rest.
            own = history.matches(player, division)
            familiar = any(3 * history.meetings(player, other, division) > own for other in group)
            strange = distances[player]
        else:
            familiar = False
            strange = sum(history.meetings(player, other, division) for other in group)
        unwelcome = familiar or name_of(player) in map(name_of, group)
        return *turns[player], unwelcome, strange, rng.random()

    return pair(field, division, gather([first], players, seats, order))


def _turns(
    history: History, division: Division, players: Sequence[Player], seats: int
) -> dict[Player, tuple[int, int]]:
    """Return whose turn it is: by matches of the division, then by those with so many seats."""
    matches = [history.matches(player, division) for player in players]
    so_seated = [history.matches(player, division, seats) for player in players]
    due, due_so = _due(matches), _due(so_seated)
    pairs = zip(matches, so_seated, strict=True)
    turns = [(max(due, count), max(due_so, so)) for count, so in pairs]
    return dict(zip(players, turns, strict=True))


def _due(counts: Sequence[int]) -> int:
    """Return the number of matches up to which all are due alike: one more than the fewest.

    Those who have yet to catch up do not count here, or they would meet nobody but each other.
    """
    average = fmean(counts)
    return 1 + min(count for count in counts if count >= average - 2)


def near_opponents_pay(field: Field, division: Division) -> bool:
    """Say whether the players of a division differ by clearly more than the luck of a match.

    Two tell most about each other if their difference drowns in luck, but those who meet only
    their neighbours are compared with the others along a long chain. So near opponents pay where
    strengths are spread wide; measured, from half as wide again as the luck. The means are spread
    wider than the strengths, by what is not known yet of each. As long as that may be all of it,
    as in a new ladder, opponents are random.
    """
    ratings = [field.ratings[player, division.game] for player in field.players_of(division)]
    unknown = fmean(rating.deviation**2 for rating in ratings)
    return pvariance([rating.mean for rating in ratings]) - unknown > (WIDE * field.beta) ** 2


def _distances(field: Field, division: Division, first: Player, rng: Random) -> dict[Player, float]:
    """Return how far every mean is from what the first player's strength may be.

    That is drawn from its rating: so one that is not known well meets opponents of all kinds.
    """
    ratings = {
        player: field.ratings[player, division.game] for player in field.players_of(division)
    }
    guess = rng.gauss(ratings[first].mean, ratings[first].deviation)
    return {player: abs(rating.mean - guess) for player, rating in ratings.items()}
