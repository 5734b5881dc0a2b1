"""The ladder that `make play` begins, and goes on with."""

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ladder.cli.play import play
from ladder.log.entries import Entered, Joined
from ladder.store.opening import open_reader
from tests.ladder.ladders import SHORT, files_like, make_ladder
from tests.waiting import wait_until

COMMAND = (sys.executable, "-m", "ladder.cli.play", "play")
# The same of two matches: that there are six is seen in tests/test_play_command.py.
SHORTER = (COMMAND[0], "-c", "from ladder.cli import play as p; p.MATCHES = 2; p.play()", "play")


def refused(folder: Path) -> str:
    done: Result = CliRunner().invoke(play, [str(folder)], catch_exceptions=False)
    assert done.exit_code == 2, done.output
    return done.stderr


@pytest.fixture
def no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere")


@pytest.mark.usefixtures("no_engine")
def test_bots_of_others_are_not_played_without_walls(tmp_path: Path) -> None:
    with make_ladder(tmp_path / "ladder.db", "first", divisions=(SHORT,)) as store:
        store.append(Joined("anna"))
        digest, content = files_like("hers")
        store.enter(Entered("hers@1", "anna", digest, ()), content)
    assert "On this ladder are bots of anna; without containers only your own" in refused(tmp_path)


def test_a_folder_that_cannot_be_is_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert refused(tmp_path / "file" / "play").startswith("There can be no ladder in ")


# Without an engine: tests/test_play_command.py.
@pytest.mark.usefixtures("image", "matches_folder")
def test_stopped_in_containers_it_leaves_no_process_and_the_same_command_goes_on(
    tmp_path: Path,
) -> None:
    place = tmp_path / "play" / "ladder.db"
    with subprocess.Popen(COMMAND, cwd=tmp_path, stdout=subprocess.DEVNULL) as playing:
        wait_until(place.exists)
        with open_reader(str(place)) as store:
            wait_until(store.count_results)
        playing.send_signal(signal.SIGTERM)
        assert playing.wait() == 130
    # That none of its processes is left says the fixture.
    done = subprocess.run(SHORTER, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "The bots play in containers." in done.stdout
    (before,) = map(int, re.findall(r"Going on with play/ladder.db, after (\d) match", done.stdout))
    # More than two are played where more were planned.
    (played,) = map(int, re.findall(r"(\d) matches played, 0 void", done.stdout))
    assert played >= 2
    assert "serve --trust" not in done.stdout
    assert (tmp_path / "play" / f"match-{before + played}.html").exists()
