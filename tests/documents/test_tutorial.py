"""The tutorial, step by step: its files, and its commands with fewer games than it prints."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.documents.printed import ROOT

# A file with its name before it; or commands.
_STEP = re.compile(
    r"`([a-z0-9]+/[a-z.]+)`:\n\n```[a-z]+\n(.*?)```|```sh\n(.*?)```",
    re.DOTALL,
)
_FEWER = {"arena play": " --games 2", "arena compare": " --pairs 12"}


def test_each_step_of_the_tutorial_plays(processes: None, tmp_path: Path) -> None:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "activate").touch()
    played = 0
    for file, content, command in _STEP.findall((ROOT / "docs" / "tutorial.md").read_text()):
        if file:
            (tmp_path / file).parent.mkdir(exist_ok=True)
            (tmp_path / file).write_text(content)
            continue
        few = next((words for name, words in _FEWER.items() if command.startswith(name)), "")
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
    assert played == 5
