"""What an author's type checker knows of a bot with one import."""

import re
import subprocess
import sys
import venv
from importlib import import_module
from importlib.metadata import distribution
from pathlib import Path

import arena_sdk
import pytest
from packaging.requirements import Requirement

from arena.bots.samples import SAMPLES
from arena.bots.starter import write_starter
from arena.extras import PROJECT
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


@pytest.fixture(scope="module")
def plain(processes: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of an environment with this checkout and what it needs without extras."""
    folder = tmp_path_factory.mktemp("plain")
    venv.create(folder)
    (packages,) = folder.glob("lib/*/site-packages")
    for part in installed_without_extras():
        (packages / part.name).symlink_to(part)
    return folder / "bin" / "python"


def installed_without_extras() -> set[Path]:
    """Return what lies in the folder of packages of this project and all that it needs."""
    found: set[str] = set()
    waiting, parts = [PROJECT], set[Path]()
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        package = distribution(name)
        tops = {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}
        parts |= {Path(str(package.locate_file(top))) for top in tops}
        needed = map(Requirement, package.requires or ())
        waiting += [
            one.name for one in needed if not one.marker or one.marker.evaluate({"extra": ""})
        ]
    return parts


def run_mypy(folder: Path, python: Path) -> list[str]:
    """Return what mypy says of the files of a folder, as their author would run it."""
    words = ["--strict", "--no-error-summary", "--config-file=", "--python-executable", str(python)]
    # It reads the SDK once for all tests.
    words += ["--cache-dir", str(python.with_name("mypy"))]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *words, "."],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return (done.stdout + done.stderr).splitlines()


def test_the_smallest_bots_the_samples_and_new_ones_pass_strict_mypy(
    tmp_path: Path, plain: Path
) -> None:
    for game in game_names():
        (tmp_path / f"first_{game}.py").write_text(FIRST.replace("GAME", game))
        (tmp_path / f"new_{game}.py").write_text(write_starter("mine", find_game(game))["bot.py"])
    for name in ("angler", "careful", "juggler", "shepherd"):
        (tmp_path / f"{name}.py").write_text((SAMPLES / name / "bot.py").read_text())
    assert run_mypy(tmp_path, plain) == []


def test_it_finds_what_is_in_no_view_no_state_no_move_and_what_is_no_move(
    tmp_path: Path, plain: Path
) -> None:
    (tmp_path / "wrong.py").write_text(WRONG)
    said = [line.partition("error: ")[2].partition("  [")[0] for line in run_mypy(tmp_path, plain)]
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


def test_no_sample_reaches_beneath_the_sdk() -> None:
    found = {
        str(path.relative_to(SAMPLES))
        for path in SAMPLES.glob("*/*.py")
        if re.search(r"^(?:from|import) arena\b", path.read_text(), re.MULTILINE)
    }
    assert found == set()
