"""An engine that is away for a while ends nothing: tried with an engine of the test's own."""

import asyncio
import gc
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from docker import APIClient

from arena.boxes.host.cpus import Cpus
from arena.boxes.host.leftovers import MATCH_LABEL, runtime_folder
from arena.boxes.kinds.build import build, build_command
from arena.boxes.kinds.container import ContainerBox
from arena.boxes.supervision.bot_log import BotLog
from arena.containers.engine import Engine
from arena.containers.image import Image, require_image
from arena.errors import HostFailure, Unavailable
from arena.languages import Language
from arena.match.clock import TimeControl
from arena.runner.host import Host
from arena.runner.play import play_in
from arena.v1 import record_pb2 as rec
from tests.bots.writing import choosing, write_bot
from tests.boxes.containers import FIRST, RANDOM, plan_match
from tests.conftest import required
from tests.waiting import wait_until

pytestmark = pytest.mark.usefixtures("engine")

AWAY = 3.0


class OwnEngine:
    """An engine that can be stopped and started, apart from that of the machine."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.host = f"unix://{folder}/engine.sock"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        words = ["--data-root", "data", "--exec-root", "exec", "--pidfile", "pid"]
        paths = [word if word.startswith("--") else str(self._folder / word) for word in words]
        network = ["--bridge=none", "--iptables=false", "--ip-masq=false"]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                ["dockerd", *paths, "-H", self.host, *network], stdout=log, stderr=log
            )

    def signal(self, number: int) -> None:
        assert self._process is not None
        self._process.send_signal(number)
        if number == signal.SIGSTOP:
            # All of its threads; one that has a CPU goes on for a moment.
            os.waitid(os.P_PID, self._process.pid, os.WSTOPPED | os.WNOWAIT)

    def stop(self) -> None:
        assert self._process is not None
        self._process.terminate()
        self._process.wait(200)

    def be_away(self, seconds: float) -> None:
        """Neither answer nor refuse for so long; return at once."""
        self.signal(signal.SIGSTOP)
        threading.Timer(seconds, self.signal, [signal.SIGCONT]).start()


@pytest.fixture(scope="module")
def own_engine(image: Image) -> Iterator[OwnEngine]:
    """Return an engine that has the image of the machine's: to make it takes ten times as long."""
    with required():
        if os.getuid() != 0 or shutil.which("dockerd") is None:
            raise HostFailure("an engine of its own takes root and dockerd")
    folder = Path(tempfile.mkdtemp(prefix="engine-"))
    engine = OwnEngine(folder)
    engine.start()
    try:
        wait_until((folder / "engine.sock").exists)
        with closing(APIClient()) as usual, closing(APIClient(engine.host)) as own:
            assert [*own.load_image(usual.get_image(image.name))]  # type: ignore[no-untyped-call]
        yield engine
    finally:
        engine.stop()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def away(own_engine: OwnEngine, monkeypatch: pytest.MonkeyPatch) -> OwnEngine:
    """Return the engine, which this process has not met yet."""
    monkeypatch.setenv("DOCKER_HOST", own_engine.host)
    return own_engine


class Asked(BotLog):
    """A log that does something at the first word of the bot."""

    def __init__(self, act: Callable[[], object]) -> None:
        super().__init__()
        self._act = act
        self._done = False

    def write(self, text: str) -> None:
        if not self._done:
            self._done = True
            self._act()
        super().write(text)


def play_for(
    bot: Path, *, answered: bool, at_word: Callable[[], object] = time.monotonic
) -> rec.GameRecord:
    task = plan_match([FIRST, bot], TimeControl(bank=30))
    logs = [BotLog(), Asked(at_word)]
    with Host("container", answered=answered) as host:
        return asyncio.run(play_in(host, task, lambda _: None, logs)).games[0]


def test_a_match_that_starts_while_the_engine_is_away_waits_for_it(
    away: OwnEngine, capfd: pytest.CaptureFixture[str]
) -> None:
    away.stop()
    threading.Timer(AWAY, away.start).start()
    began = time.monotonic()
    assert not play_for(RANDOM, answered=True).forfeits
    assert time.monotonic() - began > AWAY
    said = capfd.readouterr().err.splitlines()
    assert said == [
        "The container engine does not answer; waiting for it for up to 90 s.",
        "The container engine answers again.",
    ]


def test_an_engine_that_was_never_there_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")
    with pytest.raises(Unavailable, match="no container engine answers"):
        play_for(RANDOM, answered=False)
    assert capfd.readouterr().err == ""


def test_a_match_goes_on_while_the_engine_is_away(away: OwnEngine, tmp_path: Path) -> None:
    """Its bots need none; only what one that has crashed leaves is removed when it is back."""
    body = "import time; print('asked', flush=True); time.sleep(0.3); raise SystemExit(3)"
    crasher = write_bot(tmp_path / "crasher", choosing(body))
    began = time.monotonic()
    found = play_for(crasher, answered=True, at_word=lambda: away.be_away(AWAY))
    assert time.monotonic() - began > AWAY
    (forfeit,) = found.forfeits
    assert (forfeit.verdict, forfeit.exit_code) == (rec.VERDICT_CRASHED, 3)


def test_an_engine_that_is_restarted_in_a_build_is_not_the_fault_of_the_bot(
    away: OwnEngine, tmp_path: Path
) -> None:
    """It takes its containers with it. What is left is removed when it is back."""

    class Restarting(ContainerBox):
        def launch(self) -> None:
            super().launch()
            restarting.start()

    def restart() -> None:
        away.stop()
        away.start()

    restarting = threading.Thread(target=restart)
    (tmp_path / "build.py").write_text("import time\ntime.sleep(600)\n")
    tmp_path.chmod(0o755)
    language = Language(name="x", title="X", run=("./bot",), build=("python3", "build.py"))
    command = build_command(language, tmp_path)

    async def main(engine: Engine) -> None:
        with runtime_folder() as folder, ThreadPoolExecutor(1) as removals, Cpus() as cpus:
            image = require_image(engine).name
            box = Restarting(
                *(command, tmp_path, cpus, image, engine), claim=folder, removals=removals
            )
            await build(box, language, folder / "seat", tmp_path / "product.tar")

    with (
        closing(Engine(patience=90.0)) as engine,
        pytest.raises(HostFailure, match="a build was ended: the supervisor of a bot was killed"),
    ):
        asyncio.run(main(engine))
    restarting.join()
    with closing(Engine(patience=90.0, answered=True)) as engine:
        assert engine.list_containers(MATCH_LABEL) == []
    with warnings.catch_warnings():
        # The package does not close a socket that it could not connect.
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


def test_whose_patience_ends_has_failed(away: OwnEngine) -> None:
    engine = Engine(limit=1.0, patience=1.0)
    engine.version()
    away.signal(signal.SIGSTOP)
    try:
        with pytest.raises(HostFailure, match="could not list its containers"):
            engine.list_containers("label")
    finally:
        away.signal(signal.SIGCONT)
    engine.close()
