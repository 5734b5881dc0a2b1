"""One player against another: the chance, and how sure it is that it is above a half."""

from itertools import permutations
from statistics import NormalDist

import pytest
from scipy.special import logit

from ladder.matches import Result
from ladder.ratings.official import NORMAL, fit
from ladder.ratings.versus import versus
from tests.ladder.ratings.simulated import result


def duels(better: int, worse: int) -> list[Result]:
    return [result("a b")] * better + [result("b a")] * worse


def test_how_sure_it_is_follows_from_the_chance_and_its_interval() -> None:
    found = versus([fit(duels(30, 20))], "a", "b")
    assert found is not None
    chance = found.chance
    deviation = float(logit(chance.high) - logit(chance.low)) / (2 * NORMAL)
    above = float(logit(chance.value)) / deviation
    assert found.certainty == pytest.approx(NormalDist().cdf(above))
    assert chance.low < 0.5 < chance.value
    assert 0.8 < found.certainty < 0.975


def test_two_that_are_equal_are_so_by_a_half_and_what_one_is_the_other_is_not() -> None:
    fits = [fit(duels(10, 10))]
    for player, other in permutations("ab"):
        found = versus(fits, player, other)
        assert found is not None
        assert found.certainty == pytest.approx(0.5, abs=1e-6)
    both = [versus([fit(duels(9, 3))], *pair) for pair in permutations("ab")]
    assert sum(one.certainty for one in both if one) == pytest.approx(1, abs=1e-6)


def test_two_games_that_say_the_same_are_as_sure_as_twice_the_games() -> None:
    one = fit(duels(30, 20))
    alone, both = versus([one], "a", "b"), versus([one, one], "a", "b")
    assert alone is not None
    assert both is not None
    assert both.chance.value == alone.chance.value
    deviations = [NormalDist().inv_cdf(found.certainty) for found in (alone, both)]
    assert deviations[1] == pytest.approx(2**0.5 * deviations[0])


def test_who_has_not_played_all_of_it_is_not_compared() -> None:
    assert versus([], "a", "b") is None
    assert versus([fit(duels(2, 1))], "a", "c") is None
