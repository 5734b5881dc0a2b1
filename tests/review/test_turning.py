"""The turning point of a game: true, the same everywhere, and none where no change is sure."""

import pytest

from arena.match.events import tell_step
from arena.match.replay import Replay, open_replays
from arena.review.turning import find_turning_point
from arena.viewer.page import match_data
from tests.viewer.matches import recorded


def games_of(name: str, games: int) -> list[Replay]:
    return open_replays(recorded(name, 2 if name == "goat_n_goat" else 3, games))


def told(replay: Replay, number: int) -> str:
    """Return what happened in a step, from 1 on."""
    return " ".join(tell_step(replay, [*replay.steps()][number - 1]))


@pytest.mark.parametrize(
    ("game", "never"), [("goat_n_goat", " took "), ("tonton", " scored "), ("six_nimmt", "\n")]
)
def test_turning_points_are_what_a_turn_decided(game: str, never: str) -> None:
    found = [(replay, find_turning_point(replay)) for replay in games_of(game, 3)]
    shown = [(replay, point) for replay, point in found if point]
    assert shown
    for replay, point in shown:
        assert never not in told(replay, point.step)
        assert abs(point.after - point.before) > 0.2


def test_turning_point_is_the_same_for_everybody() -> None:
    (first,), (again,) = games_of("tonton", 1), games_of("tonton", 1)
    assert find_turning_point(first) == find_turning_point(again)


def test_turning_points_of_big_fish_are_no_certainties() -> None:
    points = [point for one in games_of("big_fish", 2) if (point := find_turning_point(one))]
    assert points
    assert all({point.before, point.after} != {0.0, 1.0} for point in points)


def test_page_has_the_turning_point_of_each_game() -> None:
    record = recorded("tonton", 3, 2)
    replays = open_replays(record)
    turning = [None, find_turning_point(replays[1])]
    assert match_data(record, replays) != match_data(record, replays, turning=turning)
