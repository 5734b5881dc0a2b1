"""Helpers under other names lift a bot by little, and honest ladders do not pay for it."""

import random
from dataclasses import replace
from math import inf

import numpy as np
import pytest

from ladder.matches import Result, name_of
from ladder.ratings import doubt
from ladder.ratings.official import Fit, fit
from tests.ladder.ratings.colluding import season
from tests.ladder.ratings.simulated import log, strengths


def helped(helpers: int, **kind: float) -> list[Result]:
    """Return a season of 41 bots in which helpers lose to an average one on purpose."""
    usual = {"bots": 41, "matches": 410, "spread": 0.35, "throws": 50}
    results = season(1, helpers=helpers, **{**usual, **kind})  # type: ignore[arg-type]
    # All as one version.
    return [replace(one, players=tuple(map(name_of, one.players))) for one in results]


def place(fitted: Fit) -> int:
    found = {player: fitted.strength(player).value for player in fitted.players}
    return 1 + sum(value > found["bot0"] for value in found.values())


@pytest.mark.parametrize("kind", [{}, {"seats": 2, "matches": 1230}], ids=str)
def test_ten_helpers_lift_an_average_bot_by_few_places(
    kind: dict[str, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    alone, few, many = (fit(helped(helpers, **kind)) for helpers in (0, 5, 10))
    assert place(few) >= place(alone) - 2
    assert place(many) >= place(alone) - 4
    rise = many.strength("bot0").value - alone.strength("bot0").value
    assert rise < 0.15
    monkeypatch.setattr(doubt, "USUAL", inf)
    believed = fit(helped(10, **kind))
    assert place(believed) < 10
    assert believed.strength("bot0").value > alone.strength("bot0").value + 4 * rise


def test_a_season_with_helpers_is_one_text_in_every_order() -> None:
    results, rng = helped(10), random.Random(1)
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
    helpers = {*rest[:5]}
    results = log(truth, 1200, seed=1, teams=(2, 2), games=10)

    def thrown(one: Result, game: int) -> tuple[int, ...]:
        own = one.players.index(master)
        teams = one.teams[game]
        against = {teams[one.players.index(helper)] for helper in helpers & {*one.players}}
        if against - {teams[own]}:
            return tuple(1 if team == teams[own] else 2 for team in teams)
        return one.ranks[game]

    cheated = [
        replace(one, ranks=tuple(thrown(one, game) for game in range(len(one.ranks))))
        if master in one.players
        else one
        for one in results
    ]
    rise = fit(cheated).strength(master).value - fit(results).strength(master).value
    monkeypatch.setattr(doubt, "USUAL", inf)
    believed = fit(cheated).strength(master).value - fit(results).strength(master).value
    assert believed > 0.3
    assert rise < believed / 2


def test_honest_seasons_have_the_strengths_that_they_had(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = [helped(0), helped(0, suits=0.3), helped(0, spread=1.2)]
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
