"""What tests of the viewer need of the machine."""

import shutil

import pytest

from arena.errors import HostFailure
from tests.conftest import required


@pytest.fixture(scope="session")
def node() -> str:
    """Return where node is; without it the test is skipped, or fails if ARENA_REQUIRE_ALL=1."""
    with required():
        if not shutil.which("node"):
            raise HostFailure("there is no node here; apt-get install nodejs brings it")
    return "node"
