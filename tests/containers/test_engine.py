"""What is said of an engine that hangs: that it has failed, and within the limit of a call."""

from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from arena.containers.engine import CALL_LIMIT, Engine
from arena.containers.image import find_image
from arena.errors import HostFailure
from tests.containers.fake_engine import HELLO, fake_engine

LIMIT = 1.0

# Every call that a match makes.
CALLS: dict[str, Callable[[Engine], object]] = {
    "version": Engine.version,
    "info": Engine.info,
    "the image": find_image,
    "create": lambda engine: engine.create_container("name", "image", {}, {}),
    "start": lambda engine: engine.start_container("name"),
    "inspect": lambda engine: engine.inspect_container("name"),
    "log": lambda engine: engine.read_log("name"),
    "remove": lambda engine: engine.remove_container("name"),
    "list": lambda engine: engine.list_containers("label"),
}


@pytest.fixture
def engine(runtime_parent: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{runtime_parent}/engine.sock")
    engine = Engine()
    yield engine
    engine.close()


def test_an_engine_that_never_answers_is_none(engine: Engine, runtime_parent: Path) -> None:
    with (
        fake_engine(runtime_parent / "engine.sock", {}),
        engine.patient(LIMIT) as hasty,
        pytest.raises(HostFailure),
    ):
        hasty.version()


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_call_that_hangs_has_failed(
    call: Callable[[Engine], object],
    engine: Engine,
    runtime_parent: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits = []

    def hang(_: requests.Session, __: requests.PreparedRequest, **given: Any) -> None:
        limits.append(given["timeout"])
        raise requests.ReadTimeout("UnixHTTPConnectionPool(host='localhost', port=None)")

    with fake_engine(runtime_parent / "engine.sock", HELLO):
        engine.version()
        monkeypatch.setattr(requests.Session, "send", hang)
        with pytest.raises(HostFailure, match=r"could not .*: it did not answer in time"):
            call(engine)
    assert limits == [CALL_LIMIT]


def test_a_container_that_ends_as_it_is_removed_is_removed_all_the_same(
    engine: Engine, runtime_parent: Path
) -> None:
    ended = {"message": "Could not kill running container, cannot remove - it is not running"}
    answers = {**HELLO, "name": deque([(500, ended), (200, {})])}
    with fake_engine(runtime_parent / "engine.sock", answers):
        engine.remove_container("name")
    assert not answers["name"]


def test_a_container_that_cannot_be_removed_is_a_failure(
    engine: Engine, runtime_parent: Path
) -> None:
    answers = {**HELLO, "name": deque([(500, {"message": "the disk is full"}), (200, {})])}
    with (
        fake_engine(runtime_parent / "engine.sock", answers),
        pytest.raises(HostFailure, match="the disk is full"),
    ):
        engine.remove_container("name")
