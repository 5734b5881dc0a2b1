"""Things that tests in several folders use."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Arena = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def arena(tmp_path: Path) -> Arena:
    """Run the command line as its user would, in a folder of its own."""

    def run(*words: str | Path, check: int = 0) -> "subprocess.CompletedProcess[str]":
        done = subprocess.run(
            [Path(sys.executable).with_name("arena"), *words],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=100,
        )
        assert done.returncode == check, done.stdout + done.stderr
        return done

    return run
