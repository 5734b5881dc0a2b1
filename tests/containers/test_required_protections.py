"""A container that is weaker than it has to be is refused, unless that is accepted by name."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.boxes.host import cgroup
from arena.errors import Unavailable
from arena.v1 import record_pb2 as rec
from tests.boxes.containers import FIRST, RANDOM, plan_match, play_task
from tests.containers.fake_engine import HELLO, fake_engine
from tests.programs import Run

GIVEN: dict[str, Any] = {
    "MemoryLimit": True,
    "SwapLimit": True,
    "PidsLimit": True,
    "CpuCfsQuota": True,
    "SecurityOptions": ["name=apparmor", "name=seccomp,profile=default"],
}
LACKING: dict[str, dict[str, Any]] = {
    "memory": {"MemoryLimit": False},
    "swap": {"SwapLimit": False},
    "processes": {"PidsLimit": False},
    "cpu": {"CpuCfsQuota": False},
    "seccomp": {"SecurityOptions": ["name=apparmor"]},
}
ASKED = ("play", "six_nimmt", "random", "random", "--box=container")


@pytest.mark.parametrize("name", LACKING)
def test_what_the_engine_cannot_give_is_refused_and_named(
    name: str, arena: Run, runtime_parent: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{runtime_parent}/engine.sock")
    engine = {**HELLO, "info": GIVEN | LACKING[name], "json": []}
    with fake_engine(runtime_parent / "engine.sock", engine):
        refused = arena(*ASKED, check=1).stderr
        accepted = arena(*ASKED, f"--allow-missing={name}", check=1).stderr
        shown = " ".join(arena("doctor", check=1).stdout.split())
    assert f"without the protection {name} " in refused
    assert f"--allow-missing {name}" in refused
    assert len(refused.strip().splitlines()) == 1
    # It gets further, to what this engine lacks as well.
    assert "there is no image" in accepted
    assert f"--allow-missing {name} allows it" in shown


def play_without(*names: str) -> rec.Record:
    task = plan_match([RANDOM, FIRST])
    task = replace(task, plan=replace(task.plan, allow_missing=names))
    return asyncio.run(play_task(task, lambda _: None))


@pytest.mark.usefixtures("image")
@pytest.mark.parametrize(("can", "name"), [("can_freeze", "freezing"), ("can_pin", "pinning")])
def test_a_box_that_cannot_be_held_is_refused(
    can: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cgroup.Cgroup, can, False)
    with pytest.raises(Unavailable, match=f"--allow-missing {name}"):
        play_without()
    played = play_without(name)
    assert not played.games[0].forfeits
    assert list(played.plan.allow_missing) == [name]


@pytest.mark.usefixtures("image")
def test_all_that_is_missing_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for can in ("can_freeze", "can_pin"):
        monkeypatch.setattr(cgroup.Cgroup, can, False)
    with pytest.raises(Unavailable, match=r"--allow-missing freezing --allow-missing pinning$"):
        play_without()
