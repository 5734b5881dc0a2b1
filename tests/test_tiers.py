"""A test of the fast tier starts no process."""

import multiprocessing
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest


def test_a_test_that_is_not_real_starts_no_process() -> None:
    with pytest.raises(AssertionError, match="ask for the fixture `processes`"):
        subprocess.run([sys.executable, "-c", ""], check=True)


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_nor_does_it_by_multiprocessing(method: str) -> None:
    context: Any = multiprocessing.get_context(method)
    process = context.Process(target=sys.exit)
    with pytest.raises(AssertionError, match="ask for the fixture `processes`"):
        process.start()


@pytest.mark.parametrize("start", ["system", "posix_spawn"])
def test_nor_does_it_by_the_systems_calls(start: str) -> None:
    words: dict[str, Any] = {"system": ("true",), "posix_spawn": ("/bin/true", ["true"], {})}
    with pytest.raises(AssertionError, match="ask for the fixture `processes`"):
        getattr(os, start)(*words[start])


def test_a_real_one_may(processes: None) -> None:
    subprocess.run([sys.executable, "-c", ""], check=True)


TESTS = """
import subprocess
import pytest

@pytest.fixture(scope="session")
def processes():
    pass

@pytest.fixture(scope="session")
def server(processes):
    yield
    subprocess.run(["true"])

def test_a_real_one(server):
    pass

def test_a_fast_one_behind_it():
    pass
"""


def test_what_real_tests_share_may_end_behind_one_that_is_not(
    processes: None, tmp_path: Path
) -> None:
    (tmp_path / "test_these.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = real\n")
    pytest_here = [sys.executable, "-m", "pytest", "-p", "tests.tiers", "-q"]
    done = subprocess.run(
        pytest_here,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_what_is_real_follows_from_its_fixtures(
    processes: None, request: pytest.FixtureRequest
) -> None:
    assert request.node.get_closest_marker("real") is not None
