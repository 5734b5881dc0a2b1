"""Helpers under other names lift a bot by little, and honest ladders do not pay for it."""

import random
from math import inf

import numpy as np
import pytest

from ladder.ratings import doubt
from ladder.ratings.official import Fit, fit
from tests.ladder.ratings.colluding import helped_season, season, throw_to
from tests.ladder.ratings.simulated import log, strengths


def place(fitted: Fit) -> int:
    found = {player: fitted.strength(player).value for player in fitted.players}
    return 1 + sum(value > found["bot0"] for value in found.values())


@pytest.mark.parametrize("kind", [{}, {"seats": 2, "matches": 1230}], ids=str)
def test_helpers_lift_an_average_bot_by_few_places(
    kind: dict[str, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    alone, few, many, half = (fit(helped_season(1, helpers, **kind)) for helpers in (0, 5, 10, 20))
    assert place(few) >= place(alone) - 2
    assert place(many) >= place(alone) - 4
    assert place(half) >= place(alone) - 6
    rise = many.strength("bot0").value - alone.strength("bot0").value
    assert rise < 0.15
    assert half.strength("bot0").value < alone.strength("bot0").value + 0.2
    monkeypatch.setattr(doubt, "USUAL", inf)
    believed = fit(helped_season(1, 10, **kind))
    assert place(believed) < 10
    assert believed.strength("bot0").value > alone.strength("bot0").value + 4 * rise


def test_a_season_with_helpers_is_one_text_in_every_order() -> None:
    results, rng = helped_season(1, 10), random.Random(1)
    found = fit(results)
    for _ in range(3):
        shuffled = fit(rng.sample(results, len(results)))
        assert [shuffled.strength(one) for one in found.players] == [
            found.strength(one) for one in found.players
        ]
        assert shuffled.dispersion == found.dispersion


def test_partners_that_throw_their_games_lift_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a team's games only those against the master are off, and each team plays few."""
    truth = strengths(20, 0.5, 1)
    master, *rest = truth
    results = log(truth, 1200, seed=1, teams=(2, 2), games=10)

    cheated = throw_to(master, rest[:5], results)
    rise = fit(cheated).strength(master).value - fit(results).strength(master).value
    monkeypatch.setattr(doubt, "USUAL", inf)
    believed = fit(cheated).strength(master).value - fit(results).strength(master).value
    assert believed > 0.3
    assert rise < believed / 2


@pytest.mark.soak
def test_a_season_of_duels_between_bots_of_strong_styles_is_fitted() -> None:
    """The tails go to and fro for more than a thousand steps."""
    fitted = fit(season(21, seats=2, matches=2000, suits=0.6))
    assert fitted.tails == pytest.approx(0.29, abs=0.01)


def test_honest_seasons_have_the_strengths_that_they_had(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = [helped_season(1, 0, **kind) for kind in ({}, {"suits": 0.3}, {"spread": 1.2})]
    found = [fit(one) for one in honest]
    monkeypatch.setattr(doubt, "USUAL", inf)
    for one, doubted in zip(honest, found, strict=True):
        plain = fit(one)
        off = [plain.strength(p).value - doubted.strength(p).value for p in plain.players]
        deviation = np.mean(
            [plain.strength(p).high - plain.strength(p).value for p in plain.players]
        )
        assert np.sqrt(np.mean(np.square(off))) < deviation / 8
        assert doubted.dispersion == pytest.approx(plain.dispersion, rel=0.1)
