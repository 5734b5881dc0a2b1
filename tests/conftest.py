"""Things that tests in several folders use."""

import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from arena.containers.engine import Engine
from arena.containers.image import Image, build_image, find_image
from arena.containers.runtime import GVISOR
from arena.errors import HostFailure
from tests.programs import Run, in_process, load_programs
from tests.seeds import draw_from, drawing_from

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.ladder.golden import Golden

# The same examples in every run; how long one takes is the machine's affair.
settings.register_profile(
    "any machine",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("any machine")


pytest_plugins = ["tests.tiers"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seed", default="1", help="the random seed of all tests")


def pytest_configure(config: pytest.Config) -> None:
    # For what a script starts in the background, a shell switches Ctrl-C off.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    draw_from(config.getoption("seed"))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Leave alone what is loaded with the tests, and collect seldom: else it takes a quarter."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(100_000, 50, 1000)
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """Have what several tests share be the same, whichever of them is the first."""
    if fixturedef.scope == "function":
        return (yield)
    with drawing_from(f"{request.config.getoption('seed')} {fixturedef.argname}"):
        return (yield)


@pytest.fixture(autouse=True)
def own_seed(request: pytest.FixtureRequest) -> Iterator[None]:
    """Have each test draw from a seed of its own, alone as among all others."""
    with drawing_from(f"{request.config.getoption('seed')} {request.node.nodeid}"):
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, Any]:
    report = yield
    if report.failed:
        report.sections.append(("Random seed", f"--seed={item.config.getoption('seed')}"))
    return report


@pytest.fixture(scope="session")
def processes() -> None:
    """Let a test start processes, which makes it one of the real tier (`tests/tiers.py`)."""


@pytest.fixture(scope="session")
def programs(processes: None) -> None:
    load_programs()


@pytest.fixture(scope="session")
def golden(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> "Golden":
    from tests.ladder.golden import Golden

    return Golden(tmp_path_factory.mktemp("golden"), pytestconfig.getoption("seed"))


@pytest.fixture
def arena(programs: None, tmp_path: Path) -> Run:
    """Run the command line in a folder of its own."""
    return in_process("arena", tmp_path)


@pytest.fixture
def runtime_parent(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Have the matches of one test make their folders in a place of their own."""
    # Not tmp_path, whose name leaves too little for the names of sockets.
    parent = Path(tempfile.mkdtemp(prefix="test-"))
    monkeypatch.setenv("ARENA_RUNTIME_DIR", str(parent))
    yield parent
    shutil.rmtree(parent)


@pytest.fixture
def root() -> None:
    """Skip the test for others than root, or fail it if ARENA_REQUIRE_ALL=1."""
    with required():
        if os.geteuid():
            raise HostFailure("only root can be another user, or end what one runs")


@pytest.fixture(scope="session")
def engine(processes: None) -> Iterator[Engine]:
    """Return the engine; without one the test is skipped, or fails if ARENA_REQUIRE_ALL=1."""
    engine = Engine()
    with required():
        engine.version()
    yield engine
    engine.close()


@contextmanager
def required() -> Iterator[None]:
    """Skip the test for what this machine lacks, or fail it if nothing may be skipped."""
    try:
        yield
    except HostFailure as failure:
        if os.environ.get("ARENA_REQUIRE_ALL") == "1":
            pytest.fail(str(failure))
        pytest.skip(str(failure))


@pytest.fixture(scope="session")
def image(engine: Engine) -> Image:
    return find_image(engine) or build_image(engine, print)


@pytest.fixture(scope="session")
def gvisor(engine: Engine, image: Image) -> Image:
    """Return the image, with an engine that runs it under gVisor; as `engine` does without one."""
    with required():
        GVISOR.require(engine.info())
    return image


@pytest.fixture(scope="session")
def node(processes: None) -> str:
    """Return where node is; without it the test is skipped, or fails if ARENA_REQUIRE_ALL=1."""
    with required():
        if not shutil.which("node"):
            raise HostFailure("there is no node here; apt-get install nodejs brings it")
    return "node"


@pytest.fixture(scope="module")
def browser(processes: None) -> Iterator["Browser"]:
    """Open Chromium; without it the test is skipped, or fails if ARENA_REQUIRE_ALL=1.

    Its loop of events lets no other run: what a module needs an event loop for comes before it.
    """
    from playwright.sync_api import sync_playwright

    from tests.browsing import AXE, start_browser

    with sync_playwright() as playwright:
        with required():
            if not AXE.exists():
                raise HostFailure("there is no axe-core here; make node_modules/ready brings it")
            started = start_browser(playwright)
        yield started
