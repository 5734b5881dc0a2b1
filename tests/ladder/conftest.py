"""The command `ladder`, as its user would run it."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bench.examine import processes_with

Ladder = Callable[..., "subprocess.CompletedProcess[str]"]
StartLadder = Callable[..., "subprocess.Popen[str]"]
COMMAND = Path(sys.executable).with_name("ladder")


@pytest.fixture
def matches_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Have matches make their folders in a place of their own; no process of them may be left."""
    # Not tmp_path, whose name leaves too little for the names of sockets.
    parent = Path(tempfile.mkdtemp(prefix="test-"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(parent))
    yield parent
    left = [pid for pid in processes_with(str(parent)) if pid != os.getpid()]
    shutil.rmtree(parent)
    assert left == []


@pytest.fixture
def ladder(tmp_path: Path, matches_folder: Path) -> Ladder:
    """Run the command line in the folder of `ladder.db`."""

    def run(*words: str | Path, check: int = 0) -> "subprocess.CompletedProcess[str]":
        done = subprocess.run(
            [COMMAND, *words],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=100,
        )
        assert done.returncode == check, done.stdout + done.stderr
        return done

    return run


@pytest.fixture
def start_ladder(tmp_path: Path, matches_folder: Path) -> Iterator[StartLadder]:
    """Start the command line in a session of its own, and look on."""
    started = []

    def start(*words: str | Path) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [COMMAND, *words],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)
