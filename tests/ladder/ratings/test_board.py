import json
import random
from datetime import timedelta
from itertools import permutations

import pytest
from scipy.stats import kendalltau

from ladder.ratings.board import Boards, _round, make_boards, rate_log, to_json
from ladder.ratings.checkpoint import read, write
from ladder.ratings.live import Rating, fold
from ladder.ratings.official import fit
from ladder.result import Result, Selection
from tests.ladder.ratings.simulated import BEGIN, log, players, result, strengths

TRUTH = strengths(24, 1, seed=20)
LOG = log(TRUTH, 1200, seed=21)
EVERYBODY = players(24)
TWO_GAMES = [
    *(result("a b c d"), result("b a d c", (1, 1, 3, 4)), result("a d")),
    *(result("c a", game="h", number=10), result("a c", game="h", number=11)),
]


def of_record(boards: Boards) -> bytes:
    """Return the bytes of all that the board of record says."""
    text = json.loads(to_json(boards))
    return json.dumps(
        [
            [(row["rank"], row["strength"], row["win_share"]) for row in text["games"]["g"]],
            [(row["player"], row["rank"], row["win_share"]) for row in text["overall"]],
        ]
    ).encode()


def test_100_orders_of_a_log_have_one_board_of_record_and_nearly_one_live_board() -> None:
    rng = random.Random(22)
    fits, agreement = set(), []
    few = fold(LOG[:50])
    whole = rate_log(LOG, Selection(), ["g"], EVERYBODY)
    for number in range(100):
        shuffled = rng.sample(LOG, len(LOG))
        # The live fold takes a second; its distance is measured on some of the orders.
        ratings = fold(shuffled) if number < 3 else few
        boards = make_boards(ratings, {"g": fit(shuffled)}, ["g"], EVERYBODY)
        fits.add(of_record(boards))
        if number < 3:
            live = [
                [row.live for row in sorted(found.games["g"], key=lambda row: row.player)]
                for found in (whole, boards)
            ]
            agreement.append(float(kendalltau(*live).statistic))
    assert fits == {of_record(whole)}
    print("Kendall's tau of live boards:", min(agreement))
    assert min(agreement) >= 0.9


def test_a_board_from_a_checkpoint_is_the_board_of_the_whole_log() -> None:
    ratings = fold(LOG[700:], read(write(fold(LOG[:700]))))
    boards = make_boards(ratings, {"g": fit(LOG)}, ["g"], EVERYBODY)
    assert to_json(boards) == to_json(rate_log(iter(LOG), Selection(), ["g"], EVERYBODY))


def test_a_row_has_what_is_live_and_what_is_on_record() -> None:
    boards = rate_log(TWO_GAMES, Selection(), ["g", "h"], "abcd")
    first = boards.games["g"][0]
    rating, strength = fold(TWO_GAMES)["a", "g"], fit(TWO_GAMES[:3]).strength("a")
    assert (first.rank, first.player, first.matches) == (1, "a", 3)
    assert first.mean == pytest.approx(rating.mean, abs=1e-4)
    assert first.live == pytest.approx(rating.mean - 3 * rating.deviation, abs=1e-4)
    assert first.strength.low == pytest.approx(strength.low, abs=1e-4)
    assert first.win_share.low < first.win_share.value < first.win_share.high < 1
    assert [row.rank for row in boards.games["g"]] == [1, 2, 3, 4]


def test_overall_is_the_mean_over_the_games_and_one_not_played_counts_0() -> None:
    boards = rate_log(TWO_GAMES, Selection(), ["g", "h"], "abcd")
    rows = {row.player: row for row in boards.overall}
    shares = {row.player: row.win_share.value for row in boards.games["g"]}
    assert rows["b"].win_share.value == pytest.approx(shares["b"] / 2, abs=1e-4)
    assert rows["a"].win_share.value == pytest.approx((shares["a"] + 0.5) / 2, abs=1e-4)
    assert rows["b"].live == pytest.approx(fold(TWO_GAMES)["b", "g"].score / 2, abs=1e-4)
    assert (rows["b"].games["h"].live, rows["b"].games["h"].win_share) == (0, 0)
    assert (rows["a"].matches, rows["b"].matches) == (5, 2)


def test_the_overall_interval_is_that_of_the_mean_of_independent_games() -> None:
    logs = [log(TRUTH, 400, seed=seed) for seed in (30, 31)]
    fits = {"g": fit(logs[0]), "h": fit(logs[1])}
    ratings = {(player, game): Rating() for player in TRUTH for game in "gh"}
    one, other = (make_boards(ratings, fits, games, EVERYBODY) for games in ("g", "gh"))
    width = {
        len(found.games): next(
            row.win_share.high - row.win_share.low
            for row in found.overall
            if row.player == EVERYBODY[4]
        )
        for found in (one, other)
    }
    assert width[2] / width[1] == pytest.approx(2**-0.5, abs=0.08)


def test_who_is_not_listed_counts_as_an_opponent_and_has_no_row() -> None:
    listed = rate_log(TWO_GAMES, Selection(), ["g"], "ab")
    assert {row.player for row in listed.games["g"]} == {"a", "b"}
    everyone = {
        row.player: row for row in rate_log(TWO_GAMES, Selection(), ["g"], "abcd").games["g"]
    }
    for row in listed.games["g"]:
        assert row.strength == everyone[row.player].strength
        assert row.win_share != everyone[row.player].win_share


def test_what_is_equal_shares_a_rank() -> None:
    boards = rate_log([result("a b c", (1, 1, 3))], Selection(), ["g"], "cab")
    assert [(row.player, row.rank) for row in boards.games["g"]] == [("a", 1), ("b", 1), ("c", 3)]


def test_live_ranks_follow_the_live_score() -> None:
    rows = rate_log(LOG, Selection(), ["g"], EVERYBODY).games["g"]
    by_score = sorted(rows, key=lambda row: -row.live)
    assert [row.live_rank for row in by_score] == list(range(1, 25))


def test_a_zero_has_no_sign() -> None:
    assert str(_round(-1e-9)) == "0.0"


def test_no_results_are_empty_boards() -> None:
    assert to_json(rate_log([], Selection(), ["g"], "ab")) == '{"games":{"g":[]},"overall":[]}\n'


def test_a_game_that_is_not_on_the_ladder_does_not_count() -> None:
    assert rate_log(TWO_GAMES, Selection(), ["h"], "abcd") == rate_log(
        TWO_GAMES[3:], Selection(), ["h"], "abcd"
    )


def test_the_text_has_four_decimals_and_the_same_bytes_in_any_order_of_what_is_listed() -> None:
    texts = {
        to_json(rate_log(TWO_GAMES, Selection(), games, listed))
        for games in permutations("gh")
        for listed in permutations("abcd")
    }
    (text,) = texts
    assert "-0.0," not in text
    numbers = [word for word in text.replace("}", ",").replace(":", ",").split(",") if "." in word]
    assert max(len(number.partition(".")[2]) for number in numbers) == 4


TEAMED = result("ab cd", number=20)


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        (Selection(), [*TWO_GAMES, TEAMED]),
        (Selection(game="h"), TWO_GAMES[3:]),
        (Selection(seats=4), [*TWO_GAMES[:2], TEAMED]),
        (Selection(as_of=BEGIN + timedelta(minutes=10)), TWO_GAMES[:4]),
        (Selection(without=frozenset("b")), TWO_GAMES[2:]),
        (Selection(game="g", seats=2, without=frozenset("b")), [TWO_GAMES[2]]),
    ],
)
def test_a_selection_takes_what_agrees_with_all_that_it_says(
    selection: Selection, expected: list[Result]
) -> None:
    log_ = [*TWO_GAMES, TEAMED]
    assert list(selection.of(log_)) == expected
    assert rate_log(log_, selection, "gh", "abcd") == rate_log(expected, Selection(), "gh", "abcd")
