"""The commands that documents print, one after the other as a reader types them.

CI runs those of the README, of the boxes, of a course until its season and of the first tutorial. A
night runs those of all others; that each of them can be read, `test_commands.py` says at once.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).parents[2]
README: Final = (ROOT / "README.md").read_text()
# What runs these tests, what CI does first, and `tests/test_play_command.py` from a fresh clone.
_ELSEWHERE: Final = ("make play\n", "make test\n", "make test-all\n", "make lint\n", "make soak\n")
# They take long. That the program answers as it did, tests of their own show.
_FOR_NIGHTS: Final = ("tests.match.golden", "tests.frozen", "bench.matchmaking", "bench.kill")


def printed(document: str, *, at_night: bool = False) -> list[Any]:
    """Return the blocks of commands of a document, as parameters; those that take long at night."""
    return [
        pytest.param(
            block,
            id=block.splitlines()[-1],
            marks=(
                pytest.mark.soak if at_night or any(name in block for name in _FOR_NIGHTS) else ()
            ),
        )
        for block in blocks(document)
        if block not in _ELSEWHERE
    ]


def blocks(document: str) -> list[str]:
    """Return the blocks of commands of a document."""
    return re.findall(r"```sh\n(.*?)```", (ROOT / document).read_text(), re.DOTALL)


def require_success(block: str, checkout: Path) -> None:
    """Run a block in a copy of the project; it must end well and change nothing that git keeps.

    So what some of them write is what is in git already, under every version of Python.
    """
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euc", block],
        cwd=checkout,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    names = tracked()
    changed = [
        name for name in names if (checkout / name).read_bytes() != (ROOT / name).read_bytes()
    ]
    assert not changed, changed


def tracked() -> list[Path]:
    """Return the names of what git keeps."""
    words = ["git", "ls-files", "-z"]
    listed = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [Path(name) for name in filter(None, listed.split("\0")) if (ROOT / name).exists()]
