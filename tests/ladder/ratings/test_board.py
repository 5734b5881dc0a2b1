import json
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import permutations
from math import inf

import numpy as np
import pytest
import scipy

from ladder.matches import Player, Result, Selection
from ladder.queries.wording import describe_rank
from ladder.ratings.board import (
    Boards,
    fit_games,
    fold_log,
    make_boards,
    round_number,
    to_json,
)
from ladder.ratings.official import Fit, fit
from ladder.ratings.rating import Rating
from ladder.ratings.reference import reference_field
from ladder.ratings.settled import HALF_WIDTH, SETTLED
from tests.ladder.ratings.folding import fold
from tests.ladder.ratings.simulated import BEGIN, log, players, result, strengths

TRUTH = strengths(24, 1, seed=20)
LOG = log(TRUTH, 800, seed=21)
EVERYBODY = players(24)
OWN = dict.fromkeys(EVERYBODY)
TWO_GAMES = [
    *(result("a b c d"), result("b a d c", (1, 1, 3, 4)), result("a d")),
    *(result("c a", game="h", number=10), result("a c", game="h", number=11)),
]


def official(boards: Boards) -> bytes:
    """Return the bytes of all that the official board says."""
    text = json.loads(to_json(boards))
    return json.dumps(
        [
            [(row["rank"], row["strength"], row["win_share"]) for row in text["games"]["g"]],
            [(row["player"], row["rank"], row["chance"]) for row in text["overall"]],
        ]
    ).encode()


@pytest.fixture(scope="module")
def whole() -> Boards:
    """Return the boards of the log, of which the live fold takes a second."""
    return make_boards(*fold_log(LOG, Selection()), ["g"], EVERYBODY, OWN)


def test_ten_orders_of_a_log_have_one_official_board_and_nearly_one_live_board(
    whole: Boards,
) -> None:
    rng = random.Random(22)
    orders = [rng.sample(LOG, len(LOG)) for _ in range(10)]
    # The distance of the live board is measured on one of the orders.
    folded = fold(orders[0])
    boards = [make_boards(folded, {"g": fit(order)}, ["g"], EVERYBODY, OWN) for order in orders]
    assert {official(one) for one in boards} == {official(whole)}
    live = [
        [row.live or 0 for row in sorted(found.games["g"], key=lambda row: row.player)]
        for found in (whole, boards[0])
    ]
    agreement = float(scipy.stats.kendalltau(*live).statistic)
    print("Kendall's tau of live boards:", agreement)
    assert agreement >= 0.9


def test_a_part_of_a_season_has_the_official_board_alone(whole: Boards) -> None:
    found = make_boards(*fold_log(iter(LOG), Selection(seats=4)), ["g"], EVERYBODY).games["g"]
    assert [row.strength for row in found] == [row.strength for row in whole.games["g"]]
    assert {(row.live, row.mean, row.deviation, row.live_rank) for row in found} == {(None,) * 4}


def test_a_row_has_what_is_live_and_what_is_on_record() -> None:
    boards = make_boards(*fold_log(TWO_GAMES, Selection()), ["g", "h"], "abcd")
    first = boards.games["g"][0]
    rating, strength = fold(TWO_GAMES)["a", "g"], fit(TWO_GAMES[:3]).strength("a")
    assert (first.player, first.games, first.matches) == ("a", 3, 3)
    assert first.mean == pytest.approx(rating.mean, abs=1e-4)
    assert first.live == pytest.approx(rating.mean - 3 * rating.deviation, abs=1e-4)
    assert first.strength.low == pytest.approx(strength.low, abs=1e-4)
    assert first.win_share.low < first.win_share.value < first.win_share.high < 1
    assert first.strength.value == max(row.strength.value for row in boards.games["g"])


def test_who_is_not_listed_counts_as_an_opponent_and_has_no_row() -> None:
    listed = make_boards(*fold_log(TWO_GAMES, Selection()), ["g"], "ab")
    assert {row.player for row in listed.games["g"]} == {"a", "b"}
    everyone = {
        row.player: row
        for row in make_boards(*fold_log(TWO_GAMES, Selection()), ["g"], "abcd").games["g"]
    }
    for row in listed.games["g"]:
        assert row.strength == everyone[row.player].strength
        assert row.win_share != everyone[row.player].win_share


def test_what_is_equal_shares_a_rank() -> None:
    often = [result("a b c", (1, 1, 3), number=number) for number in range(SETTLED)]
    boards = make_boards(*fold_log(often, Selection()), ["g"], "cab")
    assert [(row.player, row.rank) for row in boards.games["g"]] == [("a", 1), ("b", 1), ("c", 3)]


def test_ranges_are_of_those_that_have_a_rank_and_not_in_the_text_of_a_log() -> None:
    more = [*LOG[:600], result("a b c d", number=9999)]
    boards = make_boards(*fold_log(more, Selection()), ["g"], [*EVERYBODY, "a"])
    assert boards.of("g").range_of("g", "a") is None
    # Nobody is ranked overall without a reference field.
    assert boards.ranges[""] == {}
    for row in boards.games["g"][:24]:
        low, high = boards.range_of("g", row.player) or (0, 0)
        assert 1 <= low <= (row.rank or 0) <= high <= 24
        told = describe_rank(row.rank, (low, high))
        assert told == (f"{row.rank} ({low}-{high})" if low < high else str(row.rank))
    assert "ranges" not in json.loads(to_json(boards))


def test_live_ranks_follow_the_live_score(whole: Boards) -> None:
    by_score = sorted(whole.games["g"], key=lambda row: -(row.live or 0))
    assert [row.live_rank for row in by_score] == list(range(1, 25))


def test_a_zero_has_no_sign_and_a_board_nothing_that_is_no_number() -> None:
    assert str(round_number(-1e-9)) == "0.0"
    with pytest.raises(ArithmeticError):
        round_number(inf)


def test_no_results_are_empty_boards_with_everybody_who_waits() -> None:
    boards = make_boards(*fold_log([], Selection()), ["g"], "ab")
    assert boards.games == {"g": ()}
    assert [(row.player, row.rank, row.games) for row in boards.overall] == [
        ("a", None, 0),
        ("b", None, 0),
    ]


def test_a_game_that_is_not_on_the_ladder_does_not_count() -> None:
    assert make_boards(*fold_log(TWO_GAMES, Selection()), ["h"], "abcd") == make_boards(
        *fold_log(TWO_GAMES[3:], Selection()), ["h"], "abcd"
    )


def test_the_text_has_four_decimals_and_the_same_bytes_in_any_order_of_what_is_listed() -> None:
    texts = {
        to_json(make_boards(*fold_log(TWO_GAMES, Selection()), games, listed))
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
        (
            Selection(without=frozenset("b")),
            [left for one in TWO_GAMES if (left := one.drop("b")) is not None],
        ),
        (Selection(game="g", seats=2, without=frozenset("b")), [TWO_GAMES[2]]),
    ],
)
def test_a_selection_takes_what_agrees_with_all_that_it_says(
    selection: Selection, expected: list[Result]
) -> None:
    log_ = [*TWO_GAMES, TEAMED]
    assert list(selection.of(log_)) == expected
    boards = make_boards(*fold_log(log_, selection), "gh", "abcd")
    ratings = fold(expected) if selection.is_whole else None
    assert boards == make_boards(ratings, fit_games(expected), "gh", "abcd")


# --- provisional ---


def match(seats: Sequence[Player], truth: Mapping[Player, float], games: int, seed: int) -> Result:
    """Return a match of this many games, in which luck is Gumbel's."""
    rng = np.random.default_rng(seed)
    values = np.array([truth[player] for player in seats])
    played = values + rng.gumbel(size=(games, len(seats)))
    ranks = 1 + np.argsort(np.argsort(-played, axis=1), axis=1)
    return Result(seed, seed, 1, "g", tuple(seats), tuple(map(tuple, ranks.tolist())), (), BEGIN)


def rounds(names: Sequence[Player], times: int, seed: int) -> Iterable[list[Player]]:
    """Yield tables of four at which everybody plays this many matches."""
    rng = random.Random(seed)
    for _ in range(times):
        shuffled = rng.sample(names, len(names))
        yield from (shuffled[start : start + 4] for start in range(0, len(names), 4))


def board_after(
    newcomers: Sequence[Result], known: Sequence[Result], names: list[Player]
) -> Boards:
    """Return the board without folding the live ratings, of which only counts matter here."""
    results = [*known, *newcomers]
    ratings = {
        (name, "g"): Rating(
            matches=sum(name in one.players for one in results),
            games=sum(len(one.ranks) for one in results if name in one.players),
        )
        for name in names
    }
    return make_boards(ratings, {"g": fit(results)}, ["g"], names)


def test_an_average_newcomer_is_never_the_first_after_its_first_match() -> None:
    firsts, by_strength, settled = 0, 0, 0
    for trial in range(40):
        truth = strengths(40, 0.5, seed=trial) | {"new@1": 0.0}
        names = [name for name in truth if name != "new@1"]
        tables = list(rounds(names, 30, seed=trial))
        known = [match(seats, truth, 4, seed=number) for number, seats in enumerate(tables)]
        # As small as a match can be, so that luck decides it.
        first = match(["new@1", *random.Random(trial).sample(names, 3)], truth, 1, seed=trial)
        rows = board_after([first], known, [*truth]).games["g"]
        (row,) = (row for row in rows if row.player == "new@1")
        firsts += row.rank == 1
        assert row.rank is None
        assert row.live_rank is None
        assert rows[-1] == row
        by_strength += row.strength.value == max(one.strength.value for one in rows)
        # And when it has just enough games for a rank it has no place at the top either.
        more = [
            match(["new@1", *random.Random(number).sample(names, 3)], truth, 1, seed=number)
            for number in range(trial * SETTLED, (trial + 1) * SETTLED)
        ]
        rows = board_after(more, known, [*truth]).games["g"]
        (row,) = (row for row in rows if row.player == "new@1")
        assert row.rank is not None
        settled += row.rank == 1
    assert firsts == 0
    # What a rank by strength alone would make of it.
    print("the first by strength:", by_strength, "after", SETTLED, "games:", settled)
    assert by_strength >= 2
    assert settled == 0


@pytest.mark.parametrize("seats", [2, 3, 4, 6, 8])
def test_after_the_games_of_a_rank_the_interval_among_equals_is_what_is_promised(
    seats: int,
) -> None:
    truth = dict.fromkeys(players(24), 0.0)
    rng = random.Random(seats)
    found = [
        match(rng.sample([*truth], seats), truth, 1, seed=number)
        for number in range(24 * SETTLED // seats)
    ]
    fitted = fit(found)
    widths = [fitted.strength(name).high - fitted.strength(name).value for name in truth]
    assert np.mean(widths) <= HALF_WIDTH * 1.05
    if seats == 2:
        assert np.mean(widths) >= HALF_WIDTH * 0.85


# --- overall ---

DIVISIONS = "defg"
ALL_ROUNDERS = players(20)


def season(game: str, seed: int) -> list[Result]:
    """Return a division in which twenty all-rounders are settled; bot00019 is the worst of all."""
    truth = strengths(20, 0.7, seed) | {ALL_ROUNDERS[19]: -2.5}
    found = [
        match(seats, truth, 8, number) for number, seats in enumerate(rounds([*truth], 10, seed))
    ]
    return [replace(one, game=game) for one in found]


@pytest.fixture(scope="module")
def seasons() -> dict[str, list[Result]]:
    return {game: season(game, seed) for seed, game in enumerate(DIVISIONS, start=50)}


def boards_of(logs: Mapping[str, Sequence[Result]], authors: Mapping[Player, str | None]) -> Boards:
    ratings: dict[tuple[Player, str], Rating] = {}
    for game, results in logs.items():
        for one in results:
            for name in one.players:
                before = ratings.get((name, game), Rating())
                ratings[name, game] = before._replace(
                    matches=before.matches + 1, games=before.games + len(one.ranks)
                )
    fits = {game: fit(results) for game, results in logs.items()}
    return make_boards(ratings, fits, [*logs], [*authors], authors)


def clones_of(weak: Player, seed: int) -> list[Result]:
    """Return matches of sixty copies of a bot, among themselves and with it."""
    truth = dict.fromkeys([weak, *(f"clone{number:02}@1" for number in range(59))], 0.0)
    found = [
        match(seats, truth, 16, number) for number, seats in enumerate(rounds([*truth], 4, seed))
    ]
    return [replace(one, game=DIVISIONS[0]) for one in found]


def order(boards: Boards) -> dict[Player, int | None]:
    return {row.player: row.rank for row in boards.overall if row.player in ALL_ROUNDERS}


def mean_shares(boards: Boards) -> list[Player]:
    """Return the order by the mean share against a random other, as it moves with copies."""
    shares: dict[Player, float] = dict.fromkeys(ALL_ROUNDERS, 0.0)
    for rows in boards.games.values():
        for row in rows:
            if row.player in shares:
                shares[row.player] += row.win_share.value
    return sorted(shares, key=lambda player: -shares[player])


AUTHORS: dict[str, dict[Player, str | None]] = {
    "the organiser has baselines": {
        name: None if number % 7 == 0 else f"author{number}"
        for number, name in enumerate(ALL_ROUNDERS)
    },
    "everybody is a student": {name: f"author{name}" for name in ALL_ROUNDERS},
}


@pytest.mark.parametrize("named", AUTHORS)
def test_sixty_clones_of_a_weak_bot_change_nobodys_rank_overall(
    seasons: dict[str, list[Result]], named: str
) -> None:
    authors = AUTHORS[named]
    weak = ALL_ROUNDERS[19]
    before = boards_of(seasons, authors)
    more = seasons | {DIVISIONS[0]: [*seasons[DIVISIONS[0]], *clones_of(weak, seed=60)]}
    clones = {name: authors[weak] for one in more[DIVISIONS[0]][-60:] for name in one.players}
    after = boards_of(
        more, {**authors, **{name: clones[name] for name in sorted(clones)}, **authors}
    )
    assert len({row.player for row in after.games[DIVISIONS[0]]}) == 79
    assert sorted(filter(None, order(before).values())) == list(range(1, 21))
    assert order(after) == order(before)
    # By the share against anyone who is there they would have.
    assert mean_shares(after) != mean_shares(before)


def test_who_plays_one_division_well_is_listed_overall_without_a_rank(
    seasons: dict[str, list[Result]],
) -> None:
    names = [*ALL_ROUNDERS[:3], "special@1"]
    truth = dict.fromkeys(names, 0.0) | {"special@1": 3.0}
    more = [replace(match(names, truth, SETTLED, 1), game=DIVISIONS[0])]
    logs = seasons | {DIVISIONS[0]: [*seasons[DIVISIONS[0]], *more]}
    boards = boards_of(logs, dict.fromkeys([*ALL_ROUNDERS, "special@1", "idle@1"]))
    assert boards.games[DIVISIONS[0]][0].player == "special@1"
    assert boards.games[DIVISIONS[0]][0].rank == 1
    special, idle = boards.overall[-2:]
    assert (special.player, special.rank, special.chance) == ("special@1", None, None)
    assert [*special.divisions] == [DIVISIONS[0]]
    assert special.divisions[DIVISIONS[0]].rank == 1
    assert (idle.player, idle.rank, idle.divisions) == ("idle@1", None, {})
    assert [row.rank for row in boards.overall[:20]] == list(range(1, 21))


def test_who_is_provisional_in_one_division_has_no_rank_overall(
    seasons: dict[str, list[Result]],
) -> None:
    gone = {ALL_ROUNDERS[0]}
    few = [left for one in seasons["g"] if (left := one.drop(gone)) is not None]
    boards = boards_of(seasons | {"g": few}, dict.fromkeys(ALL_ROUNDERS))
    assert {row.player for row in boards.overall if row.rank is None} == {ALL_ROUNDERS[0]}
    assert {row.player: row.needs for row in boards.overall if row.needs} == {
        ALL_ROUNDERS[0]: {"g": SETTLED}
    }


def test_without_a_reference_field_nobody_is_ranked_overall(
    seasons: dict[str, list[Result]],
) -> None:
    logs = {"d": seasons["d"]}
    fits = {game: fit(results) for game, results in logs.items()}
    ratings = {(name, "d"): Rating(games=SETTLED) for name in ALL_ROUNDERS}
    boards = make_boards(ratings, fits, ["d"], ALL_ROUNDERS)
    assert {row.rank for row in boards.overall} == {None}
    assert boards.references == {"d": ()}
    # The best comes first all the same, and not the first by name.
    assert [row.player for row in boards.overall] == [row.player for row in boards.games["d"]]


def division(truth: dict[Player, float], seed: int, each: int) -> list[Result]:
    return log(truth, 5 * each, seed=seed, games=10, gaussian=True)


def test_all_ranges_of_ranks_overall_hold_together() -> None:
    trials, names = 10, players(12)
    authors: dict[Player, str | None] = {one: None if one == names[0] else one for one in names}
    # Strengths fall in the order of the names in each division, and so does the mean chance.
    orders = [sorted(strengths(12, 0.5, seed=seed).values(), reverse=True) for seed in (3, 4)]
    held, wide = 0, 0.0
    for seed in range(trials):
        equal = {
            game: division(dict.fromkeys(names, 0.0), seed, 12)
            for seed, game in enumerate("gh", start=2 * seed)
        }
        held += {*boards_of(equal, authors).ranges[""].values()} == {(1, 12)}
        apart = {
            game: division(dict(zip(names, order, strict=True)), seed, 40)
            for game, order in zip("gh", orders, strict=True)
        }
        found = boards_of(apart, authors).ranges[""]
        assert all(found[one][0] <= rank <= found[one][1] for rank, one in enumerate(names, 1))
        wide += float(np.mean([high - low + 1 for low, high in found.values()]))
    print("held", held, "of", trials, "and are", wide / trials, "ranks wide of 12")
    assert held >= 0.9 * trials
    assert wide / trials < 4


def test_two_divisions_that_say_the_same_tell_ranks_better_than_one(
    seasons: dict[str, list[Result]],
) -> None:
    def width(games: str) -> float:
        logs = {game: [replace(one, game=game) for one in seasons["d"]] for game in games}
        found = boards_of(logs, dict.fromkeys(ALL_ROUNDERS)).ranges[""]
        return float(np.mean([high - low for low, high in found.values()]))

    assert width("de") < width("d")


def test_a_reference_field_is_the_organisers_own_or_the_first_settled_bot_of_each_author() -> None:
    authors = {"a": "ada", "b": "bob", "c": "ada", "o": None, "p": None}
    assert reference_field("abcop", authors) == ["o", "p"]
    assert reference_field("abcp", authors) == ["p"]
    assert reference_field("abc", authors) == ["a", "b"]
    assert reference_field("bc", authors) == ["b", "c"]
    assert reference_field("", authors) == []


def test_overall_is_the_mean_chance_over_divisions_that_know_nothing_of_each_other(
    seasons: dict[str, list[Result]],
) -> None:
    boards = boards_of(seasons, dict.fromkeys(ALL_ROUNDERS))
    assert {row.player for row in boards.overall} == {*ALL_ROUNDERS}
    for row in boards.overall:
        chances = [part.chance for part in row.divisions.values() if part.chance]
        assert row.chance is not None
        assert row.chance.value == pytest.approx(np.mean([one.value for one in chances]), abs=1e-4)
        widths = [one.high - one.low for one in chances]
        expected = np.sqrt(np.sum(np.square(widths))) / 4
        assert row.chance.high - row.chance.low == pytest.approx(expected, rel=0.1)


def test_a_chance_against_a_field_is_the_mean_of_those_against_each_and_a_half_against_itself() -> (
    None
):
    fitted: Fit = fit(LOG)
    field = EVERYBODY[3:6]
    values, deviations = fitted.chances(EVERYBODY[:4], field)
    for player, value in zip(EVERYBODY[:3], values, strict=False):
        assert value == pytest.approx(np.mean([fitted.beats(player, one).value for one in field]))
    others = [fitted.beats(EVERYBODY[3], one).value for one in field[1:]]
    assert values[3] == pytest.approx((sum(others) + 0.5) / 3)
    # One alone: its deviation is that of the pair.
    (value,), (deviation,) = fitted.chances([EVERYBODY[0]], [EVERYBODY[1]])
    pair = fitted.beats(EVERYBODY[0], EVERYBODY[1])
    assert (pair.high - pair.low) / 3.92 == pytest.approx(deviation, rel=0.05)
    assert min(deviations) > 0
