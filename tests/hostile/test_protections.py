"""With a protection switched off, the attack that it stops gets through, and the suite says so.

Only protections that stand alone are here: a write to the image is stopped by the read-only file
system, by the owner of the files and by the user of the bot, so that any one of them may be off.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.attacks import ATTACKS
from arena.attacks.trial import try_attack
from arena.boxes import cgroup, container

pytestmark = [pytest.mark.docker, pytest.mark.usefixtures("image")]

Change = Callable[[dict[str, Any]], None]


def without(name: str) -> Change:
    return lambda host: host.pop(name)


def with_higher_limit(name: str) -> Change:
    def change(host: dict[str, Any]) -> None:
        host["ulimits"] = [limit for limit in host["ulimits"] if limit["name"] != name]
        host["ulimits"].append({"name": name, "soft": 1000, "hard": 1000})

    return change


def with_tmp(options: str) -> Change:
    return lambda host: host.update(tmpfs={"/tmp": options})


def without_seccomp(host: dict[str, Any]) -> None:
    host["security_opt"] = ["no-new-privileges", "seccomp=unconfined"]


OFF = {
    "pids_limit": ("fork_bomb", without("pids_limit")),
    "threads": ("thread_bomb", without("pids_limit")),
    "seccomp for sockets": ("network_sockets", without_seccomp),
    "seccomp for calls": ("kernel_surface", without_seccomp),
    "seccomp for the warden": ("nice_to_the_warden", without_seccomp),
    "seccomp for inotify": ("inotify_instances", without_seccomp),
    "ipc_mode": ("fill_shared_memory", without("ipc_mode")),
    "nofile": ("open_files", with_higher_limit("nofile")),
    "nr_inodes": ("inodes", with_tmp("rw,noexec,nosuid,nodev,size=16m,mode=1777")),
    "size of tmp": ("fill_tmp", with_tmp("rw,noexec,nosuid,nodev,nr_inodes=1024,mode=1777")),
}


def weaken(change: Change, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = container.host_settings

    def weakened(*arguments: Any) -> dict[str, Any]:
        host = settings(*arguments)
        change(host)
        return host

    monkeypatch.setattr(container, "host_settings", weakened)


@pytest.mark.parametrize(("name", "change"), OFF.values(), ids=OFF)
def test_without_its_protection_an_attack_is_reported(
    name: str, change: Change, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weaken(change, monkeypatch)
    trial = try_attack(ATTACKS[name], tmp_path / "attacker", "six_nimmt", 1, "container")
    assert trial.complaints()


@pytest.mark.gvisor
@pytest.mark.usefixtures("gvisor")
@pytest.mark.parametrize("name", ["kernel_surface", "nice_to_the_warden"])
def test_under_gvisor_it_is_seccomp_too(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weaken(without_seccomp, monkeypatch)
    trial = try_attack(ATTACKS[name], tmp_path / "attacker", "six_nimmt", 1, "gvisor")
    assert trial.complaints()


def test_without_the_cpu_clock_a_match_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cgroup.Cgroup, "cpu", lambda _: None)
    with pytest.raises(Exception, match="--clock-kind wall"):
        try_attack(ATTACKS["exit_0"], tmp_path / "attacker", "six_nimmt", 1, "container")
