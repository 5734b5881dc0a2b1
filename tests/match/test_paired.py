"""What a comparison makes of the two arms of its games."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from arena.bots.manifest import Bot
from arena.games import find_game
from arena.match.clock import TimeControl
from arena.match.confidence_sequence import Interval
from arena.match.paired import (
    ArmOutcome,
    PairedAnswer,
    PairedComparison,
    PairedGame,
    plan_round,
    read_pairs,
    round_games,
    share_beaten,
)
from arena.match.plan import MatchPlan, ScheduledGame, make_plan, scheduled_games
from arena.match.verdict import Fault, Verdict, forfeit_message
from arena.v1 import record_pb2 as rec


def plan(*names: str, seed: bytes = b"0123456789abcdef") -> MatchPlan:
    bots = [Bot(name, Path(), "") for name in names]
    control = TimeControl()
    game = find_game("six_nimmt")
    return make_plan(game, game.Options(), bots, games=12, control=control, box="", seed=seed)


@pytest.mark.parametrize(("seats", "games"), [(2, 12), (3, 12), (4, 12), (5, 15), (10, 20)])
def test_in_a_round_everybody_is_in_every_seat_equally_often(seats: int, games: int) -> None:
    assert round_games(seats) == games


def test_both_arms_have_the_same_luck_and_seats_and_every_round_has_another() -> None:
    def luck(name: str, number: int) -> list[ScheduledGame]:
        planned = plan_round(plan(name, "other", "third"), number)
        assert planned.bots[0].name == name
        return scheduled_games(planned)

    assert luck("old", 0) == luck("new", 0)
    assert luck("old", 1) == luck("new", 1)
    first, second = ({str(one.deal) for one in luck("old", number)} for number in (0, 1))
    assert not first & second


@pytest.mark.parametrize(
    ("ranks", "teams", "share"),
    [
        ((1, 2, 3, 4), (0, 1, 2, 3), 1),
        ((4, 1, 2, 3), (0, 1, 2, 3), 0),
        ((2, 1, 2, 4), (0, 1, 2, 3), 0.5),
        ((1, 1), (0, 1), 0.5),
        ((1, 3, 1, 3), (0, 1, 0, 1), 1),
    ],
)
def test_the_share_of_the_table_is_of_the_other_teams_with_ties_as_half(
    ranks: Sequence[int], teams: Sequence[int], share: float
) -> None:
    assert share_beaten(ranks, teams, 0) == share


def played(*lost: int) -> list[rec.GameRecord]:
    """Return three games of two, of which the candidate, behind in all, has forfeited these."""
    fault = Fault(Verdict.CRASHED, "it fell")
    return [
        rec.GameRecord(
            number=number,
            seating=(1, 0),
            scores=(-5, -9),
            ranks=(1, 2),
            forfeits=[forfeit_message(1, fault)] if number in lost else [],
        )
        for number in range(3)
    ]


def test_a_version_that_sits_out_after_two_forfeits_does_not_lose_the_games_after_them() -> None:
    assert len(read_pairs(7, (0, 1), [played(), played(1, 2)])) == 3
    pairs = read_pairs(7, (0, 1), [played(), played(0, 1, 2)])
    assert [(pair.round, pair.game, pair.clean) for pair in pairs] == [(7, 0, False), (7, 1, False)]


def pair(difference: float, forfeit: rec.Forfeit | None = None) -> PairedGame:
    old, new = ArmOutcome(0, 0, 0, None), ArmOutcome(difference, 0, 0, forfeit)
    return PairedGame((old, new), 0, 0)


@pytest.mark.parametrize(
    ("difference", "rounds", "answer"),
    [
        (1, 1, PairedAnswer.BETTER),
        (-1, 1, PairedAnswer.WORSE),
        (0.1, 1, PairedAnswer.OPEN),
        (-0.1, 1, PairedAnswer.OPEN),
        (0, 10, PairedAnswer.OPEN),
        (0, 11, PairedAnswer.NO_DIFFERENCE),
    ],
)
def test_the_answer_follows_from_the_interval(
    difference: float, rounds: int, answer: PairedAnswer
) -> None:
    comparison = PairedComparison(margin=0.05, most=1000)
    for _ in range(rounds):
        assert not comparison.ended
        comparison.add_round(12, [pair(difference)] * 12)
    assert comparison.answer is answer
    assert comparison.ended is (answer is not PairedAnswer.OPEN)
    assert not comparison.spent


def test_as_many_pairs_as_there_may_be_end_it_without_an_answer() -> None:
    comparison = PairedComparison(margin=0.05, most=20)
    found = []
    for _ in range(2):
        comparison.add_round(12, [pair(0)] * 12)
        found.append((comparison.spent, comparison.ended))
    assert found == [(False, False), (True, True)]


def test_forfeits_are_told_apart_from_play() -> None:
    comparison = PairedComparison(margin=0.05, most=20)
    lost = forfeit_message(0, Fault(Verdict.CRASHED, "it fell"))
    comparison.add_round(3, [pair(0), pair(-1, lost), pair(0)])
    assert comparison.forfeits(1) == {"crashed": 1}
    assert not comparison.forfeits(0)
    assert comparison.latest.mean == -1 / 3
    assert (comparison.clean.pairs, comparison.clean.mean) == (2, 0)
    assert comparison.worst() == pair(-1, lost)


def test_the_margin_holds_on_both_sides() -> None:
    assert Interval(-0.05, 0.05).within(0.05)
    assert not Interval(-0.06, 0.0).within(0.05)
    assert not Interval(0.0, 0.06).within(0.05)


def test_every_game_has_teams_of_which_a_share_can_be_beaten() -> None:
    tonton = find_game("tonton")
    teams = tonton.teams(4, tonton.Options(teams=True))
    assert share_beaten((1, 3, 1, 3), teams, 0) == 1
