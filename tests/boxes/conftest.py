"""The container engine and the image, for the tests that need them."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.boxes.engine import Engine
from arena.boxes.image import Image, build_image
from arena.match.verdict import HostFailure


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    """Return the engine; without one the test is skipped, or fails if ARENA_REQUIRE_DOCKER=1."""
    engine = Engine()
    try:
        engine.version()
    except HostFailure as failure:
        if os.environ.get("ARENA_REQUIRE_DOCKER") == "1":
            pytest.fail(str(failure))
        pytest.skip(str(failure))
    yield engine
    engine.close()


@pytest.fixture(scope="session")
def image(engine: Engine) -> Image:
    return build_image(engine, print)


@pytest.fixture
def runtime_parent(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Have the matches of one test make their folders in a place of their own."""
    # Not tmp_path, whose name leaves too little for the names of sockets.
    parent = Path(tempfile.mkdtemp(prefix="test-"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(parent))
    yield parent
    shutil.rmtree(parent)
