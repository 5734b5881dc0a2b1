"""What is said of an engine that hangs: that it has failed, and within the limit of a call."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.containers.engine import Engine
from arena.containers.image import find_image
from arena.containers.runtime import GVISOR
from arena.errors import HostFailure
from tests.boxes.fake_engine import HELLO, fake_engine

LIMIT = 1.0

# Every call that a match makes.
CALLS: dict[str, Callable[[Engine], object]] = {
    "version": Engine.version,
    "info": Engine.info,
    "the runtime": GVISOR.require,
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
    engine = Engine(LIMIT)
    yield engine
    engine.close()


@contextmanager
def failing_in_time() -> Iterator[None]:
    begun = time.monotonic()
    with pytest.raises(HostFailure):
        yield
    assert LIMIT * 0.9 < time.monotonic() - begun < LIMIT + 1


def test_an_engine_that_never_answers_is_none(engine: Engine, runtime_parent: Path) -> None:
    with fake_engine(runtime_parent / "engine.sock", {}), failing_in_time():
        engine.version()


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_call_that_hangs_has_failed(
    call: Callable[[Engine], object], engine: Engine, runtime_parent: Path
) -> None:
    hello = dict(HELLO)
    with fake_engine(runtime_parent / "engine.sock", hello):
        engine.version()
        del hello["version"]
        with failing_in_time():
            call(engine)


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
