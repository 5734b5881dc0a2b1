"""The endless ladder: balanced, open to newcomers, and near where that pays."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from statistics import fmean

import pytest

from ladder.division import Division
from ladder.matchmaking.endless import endless, near_opponents_pay
from ladder.matchmaking.field import Contender
from ladder.matchmaking.history import History
from ladder.matchmaking.pairing import Pairing
from ladder.ratings.live import Rating
from ladder.result import Player
from tests.ladder.seasons import BETA, FISH, GOATS, NIMMT, TEAMS, both, bots, field_of, plan

QUADS = Division("six_nimmt", {}, (4,))
spreads = pytest.mark.parametrize("spread", [0, 0.5], ids=["much luck", "little luck"])


def counts(history: History, players: Iterable[Player], division: Division) -> list[int]:
    return [history.matches(player, division) for player in players]


def gaps(pairings: Iterable[Pairing], players: Sequence[Player]) -> float:
    """Return how far apart those who meet are, on average, in places."""
    pairs = [pair for pairing in pairings for pair in combinations(pairing.players, 2)]
    return fmean(abs(players.index(one) - players.index(other)) for one, other in pairs)


@spreads
@pytest.mark.parametrize("count", [4, 5, 7, 20, 41])
def test_nobody_is_ever_more_than_two_matches_ahead_in_an_division(
    spread: float, count: int
) -> None:
    players, history = bots(count), History()
    for _ in plan(endless, field_of(players, NIMMT, TEAMS, spread=spread), history, 600):
        for division in (NIMMT, TEAMS):
            played = counts(history, players, division)
            assert max(played) - min(played) <= 2


@spreads
def test_a_hundred_matches_are_balanced_over_seats_and_numbers_of_seats(spread: float) -> None:
    players, history = bots(20), History()
    for _ in plan(endless, field_of(players, NIMMT, spread=spread), history, 20 * 100):
        if min(counts(history, players, NIMMT)) == 100:
            break
    for player in players:
        played = [history.matches(player, NIMMT, seats) for seats in NIMMT.seats]
        assert max(played) <= 1.1 * min(played)


def test_every_game_gets_its_share_of_those_who_play_it() -> None:
    both_games, only_fish = field_of(bots(10), NIMMT, FISH), field_of(bots(10, first=10), FISH)
    history = History()
    list(plan(endless, both(both_games, only_fish), history, 700))
    here, there = (counts(history, bots(10), division) for division in (NIMMT, FISH))
    assert max(here + there) - min(here + there) <= 3
    assert min(counts(history, bots(10, first=10), FISH)) >= min(there) - 2


@spreads
def test_newcomers_catch_up_while_the_others_stay_together(spread: float) -> None:
    old, new = bots(20), bots(4, first=20)
    history, field = History(), field_of(old, QUADS, spread=spread)
    newcomers = field_of(new, QUADS)
    unknown = {place: Rating() for place in newcomers.ratings}
    list(plan(endless, field, history, 300))
    field = both(field, replace(newcomers, ratings=unknown))
    planned = meetings = 0
    for pairing in plan(endless, field, history, 400):
        planned += 1
        played = counts(history, old, QUADS)
        assert max(played) - min(played) <= 2
        meetings += sum(player in new for player in pairing.players) - 1
        if min(counts(history, new, QUADS)) >= min(played):
            break
    assert planned < 300
    # They are not left to themselves: more than half of those whom they meet are others.
    assert meetings < 0.5 * 3 * planned


def test_the_first_of_the_ladder_plays_as_often_as_the_last() -> None:
    players, history = bots(30), History()
    list(plan(endless, field_of(players, QUADS, spread=1), history, 500))
    assert abs(history.matches(players[-1], QUADS) - history.matches(players[0], QUADS)) <= 2


def test_a_bot_that_has_left_is_not_paired() -> None:
    field, history = field_of(bots(10), NIMMT), History()
    list(plan(endless, field, history, 50))
    left = replace(field, contenders=field.contenders[1:])
    planned = list(plan(endless, left, history, 50))
    assert not any("bot0@1" in pairing.players for pairing in planned)


def test_of_equally_many_matches_the_most_uncertain_comes_first() -> None:
    field = field_of(bots(30), GOATS)
    uncertain = {**field.ratings, ("bot7@1", GOATS.game): Rating(25, 3)}
    for seed in range(20):
        pairing = endless(replace(field, ratings=uncertain), History(), Random(seed))
        assert pairing is not None
        assert "bot7@1" in pairing.players


def test_near_opponents_pay_where_the_means_are_spread_wider_than_the_luck() -> None:
    pair = bots(2)
    assert not near_opponents_pay(field_of(pair, GOATS, spread=2.9), GOATS)
    assert near_opponents_pay(field_of(pair, GOATS, spread=3.1), GOATS)


def test_means_that_are_spread_by_ignorance_alone_make_nobody_near() -> None:
    field = field_of(bots(2), GOATS, spread=4)
    ratings = {place: Rating(rating.mean, 1.5 * BETA) for place, rating in field.ratings.items()}
    assert near_opponents_pay(field, GOATS)
    assert not near_opponents_pay(replace(field, ratings=ratings), GOATS)


def test_a_bot_that_is_not_known_well_meets_opponents_of_all_kinds() -> None:
    players = bots(30)
    field = field_of(players, GOATS, spread=0.5)
    ratings = {**field.ratings, ("bot15@1", GOATS.game): Rating(25 + 7.5 * BETA, 4 * BETA)}

    def first_gap(seed: int) -> float:
        pairing = endless(replace(field, ratings=ratings), History(), Random(seed))
        assert pairing is not None
        return gaps([pairing], players)

    assert fmean(map(first_gap, range(50))) > 4


def test_opponents_are_near_where_that_pays_and_not_where_it_does_not() -> None:
    players = bots(40)
    near = list(plan(endless, field_of(players, QUADS, spread=0.3), History(), 400))
    anywhere = list(plan(endless, field_of(players, QUADS, spread=0.01), History(), 400))
    assert gaps(near, players) < 10
    assert gaps(anywhere, players) == pytest.approx(41 / 3, rel=0.05)


def test_where_luck_is_large_everybody_meets_everybody_as_often() -> None:
    players, history = bots(20), History()
    list(plan(endless, field_of(players, NIMMT), history, 1000))
    met = [history.meetings(*pair, NIMMT) for pair in combinations(players, 2)]
    assert max(met) <= 1.3 * min(met)


def test_near_opponents_are_no_closed_circle() -> None:
    players, history = bots(20), History()
    list(plan(endless, field_of(players, QUADS, spread=0.5), history, 500))
    for player in players:
        others = [history.meetings(player, other, QUADS) for other in players if other != player]
        assert sum(met > 0 for met in others) >= 6
        assert max(others) <= 0.5 * history.matches(player, QUADS)


def test_versions_of_one_bot_are_not_preferred_as_opponents() -> None:
    players = [f"bot{number // 2}@{number % 2}" for number in range(20)]
    field = field_of(players, GOATS, spread=0.5)
    planned = list(plan(endless, field, History(), 500))
    same = Counter(len({player.split("@")[0] for player in p.players}) for p in planned)
    assert same[1] < 0.02 * 500


def test_two_versions_of_one_bot_play_if_nobody_else_is_there() -> None:
    assert endless(field_of(["a@1", "a@2"], GOATS), History(), Random(1)) is not None


def test_beta_is_the_unit_in_which_the_spread_is_measured() -> None:
    field = field_of(bots(40), GOATS, spread=1)
    contenders = tuple(Contender(player, frozenset({GOATS.game})) for player in bots(40))
    assert not near_opponents_pay(replace(field, contenders=contenders, beta=100 * BETA), GOATS)
