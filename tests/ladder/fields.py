"""Fields to make matches in, and seasons that are planned without being played."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random

from ladder.matches import Division, Player
from ladder.matchmaking.field import Field, FieldBot
from ladder.matchmaking.formats import Format
from ladder.matchmaking.history import History
from ladder.matchmaking.pairing import Pairing
from ladder.ratings.rating import Rating

NIMMT = Division("six_nimmt", {}, (2, 3, 4))
FISH = Division("big_fish", {"licences": "true"}, (2, 4, 6))
TEAMS = Division("tonton", {"teams": "true"}, (4,))
GOATS = Division("goat_n_goat", {}, (2,))
BETA = 25 / 6


def bots(count: int, first: int = 0) -> list[Player]:
    return [f"bot{number}@1" for number in range(first, first + count)]


def field_of(
    players: Sequence[Player],
    *divisions: Division,
    spread: float = 0,
    games: Iterable[str] = (),
    author: Callable[[Player], str | None] = lambda _: None,
) -> Field:
    """Return a field whose neighbours are `spread` betas apart, the last of them the best."""
    plays = frozenset(games or (division.game for division in divisions))
    ratings = {
        (player, game): Rating(25 + place * spread * BETA, 1)
        for place, player in enumerate(players)
        for game in sorted(plays)
    }
    field_bots = tuple(FieldBot(player, plays, author(player)) for player in players)
    return Field(divisions, field_bots, ratings, BETA, 60)


def both(one: Field, other: Field) -> Field:
    """Return a field with the bots of both."""
    ratings = {**one.ratings, **other.ratings}
    return replace(one, bots=one.bots + other.bots, ratings=ratings)


def plan(
    make: Format, field: Field, history: History, most: int, seed: int = 1
) -> Iterator[Pairing]:
    """Plan up to this many matches, one after the other."""
    rng = Random(seed)
    for _ in range(most):
        pairing = make(field, history, rng)
        if pairing is None:
            return
        history.add(pairing)
        yield pairing
