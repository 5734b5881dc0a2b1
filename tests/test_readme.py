"""The documents' commands, run as printed, in a copy of the project."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli.app import app as arena
from ladder.cli.app import app as ladder

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
# `make test` is what runs this test.
BLOCKS = [block for block in re.findall(r"```sh\n(.*?)```", README, re.S) if block != "make test\n"]
FILES = {"bot.toml": "toml", "bot.py": "python"}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of what git tracks, with the bot that the README shows."""
    copy = tmp_path_factory.mktemp("checkout")
    tracked = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in filter(None, tracked.stdout.split("\0")):
        if (ROOT / name).exists():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
    # Set up already, by the environment that runs this test.
    (copy / ".venv").mkdir()
    (copy / ".venv" / "bin").symlink_to(Path(sys.prefix) / "bin")
    (copy / "my_bot").mkdir()
    for name, language in FILES.items():
        (source,) = re.findall(rf"```{language}\n(.*?)```", README, re.S)
        (copy / "my_bot" / name).write_text(source)
    (copy / ".venv" / "ready").touch()
    return copy


@pytest.mark.timeout(300)  # The first of them sets up and plays a whole ladder.
@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.splitlines()[-1])
def test_a_command_of_the_readme_works_as_printed(block: str, checkout: Path) -> None:
    done = subprocess.run(
        ["bash", "-euc", block],
        cwd=checkout,
        env={
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=290,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_first_bot_takes_at_most_ten_lines() -> None:
    (source,) = re.findall(r"```python\n(.*?)```", README, re.S)
    assert len([line for line in source.splitlines() if line]) <= 10


@pytest.mark.parametrize(
    "words",
    [f"arena {name}" for name in arena.commands] + [f"ladder {name}" for name in ladder.commands],
)
def test_the_readme_names_every_command(words: str) -> None:
    assert words in README
