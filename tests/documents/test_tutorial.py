"""The tutorials, step by step: their files, and their commands with fewer games than printed."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.documents.printed import ROOT

# A file with its name before it; or commands.
_STEP = re.compile(
    r"`([a-z0-9]+/[a-z.]+)`:\n\n```[a-z]+\n(.*?)```|```sh\n(.*?)```",
    re.DOTALL,
)
_FEWER = {"arena play": " --games 2", "arena compare": " --pairs 12"}


@pytest.mark.parametrize(
    ("name", "commands"),
    [("tutorial", 5), pytest.param("tutorial_javascript", 6, marks=pytest.mark.soak)],
)
def test_each_step_of_a_tutorial_plays(
    processes: None, request: pytest.FixtureRequest, tmp_path: Path, name: str, commands: int
) -> None:
    if "javascript" in name:
        request.getfixturevalue("node")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "activate").touch()
    played = 0
    for file, content, command in _STEP.findall((ROOT / "docs" / f"{name}.md").read_text()):
        if file:
            (tmp_path / file).parent.mkdir(exist_ok=True)
            (tmp_path / file).write_text(content)
            continue
        few = next((words for name, words in _FEWER.items() if name in command), "")
        done = subprocess.run(
            ["bash", "-euc", command.rstrip() + few],
            cwd=tmp_path,
            env=os.environ | {"PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        played += bool(few)
    assert played == commands
