"""Whether strangers' bots can be played in containers here: one answer, for every command."""

import os
import subprocess
import sys
from collections import deque
from pathlib import Path

import pytest

import arena
from arena.boxes.host import cgroup
from arena.containers import engine
from arena.containers.engine import Engine
from arena.containers.runtime import GVISOR, SECCOMP
from arena.doctor.examine import Ability, examine, find_lack
from arena.errors import HostFailure, Unavailable, UserError
from arena.runner.host import Host
from ladder.cli.cluster import worker
from tests.containers.fake_engine import HELLO, fake_engine

ROOT = Path(arena.__file__).parents[1]
# What asks both, as a user who may use the engine and has no hold on its control groups.
PLAIN_USER = """
from arena.cli.app import app
from arena.doctor.examine import find_lack
print(find_lack())
app(["doctor"])
"""
BOTH = "--allow-missing freezing --allow-missing pinning"


def findings() -> dict[str, Ability]:
    return {finding.name: finding for finding in examine()}


@pytest.mark.parametrize(
    ("usable", "text"),
    [
        ({3}, "one bot can think at a time, on CPU 3"),
        ({0, 1}, "2 bots can think at once, on CPUs 0, 1"),
        ({100, 101, 102, 103}, "3 bots can think at once, on CPUs 101, 102, 103"),
    ],
)
def test_how_many_bots_can_think_at_once_is_told(
    usable: set[int], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _: usable)
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere")
    assert findings()["CPUs for bots"].text == text


@pytest.fixture
def weak_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    for can in ("can_freeze", "can_pin"):
        monkeypatch.setattr(cgroup.Cgroup, can, False)


@pytest.mark.usefixtures("image")
def test_containers_that_hold_bots_lack_nothing() -> None:
    assert find_lack() == ""
    assert not any(finding.hinders() for finding in examine())


@pytest.mark.usefixtures("image", "weak_groups")
def test_a_container_that_cannot_be_held_names_all_that_it_lacks() -> None:
    assert find_lack().endswith(f"To play without them, add {BOTH}")
    assert find_lack(["freezing"]).endswith("To play without it, add --allow-missing pinning")
    assert find_lack(["freezing", "pinning"]) == ""
    found = findings()["container"]
    assert found.missing == ("freezing", "pinning")
    assert found.hinders()
    assert found.hinders(["freezing"])
    assert not found.hinders(["freezing", "pinning"])


@pytest.mark.usefixtures("image", "weak_groups")
def test_a_worker_may_lack_what_is_allowed_by_name() -> None:
    with pytest.raises(UserError, match="This machine cannot be a worker, container: "):
        worker.main(["tcp://127.0.0.1:1", "--allow-missing=freezing"], standalone_mode=False)
    # It comes as far as the scheduler, which is not there.
    words = ["tcp://127.0.0.1:1", "--parallel=1"]
    words += [f"--allow-missing={name}" for name in ("freezing", "pinning")]
    with pytest.raises((Unavailable, UserError)) as ended:
        worker.main(words, standalone_mode=False)
    assert "cannot be a worker" not in str(ended.value)


@pytest.mark.usefixtures("image")
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")
def test_a_plain_user_of_the_engine_lacks_nothing() -> None:
    group = Path("/var/run/docker.sock").stat().st_gid
    becoming = ["setpriv", "--reuid=nobody", "--regid=nogroup", f"--groups={group}"]
    done = subprocess.run(
        [*becoming, "/usr/bin/python3", "-c", PLAIN_USER],
        env={"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "HOME": "/nonexistent"},
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )
    lack, *shown = done.stdout.splitlines()
    assert (lack, done.returncode) == ("", 0), done.stdout + done.stderr
    assert any("it can be frozen; it can have a CPU of its own" in line for line in shown)


@pytest.mark.parametrize(
    ("installed", "text", "remedy"),
    [
        (False, "no container engine answers", "sudo apt-get install docker.io && sudo systemctl"),
        (True, "the container engine is installed and does not", "sudo systemctl restart docker"),
    ],
)
def test_an_engine_that_is_away_is_told_from_one_that_is_not_installed(
    installed: bool, text: str, remedy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DOCKER_HOST", raising=False)
    monkeypatch.setattr(engine, "DEFAULT_UNIX_SOCKET", "http+unix:///nowhere/docker.sock")
    monkeypatch.setattr(engine, "PROGRAMS", str(tmp_path))
    if installed:
        (tmp_path / "dockerd").touch(mode=0o755)
    assert find_lack().startswith(text)
    assert f"; type: {remedy}" in find_lack()
    assert findings()["container engine"].remedy.startswith(remedy)


def test_podman_is_called_by_its_name_and_is_no_engine_to_play_in(
    runtime_parent: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{runtime_parent}/engine.sock")
    parts = [{"Name": "Podman Engine", "Version": "4.3.1"}, {"Name": "Conmon", "Version": "2"}]
    said = {**HELLO, "version": {**HELLO["version"], "Components": parts}}
    with fake_engine(runtime_parent / "engine.sock", said):
        assert find_lack().startswith("Podman 4.3.1 answers in place of Docker")
        with pytest.raises(Unavailable, match=r"^Podman 4.3.1 .* type: unset DOCKER_HOST$"):
            _ = Host("container").engine


def test_docker_without_the_rights_of_root_is_no_engine_to_play_in(
    runtime_parent: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{runtime_parent}/engine.sock")
    said = {**HELLO, "info": {"SecurityOptions": ["name=seccomp,profile=default", "name=rootless"]}}
    with fake_engine(runtime_parent / "engine.sock", said):
        assert find_lack().startswith("the Docker that answers has not root's rights")
        with pytest.raises(Unavailable, match="has not root's rights"):
            _ = Host("container").engine


@pytest.mark.parametrize(
    ("kernel", "parts", "told"),
    [
        (
            "6.1.0-1",
            [{"Name": "runc", "Version": "1.1.5"}],
            "kernel 6.1.0-1, engine 0, runc 1.1.5;",
        ),
        ("", [], "kernel unknown, engine 0, runc unknown;"),
    ],
)
def test_versions_are_told_and_who_tells_their_holes(
    kernel: str,
    parts: list[object],
    told: str,
    runtime_parent: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{runtime_parent}/engine.sock")
    said = {**HELLO["version"], "Components": parts}
    answers = {**HELLO, "version": said, "info": {"KernelVersion": kernel}, "json": []}
    with fake_engine(runtime_parent / "engine.sock", answers):
        versions = findings()["versions"]
    assert versions.text.startswith(told)
    assert "debsecan" in versions.text


@pytest.mark.usefixtures("processes")
def test_an_engine_is_asked_once_what_it_is(
    runtime_parent: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes as long as the start of a program: by a match, under gVisor too, and by doctors."""
    monkeypatch.setenv("DOCKER_HOST", f"unix://{runtime_parent}/engine.sock")
    gives = dict.fromkeys(("MemoryLimit", "SwapLimit", "PidsLimit", "CpuCfsQuota"), True)
    runtimes = {GVISOR.name: {"runtimeArgs": [SECCOMP]}}
    info = {**gives, "SecurityOptions": ["name=seccomp"], "Runtimes": runtimes}
    answers = {**HELLO, "info": deque([(200, info)] * 2), "json": []}
    with fake_engine(runtime_parent / "engine.sock", answers):
        with Host("gvisor") as host:
            assert host.engine
        assert findings()["gVisor"].ok
    assert not answers["info"]


@pytest.mark.usefixtures("processes")
def test_whatever_is_not_so_has_a_line_to_type(
    runtime_parent: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a machine that lacks all that can be lacked, and then on one without an engine."""
    monkeypatch.setenv("DOCKER_HOST", f"unix://{runtime_parent}/engine.sock")
    said = {**HELLO, "info": {"KernelVersion": "5.10.1"}, "json": []}
    with fake_engine(runtime_parent / "engine.sock", said):
        lacking = list(examine())
    assert {"protection memory", "protection seccomp", "bot image"} <= {one.name for one in lacking}
    for finding in [*lacking, *examine()]:
        rules = finding.name == "compiled rules"
        assert finding.ok or finding.remedy or rules, finding


def test_an_engine_that_is_slow_is_not_called_another_one(
    runtime_parent: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{runtime_parent}/engine.sock")
    slow = r"has not answered within 1 s; it is busy or hangs; type: sudo journalctl"
    silent = fake_engine(runtime_parent / "engine.sock", {})
    with silent, pytest.raises(Unavailable, match=slow):
        Engine(1.0).version()


def test_of_a_long_error_of_an_engine_the_beginning_is_said(
    runtime_parent: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{runtime_parent}/engine.sock")
    answers = {**HELLO, "info": deque([(500, {"message": "no such profile " * 1000})])}
    with fake_engine(runtime_parent / "engine.sock", answers), pytest.raises(HostFailure) as failed:
        Engine().info()
    assert "no such profile" in str(failed.value)
    assert len(str(failed.value)) < 400
