"""The sample bots are what the README says they are."""

import json
from pathlib import Path

import pytest

from arena.cli.bots import SAMPLES, sample_names
from tests.conftest import Arena


@pytest.mark.parametrize("weaker", ["first", "random"])
@pytest.mark.parametrize("variant", ["base", "tactics", "professional"])
def test_careful_beats_the_others_clearly(arena: Arena, weaker: str, variant: str) -> None:
    words = [
        "play",
        "six_nimmt",
        "careful",
        weaker,
        weaker,
        "--deals=12",
        "--seed=3",
        "--box=inline",
    ]
    options = ["--option=limit=none", "--option=rounds=2", f"--option=variant={variant}", "--json"]
    result = json.loads(arena(*words, *options).stdout)
    assert result["verdict"]["better"] == "careful"
    assert result["verdict"]["p"] < 0.001
    assert all(not bot["forfeits"] for bot in result["bots"])


@pytest.mark.parametrize("name", sample_names())
def test_a_sample_bot_is_small(name: str) -> None:
    source = Path(SAMPLES / name / "bot.py").read_text()
    assert len(source.splitlines()) <= 60
