"""The SDK's module of each game, which a build makes of what the game's package exports."""

from importlib import import_module
from pathlib import Path

import arena_sdk
import pytest

import hatch_build
from arena.games import game_names

SHARED = {"Bot", "Over", "ProviderAway", "Start", "Turn", "load", "run"}


@pytest.mark.parametrize("game", game_names())
def test_it_has_all_that_the_package_exports_and_the_program(game: str) -> None:
    package, module = (import_module(f"{place}.{game}") for place in ("arena.games", "arena_sdk"))
    assert {*module.__all__} == {*package.__all__} - {"GAME"} | SHARED
    theirs = {name: getattr(module, name) for name in package.__all__ if name != "GAME"}
    assert theirs == {name: getattr(package, name) for name in theirs}


def test_those_here_are_what_a_build_makes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a package has changed since `make setup`."""
    monkeypatch.setattr(hatch_build, "SDK", tmp_path)
    hatch_build.write_sdk()
    here = Path(arena_sdk.__file__).parent
    made = {path.name: path.read_text("utf-8") for path in tmp_path.glob("*.py")}
    assert made.keys() == {f"{game}.py" for game in game_names()}
    assert made == {name: (here / name).read_text("utf-8") for name in made}
