"""An author types to a debugger in a bot, in a terminal."""

import os
import pty
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from select import select

import pytest

from tests.bad_bots import BadBot

pytestmark = pytest.mark.usefixtures("processes")

STOPPING = BadBot(
    "",
    "",
    """from arena_sdk import Bot, run
class Stopping(Bot):
    stopped = False
    def choose(self, turn):
        if not self.stopped:
            self.stopped = True
            print("here it stops")
            breakpoint()
        return turn.legal[0]
run(Stopping)
""",
)
PLAY = ["arena", "play", "six_nimmt", "bot", "random", "--games=1", "--box=inline"]
TEST = """
from pathlib import Path
from arena.check.testing import play_under_referee

def test_it_plays_to_the_end():
    played = play_under_referee(Path(__file__).parent, "six_nimmt")
    assert not played.forfeits, played.forfeits[0].log_tail
"""
PYTEST = ["python", "-m", "pytest", "bot"]
PROMPT = "(Pdb) "


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (STOPPING.write(tmp_path / "bot") / "test_bot.py").write_text(TEST)
    return tmp_path


def talk(folder: Path, words: Sequence[str], answers: Sequence[str]) -> tuple[int, str]:
    """Run a program in a terminal, answer each prompt of its debugger; return how it ended."""
    ours, theirs = pty.openpty()
    program = subprocess.Popen(
        [Path(sys.executable).with_name(words[0]), *words[1:]],
        cwd=folder,
        # An author has none of this project's plugins.
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        preexec_fn=lambda: os.login_tty(theirs),  # noqa: PLW1509 - there is but one thread
    )
    os.close(theirs)
    said, heard = "", 0
    waiting = list(answers)
    try:
        while True:
            if waiting and PROMPT in said[heard:]:
                heard = len(said)
                os.write(ours, waiting.pop(0).encode())
            elif select([ours], [], [], 1)[0]:
                try:
                    said += os.read(ours, 65536).decode(errors="replace")
                except OSError:  # Nobody holds the other end any more.
                    break
    finally:
        os.close(ours)
    assert waiting == [], said
    return program.wait(), said


def test_a_breakpoint_in_an_inline_run_shows_its_prompt_and_continues(folder: Path) -> None:
    code, said = talk(folder, PLAY, ["p 6 * 7\n", "p len(turn.legal)\n", "c\n"])
    assert code == 0, said
    assert "here it stops" in said
    assert "42" in said
    assert "10" in said
    assert "The record is in" in said
    assert "Traceback" not in said


def test_to_quit_the_debugger_is_the_end_of_the_match_in_one_sentence(folder: Path) -> None:
    code, said = talk(folder, PLAY, ["q\n"])
    assert code == 1, said
    assert "Not done: the debugger in a bot was told to quit." in said
    assert "Traceback" not in said
    assert "crashed" not in said


def test_ctrl_c_at_its_prompt_ends_the_match_at_once(folder: Path) -> None:
    code, said = talk(folder, PLAY, ["\x03"])
    assert code == 130, said
    assert "Stopped before the end of the first game." in said


@pytest.mark.parametrize("words", [PYTEST, [*PYTEST, "-s"]], ids=["captured", "shown"])
def test_a_breakpoint_in_a_test_shows_its_prompt_and_continues(
    words: list[str], folder: Path
) -> None:
    code, said = talk(folder, words, ["p 6 * 7\n", "c\n"])
    assert code == 0, said
    assert "42" in said
    assert "1 passed" in said


def test_to_quit_the_debugger_in_a_test_is_the_end_of_the_tests(folder: Path) -> None:
    code, said = talk(folder, PYTEST, ["q\n"])
    assert code == 2, said
    assert "Quitting debugger" in said


def test_what_a_bot_prints_in_a_test_is_shown_with_s(folder: Path) -> None:
    source = STOPPING.source.replace("breakpoint()", "pass")
    (folder / "bot" / "bot.py").write_text(source)
    assert "here it stops" in talk(folder, [*PYTEST, "-s"], [])[1]
    assert "here it stops" not in talk(folder, PYTEST, [])[1]
