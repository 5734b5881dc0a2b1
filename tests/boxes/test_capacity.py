"""How many matches at once: what is measured, and what follows from it."""

import json
import subprocess
import sys
from dataclasses import replace

import pytest

from arena.boxes.capacity import Load, advisable

ALONE = Load(1, 100.0, 0.005, 0.01, 0.02, 0, 0)
TWO = replace(ALONE, matches=2, games_per_minute=190.0)
# In a process of its own: this one may have loaded gRPC, and may start no referee then.
DRIVER = """
import json
from dataclasses import asdict
from arena.boxes import capacity
capacity._GAMES, capacity._MOST = 2, 2
print(json.dumps([asdict(load) for load in capacity.measure_loads("process")]))
"""


@pytest.mark.parametrize(
    ("hurt", "why"),
    [
        ({"lost": 1}, "1 games lost on time"),
        ({"void": 2}, "2 matches void"),
        ({"latest": 0.2}, "an answer was 200 ms late"),
        ({"charged": 0.007}, "charged 1.40 times as much"),
    ],
)
def test_more_matches_are_not_advised_when_they_hurt(hurt: dict[str, float], why: str) -> None:
    three = replace(TWO, matches=3, games_per_minute=250.0, **hurt)  # type: ignore[arg-type]
    assert why in three.hurts(ALONE)
    assert advisable([ALONE, TWO, three]) == TWO


def test_without_hurt_the_most_games_a_minute_are_advised() -> None:
    three = replace(TWO, matches=3, games_per_minute=150.0)
    assert advisable([ALONE, TWO, three]) == TWO


def test_a_machine_that_is_too_busy_for_one_match_gets_no_advice() -> None:
    assert advisable([replace(ALONE, void=1)]) is None


def test_real_matches_are_measured() -> None:
    done = subprocess.run([sys.executable, "-c", DRIVER], capture_output=True, check=True)
    loads = json.loads(done.stdout)
    assert [load["matches"] for load in loads] == [1, 2][: len(loads)]
    assert all(0.004 < load["charged"] < 0.05 for load in loads)
    assert all(load["latest"] >= load["late"] >= 0 for load in loads)
