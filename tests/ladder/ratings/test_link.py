import numpy as np
import pytest
from scipy.special import expit, ndtr

from ladder.ratings.link import by_strength, by_tails, log_odds

APART = np.linspace(-8, 8, 1001)


def test_the_tails_go_from_bradley_and_terry_to_thurstone() -> None:
    assert log_odds(APART, 0).tolist() == APART.tolist()
    assert expit(log_odds(APART, 1)) == pytest.approx(ndtr(APART / 1.5976), abs=2e-4)


@pytest.mark.parametrize("tails", [0, 0.5, 1.5])
def test_the_derivatives_are_those_of_the_log_odds(tails: float) -> None:
    step = 1e-6
    strength = (log_odds(APART + step, tails) - log_odds(APART - step, tails)) / (2 * step)
    assert by_strength(APART, tails) == pytest.approx(strength, rel=1e-6)
    moved = (log_odds(APART, tails + step) - log_odds(APART, tails - step)) / (2 * step)
    assert by_tails(APART) == pytest.approx(moved, abs=1e-6)
