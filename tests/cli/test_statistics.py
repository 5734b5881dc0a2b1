import pytest

from arena.cli.report import say_verdict
from arena.cli.statistics import Comparison, Estimate, by_team, compare, estimate, tally
from arena.v1 import record_pb2 as rec


def record(games: list[tuple[int, int, list[int]]]) -> rec.Record:
    """Return a match of two bots with these (deal, rotation, scores by seat)."""
    match = rec.Record(plan=rec.Plan(game="six_nimmt"))
    match.plan.entrants.extend(rec.Entrant(name=name) for name in "ab")
    for deal, rotation, scores in games:
        ranks = [1 + (score < max(scores)) for score in scores]
        match.games.add(deal=deal, rotation=rotation, scores=scores, ranks=ranks)
    return match


# Five deals from both seats; a is better by 1 to 5, whichever seat is the lucky one.
MATCH = record(
    [game for deal in range(5) for game in ((deal, 0, [deal + 11, 0]), (deal, 1, [10, deal + 1]))]
)


def test_an_interval_is_students_t() -> None:
    found = estimate([1, 2, 3, 4, 5])
    assert found.mean == 3
    assert found.margin == pytest.approx(2.776445 * 1.581139 / 5**0.5, rel=1e-5)
    assert estimate([7]) == Estimate(7, None)


def test_a_bots_score_in_a_deal_is_its_mean_over_the_seats() -> None:
    first, second = tally([MATCH])
    assert first.deal_means() == [(deal + 11 + deal + 1) / 2 for deal in range(5)]
    assert second.deal_means() == [5] * 5
    assert (first.games, first.wins, second.wins) == (10, 5, 5)


def test_bots_are_compared_deal_by_deal() -> None:
    first, second = tally([MATCH])
    found = compare(second, first)
    assert (found.better, found.worse, found.games) == ("a", "b", 10)
    assert found.difference.mean == 3
    assert found.p == pytest.approx(0.013236, rel=1e-3)


def test_a_shared_win_counts_in_part_for_each() -> None:
    first, second = tally([record([(0, 0, [4, 4])])])
    assert (first.wins, second.wins) == (0.5, 0.5)


def test_equal_scores_show_nothing_and_unequal_ones_without_spread_everything() -> None:
    assert compare(*tally([record([(0, 0, [4, 4]), (1, 0, [2, 2])])])).p == 1
    assert compare(*tally([record([(0, 0, [4, 3]), (1, 0, [3, 2])])])).p == 0


@pytest.mark.parametrize(
    ("p", "sentence"),
    [
        (0.0001, "a beats b by 3.00 ± 1.00 heads a game, p < 0.001; n = 10."),
        (0.02, "a beats b by 3.00 ± 1.00 heads a game, p = 0.020; n = 10."),
        (0.4, "No difference is shown: a is ahead of b by 3.00 ± 1.00 heads a game, p = 0.400;"),
        (None, "a is ahead of b by 3.00 ± 1.00 heads a game; one deal shows nothing yet."),
    ],
)
def test_the_verdict_says_how_sure_it_is(p: float | None, sentence: str) -> None:
    assert say_verdict(Comparison("a", "b", Estimate(3, 1), p, 10), "heads").startswith(sentence)


def test_partners_win_together_and_are_compared_by_their_sums() -> None:
    match = rec.Record(plan=rec.Plan(game="tonton", options={"teams": "true"}, rotations=2))
    match.plan.entrants.extend(rec.Entrant(name=name) for name in "abcd")
    # In rotation 1 the bots a, b, c, d have the seats 1, 2, 3, 0.
    match.games.add(deal=0, rotation=0, scores=[9, 5, 1, 4], ranks=[1, 3, 1, 3])
    match.games.add(deal=0, rotation=1, scores=[4, 9, 6, 2], ranks=[3, 1, 3, 1])
    bots = tally([match])
    assert [(bot.name, bot.wins) for bot in bots] == [("a", 2), ("b", 0), ("c", 2), ("d", 0)]
    sides = by_team(bots)
    assert [(side.name, side.by_deal[0]) for side in sides] == [
        ("a + c", [10, 11]),
        ("b + d", [9, 10]),
    ]
    assert compare(*sides).difference.mean == 1
