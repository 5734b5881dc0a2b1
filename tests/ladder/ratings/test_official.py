import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, pairwise, permutations
from math import exp, log1p, pi, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest
import scipy
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.contract import competition_ranks
from ladder.matches import Result
from ladder.ratings import official
from ladder.ratings.dispersion import find_dispersion
from ladder.ratings.link import CUBIC
from ladder.ratings.official import PRIOR, TAILS, TAILS_PRIOR, Fit, fit, proportion
from tests.ladder.ratings.simulated import log, players, result, strengths

TRUTH = strengths(30, 1, seed=5)
LOG = log(TRUTH, 900, seed=6)
FIT = fit(LOG)


def values(found: Fit) -> dict[str, float]:
    return {player: found.strength(player).value for player in found.players}


def loss(results: list[Result], names: str, vector: Any, at: Any = None) -> float:
    """Return the penalised loss of the model, written pair by pair as its docstring has it.

    With `at` it is that of what is expected if those are the parameters.
    """
    total = sum(value**2 for value in vector[:-1]) / (2 * PRIOR**2)
    total += (vector[-1] - TAILS) ** 2 / (2 * TAILS_PRIOR**2)
    for one in results:
        for number, ranks in enumerate(one.ranks):
            side = one.teams[number] if one.teams else range(len(ranks))
            rank_of = dict(zip(side, ranks, strict=True))
            for i, j in permutations(rank_of, 2):
                points = (rank_of[i] < rank_of[j]) + (rank_of[i] == rank_of[j]) / 2
                members = [
                    (names.index(player), (team == i) - (team == j))
                    for player, team in zip(one.players, side, strict=True)
                ]
                if at is not None:
                    points = 1 / (1 + exp(-odds(members, at)))
                total += 3 / (len(rank_of) + 1) * points * log1p(exp(-odds(members, vector)))
    return float(total)


def odds(members: list[tuple[int, int]], vector: Any) -> float:
    apart = sum(vector[index] * sign for index, sign in members)
    return float(apart + vector[-1] * CUBIC * apart**3)


SMALL = [
    result("ab cd"),
    result("ab ce", (1, 1)),
    result("a b c e", (2, 1, 2, 4)),
    result("d e"),
    result("d a b", (1, 1, 1)),
    result("ac be"),
]


def minimum(results: list[Result]) -> Any:
    begin = np.append(np.zeros(5), TAILS)
    return scipy.optimize.minimize(
        lambda vector: loss(results, "abcde", vector), begin, tol=1e-12
    ).x


def test_the_fit_is_the_minimum_of_the_models_loss() -> None:
    best = minimum(SMALL)
    expected = dict(zip("abcde", best[:-1] - best[:-1].mean(), strict=True))
    found = fit(SMALL)
    assert values(found) == pytest.approx(expected, abs=1e-5)
    assert found.tails == pytest.approx(best[-1], abs=1e-5)


def test_the_intervals_are_those_of_the_losss_curvature() -> None:
    at = minimum(SMALL)

    def bent(i: Any, j: Any) -> float:
        signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
        return sum(a * b * loss(SMALL, "abcde", at + a * i + b * j, at) / 4e-6 for a, b in signs)

    unit = np.eye(6) * 1e-3
    inverse = np.linalg.inv(np.array([[bent(i, j) for j in unit] for i in unit]))[:5, :5]
    centred = np.eye(5) - 1 / 5
    found = fit(SMALL)
    deviation = ((centred @ inverse @ centred)[1, 1] * found.dispersion) ** 0.5
    estimate = found.strength("b")
    assert estimate.high - estimate.value == pytest.approx(1.96 * deviation, rel=1e-4)
    assert estimate.value - estimate.low == pytest.approx(1.96 * deviation, rel=1e-4)


def test_matches_are_less_off_by_as_many_parameters_as_were_fitted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[tuple[Any, ...], dict[str, Any]]] = []

    def find(*args: Any, **said: Any) -> float:
        asked.append((args, said))
        return find_dispersion(*args, **said)

    monkeypatch.setattr(official, "find_dispersion", find)
    # All games of a match come out the same, which luck does not explain.
    orders = ("a b", "b a", "c a", "a c", "b c", "c b")
    matches = [result(order, number=number) for number, order in enumerate(orders)]
    found = fit([replace(one, ranks=one.ranks * 40) for one in matches])
    ((args, said),) = asked
    assert said["fitted"] > 1
    assert found.dispersion > find_dispersion(*args, **said | {"fitted": 0.0}) > 1


def test_strengths_that_are_known_are_found_again() -> None:
    found = values(fit(log(TRUTH, 20_000, seed=7)))
    assert found == pytest.approx(TRUTH, abs=0.15)
    assert sum(found.values()) == pytest.approx(0, abs=1e-9)


def test_partners_strengths_are_found_again() -> None:
    truth = strengths(12, 0.7, seed=8)
    found = values(fit(log(truth, 4000, seed=9, teams=(2, 2), games=10)))
    assert found == pytest.approx(truth, abs=0.15)


def test_strengths_have_mean_0_though_the_teams_are_not_alike() -> None:
    assert sum(values(fit([result("abc d")] * 20)).values()) == pytest.approx(0, abs=1e-9)


def test_tables_of_every_size_tell_the_same_strengths() -> None:
    truth = strengths(10, 1, seed=10)
    for teams in ((1, 1), (1,) * 7):
        found = fit(log(truth, 5000, seed=11, teams=teams))
        assert values(found) == pytest.approx(truth, abs=0.2)


@pytest.mark.parametrize(
    "teams",
    [
        *((1, 1, 1, 1), (2, 2)),
        *(pytest.param(teams, marks=pytest.mark.soak) for teams in ((1, 1), (1,) * 7)),
    ],
)
def test_95_of_100_intervals_have_the_truth_in_them(teams: tuple[int, ...]) -> None:
    inside = []
    for seed in range(30):
        truth = strengths(20, 1, seed=seed)
        found = fit(log(truth, 20 * 30 // sum(teams), seed=1000 + seed, teams=teams))
        for player, true in truth.items():
            estimate = found.strength(player)
            inside.append(estimate.low < true < estimate.high)
    assert 0.93 < np.mean(inside) < 0.985


def test_95_of_100_intervals_of_pairs_and_of_shares_have_the_truth_in_them() -> None:
    pairs, shares = [], []
    for seed in range(30):
        truth = strengths(20, 1, seed=100 + seed)
        found = fit(log(truth, 150, seed=2000 + seed))
        chances = {
            a: {b: 1 / (1 + exp(truth[b] - truth[a])) for b in truth if b != a} for a in truth
        }
        for one, other in pairwise(players(20)):
            estimate = found.beats(one, other)
            pairs.append(estimate.low < chances[one][other] < estimate.high)
        field = players(20)
        for player, value, deviation in zip(field, *found.win_shares(field), strict=True):
            estimate = proportion(float(value), float(deviation))
            true = sum(chances[player].values()) / 19
            shares.append(estimate.low < true < estimate.high)
    assert 0.93 < np.mean(pairs) < 0.985
    assert 0.93 < np.mean(shares) < 0.985


@pytest.mark.parametrize("gaussian", [False, True])
def test_intervals_hold_whatever_the_luck_where_a_match_has_next_to_none(gaussian: bool) -> None:
    # Four times the luck of a match of 40 games.
    spread = 4 / sqrt(40) * (1 if gaussian else pi / sqrt(6))
    held: dict[str, list[bool]] = {"far": [], "near": []}
    for seed in range(8):
        truth = strengths(20, spread, seed=seed)
        found = fit(log(truth, 150, seed=3000 + seed, games=40, gaussian=gaussian))
        for one, other in combinations(truth, 2):
            apart = truth[one] - truth[other]
            true = NormalDist().cdf(apart / sqrt(2)) if gaussian else 1 / (1 + exp(-apart))
            estimate = found.beats(one, other)
            near = abs(apart) < 1.5 * spread
            held["near" if near else "far"].append(estimate.low < true < estimate.high)
    assert 0.92 < np.mean(held["near"]) < 0.985
    assert 0.92 < np.mean(held["far"]) < 0.99


def test_the_games_tell_whose_luck_it_is() -> None:
    truth = strengths(20, 1, seed=1)
    found = {
        gaussian: fit(log(truth, 600, seed=2, games=20, gaussian=gaussian)).tails
        for gaussian in (False, True)
    }
    assert found[False] == pytest.approx(0, abs=0.2)
    assert found[True] == pytest.approx(1, abs=0.2)


@pytest.mark.parametrize(
    "teams", [(1, 1, 1, 1), pytest.param((2, 2), marks=pytest.mark.soak, id="teams")]
)
def test_intervals_hold_where_some_suit_each_other(teams: tuple[int, ...]) -> None:
    drawn = np.random.default_rng(4).normal(0, 0.3, (16, 16))
    suits = np.triu(drawn, 1) - np.triu(drawn, 1).T
    truth = strengths(16, 0.5, seed=5)
    expected = values(fit(log(truth, 12_000, seed=6, teams=teams, games=4, suits=suits)))
    inside, factors = [], []
    for seed in range(20):
        found = fit(log(truth, 120, seed=100 + seed, teams=teams, games=40, suits=suits))
        factors.append(found.dispersion)
        for player, true in expected.items():
            estimate = found.strength(player)
            inside.append(estimate.low < true < estimate.high)
    assert 0.92 < np.mean(inside) < 0.985
    assert min(factors) > 1.2


def test_a_bot_that_forfeits_one_game_of_a_hundred_keeps_its_place() -> None:
    normal = NormalDist(0, 0.6)
    truth = {player: normal.inv_cdf((40 - n - 0.5) / 40) for n, player in enumerate(players(40))}
    best, rng = players(40)[0], random.Random(1)

    def forfeit(one: Result, ranks: tuple[int, ...]) -> tuple[int, ...]:
        fails = [player == best and rng.random() < 0.01 for player in one.players]
        return competition_ranks(
            [(not fail, -rank) for fail, rank in zip(fails, ranks, strict=True)]
        )

    for seed in range(3):
        played = log(truth, 600, seed=seed, games=40)
        results = [
            replace(one, ranks=tuple(forfeit(one, ranks) for ranks in one.ranks)) for one in played
        ]
        found = values(fit(results))
        assert sorted(found, key=found.__getitem__, reverse=True).index(best) < 3


def test_of_the_pairs_said_to_be_70_to_30_the_better_wins_70_of_100() -> None:
    said: dict[int, list[bool]] = {}
    for one in log(TRUTH, 3000, seed=12):
        for a, b in combinations(one.players, 2):
            chance = FIT.beats(a, b).value
            said.setdefault(round(chance * 10), []).append(one.against(a, b)["ahead"] == 1)
    often = {tenth: wins for tenth, wins in said.items() if len(wins) >= 100}
    assert 7 in often
    for tenth, wins in often.items():
        assert np.mean(wins) == pytest.approx(tenth / 10, abs=0.06)


def test_the_two_chances_of_a_pair_are_one_and_their_intervals_mirror() -> None:
    one, other = FIT.beats("bot00001@1", "bot00002@1"), FIT.beats("bot00002@1", "bot00001@1")
    assert one.value + other.value == pytest.approx(1)
    assert (one.low, one.high) == pytest.approx((1 - other.high, 1 - other.low))


def test_a_win_share_is_the_mean_of_the_chances_against_the_others() -> None:
    field = players(30)[3:9]
    found, _ = FIT.win_shares(field)
    others = [FIT.beats(field[0], other).value for other in field[1:]]
    assert found[0] == pytest.approx(np.mean(others))
    assert sum(found) == pytest.approx(3)


def test_against_one_other_the_win_share_is_as_sure_as_the_pair() -> None:
    one, other = players(2)
    found, deviations = FIT.win_shares([one, other])
    share, pair = proportion(float(found[0]), float(deviations[0])), FIT.beats(one, other)
    assert (share.low, share.value, share.high) == pytest.approx((pair.low, pair.value, pair.high))


def test_who_is_alone_beats_nobody() -> None:
    found, deviations = FIT.win_shares(["bot00003@1"])
    assert (found.tolist(), deviations.tolist()) == ([0], [0])


def test_ties_are_half_a_win_for_each() -> None:
    tied = [result("a b", (1, 1))] * 10
    half = [result("a b")] * 5 + [result("b a")] * 5
    assert values(fit(tied)) == pytest.approx({"a": 0, "b": 0})
    level, even = fit(tied).beats("a", "b"), fit(half).beats("a", "b")
    assert level.value == even.value
    assert (level.low, level.high) == pytest.approx((even.low, even.high), abs=0.01)
    three = [result("a b", (1, 1)), result("a b")]
    assert fit(three).beats("a", "b").value == pytest.approx(
        fit([result("a b")] * 3 + [result("b a")]).beats("a", "b").value, abs=0.08
    )


def test_an_undefeated_bot_has_a_strength_and_a_wide_interval() -> None:
    found = fit([result("a b")] * 3 + [result("b c"), result("c b")])
    estimate = found.strength("a")
    assert 0.5 < estimate.value < 4
    assert estimate.high - estimate.low > 3
    # Twenty wins in a row are not believed to be all that there is.
    assert 1 < fit([result("a b")] * 20).strength("a").value < 3
    assert fit([result("a b")] * 20_000).beats("a", "b").value > 0.9999


def test_those_who_never_met_are_joined_by_the_prior_alone() -> None:
    found = fit([result("a b")] * 50 + [result("c d")] * 50)
    pair = found.beats("a", "c")
    assert pair.value == pytest.approx(0.5)
    assert pair.low < 0.1
    assert pair.high > 0.9


def test_more_matches_make_surer() -> None:
    few, many = fit(LOG[:200]).strength("bot00003@1"), FIT.strength("bot00003@1")
    assert many.high - many.low < (few.high - few.low) * 0.6


def turn(one: Result, order: Sequence[int]) -> Result:
    """Name the players of a match in another order."""

    def turned(row: Sequence[int]) -> tuple[int, ...]:
        return tuple(row[index] for index in order)

    return replace(
        one,
        players=tuple(one.players[index] for index in order),
        ranks=tuple(turned([3 * rank for rank in ranks]) for ranks in one.ranks),
        teams=tuple(map(turned, one.teams)),
    )


def test_the_players_of_a_fit_are_in_the_order_of_their_names() -> None:
    """And not in that of a set, which is another one in every process."""
    names = "hgfedcba"
    found = fit([result(f"{one} {other}") for one, other in pairwise(names)])
    assert found.players == tuple(sorted(found.players))
    assert len(found.players) == len(names)


@pytest.mark.parametrize("teams", [(1, 1, 1, 1), (2, 2)])
def test_ten_orders_of_results_and_of_the_names_in_them_change_no_bit(
    teams: tuple[int, ...],
) -> None:
    drawn = np.random.default_rng(16).normal(size=(30, 30))
    results = log(TRUTH, 40, seed=15, teams=teams, games=6, suits=drawn - drawn.T)

    def bits(found: Fit) -> list[object]:
        share = [column.tobytes() for column in found.win_shares(found.players)]
        return [found.strength("bot00003@1"), found.tails, found.dispersion, *share]

    expected = bits(fit(results))
    assert fit(results).dispersion > 1.2
    rng = random.Random(3)
    for _ in range(10):
        shuffled = rng.sample(results, len(results))
        assert bits(fit([turn(one, rng.sample(range(4), 4)) for one in shuffled])) == expected


TABLE = st.permutations("abcdef").flatmap(
    lambda seats: st.builds(
        lambda ranks, size: result(" ".join(seats[: 2 * size : 1]), ranks[: 2 * size]),
        st.tuples(*[st.integers(1, 4)] * 6),
        st.sampled_from([1, 2, 3]),
    )
)
TEAMS = st.permutations("abcdef").flatmap(
    lambda seats: st.builds(
        lambda ranks: result(" ".join(map("".join, (seats[:2], seats[2:4]))), ranks),
        st.tuples(st.integers(1, 2), st.integers(1, 2)),
    )
)
MIXED = st.lists(st.one_of(TABLE, TEAMS), min_size=1, max_size=12)


@given(MIXED, st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_any_log_is_the_same_in_any_order(results: list[Result], rng: random.Random) -> None:
    turned = [turn(one, range(len(one.players))[::-1]) for one in rng.sample(results, len(results))]
    assert values(fit(turned)) == values(fit(results))


@given(MIXED, st.permutations("abcdef"))
@settings(max_examples=40)
def test_other_names_are_the_same_board_with_other_names(
    results: list[Result], names: list[str]
) -> None:
    new = dict(zip("abcdef", names, strict=True))
    renamed = [
        replace(one, players=tuple(new[player] for player in one.players)) for one in results
    ]
    expected = {new[player]: value for player, value in values(fit(results)).items()}
    assert values(fit(renamed)) == pytest.approx(expected, abs=1e-9)


def test_in_a_large_field_the_intervals_are_nearly_those_of_a_small_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    truth = strengths(150, 0.5, seed=13)
    results = log(truth, 6000, seed=14)
    exact = fit(results)
    monkeypatch.setattr(official, "DENSE", 100)
    nearly = fit(results)
    assert values(nearly) == values(exact)
    for player in truth:
        one, other = exact.strength(player), nearly.strength(player)
        assert other.high - other.low == pytest.approx(one.high - one.low, rel=0.02)
        assert other.high - other.low != one.high - one.low
    shares = [found.win_shares(players(150)) for found in (exact, nearly)]
    assert shares[0][1] == pytest.approx(shares[1][1], rel=0.03)
    ends = [np.array([*found.ranges(players(150)).values()]) for found in (exact, nearly)]
    assert np.abs(ends[0] - ends[1]).max() <= 3


def test_all_ranges_of_ranks_hold_together() -> None:
    seasons = 20
    equal, spread = dict.fromkeys(players(12), 0.0), strengths(12, 0.5, seed=3)
    # Strengths fall in the order of the names here.
    ordered = dict(zip(players(12), sorted(spread.values(), reverse=True), strict=True))
    held, wide = 0, 0.0
    for seed in range(seasons):
        alike = fit(log(equal, 60, seed=seed, games=10, gaussian=True)).ranges([*equal])
        held += set(alike.values()) == {(1, 12)}
        found = fit(log(ordered, 200, seed=seed, games=10, gaussian=True)).ranges([*ordered])
        assert all(low <= rank <= high for rank, (low, high) in enumerate(found.values(), 1))
        wide += float(np.mean([high - low + 1 for low, high in found.values()]))
    print("held", held, "of", seasons, "and are", wide / seasons, "ranks wide of 12")
    assert held >= 0.9 * seasons
    assert wide / seasons < 6
