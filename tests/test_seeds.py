"""What tests draw follows from one seed, in the commands that they start as well."""

import os
import random
import re
import secrets
import subprocess
import sys
from pathlib import Path

import pytest

from arena.match.record import read_record
from tests.programs import Run, seeded
from tests.seeds import drawing_from


@pytest.mark.parametrize("draw", [secrets.token_hex, secrets.token_urlsafe, random.random])
def test_the_same_seed_draws_the_same_and_another_seed_another(draw: object) -> None:
    assert callable(draw)
    drawn = []
    for seed in ("1", "1", "2"):
        with drawing_from(seed):
            drawn.append((draw(), draw()))
    assert drawn[0] == drawn[1] != drawn[2]
    assert len({*drawn[0]}) == 2


def test_a_command_draws_from_the_seed_whether_it_is_forked_or_started(
    arena: Run, tmp_path: Path
) -> None:
    words = ["play", "six_nimmt", "random", "first", "--games=2", "--box=inline", "--out"]
    with drawing_from("1"):
        arena(*words, "forked")
    with drawing_from("1"):
        subprocess.run([*seeded("arena"), *words, "started"], cwd=tmp_path, check=True)
    arena(*words, "other")
    one, again, other = (
        read_record(path).plan.seed
        for folder in ("forked", "started", "other")
        for path in (tmp_path / folder).iterdir()
    )
    assert one == again != other


@pytest.mark.usefixtures("processes")
def test_a_test_that_fails_tells_its_seed_and_draws_the_same_alone(tmp_path: Path) -> None:
    (tmp_path / "test_drawing.py").write_text(
        "import secrets\n\n"
        "def test_before(): secrets.token_hex()\n\n"
        "def test_drawn(): assert not secrets.token_hex()\n"
    )
    said = [
        subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "tests.conftest", f"--seed={seed}", *words],
            cwd=tmp_path,
            # What else pytest would load takes longer than all of this.
            env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            capture_output=True,
            text=True,
            check=False,
        ).stdout
        for seed, words in [("7", []), ("7", ["-k=drawn"]), ("8", [])]
    ]
    assert "--seed=7" in said[0]
    drawn = [re.findall("'[0-9a-f]{64}'", text)[0] for text in said]
    assert drawn[0] == drawn[1] != drawn[2]
