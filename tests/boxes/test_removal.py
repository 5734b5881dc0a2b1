"""The end of a match in containers: its record does not wait until they are removed."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from arena.boxes.host.leftovers import (
    MEMORY_LABEL,
    is_dead,
    runtime_folders,
    sweep_containers,
    sweep_folders,
)
from arena.boxes.host.memory import own_claims
from arena.containers.engine import Engine
from tests.boxes.test_leftovers import labelled
from tests.containers.held_engine import HeldEngine, held_engine
from tests.waiting import wait_until

pytestmark = pytest.mark.usefixtures("image")

MATCHES = """
import sys
from arena.runner.host import Host
from arena.runner.referee_process import run_matches
from tests.boxes.containers import FIRST, RANDOM, plan_match
for _, event in run_matches(Host("container"), [plan_match([RANDOM, FIRST])] * int(sys.argv[1]), 1):
    print(type(event).__name__, flush=True)
"""
PLAYED = ["GamePlayed\n", "MatchPlayed\n"]


@pytest.fixture
def held(runtime_parent: Path) -> Iterator[HeldEngine]:
    with held_engine(runtime_parent / "engine.sock") as held:
        yield held


@contextmanager
def playing(parent: Path, matches: int) -> Iterator["subprocess.Popen[str]"]:
    """Play matches, one after the other, by the engine that holds removals up."""
    environment = os.environ | {"DOCKER_HOST": f"unix://{parent}/engine.sock"}
    with subprocess.Popen(
        [sys.executable, "-c", MATCHES, str(matches)],
        stdout=subprocess.PIPE,
        env=environment,
        text=True,
        start_new_session=True,
    ) as season:
        yield season


def told(season: "subprocess.Popen[str]", events: int) -> list[str]:
    assert season.stdout is not None
    return [season.stdout.readline() for _ in range(events)]


def boxes_of(engine: Engine, parent: Path) -> list[dict[str, str]]:
    """Return the containers that bots have, and not what has read the image."""
    return [one for one in labelled(engine, parent) if MEMORY_LABEL in one["Labels"]]


def processes(container: dict[str, str]) -> list[str]:
    """Return what runs in a container, by the kernel's word."""
    found: list[str] = []
    # Groups of other containers come and go meanwhile.
    for folder, _, _ in os.walk("/sys/fs/cgroup"):
        with suppress(OSError):
            if container["Id"] in folder:
                found += Path(folder, "cgroup.procs").read_text().split()
    return found


def test_a_record_and_the_next_match_do_not_wait_until_boxes_are_removed(
    engine: Engine, runtime_parent: Path, held: HeldEngine
) -> None:
    with playing(runtime_parent, 2) as season:
        assert told(season, 4) == PLAYED * 2
        boxes = boxes_of(engine, runtime_parent)
        assert len(boxes) == 4
        assert [processes(box) for box in boxes] == [[], [], [], []]
        # Their memory is for others, and they are nobody's to sweep.
        wait_until(lambda: not [*filter(None, own_claims().values())])
        sweep_containers(engine)
        assert sweep_folders() == 0
        assert len(boxes_of(engine, runtime_parent)) == 4
        held.free.set()
    assert (season.returncode, labelled(engine, runtime_parent), runtime_folders()) == (0, [], [])


def test_a_season_that_is_stopped_waits_until_its_boxes_are_removed(
    engine: Engine, runtime_parent: Path, held: HeldEngine
) -> None:
    with playing(runtime_parent, 1) as season:
        assert told(season, 2) == PLAYED
        held.asked.wait()
        os.killpg(season.pid, signal.SIGINT)
        held.free.set()
    assert (labelled(engine, runtime_parent), runtime_folders()) == ([], [])


def test_what_a_killed_season_had_not_removed_is_swept(
    engine: Engine, runtime_parent: Path, held: HeldEngine
) -> None:
    with playing(runtime_parent, 1) as season:
        assert told(season, 2) == PLAYED
        held.asked.wait()
        os.killpg(season.pid, signal.SIGKILL)
    # Its referee may end a moment after it.
    wait_until(lambda: all(map(is_dead, runtime_folders())))
    assert len(boxes_of(engine, runtime_parent)) == 2
    sweep_containers(engine)
    # One for each box; the match's own is gone.
    assert sweep_folders() >= 2
    assert labelled(engine, runtime_parent) == []
