"""Every tournament has a fit, and one that converges by whole steps is not begun again."""

from typing import Any

import numpy as np
import pytest
import scipy

from ladder.matches import Result
from ladder.ratings import official
from ladder.ratings.comparisons import Comparisons
from ladder.ratings.link import Floats, log_odds
from ladder.ratings.official import PRIOR, TAILS, TAILS_PRIOR, NoFit, fit
from tests.ladder.ratings.tournaments import draw_tournament

# Whose whole steps go to and fro: between two places, around three, and with weights that do so.
TO_AND_FRO = (708, 900, 1195, 1824, 2028, 2167, 2202, 2370, 10045, 10357, 10459, 11064)
HONEST = 5


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """By step whether it may be halved."""
    made: list[bool] = []
    maximise, turn = official.maximise, official._Design.turn
    halving = False

    def look_on(*words: Any, halved: bool = False) -> Any:
        nonlocal halving
        halving = halved
        return maximise(*words, halved=halved)

    def count(design: Any, *words: Any) -> None:
        made.append(halving)
        turn(design, *words)

    monkeypatch.setattr(official, "maximise", look_on)
    monkeypatch.setattr(official._Design, "turn", count)
    return made


@pytest.mark.parametrize(
    "seeds",
    [
        (*range(20), *TO_AND_FRO[::3]),
        pytest.param((*range(88), *TO_AND_FRO), marks=pytest.mark.soak),
    ],
    ids=len,
)
def test_every_tournament_is_fitted(seeds: tuple[int, ...]) -> None:
    for seed in seeds:
        found = fit(draw_tournament(seed))
        assert all(np.isfinite(found.strength(player).value) for player in found.players), seed


@pytest.mark.parametrize("seed", [708, 1824, 10357])
def test_steps_that_go_to_and_fro_are_seen_early_and_halved(steps: list[bool], seed: int) -> None:
    fit(draw_tournament(seed))
    assert steps == sorted(steps)
    assert 200 <= steps.count(False) <= 1000
    assert 0 < steps.count(True) <= 200


def test_honest_tournaments_take_whole_steps_alone(steps: list[bool]) -> None:
    for seed in range(HONEST, 120, 6):
        fit(draw_tournament(seed))
    assert not any(steps)


def test_a_slow_fit_is_not_taken_for_one_that_goes_to_and_fro(steps: list[bool]) -> None:
    """Its steps change their sign a thousand times, and shrink by a hundredth each time."""
    fit(draw_tournament(1856))
    assert len(steps) > 1000
    assert not any(steps)


@pytest.mark.parametrize("seed", [708, 1824, 10045, 10459])
def test_halved_steps_end_at_the_maximum(seed: int) -> None:
    results = draw_tournament(seed)
    found = fit(results)
    best = _maximum(results)
    strengths = [found.strength(player).value for player in found.players]
    assert strengths == pytest.approx(best[:-1] - best[:-1].mean(), abs=1e-4)
    assert found.tails == pytest.approx(best[-1], abs=1e-4)


def _maximum(results: list[Result]) -> Floats:
    """Return the strengths and the tails by a general method; all pairs count in full."""
    comparisons = Comparisons()
    for one in results:
        comparisons.add(one)
    counts = comparisons.counts()
    weights, size = 3 / (counts.field + 1), len(counts.teams)
    games, points = weights * counts.games, weights * counts.halves / 2

    def loss(vector: Floats) -> float:
        odds = log_odds(vector[counts.one] - vector[counts.other], float(vector[-1]))
        total = (games * np.logaddexp(0, odds) - points * odds).sum()
        prior = (vector[:-1] ** 2).sum() / PRIOR**2 + ((vector[-1] - TAILS) / TAILS_PRIOR) ** 2
        return float(total + prior / 2)

    bounds = [(None, None)] * size + [(0, None)]
    limits = {"ftol": 1e-15, "gtol": 1e-9, "maxfun": 10**6, "maxiter": 10**5}
    begin = np.append(np.zeros(size), TAILS)
    return np.asarray(scipy.optimize.minimize(loss, begin, bounds=bounds, options=limits).x)


def test_a_fit_that_fails_all_the_same_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(official, "_MOST", 3)
    with pytest.raises(NoFit, match="the strengths of 7 bots cannot be fitted"):
        fit(draw_tournament(1824))
