"""What `arena new` makes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.games import game_names
from tests.programs import Run

pytestmark = pytest.mark.usefixtures("processes")


def run(folder: Path, *words: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder,
        # An author has none of this project's plugins.
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("game", game_names())
def test_a_new_bot_for_a_game_passes_its_own_test_and_beats_nobody_by_forfeit(
    game: str, arena: Run, tmp_path: Path
) -> None:
    shown = arena("new", "beginner", f"--game={game}").stdout
    assert shown.splitlines()[-1].endswith("arena check beginner")
    files = sorted(path.name for path in (tmp_path / "beginner").iterdir())
    assert files == ["AGENTS.md", "README.md", "bot.py", "bot.toml", "test_bot.py"]
    for file in files:
        text = (tmp_path / "beginner" / file).read_text()
        assert "my_bot" not in text
        assert game == "six_nimmt" or ("six_nimmt" not in text and "SixNimmt" not in text)
    run(tmp_path, "pytest", "-q", "beginner")
    run(tmp_path, "ruff", "check", "--isolated", "--line-length=100", "--select=E,F,UP", "beginner")


def test_a_new_bot_without_a_game_plays_all_of_them(arena: Run, tmp_path: Path) -> None:
    arena("new", "beginner")
    name, exclude = (tmp_path / "beginner" / "bot.toml").read_text().splitlines()
    assert (name, exclude.partition(" = ")[0]) == ('name = "beginner"', "exclude")
    run(tmp_path, "pytest", "-q", "beginner")


def test_its_readme_has_the_next_commands_and_they_work(arena: Run, tmp_path: Path) -> None:
    arena("new", "beginner", "--game=tonton")
    text = (tmp_path / "beginner" / "README.md").read_text()
    commands = [line.split()[1:] for line in text.splitlines() if line.startswith("arena ")]
    assert [words[0] for words in commands] == ["check", "play", "replay"]
    arena(*commands[0], "--box=process")
    arena(*commands[1])
    arena(*commands[2])


def test_what_it_tells_programs_to_type_are_commands_with_these_options(
    arena: Run, tmp_path: Path
) -> None:
    arena("new", "beginner", "--game=tonton")
    text = (tmp_path / "beginner" / "AGENTS.md").read_text()
    commands = [line.split()[1:] for line in text.splitlines() if line.startswith("arena ")]
    assert len(commands) == 6
    for command, *words in commands:
        known = arena(command, "--help").stdout
        assert all(word in known for word in words if word.startswith("--"))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["../away"], "'../away' is no name for a bot"),
        (["a b"], "is no name for a bot"),
        (["-x"], "No such option"),
        (["bötchen"], "is no name for a bot"),
        (["x" * 41], "is no name for a bot"),
        ([""], "'' is no name for a bot"),
        (["random"], "random is a sample bot"),
        (["here"], "here is here already"),
        (["fine", "--game=chess"], "There is no game 'chess'"),
    ],
)
def test_an_odd_name_is_refused_in_one_sentence_and_nothing_is_made(
    words: list[str], sentence: str, arena: Run, tmp_path: Path
) -> None:
    (tmp_path / "here").mkdir()
    errors = arena("new", *words, check=2).stderr
    assert sentence in errors
    assert "Traceback" not in errors
    assert [path.name for path in tmp_path.iterdir()] == ["here"]


def test_a_new_bot_can_be_imported_and_asked(arena: Run, tmp_path: Path) -> None:
    arena("new", "beginner", "--game=goat_n_goat")
    code = (
        "from bot import MyBot\nfrom arena_sdk.testing import ask, deal_turn\n"
        "turn = deal_turn('goat_n_goat')\n"
        "move = ask(MyBot(), turn)\n"
        "assert move in turn.legal\n"
        "assert (deal_turn('goat_n_goat'), ask(MyBot(), turn)) == (turn, move)\n"
        "assert deal_turn('goat_n_goat', seed=2) != turn"
    )
    run(tmp_path / "beginner", "timeit", "-n1", "-r1", code)


def test_a_bot_that_runs_when_it_is_imported_says_how_not_to(tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    source = "from arena_sdk import Bot, run\nclass Mine(Bot):\n    choose = None\nrun(Mine)\n"
    (tmp_path / "bots" / "bot.py").write_text(source)
    done = subprocess.run(
        [sys.executable, "-c", "import sys; sys.path.append('bots'); import bot"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"arena play six_nimmt {tmp_path / 'bots'} random" in done.stderr
    assert 'only under: if __name__ == "__main__":' in done.stderr
    assert "Traceback" not in done.stderr
