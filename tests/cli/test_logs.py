"""What bots print in `arena play`: in files, and of inline bots on the terminal."""

import json
import os
import re
import signal
import subprocess
import zlib
from base64 import b64decode
from pathlib import Path

import pytest

from tests.bad_bots import BadBot
from tests.programs import Run, seeded
from tests.waiting import wait_until

pytestmark = pytest.mark.usefixtures("processes")

PRINTING = BadBot(
    "",
    "",
    """from arena_sdk import Bot, run
class Printing(Bot):
    def choose(self, turn):
        print("thinking\\x1b[2J")
        return turn.legal[0]
    def over(self, over):
        print("it was", list(over.scores))
run(Printing)
""",
)
QUICK = ["--option=limit=none", "--option=rounds=1", "--games=2"]


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    return PRINTING.write(tmp_path / "bot")


@pytest.mark.parametrize("box", ["inline", "process"])
def test_logs_are_written_for_every_bot_by_game_and_turn(
    box: str, bot: Path, arena: Run, tmp_path: Path
) -> None:
    name = "a+b"
    words = ["six_nimmt", "random", f"{name}={bot}", *QUICK, "--logs=logs/of/it", f"--box={box}"]
    arena("play", *words)
    files = {path.name: path.read_text() for path in (tmp_path / "logs" / "of" / "it").iterdir()}
    assert files.pop("random.log") == ""
    ((file, text),) = files.items()
    assert file == "a+b.log"
    assert text.count("--- game ") == 2
    game, *lines = text.splitlines()[:3]
    assert re.fullmatch("--- game 1, seat [01] ---", game)
    assert lines == ["--- turn 1 ---", r"thinking\x1b[2J"]
    assert text.splitlines()[-2] == "--- end ---"
    assert text.splitlines()[-1].startswith("it was [")


def test_a_replay_has_what_was_printed_beside_the_turn(
    bot: Path, arena: Run, tmp_path: Path
) -> None:
    arena("play", "six_nimmt", "random", f"mine={bot}", *QUICK, "--logs=logs", "--box=process")
    told = arena("replay", "records", "--game=2", "--tables", "--logs=logs").stdout
    said = re.findall(r"  seat ([01]) \| (.*)\n\n(?:> .*\n)*?> seat \1 \(mine\)", told)
    turns = told.count("(mine): ")
    assert [line for _, line in said] == [r"thinking\x1b[2J"] * turns
    assert "thinking" not in arena("replay", "records", "--game=2", "--tables").stdout
    arena("replay", "records", "--html=page.html", "--logs=logs")
    data = re.search(r'"outline": "([^"]+)"', (tmp_path / "page.html").read_text())
    assert data is not None
    printed = json.loads(zlib.decompress(b64decode(data[1])))["games"][1]["printed"]
    assert [one["text"].splitlines()[-1] for one in printed] == [r"thinking\x1b[2J"] * turns
    errors = arena("replay", "records", "--html=page.html", "--logs=records", check=2).stderr
    assert "There is no log in records; arena play with --logs writes them." in errors
    assert "beside turns" in arena("replay", "records", "--logs=logs", check=2).stderr


def test_matches_at_once_have_a_folder_each(bot: Path, arena: Run, tmp_path: Path) -> None:
    words = ["six_nimmt", "random", str(bot), *QUICK, "--games=4", "--parallel=2", "--logs=logs"]
    arena("play", *words)
    found = sorted(str(path.relative_to(tmp_path)) for path in (tmp_path / "logs").rglob("*.log"))
    assert found == [
        *("logs/1/bad.log", "logs/1/random.log", "logs/2/bad.log", "logs/2/random.log")
    ]


def test_a_folder_that_cannot_be_written_is_one_sentence_before_the_match(
    bot: Path, arena: Run, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    errors = arena("play", "six_nimmt", "random", str(bot), "--logs=file", check=2).stderr
    assert errors.startswith("No logs can be written in file: ")
    assert not (tmp_path / "records").exists()


def test_a_match_that_is_stopped_leaves_what_was_printed(tmp_path: Path) -> None:
    wait = "        open('HERE/asked', 'w').close()\n        import time; time.sleep(600)\n"
    source = PRINTING.source.replace("        return turn", f"{wait}        return turn")
    folder = BadBot("", "", source).write(tmp_path / "bot")
    playing = subprocess.Popen(
        [
            *seeded("arena"),
            "play",
            "six_nimmt",
            "random",
            folder,
            "--logs=logs",
        ],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    wait_until(lambda: (folder / "asked").exists() or playing.poll() is not None)
    os.killpg(playing.pid, signal.SIGINT)
    playing.communicate()
    assert "thinking" in (tmp_path / "logs" / "bad.log").read_text()


def test_an_inline_bot_prints_to_the_terminal_unless_a_program_reads_that(
    bot: Path, arena: Run
) -> None:
    words = ["play", "six_nimmt", "random", str(bot), *QUICK, "--box=inline"]
    assert arena(*words).stdout.startswith("thinking\x1b[2J\n")
    done = arena(*words, "--json")
    assert json.loads(done.stdout)["game"] == "six_nimmt"
    assert done.stderr == ""
