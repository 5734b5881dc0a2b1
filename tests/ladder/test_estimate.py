"""What an event will tell: counted by hand where that is possible, and beside simulated boards."""

from math import sqrt
from pathlib import Path
from random import Random

import numpy as np
import pytest
from scipy.special import expit
from scipy.stats import kendalltau

from arena.errors import UserError
from ladder.matches import read_division
from ladder.queries.estimate import SPREADS, estimate_event, forecast, matches_an_hour
from ladder.ratings.settled import HALF_WIDTH, SETTLED
from tests.ladder.ladders import make_ladder

GOATS = read_division("goat_n_goat seats=2")
NIMMT = read_division("six_nimmt seats=2,4")


def test_a_rank_comes_with_the_interval_that_it_needs() -> None:
    # 10 bots, 40 games a match of two: 16 matches are 128 games a bot, 8 are 64, 7 are 56.
    assert forecast(GOATS, 10, 40, 16).games_a_bot == 128
    assert forecast(GOATS, 10, 40, 8).ranked
    assert not forecast(GOATS, 10, 40, 7).ranked
    found = forecast(GOATS, 40, 1, 10 * SETTLED)
    assert found.games_a_bot == SETTLED
    # The prior helps a little.
    assert found.half_width == pytest.approx(expit(HALF_WIDTH) - 0.5, rel=0.02)


def test_every_number_of_seats_counts_as_often() -> None:
    # 20 matches of two and 20 of four bots, with 40 games each, for 10 bots.
    assert forecast(NIMMT, 10, 40, 40).games_a_bot == 40 * (20 * 2 + 20 * 4) // 10


def test_with_no_game_the_order_is_chance_and_with_many_it_is_right() -> None:
    few, many = forecast(GOATS, 20, 40, 0), forecast(GOATS, 20, 40, 10**9)
    assert few.neighbours == pytest.approx(0.5, abs=0.03)
    assert many.neighbours == pytest.approx(1, abs=0.001)
    assert many.tau == pytest.approx(1, abs=0.001)


def test_the_forecast_is_what_comes_of_simulated_boards() -> None:
    # Drawn again, and the same each time.
    rng = np.random.default_rng(7)
    found = forecast(GOATS, 30, 40, 300)
    error = 1 / sqrt(found.games_a_bot / 4)
    taus, right = [], []
    for _ in range(300):
        truth = np.sort(rng.normal(0, SPREADS["goat_n_goat"], 30))
        board = truth + rng.normal(0, error, 30)
        taus.append(kendalltau(truth, board).statistic)
        right.append(np.mean(np.diff(board) > 0))
    assert np.mean(taus) == pytest.approx(found.tau, abs=0.02)
    assert np.mean(right) == pytest.approx(found.neighbours, abs=0.03)


def test_pauses_are_no_time_of_play() -> None:
    rng = Random(1)
    times, now = [], 0.0
    for number in range(100):
        now += rng.uniform(9, 11) + (86_400 if number == 50 else 0)
        times.append(now)
    assert matches_an_hour(times) == pytest.approx(360, rel=0.03)
    assert matches_an_hour(times[:19]) is None


def test_what_makes_no_sense_is_refused(tmp_path: Path) -> None:
    with make_ladder(tmp_path / "ladder.db", "one", "two") as store:
        with pytest.raises(UserError, match="--matches-an-hour N"):
            estimate_event(store, 60, 6, 1, None)
        with pytest.raises(UserError, match="needs 2 bots or more"):
            estimate_event(store, 1, 6, 1, 100)
        found = estimate_event(store, 60, 6, 3, 100)
        assert [one.machines for one in found.machines] == [3, 6, 12, 24]
        assert [one.matches for one in found.machines] == [1800, 3600, 7200, 14400]
