"""What fails by the clock is run once more and said aloud; nothing else is repeated."""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from tests import lanes
from tests.bots.writing import choosing, write_bot
from tests.programs import Run

pytestmark = pytest.mark.usefixtures("processes")

# Each run of a test leaves a file; `at_first` says that there was none.
TESTS = """
from pathlib import Path
import pytest

@pytest.fixture
def at_first(request):
    runs = Path(__file__).with_name(request.node.name)
    count = len(runs.read_text()) if runs.exists() else 0
    runs.write_text("x" * (count + 1))
    return count == 0

@pytest.mark.clock
def test_a_slow_one(at_first):
    assert not {slow_fails} or not at_first

@pytest.mark.clock
def test_a_wrong_one(at_first):
    assert not {wrong_fails}

@pytest.mark.real
def test_another(at_first):
    assert not {other_fails} or not at_first

def test_all_that_is_fast(at_first):
    assert not {fast_fails} or not at_first
"""


def run(folder: Path, *fails: str) -> tuple[int, list[str], dict[str, int]]:
    """Run both lanes; return the exit code, the last lines, and how often each test was run."""
    wanted = {f"{name}_fails": name in fails for name in ("slow", "wrong", "other", "fast")}
    (folder / "test_these.py").write_text(TESTS.format(**wanted))
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n clock\n real\n soak\n")
    done = subprocess.run(
        [sys.executable, "-m", "tests.lanes", "-p", "xdist"],
        cwd=folder,
        # Six processes are started, and what else pytest would load in each is used by none.
        env=os.environ
        | {"PYTHONPATH": str(Path(__file__).parents[1]), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    runs = {path.name: len(path.read_text()) for path in folder.glob("test_a*[!y]")}
    return done.returncode, done.stdout.splitlines()[-2:], runs


def test_all_is_well(tmp_path: Path) -> None:
    code, (*_, last), runs = run(tmp_path)
    assert (code, last) == (0, "4 passed, 0 failed, 0 skipped")
    assert {*runs.values()} == {1}


def test_what_passes_alone_is_green_and_said_aloud(tmp_path: Path) -> None:
    code, (said, last), runs = run(tmp_path, "slow")
    assert (code, last) == (0, "4 passed, 0 failed, 0 skipped")
    assert said.startswith("PASSED ONLY WHEN IT WAS RUN AGAIN, ALONE: ")
    assert said.endswith("test_these.py::test_a_slow_one")
    assert runs.pop("test_a_slow_one") == 2
    assert {*runs.values()} == {1}


def test_what_fails_again_is_red_and_what_measures_no_clock_is_never_repeated(
    tmp_path: Path,
) -> None:
    code, (*_, last), runs = run(tmp_path, "wrong", "other", "fast")
    assert (code, last) == (1, "1 passed, 3 failed, 0 skipped")
    assert runs.pop("test_a_wrong_one") == 2
    assert {*runs.values()} == {1}


def test_a_file_that_no_lane_can_read_is_red(tmp_path: Path) -> None:
    (tmp_path / "test_wrong.py").write_text("import nothing_of_that_name")
    code, _, runs = run(tmp_path)
    assert code == pytest.ExitCode.INTERRUPTED
    assert runs == {}


def test_the_seconds_of_all_lanes_are_written_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "SECONDS", tmp_path / "seconds.json")
    for file, time in {"one": 1.4, "two": 2.6, "gone": 3}.items():
        told = {"seconds": {str(tmp_path / file): time}}
        (tmp_path / f"{file}.told").write_text(json.dumps(told))
        (tmp_path / file).touch()
    (tmp_path / "gone").unlink()
    (tmp_path / "seconds.json").write_text(json.dumps({str(tmp_path / "one"): 9}))
    ran = [lanes.Lane(tmp_path / f"{file}.told", [0]) for file in ("one", "two", "gone", "none")]
    lanes.record_seconds(*ran)
    kept = json.loads((tmp_path / "seconds.json").read_text())
    assert kept == {str(tmp_path / "one"): 1, str(tmp_path / "two"): 3}


def test_tests_take_no_cpu_beside_those_of_the_lanes_when_one_is_over(tmp_path: Path) -> None:
    ours, gate = os.sched_getaffinity(0), tmp_path / "gate"
    gate.write_text(f"{min(ours)}")
    item = cast("pytest.Item", SimpleNamespace(config=SimpleNamespace(getoption=lambda _: gate)))
    try:
        lanes.pytest_runtest_setup(item)
        assert os.sched_getaffinity(0) == {min(ours)}
    finally:
        os.sched_setaffinity(0, ours)


def test_a_command_has_the_cpus_that_its_test_has_by_now(arena: Run, tmp_path: Path) -> None:
    arena("games")
    ours = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(ours)})
    try:
        body = "import os; print(os.sched_getaffinity(0)); return turn.legal[0]"
        write_bot(tmp_path / "bot", choosing(body))
        said = arena("play", "six_nimmt", "first", "bot", "--games=1", "--box=inline").stdout
    finally:
        os.sched_setaffinity(0, ours)
    assert said.startswith(f"{{{min(ours)}}}\n")
