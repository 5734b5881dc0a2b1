"""The interval that one may look at after every game."""

from random import Random
from statistics import fmean

import pytest

from arena.match.confidence_sequence import interval_of


def test_before_the_first_number_nothing_is_known() -> None:
    assert interval_of([]) == (-1, 1)


def test_the_order_does_not_matter_and_the_mirror_image_has_the_mirrored_interval() -> None:
    values = [1 / 3, -1, 0, 2 / 3] * 20
    low, high = interval_of(values)
    assert interval_of(values[::-1]) == (low, high)
    assert interval_of(-value for value in values) == pytest.approx((-high, -low), abs=1e-4)


def test_what_is_always_the_same_is_known_ever_more_exactly() -> None:
    ends = [interval_of([0.0] * count).high for count in (10, 100, 1000)]
    assert ends[0] > 5 * ends[1] > 25 * ends[2] > 0
    # By hand: betting 0.95 of the stake against a mean m brings 0.05 + 0.95 / (1 - m) a number.
    assert ends[1] == pytest.approx(0.061, abs=0.003)


def test_an_interval_that_is_looked_at_again_and_again_hardly_ever_misses() -> None:
    """One number in fifty is large, and the mean is 0: Student's t misses it in most of these."""
    missed = 0
    for seed in range(100):
        rng, values = Random(seed), list[float]()
        for _ in range(20):
            values += [0.98 if rng.random() < 0.02 else -0.02 for _ in range(10)]
            low, high = interval_of(values)
            if low > 0 or high < 0:
                missed += 1
                break
    assert missed <= 5


def test_to_look_all_the_time_costs_less_than_twice_the_numbers() -> None:
    """Of a mean of 0.106 with a deviation of 0.443 a test that does not look needs 137 numbers."""
    needed = []
    for seed in range(20):
        rng, values = Random(seed), list[float]()
        while interval_of(values).low <= 0:
            values += rng.choices((-2 / 3, 0, 1 / 3, 2 / 3), (4, 8, 5, 5), k=12)
        needed.append(len(values))
    assert 80 < fmean(needed) < 274
