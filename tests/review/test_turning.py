"""The turning point of a game: true, the same everywhere, and none where no change is sure."""

from functools import cache

import pytest

from arena.match.events import tell_step
from arena.match.replay import Replay, open_replays
from arena.review.turning import TurningPoint, find_turning_point
from arena.viewer.page import match_data
from tests.viewer.matches import recorded


@cache
def points_of(name: str) -> list[tuple[Replay, TurningPoint]]:
    """Return games in which a turn decided something, with that."""
    found = [(replay, find_turning_point(replay)) for replay in replays_of(name)]
    return [(replay, point) for replay, point in found if point]


def replays_of(name: str) -> list[Replay]:
    games = 2 if name == "big_fish" else 3
    return open_replays(recorded(name, 2 if name == "goat_n_goat" else 3, games))


def told(replay: Replay, number: int) -> str:
    """Return what happened in a step, from 1 on."""
    return " ".join(tell_step(replay, [*replay.steps()][number - 1]))


@pytest.mark.parametrize(
    ("game", "never"), [("goat_n_goat", " took "), ("tonton", " scored "), ("six_nimmt", "\n")]
)
def test_turning_points_are_what_a_turn_decided(game: str, never: str) -> None:
    assert points_of(game)
    for replay, point in points_of(game):
        assert never not in told(replay, point.step)
        assert abs(point.after - point.before) > 0.2


def test_turning_point_is_the_same_for_everybody() -> None:
    (replay, point), *_ = points_of("tonton")
    again = replays_of("tonton")[replay.number]
    assert find_turning_point(again) == point


def test_turning_points_of_big_fish_are_no_certainties() -> None:
    assert points_of("big_fish")
    assert all({one.before, one.after} != {0.0, 1.0} for _, one in points_of("big_fish"))


def test_page_has_the_turning_point_of_each_game() -> None:
    record = recorded("tonton", 3, 3)
    replays = open_replays(record)
    (shown, point), *_ = points_of("tonton")
    turning = [point if one.number == shown.number else None for one in replays]
    assert match_data(record, replays) != match_data(record, replays, turning=turning)
