"""A test of the fast tier starts no process."""

import subprocess
import sys

import pytest


def test_a_test_that_is_not_real_starts_no_process() -> None:
    with pytest.raises(AssertionError, match="ask for the fixture `processes`"):
        subprocess.run([sys.executable, "-c", ""], check=True)


def test_a_real_one_may(processes: None) -> None:
    subprocess.run([sys.executable, "-c", ""], check=True)


def test_what_is_real_follows_from_its_fixtures(
    processes: None, request: pytest.FixtureRequest
) -> None:
    assert request.node.get_closest_marker("real") is not None
