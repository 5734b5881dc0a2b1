"""Runs the real tier in two lanes at once: what measures a clock, and all the rest.

    python -m tests.lanes [words for pytest]

A test marked `clock` measures time or fills a CPU. These run one by one on the last CPU, and the
rest on the others; once they are over, the rest has all CPUs. One of them that fails is run once
more, alone, after all others: if it then passes the run is green, and its last lines say so.
Nothing else is ever repeated.
"""

import fcntl
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, Final

import pytest

CLOCK: Final = ("-m", "clock and not soak")
REST: Final = ("-m", "real and not (clock or soak)")
_COUNTED: Final = ("passed", "failed", "error", "skipped")


# --- as a plugin, in both lanes ---


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--summary", help="a file for the names of the tests, by what came of them")
    parser.addoption("--gate", help="a file that is locked while the last CPU is the clock's")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Take all CPUs once the clock's lane is over."""
    gate = item.config.getoption("gate")
    if gate is None:
        return
    with Path(gate).open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return
    os.sched_setaffinity(0, range(os.cpu_count() or 1))


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    stats = terminalreporter.stats
    named = {kind: [report.nodeid for report in stats.get(kind, [])] for kind in _COUNTED}
    Path(config.getoption("summary")).write_text(json.dumps(named))


# --- as a program ---


class Lane:
    """A run of pytest on some CPUs, with these words."""

    def __init__(self, summary: Path, cpus: Sequence[int], *words: str) -> None:
        self._summary = summary
        self._command = ["taskset", "--cpu-list", ",".join(map(str, cpus)), sys.executable]
        self._command += ["-m", "pytest", "-p", "tests.lanes", f"--summary={summary}", *words]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *words: str, output: BinaryIO | None = None) -> None:
        """Start it, with more words; what it says goes to a file, or else where ours goes."""
        self._summary.write_text("{}")
        self._process = subprocess.Popen([*self._command, *words], stdout=output)

    def wait(self) -> int:
        """Return the exit code; that there is no such test is no failure."""
        code = self._process.wait() if self._process else 0
        return 0 if code == pytest.ExitCode.NO_TESTS_COLLECTED else code

    def stop(self) -> None:
        """Have it clean up and end."""
        if self._process:
            self._process.send_signal(signal.SIGINT)

    def named(self, *kinds: str) -> list[str]:
        """Return the tests of which one of these came."""
        named = json.loads(self._summary.read_text())
        return [test for kind in kinds for test in named.get(kind, [])]


def main() -> int:
    """Run both lanes, and what failed of the clock's once more; return the exit code."""
    cpus, words = sorted(os.sched_getaffinity(0)), sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="lanes-") as name:
        folder = Path(name)
        spread = ("-n", str(len(cpus)), "--dist", "loadfile", "--no-loadscope-reorder")
        clock = Lane(folder / "clock", cpus[-1:], *CLOCK, *words)
        rest = Lane(folder / "rest", cpus[:-1] or cpus, *REST, *spread, *words)
        _stop_with_us(clock, rest)
        code = _run_both(clock, rest, folder)
        again = Lane(folder / "again", cpus[-1:], "--durations=0", "-vv")
        return max(code, _run_again(again, clock, rest))


def _stop_with_us(*lanes: Lane) -> None:
    def stop(*_: object) -> None:
        for lane in lanes:
            lane.stop()

    signal.signal(signal.SIGTERM, stop)
    # From a terminal it reaches the lanes by itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _run_both(clock: Lane, rest: Lane, folder: Path) -> int:
    """Run the lanes at once, and then show what the clock's has said.

    Return the exit code; that of the clock's failed tests is known only when they are run again.
    """
    gate, said = folder / "gate", folder / "said"
    with gate.open("w") as held, said.open("wb") as output:
        fcntl.flock(held, fcntl.LOCK_EX)
        rest.start(f"--gate={gate}")
        clock.start(output=output)
        codes = {clock.wait()} - {pytest.ExitCode.TESTS_FAILED}
        fcntl.flock(held, fcntl.LOCK_UN)
        codes.add(rest.wait())
    print(said.read_text(errors="replace"), flush=True)
    return max(codes)


def _run_again(again: Lane, clock: Lane, rest: Lane) -> int:
    """Run what has failed of the clock's, alone; sum up, and return the exit code of that."""
    code = 0
    if once := clock.named("failed", "error"):
        again.start(*once)
        code = again.wait()
        for test in again.named("passed"):
            print(f"PASSED ONLY WHEN IT WAS RUN AGAIN, ALONE: {test}")
    lanes = [clock, rest, again] if once else [clock, rest]
    passed, skipped = (
        sum(len(lane.named(kind)) for lane in lanes) for kind in ("passed", "skipped")
    )
    failed = len((again if once else clock).named("failed", "error")) + len(
        rest.named("failed", "error")
    )
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return code


if __name__ == "__main__":
    sys.exit(main())
