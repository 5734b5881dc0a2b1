"""What is chosen for the versions of gRPC that were tested, and for no other."""

import subprocess
import sys

import pytest

from arena import grpc_versions
from arena.grpc_versions import poller_variables

pytestmark = pytest.mark.usefixtures("processes")

UNKNOWN = "from arena import grpc_versions; grpc_versions.TESTED = ('0',); "


def variable_of_a_referee(first: str = "") -> str:
    """Return what gRPC is told in a process that plays matches, in which it may say nothing."""
    program = "import os, arena.boxes, grpc.aio; print(os.environ.get('GRPC_EXPERIMENTS'))"
    done = subprocess.run(
        [sys.executable, "-c", first + program], capture_output=True, text=True, check=True, env={}
    )
    assert done.stderr == ""
    return done.stdout.strip()


def test_a_version_that_was_tested_knows_the_poller_and_says_nothing_of_it() -> None:
    assert {"GRPC_EXPERIMENTS": variable_of_a_referee()} == poller_variables()


def test_another_version_is_asked_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert variable_of_a_referee(UNKNOWN) == "None"
    monkeypatch.setattr(grpc_versions, "TESTED", ("0",))
    assert poller_variables() == {}
