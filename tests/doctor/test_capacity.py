"""How many matches at once: what is measured, and what follows from it."""

import json
import subprocess
import sys
from dataclasses import replace

import pytest

from arena.doctor import capacity
from arena.doctor.capacity import Load, advisable, summarise
from arena.v1 import record_pb2 as rec

ALONE = Load(1, 100.0, 0.005, 0.01, 0.02, 0, 0)
TWO = replace(ALONE, matches=2, games_per_minute=190.0)
# In a process of its own: this one may have loaded gRPC, and may start no referee then.
DRIVER = """
import json
from dataclasses import asdict
from arena.doctor import capacity
capacity._GAMES, capacity._MOST = 2, 2
print(json.dumps([asdict(load) for load in capacity.measure_loads("process")]))
"""


@pytest.mark.parametrize(
    ("hurt", "why"),
    [
        ({"lost": 1}, "1 games lost on time"),
        ({"void": 2}, "2 matches void"),
        ({"latest": 0.2}, "an answer was 200 ms late"),
        ({"charged": 0.007}, "an answer was charged 7.0 ms; in a match alone, 5.0 ms"),
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


def test_a_charge_that_could_not_be_read_alone_is_compared_all_the_same() -> None:
    alone = replace(ALONE, charged=0.0)
    assert replace(TWO, charged=0.0).hurts(alone) == ""
    assert "charged 5.0 ms; in a match alone, 0.0 ms" in TWO.hurts(alone)


def test_games_in_which_nobody_answered_are_a_load_that_hurts() -> None:
    game = rec.GameRecord(forfeits=[rec.Forfeit(seat=seat) for seat in range(2)])
    game.entries.add(seat=0, fallback=True)
    load = summarise(1, 60.0, [rec.Record(games=[game])], void=0)
    assert load == Load(1, 1.0, charged=0.0, late=0.0, latest=0.0, lost=2, void=0)
    assert load.hurts(load) == "2 games lost on time, 0 matches void"


def test_a_single_answer_is_its_own_percentile() -> None:
    entry = rec.Entry(wall_us=7000, cpu_us=5000)
    load = summarise(1, 60.0, [rec.Record(games=[rec.GameRecord(entries=[entry])])], void=0)
    assert (load.charged, load.late, load.latest) == (0.005, 0.002, 0.002)


@pytest.mark.usefixtures("processes")
@pytest.mark.clock
def test_real_matches_are_measured() -> None:
    done = subprocess.run([sys.executable, "-c", DRIVER], capture_output=True, check=True)
    loads = json.loads(done.stdout)
    assert [load["matches"] for load in loads] == [1, 2][: len(loads)]
    assert all(load["charged"] > 0.004 for load in loads)
    assert all(load["latest"] >= load["late"] >= 0 for load in loads)


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(("box", "limit"), [("container", 256), ("gvisor", 320)])
def test_by_memory_as_many_fit_as_their_limits_do(
    box: str, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(capacity, "read_left", lambda _: 10 * (limit + 16) * 1024**2)
    assert capacity.fit_in_memory(box) == {4: 2, 10: 1}


@pytest.mark.usefixtures("engine")
def test_this_machine_says_how_many_fit() -> None:
    four, ten = capacity.fit_in_memory("container").values()
    # None, if it is short of memory just now.
    assert four >= ten >= 0
