from dataclasses import replace
from functools import reduce
from itertools import permutations, product
from math import sqrt
from statistics import NormalDist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.ratings.checkpoint import read, write
from ladder.ratings.explanation import explain
from ladder.ratings.live import DRAWS, Rating, Ratings, curve, fold, overall, rate, update
from tests.ladder.ratings.simulated import log, result, strengths

LOG = log(strengths(12, 1, seed=1), 150, seed=2)


def test_the_fold_is_reduce() -> None:
    state: Ratings = {}
    assert fold(LOG) == reduce(rate, LOG, state)
    assert state == {}


def test_folding_on_leaves_the_ratings_that_it_began_with_alone() -> None:
    before = fold(LOG)
    kept = dict(before)
    fold(LOG, before)
    list(curve(LOG, "bot00003@1", "g", before))
    assert before == kept


def test_a_first_win_moves_as_the_paper_says() -> None:
    beta, sigma, normal = 25 / 6, 25 / 3, NormalDist()
    c = sqrt(2 * beta**2 + 2 * sigma**2)
    t = -normal.inv_cdf((1 + DRAWS) / 2) * sqrt(2) * beta / c
    v = normal.pdf(t) / normal.cdf(t)
    ratings = fold([result("a b")])
    assert ratings["a", "g"].mean == pytest.approx(25 + sigma**2 / c * v, rel=1e-6)
    assert ratings["b", "g"].mean == pytest.approx(25 - sigma**2 / c * v, rel=1e-6)
    deviation = sigma * sqrt(1 - sigma**2 / c**2 * v * (v + t))
    assert ratings["a", "g"].deviation == pytest.approx(deviation, rel=1e-6)


def test_playing_on_always_makes_a_rating_surer() -> None:
    after = 25 / 3
    for number, (_, rating) in enumerate(curve(LOG, "bot00003@1", "g"), 1):
        assert rating.deviation < after
        assert rating.matches == number
        after = rating.deviation


def test_a_match_moves_only_those_who_played_it() -> None:
    before = fold(LOG)
    step = update(before, LOG[0])
    after = rate(before, LOG[0])
    assert {key for key in after if after[key] != before[key]} == set(step.after)
    assert {player for player, _ in step.after} == {team[0] for team in LOG[0].teams}


def test_each_game_has_ratings_of_its_own() -> None:
    both = [result("a b"), result("b a", game="h")]
    ratings = fold(both)
    assert ratings["a", "g"] == ratings["b", "h"]
    assert fold(both[:1]) == {key: ratings[key] for key in ratings if key[1] == "g"}


def test_partners_win_together_and_an_exchange_of_names_exchanges_the_ratings() -> None:
    ratings = fold([result("ab cd"), result("a c")])
    assert ratings["b", "g"].mean > 25 > ratings["d", "g"].mean
    assert ratings["a", "g"].mean > ratings["b", "g"].mean
    other = fold([result("cd ab"), result("c a")])
    assert other["c", "g"] == ratings["a", "g"]


def test_equals_who_tie_stay_equal() -> None:
    ratings = fold([result("a b c", (7, 7, 7))])
    means = [ratings[player, "g"].mean for player in "abc"]
    assert means == pytest.approx([25, 25, 25], abs=0.1)
    assert ratings["a", "g"].deviation < 25 / 3


def test_only_the_order_of_the_ranks_counts() -> None:
    assert fold([result("a b c", (1, 1, 3))]) == fold([result("a b c", (0, 0, 10**30))])


def test_the_order_in_which_a_result_names_the_players_is_nothing() -> None:
    known = {(name, "g"): Rating(20 + 1 / n, 1 + 1 / n) for n, name in enumerate("abcdefghi", 1)}
    one = result("abc def ghi", (2, 1, 2))
    expected = fold([one], known)
    for order, members in product(permutations(range(3)), repeat=2):
        teams = tuple(tuple(one.teams[side][n] for n in members) for side in order)
        ranks = tuple(one.ranks[side] for side in order)
        assert fold([replace(one, teams=teams, ranks=ranks)], known) == expected


UPSET = {("a", "g"): Rating(150, 0.01), ("b", "g"): Rating(-100, 0.01)}


@pytest.mark.parametrize("ranks", [(1, 2), (1, 1)])
def test_an_extreme_upset_is_rated_with_more_digits(ranks: tuple[int, int]) -> None:
    step = update(UPSET, result("b a", ranks))
    assert step.note == "an upset, rated with 50 digits"
    gain = step.after["b", "g"].mean + 100
    assert gain == pytest.approx(150 - step.after["a", "g"].mean, rel=1e-6)
    # So far out the truncated Gaussian is a point: the difference of 250 is all but explained,
    # a share of sigma^2 / (2 beta^2 + 2 sigma^2) of it by each one's skill.
    assert gain == pytest.approx(250 * 0.01**2 / (2 * (25 / 6) ** 2), rel=0.01)


def test_fifteen_digits_are_not_enough_for_every_upset() -> None:
    apart = (Rating(3, 0.877), Rating(-401, 0.038), Rating(9792, 0.516))
    known = {(name, "g"): rating for name, rating in zip("abc", apart, strict=True)}
    step = update(known, result("a b c", (2, 2, 3)))
    assert step.note == "an upset, rated with 50 digits"
    assert step.after["c", "g"].mean < 9792


def test_what_cannot_be_rated_moves_nobody_and_the_season_goes_on() -> None:
    absurd = {("a", "g"): Rating(1e308, 1e-3), ("b", "g"): Rating(-1e308, 1e-3)}
    step = update(absurd, result("b a"))
    assert step.note == "too extreme an upset to be rated, so it moves nobody"
    assert step.after["a", "g"] == Rating(1e308, 1e-3, 1)
    assert fold([result("b a"), *LOG], absurd)["bot00003@1", "g"] == fold(LOG)["bot00003@1", "g"]


@given(
    st.lists(st.builds(Rating, st.floats(-1e4, 1e4), st.floats(1e-3, 1e3)), min_size=2, max_size=6),
    st.data(),
)
@settings(max_examples=60, deadline=None)
def test_no_ratings_and_no_ranks_stop_a_season(ratings: list[Rating], data: st.DataObject) -> None:
    names = "abcdef"[: len(ratings)]
    ranks = data.draw(st.tuples(*[st.integers(1, 3)] * len(ratings)))
    step = update(
        {(name, "g"): rating for name, rating in zip(names, ratings, strict=True)},
        result(" ".join(names), ranks),
    )
    # A result that was certain says nothing, so the last bit may go either way.
    for key, new in step.after.items():
        assert 0 < new.deviation < step.before[key].deviation * (1 + 1e-12)


def test_an_unknown_bot_and_a_game_not_played_count_nothing() -> None:
    assert Rating().score == 0
    ratings = fold(LOG)
    score = ratings["bot00003@1", "g"].score
    assert overall(ratings, "bot00003@1", ["g", "h"]) == score / 2
    assert overall(ratings, "nobody@1", ["g", "h"]) == 0


def test_the_curve_is_the_rating_after_each_match_of_the_player() -> None:
    found = dict(curve([*LOG, result("a b", game="h", number=150)], "bot00003@1", "g"))
    played = [one.number for one in LOG if ("bot00003@1",) in one.teams]
    assert list(found) == played
    assert found[played[5]] == fold(LOG[: played[5] + 1])["bot00003@1", "g"]


@pytest.mark.parametrize("cut", [0, 1, 75, 149, 150])
def test_a_fold_that_goes_on_from_a_checkpoint_has_the_same_bits(cut: int) -> None:
    text = write(fold(LOG[:cut]))
    assert write(fold(LOG[cut:], read(text))) == write(fold(LOG))
    assert list(curve(LOG[cut:], "bot00003@1", "g", read(text))) == [
        point for point in curve(LOG, "bot00003@1", "g") if point[0] >= cut
    ]


def test_a_checkpoint_does_not_depend_on_who_came_first() -> None:
    ratings = fold(LOG)
    assert write(dict(sorted(ratings.items(), reverse=True))) == write(ratings)


@pytest.mark.parametrize("ranks", [(1, 2, 3), (1, 1, 3), (2, 1, 2), (5, 5, 5)])
def test_expected_and_actual_ranks_have_the_same_sum(ranks: tuple[int, ...]) -> None:
    known = {("a", "g"): Rating(30, 1), ("b", "g"): Rating(20, 4)}
    changes = explain(update(known, result("a b c", ranks)))
    assert sum(change.rank for change in changes) == 6
    assert sum(change.expected_rank for change in changes) == pytest.approx(6)


def test_an_explanation_says_who_was_expected_in_front() -> None:
    known = {("a", "g"): Rating(30, 1), ("b", "g"): Rating(20, 4)}
    step = update(known, result("b a"))
    first, second = explain(step)
    assert (first.player, first.rank, second.rank) == ("b", 1, 2)
    # Phi(10 / sqrt(1 + 16 + 2 * (25 / 6)^2)) = Phi(1.3904)
    assert first.expected_rank == pytest.approx(1.91780, abs=1e-4)
    assert (first.before, first.after) == (known["b", "g"], step.after["b", "g"])
    assert first.after.mean > 20


def test_partners_share_their_rank_and_their_expectation() -> None:
    changes = explain(update({}, result("ab cd", (1, 1))))
    assert [change.rank for change in changes] == [1.5] * 4
    assert [change.expected_rank for change in changes] == [1.5] * 4
    strong = {("a", "g"): Rating(35, 1)}
    a, b, c, _ = explain(update(strong, result("ab cd")))
    assert a.expected_rank == b.expected_rank < 1.5 < c.expected_rank
