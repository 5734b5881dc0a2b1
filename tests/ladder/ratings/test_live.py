from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from itertools import chain
from math import sqrt
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.matches import Result
from ladder.ratings import live
from ladder.ratings.explanation import explain
from ladder.ratings.live import (
    DECIMALS,
    DRAWS,
    LIVE_MODEL,
    name_model,
    rounds,
    update,
    updates,
)
from ladder.ratings.rating import Rating, Ratings
from tests.ladder.ratings.folding import fold, rate
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
    key = ("bot00003@1", "g")
    played = [step.after[key] for step in updates({}, LOG) if key in step.after]
    assert len(played) == sum(key[0] in one.players for one in LOG)
    for number, rating in enumerate(played, 1):
        assert rating.deviation < after
        assert rating.matches == number
        after = rating.deviation


def test_a_match_moves_only_those_who_played_it() -> None:
    before = fold(LOG)
    step = update(before, LOG[0])
    after = rate(before, LOG[0])
    assert {key for key in after if after[key] != before[key]} == set(step.after)
    assert {player for player, _ in step.after} == set(LOG[0].players)


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


def test_who_ties_among_equals_gets_the_same_whatever_its_name() -> None:
    ratings = fold([result("a b c d e f g h", (1, 2, 2, 2, 2, 2, 2, 2))])
    assert len({ratings[player, "g"] for player in "bcdefgh"}) == 1
    assert ratings["a", "g"].mean > 25 > ratings["b", "g"].mean
    ratings = fold([result("a b c", (7, 7, 7))])
    assert ratings["a", "g"] == ratings["b", "g"] == ratings["c", "g"]
    assert ratings["a", "g"].mean == pytest.approx(25, abs=0.1)
    assert ratings["a", "g"].deviation < 25 / 3


@given(
    st.lists(
        st.sampled_from([Rating(), Rating(27, 2), Rating(22.5, 1.25)]), min_size=6, max_size=6
    ),
    st.lists(st.tuples(*[st.integers(1, 4)] * 6), min_size=1, max_size=25),
    st.permutations(range(6)),
    st.booleans(),
)
@settings(max_examples=40)
def test_names_and_their_order_are_nothing(
    known: list[Rating], ranks: list[tuple[int, ...]], order: list[int], together: bool
) -> None:
    def rated(names: str, places: Sequence[int]) -> list[Rating]:
        games = tuple(tuple(game[place] for place in places) for game in ranks)
        sides = (0, 0, 1, 1, 2, 2)
        teams = tuple(sides[place] for place in places)
        if together:
            games = tuple(tuple(game[sides[place]] for place in places) for game in ranks)
        before = {(name, "g"): known[place] for name, place in zip(names, places, strict=True)}
        match = replace(
            result("a b"),
            players=tuple(names),
            ranks=games,
            teams=(teams,) * len(games) if together else (),
        )
        after = update(before, match).after
        return [after[names[places.index(place)], "g"] for place in range(6)]

    assert rated("abcdef", order) == rated("fedcba", range(6))


def test_numbers_are_rounded_after_every_update() -> None:
    found = fold(LOG)
    assert found
    for rating in found.values():
        assert rating.mean == round(rating.mean, DECIMALS)
        assert rating.deviation == round(rating.deviation, DECIMALS)


def test_only_the_order_of_the_ranks_counts() -> None:
    assert fold([result("a b c", (1, 1, 3))]) == fold([result("a b c", (0, 0, 10**30))])


def of_games(names: str, *ranks: tuple[int, ...]) -> Result:
    return replace(result(names), ranks=ranks)


def test_a_match_is_rounds_of_about_ten_games_ranked_by_points() -> None:
    won, lost, tied = (1, 2, 2), (3, 1, 1), (1, 1, 1)
    # 2 and 1/2 points, 0 and 3/2, 1 and 1, of 2 each.
    (only,) = rounds(of_games("a b c", won, lost, tied))
    assert only.teams == [("a",), ("b",), ("c",)]
    assert only.ranks == [-6, -6, -6]
    match = of_games("a b c", *[won] * 15, *[lost] * 10)
    assert [one.ranks for one in rounds(match)] == [[-32, -8, -8], [-28, -10, -10], [0, -27, -27]]
    assert len(list(rounds(of_games("a b c", *[won] * 10)))) == 1
    assert len(list(rounds(of_games("a b c", *[won] * 11)))) == 2


def test_a_match_counts_its_games_and_moves_as_its_rounds_would() -> None:
    parts = [[(1, 2)] * 10, [(2, 1)] * 10, [(1, 2)] * 10]
    whole = fold([of_games("a b", *chain(*parts))])
    rounded = fold([of_games("a b", *part) for part in parts])
    assert whole["a", "g"][:2] == rounded["a", "g"][:2]
    assert (whole["a", "g"].matches, whole["a", "g"].games) == (1, 30)
    assert (rounded["a", "g"].matches, rounded["a", "g"].games) == (3, 30)


def test_partners_that_are_drawn_anew_are_teams_of_their_game_alone() -> None:
    both = replace(
        result("ab cd"), ranks=((1, 1, 2, 2), (1, 2, 1, 2)), teams=((0, 0, 1, 1), (0, 1, 0, 1))
    )
    one, other = result("ab cd"), result("ac bd")
    found, expected = fold([both]), fold([one, other])
    assert {key: rating[:2] for key, rating in found.items()} == {
        key: rating[:2] for key, rating in expected.items()
    }
    assert found["a", "g"].mean > found["b", "g"].mean > found["d", "g"].mean


@pytest.mark.parametrize("seasons", [1, pytest.param(4, marks=pytest.mark.soak)])
def test_the_deviation_is_honest_where_a_match_has_hardly_any_luck(seasons: int) -> None:
    # Six times the luck of a match of 40 games; seasons of 75 matches a bot.
    off = []
    for seed in range(seasons):
        truth = strengths(24, 6 / sqrt(40), seed=seed)
        ratings = fold(log(truth, 450, seed=seed, games=40, gaussian=True))
        means, deviations = (
            np.array([getattr(ratings[player, "g"], name) for player in truth])
            for name in ("mean", "deviation")
        )
        # The unit of strength is free: a straight line, weighted.
        line = np.polyfit(list(truth.values()), means, 1, w=1 / deviations)
        off += ((means - np.polyval(line, list(truth.values()))) / deviations).tolist()
    assert 0.8 < np.std(off) < 1.3


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


def test_an_upset_whose_deviation_would_grow_is_rated_with_more_digits() -> None:
    far = {("a", "g"): Rating(578, 2), ("b", "g"): Rating(6733, 160)}
    step = update(far, result("a b", (1, 1)))
    assert step.note == "an upset, rated with 50 digits"
    # The skill that is less known explains nearly all of the difference of 6155.
    assert step.after["a", "g"].mean == pytest.approx(578.96, abs=0.01)
    assert step.after["b", "g"].deviation == pytest.approx(6.22, abs=0.02)


def test_what_cannot_be_rated_moves_nobody_and_the_season_goes_on() -> None:
    absurd = {("a", "g"): Rating(1e308, 1e-3), ("b", "g"): Rating(-1e308, 1e-3)}
    step = update(absurd, result("b a"))
    assert step.note == "too extreme an upset to be rated, so it moves nobody"
    assert step.after["a", "g"] == Rating(1e308, 1e-3, 1, 1)
    assert fold([result("b a"), *LOG], absurd)["bot00003@1", "g"] == fold(LOG)["bot00003@1", "g"]


@given(
    st.lists(st.builds(Rating, st.floats(-1e4, 1e4), st.floats(1e-3, 1e3)), min_size=2, max_size=6),
    st.data(),
)
@settings(max_examples=60)
def test_no_ratings_and_no_ranks_stop_a_season(ratings: list[Rating], data: st.DataObject) -> None:
    names = "abcdef"[: len(ratings)]
    ranks = data.draw(st.tuples(*[st.integers(1, 3)] * len(ratings)))
    step = update(
        {(name, "g"): rating for name, rating in zip(names, ratings, strict=True)},
        result(" ".join(names), ranks),
    )
    assert step.after.keys() == {(name, "g") for name in names}
    # A result that was certain says nothing, so the last place may go either way.
    for key, new in step.after.items():
        assert 0 < new.deviation < step.before[key].deviation + 10**-DECIMALS


@pytest.mark.parametrize(
    ("name", "value"), [("ROUND", 5), ("DECIMALS", 8), ("DIGITS", 40), ("DRAWS", 0.1)]
)
def test_ratings_of_another_model_have_another_name(
    monkeypatch: pytest.MonkeyPatch, name: str, value: float
) -> None:
    monkeypatch.setattr(live, name, value)
    if name == "DRAWS":
        monkeypatch.setattr(live.ENVIRONMENT, "draw_probability", value)
    assert name_model() != LIVE_MODEL


@pytest.mark.parametrize(
    ("name", "value"), [("beta", 25 / 6 + 1e-12), ("mu", 24.0), ("sigma", 8.0), ("tau", 0.1)]
)
def test_the_name_has_every_bit_of_the_constants(
    monkeypatch: pytest.MonkeyPatch, name: str, value: float
) -> None:
    assert name_model() == LIVE_MODEL
    monkeypatch.setattr(live.ENVIRONMENT, name, value)
    assert name_model() != LIVE_MODEL


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


def test_the_ranks_of_a_long_match_are_the_means_of_its_rounds() -> None:
    step = update({}, of_games("a b", *[(1, 2)] * 20, *[(2, 1)] * 10))
    first, second = explain(step)
    assert (first.player, first.expected_rank, second.expected_rank) == ("a", 1.5, 1.5)
    assert first.rank == pytest.approx(4 / 3)
    assert second.rank == pytest.approx(5 / 3)


def test_an_unknown_bot_has_a_score_of_0() -> None:
    assert Rating().score == 0
