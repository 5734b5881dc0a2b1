"""A container's control group where the host has only some of its controllers."""

import os
from pathlib import Path

import pytest

from arena.boxes.host.cgroup import Cgroup

# What version 2 has in the folder of a group, here in the one where the program was started.
FILES = {
    "cgroup.freeze": "0\n",
    "cpu.stat": "usage_usec 5000000\n",
    "cpu.pressure": "full avg10=0.00 avg60=0.00 avg300=0.00 total=7000000\n",
    "memory.events": "oom_kill 3\n",
    "freezer.state": "THAWED\n",
}


def test_a_controller_that_is_missing_is_not_looked_for_in_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "pids").mkdir()
    for name, text in FILES.items():
        (tmp_path / "here" / name).write_text(text)
    monkeypatch.chdir(tmp_path / "here")
    group = Cgroup({"pids": tmp_path / "pids"})
    group.freeze()
    try:
        assert (group.cpu(), group.waited(), group.can_freeze) == (None, None, False)
        assert group.memory.oom_cause() is None
    finally:
        group.close()
    assert {path.name: path.read_text() for path in Path().iterdir()} == FILES


def test_a_group_that_is_gone_has_spent_what_it_had(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "cgroup.procs").touch()
    (tmp_path / "cpu.stat").write_text(FILES["cpu.stat"])
    group = Cgroup({"": tmp_path})
    assert group.cpu() == 5.0

    def gone(*_: int) -> bytes:
        raise OSError("No such device")

    monkeypatch.setattr(os, "pread", gone)
    assert group.cpu() == 5.0
    group.close()
