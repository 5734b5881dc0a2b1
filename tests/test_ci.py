"""What CI runs on a bare machine: its limits, what it tries again, and what it leaves behind."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.waiting import wait_until

CI = Path(__file__).parents[1] / ".ci" / "run"
# Nobody waits for a pause, and who is not root ends its own processes.
HERE = "sleep() { command sleep 0.01; }; export -f sleep; root=()"

pytestmark = pytest.mark.usefixtures("processes")


def run(script: str, times: int = 1) -> "subprocess.CompletedProcess[str]":
    """Run a script that has all that CI's has, but for its steps."""
    return subprocess.run(
        ["bash", "-c", f"source {CI}; {HERE}; {script}"],
        env=os.environ | {"ARENA_CI_TIMES": str(times)},
        capture_output=True,
        text=True,
        check=False,
    )


def lives(pid: int) -> bool:
    """Say whether a process has not ended; one that was not waited for has."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_a_step_that_takes_longer_than_its_limit_fails_and_says_so() -> None:
    done = run("limited 1s sleep 1000; echo further")
    assert (done.returncode, done.stdout) == (124, "")
    assert done.stderr == "It took longer than 1s: sleep 1000\n"


def test_a_slow_machine_has_as_many_times_the_limit_as_it_says() -> None:
    said = run("timeout() { echo $*; }; limited 15m make lint", times=2).stdout
    assert said == "--kill-after=1m 30m make lint\n"


def test_a_step_that_fails_is_the_end_of_it() -> None:
    done = run("limited 1m sh -c 'exit 7'; echo further")
    assert (done.returncode, done.stdout, done.stderr) == (7, "", "")


@pytest.mark.parametrize(("failures", "code"), [(0, 0), (2, 0), (3, 1)])
def test_a_packet_may_be_lost_twice(tmp_path: Path, failures: int, code: int) -> None:
    tries = tmp_path / "tries"
    fetch = f"echo >> {tries}; [ $(wc -l < {tries}) -gt {failures} ]"
    done = run(f"limited 1m \"${{again[@]}}\" sh -c '{fetch}'")
    assert done.returncode == code
    assert len(tries.read_text()) == min(failures + 1, 3)


@pytest.mark.parametrize(("last", "code"), [("false", 1), ("kill -TERM $$", 143), ("true", 0)])
def test_nothing_that_it_started_is_left(tmp_path: Path, last: str, code: int) -> None:
    pids = tmp_path / "pids"
    note = f"echo $$ >> {pids}"
    deaf = f'trap "" TERM; {note}; while :; do sleep 1000; done'
    done = run(
        "trap end EXIT; trap 'exit 143' TERM;"
        f"start 1h sh -c '{note}; exec sleep 1000' >/dev/null 2>&1;"
        # What has left its group and its parent, and hears no signal but the last.
        f"start 1h setsid --fork sh -c '{deaf}' >/dev/null 2>&1;"
        f"until [ $(cat {pids} 2>/dev/null | wc -l) = 2 ]; do sleep 0; done; {last}"
    )
    left = [pid for pid in map(int, pids.read_text().split()) if lives(pid)]
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert (done.returncode, left) == (code, []), done.stderr


@pytest.mark.parametrize(("last", "is_left"), [("false", False), ("true", True)])
def test_the_engine_that_it_started_stays_unless_it_failed(last: str, is_left: bool) -> None:
    engine = subprocess.Popen(["sleep", "1000"])
    try:
        run(f"trap end EXIT; engine={engine.pid}; {last}")
        if is_left:
            assert engine.poll() is None
        else:
            wait_until(lambda: engine.poll() is not None)
    finally:
        engine.kill()
        engine.wait()


def test_a_bare_machine_gets_what_all_else_relies_on() -> None:
    bare = "command() { return 1; }; limited() { echo $@; }; root=(as_root)"
    said = run(f"{bare}; install_packages").stdout
    assert "as_root sh -c apt-get update" in said
    assert {"git", "openssl", "make", "npm", "docker.io"} <= {*said.split()}
