"""Runs the real tier in two lanes at once: what measures a clock, and all the rest.

    python -m tests.lanes [words for pytest]

A test marked `clock` measures time or fills a CPU. These run one by one on the last CPU, and the
rest on the others; once they are over, the rest has all CPUs. One of them that fails is run once
more, alone, after all others: if it then passes the run is green, and its last lines say so.
Nothing else is ever repeated.

As a plugin of pytest it is what each lane needs: files begin with those that take longest, by
`seconds.json`, which a run with `--record-seconds` writes.
"""

import fcntl
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, Final

import pytest

CLOCK: Final = ("-m", "clock and not soak")
REST: Final = ("-m", "real and not (clock or soak)")
# How long the tests of each file took, set up and torn down.
SECONDS: Final = Path(__file__).with_name("seconds.json")
_OUTCOMES: Final = ("passed", "failed", "error", "skipped")


# --- as a plugin, in both lanes ---


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--outcomes", type=Path, help="a file for the names of the tests, by outcome")
    parser.addoption("--gate", type=Path, help="a file of CPUs, locked while one is the clock's")
    parser.addoption("--record-seconds", action="store_true", help=f"write {SECONDS.name}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take longest, or are new."""
    seconds = json.loads(SECONDS.read_text())
    items.sort(key=lambda item: seconds.get(_file(item.nodeid), float("inf")), reverse=True)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Take the CPUs of both lanes once the clock's is over."""
    gate = item.config.getoption("gate")
    if gate is not None and not _is_locked(gate):
        os.sched_setaffinity(0, map(int, gate.read_text().split()))


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Tell the program that started this lane what came of it."""
    stats = terminalreporter.stats
    outcomes = {kind: [report.nodeid for report in stats.get(kind, [])] for kind in _OUTCOMES}
    config.getoption("outcomes").write_text(json.dumps(outcomes))
    if config.getoption("record_seconds"):
        _record_seconds([report for reports in stats.values() for report in reports])


def _file(nodeid: str) -> str:
    return nodeid.partition("::")[0]


def _is_locked(gate: Path) -> bool:
    with gate.open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        return False


def _record_seconds(reports: Sequence[object]) -> None:
    taken: defaultdict[str, float] = defaultdict(float)
    for report in reports:
        if isinstance(report, pytest.TestReport):
            taken[_file(report.nodeid)] += report.duration
    known = json.loads(SECONDS.read_text()) | {file: round(time) for file, time in taken.items()}
    here = {file: time for file, time in known.items() if Path(file).exists()}
    SECONDS.write_text(json.dumps(dict(sorted(here.items())), indent=1) + "\n")


# --- as a program ---


class Lane:
    """A run of pytest on some CPUs, with these words."""

    def __init__(self, outcomes: Path, cpus: Sequence[int], *words: str) -> None:
        self._outcomes = outcomes
        self._command = ["taskset", "--cpu-list", ",".join(map(str, cpus)), sys.executable]
        self._command += ["-m", "pytest", "-p", "tests.lanes", f"--outcomes={outcomes}", *words]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *words: str, output: BinaryIO | None = None) -> None:
        """Start it, with more words; what it says goes to a file, or else where ours goes."""
        self._process = subprocess.Popen([*self._command, *words], stdout=output)

    def wait(self) -> int:
        """Return the exit code; that there is no such test is no failure."""
        code = self._process.wait() if self._process else 0
        return 0 if code == pytest.ExitCode.NO_TESTS_COLLECTED else code

    def stop(self) -> None:
        """Have it clean up and end."""
        if self._process:
            self._process.send_signal(signal.SIGINT)

    def outcomes(self) -> dict[str, list[str]]:
        """Return the names of its tests by outcome; of a lane that could not begin, none."""
        none: dict[str, list[str]] = {kind: [] for kind in _OUTCOMES}
        return none | (json.loads(self._outcomes.read_text()) if self._outcomes.exists() else {})


def main() -> int:
    """Run both lanes, and what failed of the clock's once more; return the exit code."""
    cpus, words = sorted(os.sched_getaffinity(0)), sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="lanes-") as name:
        folder = Path(name)
        # Most tests wait for programs that they have started, so there are two for each CPU.
        spread = ("-n", str(2 * len(cpus)), "--dist", "loadfile", "--no-loadscope-reorder")
        clock = Lane(folder / "clock", cpus[-1:], *CLOCK, *words)
        rest = Lane(folder / "rest", cpus[:-1] or cpus, *REST, *spread, *words)
        again = Lane(folder / "again", cpus[-1:], "--durations=0", "-vv")
        _stop_with_us(clock, rest, again)
        code = _run_both(clock, rest, folder, cpus)
        counts = Counter({kind: len(names) for kind, names in rest.outcomes().items()})
        code = max(code, _settle(clock, again, counts))
    failed = counts["failed"] + counts["error"]
    print(f"{counts['passed']} passed, {failed} failed, {counts['skipped']} skipped")
    return code


def _stop_with_us(*lanes: Lane) -> None:
    def stop(*_: object) -> None:
        for lane in lanes:
            lane.stop()

    signal.signal(signal.SIGTERM, stop)
    # From a terminal it reaches the lanes by itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _run_both(clock: Lane, rest: Lane, folder: Path, cpus: Sequence[int]) -> int:
    """Run the lanes at once on these CPUs, and then show what the clock's has said.

    Return the exit code; that of the clock's failed tests is known only when they are run again.
    """
    gate, said = folder / "gate", folder / "said"
    gate.write_text(" ".join(map(str, cpus)))
    with gate.open() as held, said.open("wb") as output:
        fcntl.flock(held, fcntl.LOCK_EX)
        rest.start(f"--gate={gate}")
        clock.start(output=output)
        codes = {clock.wait()} - {pytest.ExitCode.TESTS_FAILED}
        fcntl.flock(held, fcntl.LOCK_UN)
        codes.add(rest.wait())
    print(said.read_text(errors="replace"), flush=True)
    return max(codes)


def _settle(clock: Lane, again: Lane, counts: Counter[str]) -> int:
    """Run what has failed of the clock's once more, and count it all; return the exit code."""
    first = clock.outcomes()
    counts.update({kind: len(first[kind]) for kind in ("passed", "skipped")})
    failed = [*first["failed"], *first["error"]]
    if not failed:
        return 0
    again.start(*failed)
    code = again.wait()
    second = again.outcomes()
    counts.update({kind: len(names) for kind, names in second.items()})
    for test in second["passed"]:
        print(f"PASSED ONLY WHEN IT WAS RUN AGAIN, ALONE: {test}")
    return code


if __name__ == "__main__":
    sys.exit(main())
