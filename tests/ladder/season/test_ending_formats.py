"""Round robin, gauntlet and Swiss: formats that come to an end."""

from dataclasses import replace
from itertools import combinations
from random import Random
from statistics import fmean

import pytest

from ladder.matches import Division
from ladder.matchmaking.endless import Ranked
from ladder.matchmaking.field import Field
from ladder.matchmaking.history import History
from ladder.matchmaking.meet_all import AmongHouse, Gauntlet, RoundRobin
from ladder.matchmaking.pairing import Pairing
from ladder.matchmaking.swiss import Swiss
from ladder.ratings.rating import Rating
from ladder.ratings.settled import SETTLED
from tests.ladder.fields import FISH, GOATS, NIMMT, TEAMS, bots, field_of, plan

MANY = 100_000


def nimmt(seats: int) -> Division:
    return Division("six_nimmt", {}, (seats,))


@pytest.mark.parametrize("count", [4, 30])
def test_a_ranked_season_ends_when_all_have_a_rank(count: int) -> None:
    history, field = History(), field_of(bots(count), GOATS, FISH)
    planned = list(plan(Ranked(100), field, history, MANY))
    for division in (GOATS, FISH):
        matches = [one for one in planned if one.division == division]
        games = [sum(one.games for one in matches if who in one.players) for who in bots(count)]
        assert min(games) >= SETTLED
        assert max(games) <= SETTLED + 2 * field.games_per_match
    # Nobody waits for who has left.
    gone = replace(field, bots=field.bots[:-1])
    some = planned[: len(planned) // 2]
    assert len(list(plan(Ranked(100), gone, History(some), MANY))) < len(planned)


def test_a_ranked_season_has_a_most_of_matches() -> None:
    field = replace(field_of(bots(6), GOATS), games_per_match=2)
    planned = list(plan(Ranked(3), field, History(), MANY))
    played = [sum(player in one.players for one in planned) for player in bots(6)]
    assert min(played) >= 3
    assert max(played) <= 5


@pytest.mark.parametrize("times", [1, 2])
def test_a_round_robin_of_two_seats_is_each_pair_exactly_so_often(times: int) -> None:
    history = History()
    planned = list(plan(RoundRobin(times), field_of(bots(9), GOATS), history, MANY))
    assert len(planned) == 36 * times
    assert {history.meetings(*pair, GOATS) for pair in combinations(bots(9), 2)} == {times}


@pytest.mark.parametrize("count", [7, 12, 15])
def test_a_round_robin_meets_all_with_every_number_of_seats(count: int) -> None:
    players, history = bots(count), History()
    list(plan(RoundRobin(), field_of(players, NIMMT, FISH), history, MANY))
    for division in (NIMMT, FISH):
        for seats in division.seats:
            met = [history.meetings(*pair, division, seats) for pair in combinations(players, 2)]
            assert min(met) >= 1
            played = [history.matches(player, division, seats) for player in players]
            assert max(played) - min(played) <= 1
            # Twice what would do if every group of this many could be of strangers.
            assert max(played) <= 2 + 2 * (count - 1) / (seats - 1)


@pytest.mark.parametrize(("count", "seats"), [(20, 2), (12, 3), (16, 4)])
def test_a_round_robin_keeps_all_about_level_on_its_way(count: int, seats: int) -> None:
    history = History()
    played = [0]
    for _ in plan(RoundRobin(), field_of(bots(count), nimmt(seats)), history, MANY):
        played = [history.matches(player, nimmt(seats)) for player in bots(count)]
        assert max(played) - min(played) <= 2
    assert min(played) > 0


def test_a_round_robin_meets_a_newcomer_too() -> None:
    field, history = field_of(bots(8), GOATS), History()
    list(plan(RoundRobin(), replace(field, bots=field.bots[:7]), history, MANY))
    assert len(list(plan(RoundRobin(), field, history, MANY))) == 7


@pytest.mark.parametrize("seats", [2, 3])
def test_a_round_robin_of_several_authors_ends_when_all_have_met_that_may(seats: int) -> None:
    players, history, division = bots(9), History(), nimmt(seats)
    authors = {player: f"author{number // 2}" for number, player in enumerate(players)}
    field = field_of(players, division, author=lambda player: authors[player])
    planned = list(plan(RoundRobin(), field, history, 200))
    assert len(planned) < 60
    for one, other in combinations(players, 2):
        apart = seats > 2 and authors[one] == authors[other]
        assert (history.meetings(one, other, division) == 0) == apart


def test_a_gauntlet_of_several_authors_leaves_out_its_own() -> None:
    players, history = bots(9), History()
    authors = {player: f"author{number // 3}" for number, player in enumerate(players)}
    field = field_of(players, nimmt(3), author=lambda player: authors[player])
    assert list(plan(Gauntlet("bot4@1"), field, history, 50))
    met = {one: history.meetings("bot4@1", one, nimmt(3)) for one in players if one != "bot4@1"}
    assert {one for one, times in met.items() if not times} == {"bot3@1", "bot5@1"}


@pytest.mark.parametrize("times", [1, 3])
def test_a_gauntlet_is_one_against_all(times: int) -> None:
    players, history = bots(11), History()
    planned = list(plan(Gauntlet("bot4@1", times), field_of(players, NIMMT), history, MANY))
    assert all("bot4@1" in pairing.players for pairing in planned)
    for seats in NIMMT.seats:
        matches = history.matches("bot4@1", NIMMT, seats)
        assert matches == -(-10 * times // (seats - 1))
        met = [history.meetings("bot4@1", one, NIMMT, seats) for one in players if one != "bot4@1"]
        assert min(met) == times


def test_a_gauntlet_of_nobody_has_no_match() -> None:
    assert Gauntlet("who@1")(field_of(bots(5), NIMMT), History(), Random(1)) is None


def among(authors: int, house: int, *divisions: Division) -> Field:
    """Return a field of two bots of each author and of house bots, which come first."""
    players = bots(house + 2 * authors)
    owners = dict(zip(players[house:], 2 * [f"author{one}" for one in range(authors)], strict=True))
    return field_of(players, *divisions, author=owners.get)


@pytest.mark.parametrize(("house", "seats"), [(3, 4), (5, 4), (7, 2), (9, 10), (4, 3)])
def test_among_house_bots_every_table_has_one_bot_of_an_author(house: int, seats: int) -> None:
    field, history = among(4, house, nimmt(seats)), History()
    (division,), ours, theirs = field.divisions, bots(house), bots(8, house)
    planned = list(plan(AmongHouse(10), field, history, MANY))
    assert {len(one.players) for one in planned} == {seats}
    assert {sum(player in theirs for player in one.players) for one in planned} == {1}
    assert {history.matches(player, division) for player in theirs} == {10}
    for player in theirs:
        met = [history.meetings(player, other, division) for other in ours]
        assert max(met) - min(met) <= 1


def test_among_house_bots_every_game_is_played_with_each_number_of_seats() -> None:
    planned = list(plan(AmongHouse(2), among(3, 5, NIMMT, FISH, TEAMS), History(), MANY))
    played = {(one.division.game, len(one.players)) for one in planned}
    assert played == {(one.game, n) for one in (NIMMT, FISH, TEAMS) for n in one.seats}
    assert len(planned) == 2 * 6 * len(played)


def test_among_too_few_house_bots_only_small_tables_are_played() -> None:
    planned = plan(AmongHouse(2), among(6, 2, NIMMT), History(), MANY)
    assert {len(one.players) for one in planned} == {2, 3}
    assert list(plan(AmongHouse(2), among(0, 6, NIMMT), History(), MANY)) == []


def swiss(field: Field, rounds: int, history: History, seed: int = 1) -> list[Pairing]:
    """Play a Swiss tournament in which the standings change a little after every match."""
    rng, planned = Random(seed), []
    while (pairing := Swiss(rounds)(field, history, rng)) is not None:
        history.add(pairing)
        planned.append(pairing)
        for player in pairing.players:
            mean = field.mean(player, pairing.division) + rng.gauss(0, 3)
            field.rate(player, pairing.division.game, Rating(mean, 1))
    return planned


@pytest.mark.parametrize(
    ("count", "seats", "rounds"), [(16, 2, 7), (80, 2, 7), (24, 3, 4), (32, 4, 4), (40, 5, 3)]
)
@pytest.mark.parametrize("seed", range(4))
def test_swiss_repeats_nothing_while_that_can_be_avoided(
    count: int, seats: int, rounds: int, seed: int
) -> None:
    division, history = nimmt(seats), History()
    planned = swiss(field_of(bots(count), division, spread=0.2), rounds, history, seed)
    assert len(planned) == rounds * count // seats
    assert max(history.meetings(*pair, division) for pair in combinations(bots(count), 2)) == 1
    assert {history.matches(player, division) for player in bots(count)} == {rounds}


def test_swiss_goes_on_with_repetitions_when_all_have_met() -> None:
    history = History()
    planned = swiss(field_of(bots(4), GOATS), 5, history)
    assert len(planned) == 10
    assert {history.meetings(*pair, GOATS) for pair in combinations(bots(4), 2)} <= {1, 2, 3}


def test_swiss_pairs_neighbours_in_the_standings() -> None:
    players = bots(40)
    planned = list(plan(Swiss(1), field_of(players, nimmt(4), spread=1), History(), MANY))
    gaps = [
        abs(players.index(one) - players.index(other))
        for pairing in planned
        for one, other in combinations(pairing.players, 2)
    ]
    assert max(gaps) == 3
    assert fmean(gaps) == pytest.approx(5 / 3)


def test_swiss_goes_no_further_for_strangers_than_it_has_to() -> None:
    players = bots(40)
    planned = list(plan(Swiss(4), field_of(players, nimmt(4), spread=1), History(), MANY))
    pairs = [pair for pairing in planned for pair in combinations(pairing.players, 2)]
    assert fmean(abs(players.index(one) - players.index(other)) for one, other in pairs) < 9.3


def test_who_is_left_over_in_swiss_plays_all_the_same() -> None:
    history = History()
    swiss(field_of(bots(11), nimmt(4)), 6, history)
    played = [history.matches(player, nimmt(4)) for player in bots(11)]
    assert min(played) == 6
    assert max(played) == 7


def test_who_is_left_over_in_swiss_meets_strangers() -> None:
    history, field = History(), field_of(bots(7), GOATS, spread=1)
    list(plan(Swiss(3), field, history, MANY))
    assert max(history.meetings(*pair, GOATS) for pair in combinations(bots(7), 2)) == 1


def test_swiss_takes_the_numbers_of_seats_in_turn() -> None:
    history = History()
    swiss(field_of(bots(12), NIMMT), 6, history)
    for player in bots(12):
        assert [history.matches(player, NIMMT, seats) for seats in NIMMT.seats] == [2, 2, 2]
