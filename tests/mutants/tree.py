"""A copy of the project in which a fault can be put and the tests run, beside other copies."""

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

from tests.mutants.catalogue import Mutant

# What belongs to this machine alone, and compiled rules, which would hide a fault in their sources.
# Compiled modules of Python are as good in a copy; those that pytest has written name their source.
_LEFT_OUT: Final = shutil.ignore_patterns(
    *(".git", ".venv", ".machine", "node_modules", ".*_cache", ".hypothesis", "compiled_rules"),
    "*-pytest-*.pyc",
)
# Other endings of pytest's than that tests passed or failed tell nothing about a fault.
_PASSED, _FAILED, _NO_TESTS = 0, 1, 5
# Without those that are installed and not used, which take two of three seconds to load; a fault
# that keeps a test busy for minutes is one that it has seen.
_PLUGINS: Final = ("-p", "pytest_timeout", "--timeout=180", "-p", "no:cacheprovider")
# A mutant that a night alone notices would be noticed a day too late, after hours of waiting.
_TIERS: Final = ("-m", "not soak")
# Where an editable installation says where the project is.
_PROJECT: Final = "_card_arena.pth"


@dataclass(frozen=True, slots=True)
class TestRun:
    """What came of running some tests."""

    __test__ = False

    failed: tuple[str, ...]
    """By pytest's names."""
    broken: str
    """Why there is no verdict; empty if there is one."""
    cpu: float
    """CPU seconds of all processes that it waited for."""


class Tree:
    """A copy of the project, whose tests import the copy and nothing of the original."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.path = folder / "tree"
        self._folder = folder
        self._changes = count(1)
        self._running: subprocess.Popen[bytes] | None = None
        shutil.copytree(root, self.path, symlinks=True, ignore=_LEFT_OUT)
        self._python = _make_environment(folder / "environment", self.path)

    @contextmanager
    def changed(self, mutant: Mutant) -> Iterator[None]:
        """Have the fault in the copy for a while; CannotApply if its text is not there once."""
        path = self.path / mutant.file
        before, state = path.read_bytes(), path.stat()
        path.write_text(mutant.change(before.decode()))
        # What is compiled of a source is told apart by its second, and two faults may share one.
        moment = state.st_mtime + next(self._changes)
        os.utime(path, (moment, moment))
        try:
            yield
        finally:
            path.write_bytes(before)
            os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))

    def run(self, tests: Sequence[str], *options: str) -> TestRun:
        """Run tests with these options of pytest's besides."""
        report, output = self._folder / "report.xml", self._folder / "output"
        report.unlink(missing_ok=True)
        command = [
            *(self._python, "-m", "pytest", "-q", *_PLUGINS, *_TIERS),
            *(f"--junitxml={report}", "-o", "junit_family=xunit1"),
            *(f"--basetemp={self._folder / 'tmp'}", *options, "--", *tests),
        ]
        with output.open("wb") as file:
            # In a session of its own: the kernel shares the CPUs out among sessions first.
            self._running = running = subprocess.Popen(
                command,
                cwd=self.path,
                env=self._environ(),
                stdout=file,
                stderr=file,
                start_new_session=True,
            )
            _, status, used = os.wait4(running.pid, 0)
        ended = os.waitstatus_to_exitcode(status)
        self._running, running.returncode = None, ended
        failed = _read_failures(report) if ended == _FAILED else ()
        broken = "" if ended == _PASSED or failed else _last_words(output, ended)
        return TestRun(failed, broken, used.ru_utime + used.ru_stime)

    def stop(self) -> None:
        """End what is being run, from another thread; its tests clean up after themselves."""
        running = self._running
        if running is not None:
            running.send_signal(signal.SIGINT)

    def _environ(self) -> dict[str, str]:
        kept = {
            name: text
            for name, text in os.environ.items()
            if not name.startswith(("PYTEST_", "PYTHONPATH"))
        }
        return kept | {"ARENA_RULES": "interpreted", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


def _make_environment(folder: Path, tree: Path) -> str:
    """Make a virtual environment like this one in which the project is the tree; return its python.

    `PYTHONPATH` would not do: what is started in a bot's box does not look at it.
    """
    here = Path(sys.prefix)
    packages = folder / Path(sysconfig.get_path("purelib")).relative_to(here)
    packages.mkdir(parents=True)
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if path.name != _PROJECT:
            (packages / path.name).symlink_to(path)
    (packages / _PROJECT).write_text(f"{tree}\n{tree / 'sdk' / 'python'}\n")
    shutil.copy(here / "pyvenv.cfg", folder)
    (folder / "bin").mkdir()
    for program in (here / "bin").glob("python*"):
        (folder / "bin" / program.name).symlink_to(program.resolve())
    for name in ("arena", "ladder"):
        script = folder / "bin" / name
        if (here / "bin" / name).exists():
            script.write_text((here / "bin" / name).read_text().replace(str(here), str(folder)))
            script.chmod(0o755)
    return str(folder / "bin" / "python")


def _read_failures(report: Path) -> tuple[str, ...]:
    """Return the names of the tests that failed; a module that cannot be imported is none."""
    cases = ET.parse(report).iter("testcase")  # noqa: S314 - pytest wrote it
    return tuple(
        f"{case.get('file')}::{case.get('name')}"
        for case in cases
        if case.get("file") and (case.find("failure") is not None or case.find("error") is not None)
    )


def _last_words(output: Path, ended: int) -> str:
    if ended == _NO_TESTS:
        return "pytest finds no tests there"
    lines = [line for line in output.read_text(errors="replace").splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith(("E ", "ERROR"))]
    said = (errors or lines or [""])[-1]
    return f"pytest ended with exit code {ended}: {said.removeprefix('E').strip()}"
