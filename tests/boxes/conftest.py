"""A place of their own for the tests of what matches leave."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def runtime_parent(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Have the matches of one test make their folders in a place of their own."""
    # Not tmp_path, whose name leaves too little for the names of sockets.
    parent = Path(tempfile.mkdtemp(prefix="test-"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(parent))
    yield parent
    shutil.rmtree(parent)
