"""Anyone who remembers the earlier games of a match learns nothing of a later one, in any box."""

import pytest

from arena.games import game_names
from arena.match import match, replay
from arena.match.plan import MatchPlan, ScheduledGame, scheduled_games
from bench.in_process import rotate
from tests.hostile.memory import guess_from_memory
from tests.match.playing import seed_of


def assert_nothing_is_learnt(name: str, box: str) -> None:
    found = guess_from_memory(name, box, seed_of(1))
    assert not found.shown, found
    assert found.right < 1.5 * found.by_chance + 10


@pytest.mark.parametrize("name", game_names())
def test_in_no_game_anything_is_learnt(name: str) -> None:
    assert_nothing_is_learnt(name, "inline")


@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize(
    "box",
    [
        "process",
        pytest.param("container", marks=pytest.mark.real),
        pytest.param("gvisor", marks=[pytest.mark.real, pytest.mark.soak]),
    ],
)
def test_in_no_box_anything_is_learnt(box: str, request: pytest.FixtureRequest) -> None:
    """The deals are the referee's, so one game tells it of a box."""
    if box != "process":
        request.getfixturevalue("image" if box == "container" else "gvisor")
    assert_nothing_is_learnt("six_nimmt", box)


@pytest.mark.parametrize("name", game_names())
def test_where_deals_come_again_it_is_found_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bots find out more than chance if every deal is played from every seat."""

    def rotated(plan: MatchPlan, attempt: int = 0) -> list[ScheduledGame]:
        return rotate(scheduled_games(plan, attempt))

    for module in (match, replay):
        monkeypatch.setattr(module, "scheduled_games", rotated)
    assert guess_from_memory(name, "inline", seed_of(1)).shown
