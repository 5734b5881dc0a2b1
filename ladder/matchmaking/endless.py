"""The endless ladder: whoever has played least is next, and meets whom it learns most from.

Everything is balanced by counting matches. First comes the player that has fewest in some event;
with it come those who are due as well, and among these the choice is free: near opponents where
that pays, else those it has met least. So among players that were there all along nobody is ever
more than two matches of an event ahead of another, whether first or last of the ladder. A new
player is chosen first until it has caught up.
"""

from collections.abc import Sequence
from random import Random
from statistics import fmean, pstdev

from ladder.event import Event
from ladder.matchmaking.field import Field
from ladder.matchmaking.history import History
from ladder.matchmaking.pairing import Pairing, gather, seat
from ladder.result import Player, name_of


def endless(field: Field, history: History, rng: Random) -> Pairing | None:
    """Return the next pairing; None only if there are too few players for every event."""
    waiting = [(event, player) for event in field.playable() for player in field.players_of(event)]
    if not waiting:
        return None

    def need(place: tuple[Event, Player]) -> tuple[float, ...]:
        event, player = place
        sigma = field.ratings[player, event.game].deviation
        return history.matches(player, event), -sigma, rng.random()

    event, first = min(waiting, key=need)
    players, choices = field.players_of(event), field.seats_of(event)
    seats = min(choices, key=lambda n: (history.matches(first, event, n), rng.random()))
    turns = _turns(history, event, players, seats)
    guesses = _guesses(field, event, rng) if near_opponents_pay(field, event) else None

    def order(player: Player, group: Sequence[Player]) -> tuple[float, ...]:
        if guesses:
            own = history.matches(player, event)
            familiar = any(3 * history.meetings(player, other, event) > own for other in group)
            strange = abs(guesses[player] - guesses[first])
        else:
            familiar = False
            strange = sum(history.meetings(player, other, event) for other in group)
        unwelcome = familiar or name_of(player) in map(name_of, group)
        return *turns[player], unwelcome, strange, rng.random()

    return seat(field, event, gather([first], players, seats, order), rng)


def _turns(
    history: History, event: Event, players: Sequence[Player], seats: int
) -> dict[Player, tuple[int, int]]:
    """Return whose turn it is: by matches of the event, then by those with so many seats."""
    matches = [history.matches(player, event) for player in players]
    so_seated = [history.matches(player, event, seats) for player in players]
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


def near_opponents_pay(field: Field, event: Event) -> bool:
    """Say whether the players of an event differ by more than the luck of a match.

    A match tells most about two whose difference drowns in its luck, and the same about all of
    these. So near opponents are worth looking for only where the means are spread wider than the
    luck. They begin without any spread: a new ladder plays at random until it knows better.
    """
    means = [field.ratings[player, event.game].mean for player in field.players_of(event)]
    return pstdev(means) > field.beta


def _guesses(field: Field, event: Event, rng: Random) -> dict[Player, float]:
    """Draw from every rating what the player's strength may be.

    So those who are not known well meet opponents of all kinds, and nobody always the same.
    """
    ratings = {player: field.ratings[player, event.game] for player in field.players_of(event)}
    return {player: rng.gauss(rating.mean, rating.deviation) for player, rating in ratings.items()}
