"""What an author's type checker knows of a bot with one import."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import arena_sdk
import pytest

from arena.bots.samples import SAMPLES
from arena.cli.new import write_files
from arena.games import Deal, find_game, game_names

FIRST = """
from arena_sdk.GAME import Bot, Move, Turn, run
class First(Bot):
    def choose(self, turn: Turn) -> Move:
        return turn.legal[0]
run(First)
"""
# Each line is wrong, and in one way only.
WRONG = """
from arena_sdk.six_nimmt import Bot, Move, Turn
class Wrong(Bot):
    def choose(self, turn: Turn) -> Move:
        turn.view.cards
        turn.imagine(self.rng).pool
        turn.legal[0].name
        return 14
"""
ENDINGS = [
    '"SixNimmtView" has no attribute "cards"',
    '"SixNimmtState" has no attribute "pool"',
    '"Move" has no attribute "name"',
    'Incompatible return value type (got "int", expected "Move")',
]


def run_mypy(folder: Path) -> list[str]:
    """Return what mypy says of the files of a folder, as their author would run it."""
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--config-file=", "."],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return (done.stdout + done.stderr).splitlines()


@pytest.mark.usefixtures("processes")
def test_the_smallest_bots_the_samples_and_new_ones_pass_strict_mypy(tmp_path: Path) -> None:
    for game in game_names():
        (tmp_path / f"first_{game}.py").write_text(FIRST.replace("GAME", game))
        (tmp_path / f"new_{game}.py").write_text(write_files("mine", find_game(game))["bot.py"])
    for name in ("angler", "careful", "juggler", "shepherd"):
        (tmp_path / f"{name}.py").write_text((SAMPLES / name / "bot.py").read_text())
    assert run_mypy(tmp_path) == []


@pytest.mark.usefixtures("processes")
def test_it_finds_what_is_in_no_view_no_state_no_move_and_what_is_no_move(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text(WRONG)
    said = [line.partition("error: ")[2].partition("  [")[0] for line in run_mypy(tmp_path)]
    assert said == ENDINGS


@pytest.mark.parametrize("game", game_names())
def test_every_game_has_a_module_with_all_of_the_sdk_and_its_own_types(game: str) -> None:
    typed, rules = import_module(f"arena_sdk.{game}"), import_module(f"arena.games.{game}")
    assert {*arena_sdk.__all__} < {*typed.__all__}
    assert issubclass(typed.Bot.__origin__, arena_sdk.Bot)
    for name in ("Move", "Options", "State", "View"):
        assert getattr(typed, name) is getattr(rules, name)
    state = rules.GAME.start(4, Deal(1), typed.Options())
    assert isinstance(state, typed.State)
    assert isinstance(state.legal(state.to_act[0])[0], typed.Move)
    assert isinstance(rules.GAME.view(state, state.to_act[0]), typed.View)
