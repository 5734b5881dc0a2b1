"""A game of somebody's own: a folder beside the others, with no more than the contract asks for."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena import games
from arena.bots.starter import write_starter
from arena.cli.games import show_games
from arena.games import find_game, game_names
from arena.games.testing import CHECKS, Nonconformance, Table
from arena.terminal.shown import print_shown

# All of it is in one module, none of which is called `rules`, and the SDK has no types of it.
OWN = """
from arena.games.six_nimmt import Move, Options, View
from arena.games.six_nimmt import SixNimmt
from arena.games.six_nimmt.rules import SixNimmtState

class State(SixNimmtState):
    pass

class Own(SixNimmt):
    name = "own_game"
    title = "Our own"

GAME = Own()
"""


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "own_game").mkdir()
    (tmp_path / "own_game" / "__init__.py").write_text(OWN)
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    game_names.cache_clear()
    yield
    monkeypatch.undo()
    game_names.cache_clear()
    find_game.cache_clear()
    del sys.modules["arena.games.own_game"]


def test_it_is_listed_with_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    print_shown(show_games(), as_json=True)
    listed = {game["name"]: game for game in json.loads(capsys.readouterr().out)}
    assert (listed["own_game"]["title"], listed["own_game"]["rules"]) == ("Our own", "interpreted")
    assert list(listed) == [*game_names()]


def test_a_new_bot_for_it_imports_what_there_is() -> None:
    files = write_starter("mine", find_game("own_game"))
    assert "from arena_sdk import Bot, Turn, run" in files["bot.py"]
    assert 'games = ["own_game"]' in files["bot.toml"]
    assert "arena_sdk.six_nimmt" in write_starter("mine", find_game("six_nimmt"))["bot.py"]


def test_the_suite_checks_it_and_says_what_is_missing() -> None:
    game = find_game("own_game")
    said = []
    for check in CHECKS:
        try:
            check(Table(game, 3, game.Options(limit=None, rounds=1), seed=0))
        except Nonconformance as fault:
            said.append(str(fault))
    (only,) = said
    assert "does not fit into View.own_game of arena.proto" in only
