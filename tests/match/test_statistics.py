"""What is made of the games of a match: who is better, and how sure that is."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from statistics import fmean

import numpy as np
import pytest

from arena.cli.report import say_comparison
from arena.match.clock import NO_CLOCK, clock_message
from arena.match.plan import read_plan
from arena.match.statistics import (
    Comparison,
    MeanWithMargin,
    Tally,
    compare_all,
    count_scores,
    estimate,
    tally,
)
from arena.v1 import record_pb2 as rec

ALONE = (0, 1, 2)


def played(
    scores: Sequence[int], lost: Sequence[int] = (), seating: Sequence[int] | None = None
) -> rec.GameRecord:
    """Return a game with these scores by seat, and the seats that forfeited it."""
    clean = [score for seat, score in enumerate(scores) if seat not in lost]
    ranks = [
        1 + len(clean) if seat in lost else 1 + sum(other > score for other in clean)
        for seat, score in enumerate(scores)
    ]
    forfeits = [rec.Forfeit(seat=seat, verdict=rec.VERDICT_CRASHED) for seat in lost]
    seating = range(len(scores)) if seating is None else seating
    return rec.GameRecord(seating=seating, scores=scores, ranks=ranks, forfeits=forfeits)


def record(
    *games: rec.GameRecord, bots: str = "ab", game: str = "six_nimmt", **options: str
) -> rec.Record:
    """Return a match of these games; a bot's letter is its name and its files' digest."""
    plan = rec.Plan(game=game, options=options, games=len(games), seed=bytes(16))
    for index, letter in enumerate(bots):
        plan.bots.add(name=f"{letter}#{index}" if index else letter, digest=letter)
    return rec.Record(plan=plan, games=games)


def tally_up(match: rec.Record) -> list[Tally]:
    return tally(read_plan(match.plan), match.games)


# Ten games; a is better by 1 to 5, whichever its seat.
MATCH = record(
    *(played([game + 11, 10], seating=[0, 1]) for game in (0, 2, 4) * 2),
    *(played([10, game + 11], seating=[1, 0]) for game in (1, 3) * 2),
)


def compare(*bots: Tally) -> Comparison:
    """Compare the only two of a table."""
    (found,) = compare_all(bots)
    return found


def test_an_interval_is_students_t() -> None:
    found = estimate([1, 2, 3, 4, 5])
    assert found.mean == 3
    assert found.margin == pytest.approx(2.776445 * 1.581139 / 5**0.5, rel=1e-5)
    assert estimate([7]) == MeanWithMargin(7, None)


def test_a_bots_scores_are_its_own_whatever_its_seats() -> None:
    first, second = tally_up(MATCH)
    assert sorted(first.scores) == sorted([11, 12, 13, 14, 15] * 2)
    assert second.scores == [10] * 10
    assert (first.name, first.win_share, second.win_share) == ("a", 1, 0)


def test_two_bots_are_compared_game_by_game() -> None:
    found = compare(*tally_up(MATCH))
    assert (found.bot, found.other, found.games) == ("a", "b#1", 10)
    assert found.difference.mean == 3
    # t is 3 over 1.490712 / sqrt(10), with 9 degrees of freedom.
    assert found.p == pytest.approx(0.000130703, rel=1e-5)
    assert found.shown
    # Of t with 9 degrees of freedom, and 0.84 for four of five matches.
    assert found.difference.margin == pytest.approx(2.262157 * 1.490712 / 10**0.5, rel=1e-5)
    assert found.detectable == pytest.approx((2.262157 + 0.84) * 1.490712 / 10**0.5, rel=1e-5)


def test_of_a_few_games_or_without_spread_no_p_is_told() -> None:
    nine = compare(*tally_up(record(*(played([one, 0]) for one in range(9)))))
    assert (nine.p, nine.detectable, nine.shown) == (None, None, False)
    alike = compare(*tally_up(record(*(played([4, 3]) for _ in range(20)))))
    assert (alike.p, alike.detectable, alike.shown) == (None, None, False)
    ten = compare(*tally_up(record(*(played([one, 0]) for one in range(10)))))
    assert ten.p is not None


def test_each_p_is_over_all_pairs_of_the_table() -> None:
    """By Holm: the smallest times the number of pairs, the next times one less, and none falls."""
    games = [played([9, 5 + one % 3, 5 + one % 2 + 2 * one % 3]) for one in range(12)]
    bots = tally_up(record(*games, bots="abc"))
    alone = sorted(pair.p for two in combinations(bots, 2) for pair in compare_all(two) if pair.p)
    together = sorted(pair.p for pair in compare_all(bots) if pair.p is not None)
    expected = [min(1.0, p * (3 - place)) for place, p in enumerate(alone)]
    assert together == pytest.approx([max(expected[: place + 1]) for place in range(3)])
    assert together[0] == pytest.approx(3 * alone[0])


def tables(bots: int, number: int, ahead: float = 0.0) -> Iterator[list[Comparison]]:
    """Yield tables of 40 games, of which the first bot is this much better than the second.

    All others are half way between.
    """
    rng = np.random.default_rng(2)
    lead = np.array([ahead / 2, -ahead / 2, *[0.0] * (bots - 2)])
    for _ in range(number):
        scores = (rng.normal(size=(40, bots)) + lead).T.tolist()
        yield compare_all([Tally(str(bot), str(bot), 1, own) for bot, own in enumerate(scores)])


def leaves_out_0(found: Comparison) -> bool:
    difference = found.difference
    return difference.margin is not None and abs(difference.mean) > difference.margin


@pytest.mark.parametrize(
    ("bots", "number"), [(4, 400), pytest.param(10, 100, marks=pytest.mark.soak)]
)
def test_at_most_5_of_100_tables_of_equals_have_an_interval_without_0(
    bots: int, number: int
) -> None:
    found = list(tables(bots, number))
    assert 0 < sum(any(map(leaves_out_0, table)) for table in found) / number <= 0.05
    clearest = [min(table, key=lambda pair: pair.p or 0) for table in found]
    assert [*map(leaves_out_0, clearest)] == [pair.shown for pair in clearest]


@pytest.mark.parametrize(
    ("bots", "number"),
    [(2, 1200), *(pytest.param(bots, 3200 // bots, marks=pytest.mark.soak) for bots in (4, 6))],
)
def test_a_difference_that_is_detectable_is_shown_in_four_of_five_matches(
    bots: int, number: int
) -> None:
    told = fmean(pair.detectable or 0 for table in tables(bots, 100) for pair in table)
    shown = sum(table[0].shown for table in tables(bots, number, told))
    assert shown / number == pytest.approx(0.8, abs=0.03)


def test_a_shared_win_counts_in_part_for_each() -> None:
    first, second = tally_up(record(played([4, 4])))
    assert (first.win_share, second.win_share) == (0.5, 0.5)


def test_a_forfeited_game_is_lost_whatever_the_referee_earned_in_it() -> None:
    assert count_scores(played([9, 5, 3], lost=[0]), ALONE) == [2, 5, 3]
    assert count_scores(played([-9, 5, 3], lost=[0]), ALONE) == [-9, 5, 3]
    assert count_scores(played([9, 5, 3], lost=[0, 2]), ALONE) == [4, 5, 3]
    assert count_scores(played([9, 5, 3], lost=[0, 1, 2]), ALONE) == [3, 3, 3]


def test_a_bot_that_never_plays_neither_leads_nor_wins_anything() -> None:
    """The referee's first moves had scored more in all its games."""
    first, second = tally_up(record(*(played([20 + one, one], lost=[0]) for one in range(8))))
    assert (first.name, second.name) == ("b#1", "a")
    assert (first.win_share, second.win_share) == (1, 0)
    assert second.forfeits == {"crashed": 8}
    assert compare(first, second).difference.mean == 1


def test_a_game_that_everybody_forfeited_is_nobodys_win() -> None:
    lost = rec.GameRecord(seating=[0, 1], scores=[5, 3], ranks=[1, 2])
    for seat in (0, 1):
        lost.forfeits.add(seat=seat, verdict=rec.VERDICT_TIMEOUT)
    assert [(bot.win_share, bot.score) for bot in tally_up(record(lost))] == [(0, 3), (0, 3)]


def test_one_forfeit_does_not_hide_a_clear_answer() -> None:
    clear = [played([10 + one % 3, 0]) for one in range(40)]
    first, second = tally_up(record(*clear, played([10, 0], lost=[0])))
    assert first.name == "a"
    found = compare(first, second)
    assert found.p is not None
    assert found.p < 1e-9


def test_copies_of_the_same_files_are_one_bot() -> None:
    match = record(played([8, 1, 4, 3]), played([2, 9, 3, 2]), bots="vwvw")
    first, second = tally_up(match)
    assert (first.name, first.copies, first.scores) == ("v", 2, [6, 2.5])
    assert (second.name, second.copies, second.scores) == ("w#1", 2, [2, 5.5])
    assert (first.win_share, second.win_share) == (1 / 4, 1 / 4)
    (only,) = tally_up(record(played([8, 1]), bots="vv"))
    assert only.scores == [4.5]


def test_partners_win_together_and_count_what_they_scored_together() -> None:
    match = record(
        rec.GameRecord(seating=[0, 1, 2, 3], scores=[9, 5, 1, 4], ranks=[1, 3, 1, 3]),
        rec.GameRecord(seating=[0, 2, 1, 3], scores=[4, 9, 6, 2], ranks=[3, 1, 3, 1]),
        bots="abcd",
        game="tonton",
        teams="true",
    )
    bots = {bot.name[0]: bot for bot in tally_up(match)}
    assert {name: bot.scores for name, bot in bots.items()} == {
        "a": [10, 10],
        "b": [9, 10],
        "c": [10, 11],
        "d": [9, 11],
    }
    assert [bots[name].win_share for name in "abcd"] == [0.5, 0, 1, 0.5]


LEADS = "a is ahead of b by 3.00 ± 1.00 heads a game"
TELLS = "10 games detect one of 4.1 heads or more in four of five matches."


@pytest.mark.parametrize(
    ("games", "p", "sentence"),
    [
        (10, 0.0001, "a beats b by 3.00 ± 1.00 heads a game, p < 0.001, 10 games."),
        (10, 0.02, "a beats b by 3.00 ± 1.00 heads a game, p = 0.020, 10 games."),
        (
            10,
            0.4,
            f"No difference is shown: {LEADS}, p = 0.400, 10 games. {TELLS}",
        ),
        (12, None, f"{LEADS} in each of 12 games, which tells nothing of how sure that is."),
        (1, None, f"{LEADS}; 1 game tells nothing yet, 10 are the least."),
        (9, None, f"{LEADS}; 9 games tell nothing yet, 10 are the least."),
    ],
)
def test_the_verdict_says_how_sure_it_is_and_what_would_be_shown(
    games: int, p: float | None, sentence: str
) -> None:
    detectable = None if p is None else 4.12
    found = Comparison("a", "b", MeanWithMargin(3, 1), p, games, detectable)
    assert say_comparison(found, "heads") == sentence


def test_two_that_are_level_are_said_to_be() -> None:
    found = Comparison("a", "b", MeanWithMargin(0, 1), 1.0, 10, 4.12)
    assert say_comparison(found, "heads").startswith("No difference is shown: a and b are level, p")


def test_people_have_no_files_and_are_told_apart_by_their_names() -> None:
    match = record(played([4, 3]), played([3, 5]))
    for bot, name in zip(match.plan.bots, ("Ann", "Bob"), strict=True):
        bot.CopyFrom(rec.Bot(name=name, human=True, clock=clock_message(NO_CLOCK)))
    assert {(one.name, one.copies) for one in tally_up(match)} == {("Ann", 1), ("Bob", 1)}
