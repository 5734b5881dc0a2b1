"""A runtime that is not there, or not as bots need it: one sentence says what to type."""

from pathlib import Path
from typing import Any

import pytest

from arena.containers.runtime import GVISOR, SECCOMP, USUAL
from arena.errors import Unavailable
from tests.containers.fake_engine import HELLO, fake_engine
from tests.programs import Run

# As engines list them: with the seccomp profile, without it, without any arguments, and not at all.
GOOD = {"runsc": {"path": "/usr/bin/runsc", "runtimeArgs": ["--host-uds=open", SECCOMP]}}
LAX = {"runsc": {"path": "/usr/bin/runsc", "runtimeArgs": ["--host-uds=open"]}}
BARE = {"runsc": {"path": "/usr/bin/runsc"}}
NONE: dict[str, Any] = {"runc": {"path": "runc"}}


@pytest.mark.parametrize(
    ("runtimes", "lack"),
    [
        (NONE, "does not know the runtime runsc"),
        (LAX, "runsc would let bots make every system call"),
        (BARE, "runsc would let bots make every system call"),
    ],
)
def test_without_the_runtime_one_sentence_says_what_to_type(
    runtimes: dict[str, Any],
    lack: str,
    arena: Run,
    runtime_parent: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{runtime_parent}/engine.sock")
    engine = {**HELLO, "info": {"Runtimes": runtimes}, "json": []}
    with fake_engine(runtime_parent / "engine.sock", engine):
        errors = arena("play", "six_nimmt", "random", "random", "--box=gvisor", check=1).stderr
    assert f"{lack}; type: " in errors
    assert f"--host-uds=open --network=none {SECCOMP}" in errors
    assert len(errors.strip().splitlines()) == 1


def test_a_supervisor_that_may_not_connect_is_explained() -> None:
    log = "PermissionError: [Errno 1] Operation not permitted"
    with pytest.raises(Unavailable, match=r"lets no bot connect to its referee; type: .*host-uds"):
        GVISOR.check_log(log)
    USUAL.check_log(log)


@pytest.mark.parametrize(
    ("runtimes", "ok"), [(NONE, False), (LAX, False), (BARE, False), (GOOD, True)]
)
def test_the_doctor_says_whether_the_runtime_is_there(
    runtimes: dict[str, Any],
    ok: bool,
    arena: Run,
    runtime_parent: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{runtime_parent}/engine.sock")
    engine = {**HELLO, "info": {"Runtimes": runtimes}, "json": []}
    with fake_engine(runtime_parent / "engine.sock", engine):
        shown = arena("doctor", check=1).stdout
    assert ("runsc is there" in " ".join(shown.split())) is ok
    assert ("runsc install -- --host-uds=open" in shown) is not ok
