"""Who forfeits a game with partners has lost it; of the others it says nothing."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
import scipy

from ladder.matches import Player, Result
from ladder.ratings.explanation import explain
from ladder.ratings.link import log_odds
from ladder.ratings.live import update
from ladder.ratings.official import PRIOR, Fit, fit
from tests.ladder.ratings.folding import fold, rate
from tests.ladder.ratings.simulated import BEGIN, result

BOTS = [f"bot{number}" for number in range(10)]
TRUTH = np.linspace(-1.2, 1.2, 10)
WEAK = 3


def forfeited(teams: str, failed: str) -> Result:
    """Return a game of partners as the log has it where these have forfeited it."""
    one = result(teams)
    ranks = [1 if player not in failed else 0 for player in one.players]
    placed = tuple(1 if innocent else 1 + sum(ranks) for innocent in ranks)
    return replace(one, ranks=(placed,), teams=(tuple(range(len(one.players))),))


def season(share: float, matches: int = 600, games: int = 40) -> list[Result]:
    """Return matches in pairs, drawn again for every game; the weak forfeit a share of theirs."""
    rng = np.random.default_rng(1)
    found = []
    for number in range(matches):
        table = rng.permutation(10)[:4]
        sides = rng.permuted(np.tile([0, 0, 1, 1], (games, 1)), axis=1)
        lead = (np.where(sides == 0, 1, -1) * TRUTH[table]).sum(axis=1) + rng.logistic(size=games)
        behind = np.where(lead[:, None] > 0, sides, 1 - sides)
        failed = np.logical_and(table < WEAK, rng.random((games, 4)) < share)
        innocent = 4 - failed.sum(axis=1, keepdims=True)
        lost = innocent < 4
        ranks = np.where(lost, 1 + failed * innocent, 1 + behind)
        teams = np.where(lost, np.arange(4), sides)
        players = tuple(BOTS[bot] for bot in table)
        rows = [tuple(map(tuple, array.tolist())) for array in (ranks, teams)]
        found.append(Result(number, number, 1, "tonton", players, rows[0], rows[1], BEGIN))
    return found


def strengths(fitted: Fit, players: Sequence[Player]) -> list[float]:
    return [fitted.strength(player).value for player in players]


def test_strengths_are_the_true_ones_however_much_others_forfeit() -> None:
    """The seat that erred pays: the three weak ones, and the more the more they forfeit."""
    weakest = []
    for share in (0, 0.1, 0.3, 0.6):
        weak, middle, best = strengths(fit(season(share)), [BOTS[0], BOTS[3], BOTS[9]])
        assert best - middle == pytest.approx(1.6, abs=0.1)
        weakest.append(weak - middle)
    assert weakest[0] == pytest.approx(-0.8, abs=0.1)
    assert weakest == sorted(weakest, reverse=True)
    assert weakest[-1] < -2


def test_a_forfeit_counts_whatever_the_order_and_though_nothing_else_was_played() -> None:
    games = [result("ab cd"), result("ac bd"), forfeited("ab cd", "d"), forfeited("ad bc", "de")]
    orders = {tuple(strengths(fit(order), "abcd")) for order in permutations(games)}
    assert len(orders) == 1
    only = fit([forfeited("ab cd", "d")])
    assert only.players == ("a", "b", "c", "d")
    assert strengths(only, "abc") == pytest.approx([0.2] * 3, abs=0.2)
    assert only.strength("d").value < only.strength("a").value
    assert strengths(fit([forfeited("ab cd", "abcd")]), "abcd") == [0] * 4


def test_those_who_did_not_forfeit_are_not_compared_with_each_other() -> None:
    one = forfeited("ab cd", "d")
    assert one.against("a", "b") == one.against("b", "c") == {"ahead": 0, "level": 0, "behind": 0}
    assert one.against("a", "d") == {"ahead": 1, "level": 0, "behind": 0}
    assert one.points() == [1, 1, 1, 0]
    assert forfeited("ab cd", "cd").against("c", "d")["level"] == 0


def test_live_a_forfeit_moves_its_bot_down_and_draws_nobody_together() -> None:
    before = fold([result("ab cd"), result("ac bd"), result("ad bc")])
    after = rate(before, forfeited("ab cd", "d"))
    means = {player: (before[player, "g"].mean, after[player, "g"].mean) for player in "abcd"}
    assert means["d"][1] < means["d"][0] - 0.5
    assert all(means[player][1] > means[player][0] for player in "abc")
    assert means["a"][1] - means["b"][1] == pytest.approx(means["a"][0] - means["b"][0], abs=0.2)


def test_live_names_are_nothing_to_a_forfeit_and_who_all_forfeit_stay_where_they_were() -> None:
    known = {(player, "g"): one for (player, _), one in fold([result("a b c d")]).items()}
    moved = rate(known, forfeited("ab cd", "bd"))
    for other in permutations("abcd"):
        named = dict(zip("abcd", other, strict=True))
        renamed = {(named[player], "g"): one for (player, _), one in known.items()}
        one = forfeited("ab cd", "bd")
        found = rate(renamed, replace(one, players=tuple(named[player] for player in one.players)))
        assert {player: found[named[player], "g"] for player in "abcd"} == {
            player: moved[player, "g"] for player in "abcd"
        }
    nobody = update(known, forfeited("ab cd", "abcd"))
    assert all(nobody.after[key].mean == known[key].mean for key in known)
    assert {(one.expected_rank, one.rank) for one in explain(nobody)} == {(1, 1)}
    explained = {one.player: one for one in explain(update({}, forfeited("ab cd", "d")))}
    assert explained["d"].expected_rank == pytest.approx(1.5)
    assert (explained["a"].rank, explained["d"].rank) == (1, 2)


def test_a_bot_whose_steps_go_to_and_fro_is_charged_what_fits_its_games_best() -> None:
    games = {"ba fe": 40, "bf ac": 1, "ce db": 40, "ad bc": 10}
    played = [result(teams) for teams, number in games.items() for _ in range(number)]
    before, after = fit(played), fit([*played, *[forfeited("ab cd", "a")] * 40])
    known = {player: before.strength(player).value for player in before.players}

    def unlikely(apart: float) -> float:
        """Return how unlikely it is to come in front."""
        return float(np.logaddexp(0, -log_odds(np.array(apart), before.tails)))

    def loss(own: float) -> float:
        total = own**2 / (2 * PRIOR**2)
        for teams, number in games.items():
            one, other = (
                sum({**known, "a": own}[player] for player in side) for side in teams.split()
            )
            total += number * unlikely(one - other)
        return total + sum(40 * 3 / 5 * unlikely(known[other] - own) for other in "bcd")

    best = scipy.optimize.minimize_scalar(loss, bracket=(-3, 3), tol=1e-9).x
    own, other = strengths(after, "ab")
    assert own - other == pytest.approx(best - known["b"], abs=1e-4)
