"""Runs all tests but those for nights in three lanes: a clock's, the fast tier, and all the rest.

    python -m tests.lanes [words for pytest]

A test marked `clock` measures time or fills a CPU. These run one by one on the last CPU, and the
rest on the others. The fast tier takes of the last CPU what they leave idle, if root starts it.
Once the clock's lane is over, the others have all CPUs. A test of it that fails is run once more,
alone, after all others: if it then passes the run is green, and its last lines say so. Nothing else
is repeated.

Files are collected once: each lane reads those of its own. With `--since=REV` the tests of a part
wait for the night if nothing of the part has changed since then (`tests/parts.py`).

As a plugin of pytest it is what each lane needs: files begin with those that take longest, by
`seconds.json`, which is written after a run with `--record-seconds`.
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
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, BinaryIO, Final

import pytest

from arena.boxes.host.process_tree import descendants
from tests.parts import waiting

LANES: Final = {
    "clock": "clock and not soak",
    "rest": "real and not (clock or soak)",
    "fast": "not (real or clock or soak)",
}
# How long the tests of each file took, set up and torn down.
SECONDS: Final = Path(__file__).with_name("seconds.json")
_PYTEST: Final = (sys.executable, "-m", "pytest", "-p", "tests.lanes")
_OUTCOMES: Final = ("passed", "failed", "error", "skipped")


# --- as a plugin, in every lane ---


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--outcomes", type=Path, help="a file for the names of the tests, by outcome")
    parser.addoption("--gate", type=Path, help="a file of CPUs, locked while one is the clock's")
    parser.addoption("--record-seconds", action="store_true", help=f"write {SECONDS.name}")
    parser.addoption("--since", metavar="REV", help="leave out the parts unchanged since then")
    parser.addoption("--listed", type=Path, help="a file for the files of each lane")
    parser.addoption("--only", type=Path, help="a file of the only files to collect")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Collect no files but those of this lane."""
    only = config.getoption("only")
    if only is None or collection_path.suffix != ".py":
        return None
    return str(collection_path) not in only.read_text().splitlines() or None


def pytest_collection_finish(session: pytest.Session) -> None:
    """Tell the program that lists the files which has tests of which lane."""
    listed = session.config.getoption("listed")
    if listed is not None:
        found = {
            lane: sorted({str(item.path) for item in session.items if _is_in(item, lane)})
            for lane in LANES
        }
        listed.write_text(json.dumps(found))


def _is_in(item: pytest.Item, lane: str) -> bool:
    clock, real = (item.get_closest_marker(name) is not None for name in ("clock", "real"))
    return lane == ("clock" if clock else "rest" if real else "fast")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take longest, or are new."""
    seconds = json.loads(SECONDS.read_text())
    items.sort(key=lambda item: seconds.get(_file(item.nodeid), float("inf")), reverse=True)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Take the CPUs of all lanes once the clock's is over."""
    gate = item.config.getoption("gate")
    if gate is not None and not _is_locked(gate):
        os.sched_setaffinity(0, map(int, gate.read_text().split()))


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Tell the program that started this lane what came of it."""
    stats = terminalreporter.stats
    outcomes = {kind: [report.nodeid for report in stats.get(kind, [])] for kind in _OUTCOMES}
    reports = [report for reports in stats.values() for report in reports]
    if (file := config.getoption("outcomes")) is not None:
        file.write_text(json.dumps({"outcomes": outcomes, "seconds": _seconds_of(reports)}))


def _file(nodeid: str) -> str:
    return nodeid.partition("::")[0]


def _is_locked(gate: Path) -> bool:
    with gate.open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        return False


def _seconds_of(reports: Sequence[object]) -> dict[str, float]:
    taken: defaultdict[str, float] = defaultdict(float)
    for report in reports:
        if isinstance(report, pytest.TestReport):
            taken[_file(report.nodeid)] += report.duration
    return taken


# --- as a program ---


class Lane:
    """A run of pytest on some CPUs, with these words."""

    def __init__(self, told: Path, cpus: Sequence[int], *words: str, idle: bool = False) -> None:
        self._told, self._idle = told, idle
        self._command = ["taskset", "--cpu-list", ",".join(map(str, cpus))]
        self._command += ["chrt", "--idle", "0"] * idle
        self._command += [*_PYTEST, f"--outcomes={told}", *words]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *words: str, output: BinaryIO | None = None) -> None:
        """Start it, with more words; what it says goes to a file, or else where ours goes."""
        self._process = subprocess.Popen([*self._command, *words], stdout=output)

    def wait(self) -> int:
        """Return the exit code; that there is no such test is no failure."""
        return _code(self._process.wait() if self._process else 0)

    def wake(self) -> None:
        """Have it take no longer only what others leave."""
        if self._process and self._idle:
            for pid in (self._process.pid, *descendants(self._process.pid)):
                for thread in Path(f"/proc/{pid}/task").glob("*"):
                    with suppress(ProcessLookupError):
                        os.sched_setscheduler(int(thread.name), os.SCHED_OTHER, os.sched_param(0))

    def stop(self) -> None:
        """Have it clean up and end."""
        if self._process:
            self._process.send_signal(signal.SIGINT)

    def outcomes(self) -> dict[str, list[str]]:
        """Return the names of its tests by outcome; of a lane that could not begin, none."""
        none: dict[str, list[str]] = {kind: [] for kind in _OUTCOMES}
        return none | self._read("outcomes")

    def seconds(self) -> dict[str, float]:
        """Return how long the tests of each file took."""
        return self._read("seconds")

    def _read(self, what: str) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self._told.read_text()) if self._told.exists() else {}
        return dict(told.get(what, {}))


def main() -> int:
    """Run the lanes, and what failed of the clock's once more; return the exit code."""
    cpus, words = sorted(os.sched_getaffinity(0)), sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="lanes-") as name:
        folder = Path(name)
        if code := _list_files(folder, words):
            return code
        gate = f"--gate={folder / 'gate'}"
        only = {
            lane: ["-m", LANES[lane], f"--only={folder / lane}.files", *words] for lane in LANES
        }
        # Most tests wait for programs that they have started, so there are two for each CPU.
        spread = ("-n", str(2 * len(cpus)), "--dist", "loadfile", "--no-loadscope-reorder", gate)
        steal = ("-n", "logical", "--dist", "worksteal", gate)
        clock = Lane(folder / "clock", cpus[-1:], *only["clock"])
        rest = Lane(folder / "rest", cpus[:-1] or cpus, *only["rest"], *spread)
        # Only root may wake what takes what others leave.
        root = os.geteuid() == 0
        beside = cpus[-1:] if root else cpus[:-1] or cpus
        fast = Lane(folder / "fast", beside, *only["fast"], *steal, idle=root)
        again = Lane(folder / "again", cpus[-1:], "--durations=0", "-vv")
        _stop_with_us(clock, rest, fast, again)
        code = _run(clock, (rest, fast), folder, cpus)
        counts = Counter[str]()
        for lane in (rest, fast):
            counts.update({kind: len(names) for kind, names in lane.outcomes().items()})
        code = max(code, _settle(clock, again, counts))
        if "--record-seconds" in words:
            record_seconds(clock, rest)
    failed = counts["failed"] + counts["error"]
    print(f"{counts['passed']} passed, {failed} failed, {counts['skipped']} skipped")
    return code


def _code(code: int) -> int:
    return 0 if code == pytest.ExitCode.NO_TESTS_COLLECTED else code


def _list_files(folder: Path, words: Sequence[str]) -> int:
    """Write down the files of each lane; return the exit code of what has collected them."""
    listed = folder / "listed"
    quiet = ["-m", "not soak", "--collect-only", "-qq", f"--listed={listed}"]
    done = subprocess.run([*_PYTEST, *quiet, *words], capture_output=True, text=True, check=False)
    if not listed.exists() or _code(done.returncode):
        print(done.stdout, done.stderr)
        return done.returncode or 1
    since = next((word[8:] for word in words if word.startswith("--since=")), "")
    left_out = waiting(since) if since else frozenset[str]()
    for lane, files in json.loads(listed.read_text()).items():
        here = [file for file in files if os.path.relpath(file) not in left_out]
        (folder / f"{lane}.files").write_text("\n".join(here))
    if left_out:
        print("For the night, as nothing of theirs has changed:", *sorted(left_out))
    return 0


def record_seconds(*lanes: Lane) -> None:
    """Write down how long the tests of each file took, and keep what other files did."""
    known = json.loads(SECONDS.read_text())
    for lane in lanes:
        known |= {file: round(time) for file, time in lane.seconds().items()}
    here = {file: time for file, time in known.items() if Path(file).exists()}
    SECONDS.write_text(json.dumps(dict(sorted(here.items())), indent=1) + "\n")


def _stop_with_us(*lanes: Lane) -> None:
    def stop(*_: object) -> None:
        for lane in lanes:
            lane.stop()

    signal.signal(signal.SIGTERM, stop)
    # From a terminal it reaches the lanes by itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _run(clock: Lane, others: Sequence[Lane], folder: Path, cpus: Sequence[int]) -> int:
    """Run the lanes at once on these CPUs, and then show what those beside the first have said.

    Return the exit code; that of the clock's failed tests is known only when they are run again.
    """
    gate = folder / "gate"
    gate.write_text(" ".join(map(str, cpus)))
    with gate.open() as held, ExitStack() as stack:
        fcntl.flock(held, fcntl.LOCK_EX)
        first, *beside = others
        first.start()
        outputs = [folder / f"said-{number}" for number in range(1 + len(beside))]
        for lane, output in zip((clock, *beside), outputs, strict=True):
            lane.start(output=stack.enter_context(output.open("wb")))
        codes = {clock.wait()} - {pytest.ExitCode.TESTS_FAILED}
        fcntl.flock(held, fcntl.LOCK_UN)
        for lane in others:
            lane.wake()
        codes.update(lane.wait() for lane in others)
    for output in outputs:
        print(output.read_text(errors="replace"), flush=True)
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
