"""What a match comes to: by fewest forfeits, then by score, in a team by what both scored."""

from typing import Any

import pytest

from arena.v1 import record_pb2 as rec
from ladder.log import BEGINNING, make_entry
from ladder.outcome import conclude, result_of
from tests.ladder.test_log import DAY


def record(
    *games: tuple[int, list[int], list[int]],
    game: str = "six_nimmt",
    seats: int = 3,
    **options: str,
) -> rec.Record:
    """Return a record of games: where the first sat, scores by seat, the seats that forfeited."""
    plan = rec.Plan(game=game, options=options)
    for name in "abcd"[:seats]:
        plan.entrants.add(name=f"{name}@1")
    found = rec.Record(plan=plan)
    for first, scores, lost in games:
        seating = [(seat - first) % seats for seat in range(seats)]
        one = found.games.add(seating=seating, scores=scores)
        for seat in lost:
            one.forfeits.add(seat=seat, verdict=rec.VERDICT_TIMEOUT)
    return found


@pytest.mark.parametrize(
    ("games", "ranks"),
    [
        ([(0, [-3, -2, -1], [])], (3, 2, 1)),
        ([(0, [-3, -2, -1], [2])], (2, 1, 3)),
        ([(0, [-3, -2, -1], [1, 2])], (1, 3, 2)),
        ([(0, [-3, -3, -1], [])], (2, 2, 1)),
        ([(0, [-3, -3, -3], [])], (1, 1, 1)),
        # Here the first entrant has seat 1.
        ([(1, [-3, -2, -1], [])], (2, 1, 3)),
        ([(0, [-3, -2, -1], []), (1, [-1, -2, -9], [0])], (1, 2, 3)),
        ([(0, [0, -9, -9], [0]), (1, [-9, 0, -9], [1])], (3, 1, 1)),
    ],
)
def test_ranks_are_by_fewest_forfeits_and_then_by_score(games: Any, ranks: tuple[int, ...]) -> None:
    assert conclude(1, record(*games), "").ranks == ranks


def test_scores_and_forfeits_are_those_of_the_bots_whatever_their_seats() -> None:
    played = conclude(5, record((0, [1, 2, 3], [0]), (2, [10, 20, 30], [0, 2])), "ab")
    assert played.scores == (1 + 30, 2 + 10, 3 + 20)
    assert played.forfeits == ({"timeout": 2}, {"timeout": 1}, {})
    assert (played.match, played.games, played.record) == (5, 2, "ab")
    assert played.players == ("a@1", "b@1", "c@1")


def test_partners_change_so_each_is_ranked_by_what_its_teams_scored() -> None:
    # Seats 0 and 2 play against 1 and 3: first a and c, then b with d, in other seats.
    games: list[Any] = [(0, [9, 1, 0, 7], []), (1, [2, 0, 0, 0], [])]
    played = conclude(1, record(*games, game="tonton", seats=4, teams="true"), "")
    assert played.scores == (9 + 0, 8 + 2, 9 + 0, 8 + 2)
    assert played.teams == (0, 1, 2, 3)
    assert played.ranks == (3, 1, 3, 1)
    result = result_of(make_entry(BEGINNING, 8, DAY, played))
    assert result.teams == (("a@1",), ("b@1",), ("c@1",), ("d@1",))
    assert (result.number, result.match, result.time) == (8, "1", DAY)


def test_nobody_answers_for_the_forfeit_of_a_partner() -> None:
    played = conclude(1, record((0, [9, 0, 9, 0], [2]), game="tonton", seats=4, teams="true"), "")
    assert played.ranks == (1, 2, 4, 2)
