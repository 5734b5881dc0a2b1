"""What a match comes to: in each game who came where, by the rulebook's own ranks."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.games.contract import competition_ranks
from arena.match.referee import rank_seats
from arena.v1 import record_pb2 as rec
from ladder.log.entries import BEGINNING, Played, make_entry, result_of
from ladder.log.proof import conclude, find_flaw
from tests.ladder.ladders import make_ladder, plan_match, play
from tests.ladder.stories import DAY


def record(
    *games: tuple[int, list[int], list[int]],
    game: str = "six_nimmt",
    seats: int = 3,
    **options: str,
) -> rec.Record:
    """Return a record of games: where the first sat, scores by seat, the seats that forfeited.

    In a game with partners their scores are added up for the ranks, as the rulebook does.
    """
    plan = rec.Plan(game=game, options=options, games=1, seed=bytes(16))
    for name in "abcd"[:seats]:
        plan.bots.add(name=f"{name}@1")
    found = rec.Record(plan=plan)
    for first, scores, lost in games:
        seating = [(seat - first) % seats for seat in range(seats)]
        sums = [scores[0] + scores[2], scores[1] + scores[3]] * 2 if seats == 4 else scores
        ranks = rank_seats(competition_ranks(sums), {*lost})
        one = found.games.add(seating=seating, scores=scores, ranks=ranks)
        for seat in lost:
            one.forfeits.add(seat=seat, verdict=rec.VERDICT_TIMEOUT)
    return found


def concluded(*games: Any, **said: Any) -> Played:
    return conclude(1, 1, record(*games, **said), "")


@pytest.fixture
def whole(tmp_path: Path) -> rec.Record:
    """Return the record of a whole match in which a bot forfeits until it sits out."""
    with make_ladder(tmp_path / "ladder.db", "good", "bad") as store:
        return play(plan_match(store, ["good@1", "bad@1"]), erring=["bad"])


def test_a_whole_match_that_was_planned_has_no_flaw(whole: rec.Record) -> None:
    assert [len(game.forfeits) for game in whole.games] == [1] * 4
    assert find_flaw(whole) == ""


def test_a_match_of_which_games_are_left_out_is_not_whole(whole: rec.Record) -> None:
    del whole.games[-1]
    assert find_flaw(whole) == "has not all of the 4 games of its plan"


def test_a_match_with_a_person_or_on_a_bots_own_clock_is_no_rated_one(whole: rec.Record) -> None:
    whole.plan.bots[1].clock.bank_ms = 1
    assert find_flaw(whole) == "gives a bot a clock of its own"
    whole.plan.bots[0].human = True
    assert find_flaw(whole) == "has a person at its table, good@1, and so is never rated"


def test_who_sits_out_answers_nothing_any_more(whole: rec.Record) -> None:
    game = whole.games[2]
    (forfeit,) = game.forfeits
    answer = next(entry for entry in game.entries if entry.seat == forfeit.seat)
    answer.fallback, answer.verdict = False, rec.VERDICT_OK
    # It is said to have crashed, which no record can prove or refute.
    forfeit.verdict = rec.VERDICT_CRASHED
    for entry in game.entries:
        if entry.fallback:
            entry.verdict = rec.VERDICT_CRASHED
    assert find_flaw(whole) == "has answers in game 3 of a bot that sits out by then"


def forget_times(record: rec.Record) -> None:
    """Have the first forfeit be one on time, as releases wrote that had no times."""
    game = record.games[0]
    (forfeit,) = game.forfeits
    forfeit.verdict = rec.VERDICT_TIMEOUT
    for entry in game.entries:
        if entry.seat == forfeit.seat and entry.fallback:
            entry.verdict = rec.VERDICT_TIMEOUT
    refused = [one for one in game.entries if one.verdict == rec.VERDICT_ILLEGAL]
    for entry in refused:
        game.entries.remove(entry)


def wait_longer_than_it_took(record: rec.Record) -> None:
    entry = record.games[1].entries[0]
    entry.waited_us, entry.cpu_us = entry.wall_us + 1, 1_000_000


def wait_longer_than_a_box_can(record: rec.Record) -> None:
    entry = record.games[1].entries[0]
    entry.cpu_us = 1000
    entry.wall_us = entry.waited_us = 15 * entry.cpu_us + 9


def take_no_time(record: rec.Record) -> None:
    for game in record.games:
        for entry in game.entries:
            if game.seating[entry.seat] == 0:
                entry.wall_us = 0


def have_parameters(record: rec.Record) -> None:
    record.plan.bots[1].parameters["depth"] = "9"


IMPOSSIBLE: dict[Callable[[rec.Record], None], str] = {
    forget_times: "has a timeout in game 1 without its times",
    wait_longer_than_it_took: "has a wait in game 2 that no box can have had",
    wait_longer_than_a_box_can: "has a wait in game 2 that no box can have had",
    take_no_time: "has answers of good@1 that took no time",
    have_parameters: "gives bad@1 parameters that are not those of its files",
}


@pytest.mark.parametrize("change", IMPOSSIBLE, ids=lambda change: change.__name__)
def test_a_record_has_only_times_and_parameters_that_a_match_can_have(
    whole: rec.Record, change: Callable[[rec.Record], None]
) -> None:
    change(whole)
    assert find_flaw(whole) == IMPOSSIBLE[change]
    # The record of an older log is read by the rules of that one.
    assert find_flaw(whole, by=4) == ""


def test_the_longest_wait_of_a_box_is_believed(whole: rec.Record) -> None:
    entry = whole.games[1].entries[0]
    entry.cpu_us = 1000
    entry.wall_us = entry.waited_us = 15 * entry.cpu_us + 8
    assert find_flaw(whole) == ""


@pytest.mark.parametrize("verdict", [rec.VERDICT_HOST, rec.VERDICT_CANCELLED])
def test_what_is_our_fault_is_no_forfeit(
    whole: rec.Record, verdict: "rec.Verdict.ValueType"
) -> None:
    (forfeit,) = whole.games[1].forfeits
    forfeit.verdict = verdict
    for entry in whole.games[1].entries:
        if entry.fallback:
            entry.verdict = verdict
    assert find_flaw(whole).startswith("cannot be played again: game 2, entry ")


def test_who_has_forfeited_answers_nothing_in_that_game(whole: rec.Record) -> None:
    game = whole.games[0]
    (forfeit,) = game.forfeits
    last = [entry for entry in game.entries if entry.seat == forfeit.seat][-1]
    last.fallback, last.verdict = False, rec.VERDICT_OK
    assert find_flaw(whole).endswith("the seat answers after its forfeit")


def test_the_games_of_several_attempts_are_no_match(whole: rec.Record) -> None:
    again = play(whole.plan, erring=["bad"], attempt=1)
    whole.games[3].CopyFrom(again.games[3])
    assert find_flaw(whole) == "has games of several attempts; a match is played in one"


@pytest.mark.parametrize(
    ("game", "ranks"),
    [
        ((0, [-3, -2, -1], []), (3, 2, 1)),
        # Who forfeits is last in that game.
        ((0, [-3, -2, -1], [2]), (2, 1, 3)),
        ((0, [-3, -3, -1], []), (2, 2, 1)),
        ((0, [-3, -3, -3], []), (1, 1, 1)),
        # Here the first bot has seat 1.
        ((1, [-3, -2, -1], []), (2, 1, 3)),
    ],
)
def test_ranks_are_those_of_the_game_in_the_order_of_the_bots(
    game: Any, ranks: tuple[int, ...]
) -> None:
    assert concluded(game).ranks == (ranks,)


def test_every_game_counts_by_itself_and_a_forfeit_costs_one_game_only() -> None:
    played = concluded((0, [-3, -2, -1], [2]), (0, [-3, -2, -1], []), (0, [-1, -2, -3], []))
    assert played.ranks == ((2, 1, 3), (3, 2, 1), (1, 2, 3))
    assert played.games == 3


def test_the_rulebooks_tie_break_counts_and_not_the_points_alone() -> None:
    one = record((0, [-3, -3, -1], []))
    one.games[0].ranks[:] = [3, 2, 1]
    assert conclude(1, 1, one, "").ranks == ((3, 2, 1),)


def test_scores_and_forfeits_are_those_of_the_bots_whatever_their_seats() -> None:
    games = record((0, [1, 2, 3], [0]), (2, [10, 20, 30], [0, 2]))
    played = conclude(5, 2, games, "ab")
    assert played.scores == (1 + 30, 2 + 10, 3 + 20)
    assert played.forfeits == ({"timeout": 2}, {"timeout": 1}, {})
    assert (played.match, played.season, played.games, played.record) == (5, 2, 2, "ab")
    assert played.players == ("a@1", "b@1", "c@1")
    assert played.teams == ()


def test_partners_change_from_game_to_game_and_share_their_rank() -> None:
    # Seats 0 and 2 play against 1 and 3: first a and c, then b with d, in other seats.
    games: list[Any] = [(0, [9, 1, 0, 7], []), (1, [2, 0, 0, 0], [])]
    played = concluded(*games, game="tonton", seats=4, teams="true")
    assert played.scores == (9 + 0, 8 + 2, 9 + 0, 8 + 2)
    assert played.teams == ((0, 1, 0, 1), (1, 0, 1, 0))
    assert played.ranks == ((1, 3, 1, 3), (3, 1, 3, 1))
    result = result_of(make_entry(BEGINNING, 8, DAY, played))
    assert (result.number, result.match, result.season, result.time) == (8, 1, 1, DAY)
    assert (result.ranks, result.teams) == (played.ranks, played.teams)


def test_nobody_answers_for_the_forfeit_of_a_partner() -> None:
    played = concluded((0, [9, 0, 9, 0], [2]), game="tonton", seats=4, teams="true")
    assert played.teams == ((0, 1, 2, 3),)
    assert played.ranks == ((1, 1, 4, 1),)
