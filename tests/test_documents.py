"""The commands of README and CONTRIBUTING, run as printed, in a copy of the project.

One after the other: a command goes on with what the one before has made. So all of a file's tests
run in one process, also where several files run at once.
"""

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
# What runs this test, what CI does first, and what takes two hours: every attack in every game,
# of which each is tried once in `tests/hostile`.
ELSEWHERE = {"make test\n", "make lint\n", "make soak\n"}
BLOCKS = [
    pytest.param(block, id=f"{document}-{block.splitlines()[-1]}")
    for document in ("README", "CONTRIBUTING")
    for block in re.findall(r"```sh\n(.*?)```", (ROOT / f"{document}.md").read_text(), re.S)
    if block not in ELSEWHERE
]
FILES = {"bot.toml": "toml", "bot.py": "python"}


@pytest.fixture(scope="module")
def tracked() -> list[Path]:
    """Return the names of what git keeps."""
    words = ["git", "ls-files", "-z"]
    listed = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [Path(name) for name in filter(None, listed.split("\0")) if (ROOT / name).exists()]


@pytest.fixture(scope="module")
def checkout(tracked: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of what git keeps, set up, with the bot that the README shows."""
    copy = tmp_path_factory.mktemp("checkout")
    made = [path.relative_to(ROOT) for path in (ROOT / "arena" / "v1").glob("*_pb2*")]
    for name in tracked + made:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, copy / name)
    # By the environment that runs this test.
    (copy / ".venv").mkdir()
    for part in ("bin", "lib", "pyvenv.cfg"):
        (copy / ".venv" / part).symlink_to(Path(sys.prefix) / part)
    (copy / "my_bot").mkdir()
    for file, language in FILES.items():
        (source,) = re.findall(rf"```{language}\n(.*?)```", README, re.S)
        (copy / "my_bot" / file).write_text(source)
    (copy / ".venv" / "ready").touch()
    return copy


@pytest.mark.timeout(3000)  # The first of them plays a whole ladder.
@pytest.mark.parametrize("block", BLOCKS)
def test_a_command_works_as_printed_and_changes_nothing_that_git_keeps(
    block: str, checkout: Path, tracked: list[Path]
) -> None:
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
    )
    assert done.returncode == 0, done.stdout + done.stderr
    # So what some of them write is what is in git already, under every version of Python.
    changed = [
        name for name in tracked if (checkout / name).read_bytes() != (ROOT / name).read_bytes()
    ]
    assert changed == []


def test_the_first_bot_takes_at_most_ten_lines() -> None:
    (source,) = re.findall(r"```python\n(.*?)```", README, re.S)
    assert len([line for line in source.splitlines() if line]) <= 10


def test_every_link_leads_to_a_file(tracked: list[Path]) -> None:
    links = [
        (document, link)
        for document in tracked
        if document.suffix == ".md"
        for link in re.findall(r"\]\(([^):#]+)\)", (ROOT / document).read_text())
    ]
    assert len(links) > 5
    assert [one for one in links if not (ROOT / one[0].parent / one[1]).exists()] == []


@pytest.mark.parametrize(
    "words",
    [f"arena {name}" for name in arena.commands] + [f"ladder {name}" for name in ladder.commands],
)
def test_the_readme_names_every_command(words: str) -> None:
    assert words in README
