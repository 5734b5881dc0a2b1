"""The container box under gVisor: the same walls, clocks and verdicts, with another kernel."""

import asyncio
import os
import time
from pathlib import Path

import pytest

from arena.boxes.connection.grpc_connection import GrpcConnection
from arena.boxes.host.leftovers import MATCH_LABEL
from arena.boxes.kinds.container import ContainerBox
from arena.containers.engine import Engine
from arena.containers.runtime import USUAL
from arena.match.clock import TimeControl
from arena.v1 import record_pb2 as rec
from tests.bots.writing import choosing, write_bot
from tests.boxes.containers import CAREFUL, FIRST, RANDOM, forfeit_of, open_box, play
from tests.boxes.freezers import is_frozen

pytestmark = pytest.mark.usefixtures("gvisor")


def forfeit(tmp_path: Path, body: str, control: TimeControl | None = None) -> rec.Forfeit:
    """Play a bot whose `choose` is this, and return its forfeit."""
    return forfeit_of(
        RANDOM, write_bot(tmp_path / "bot", choosing(body)), control=control, box="gvisor"
    )


# --- a match ---


def test_bots_play_under_gvisor_and_leave_nothing(engine: Engine, runtime_parent: Path) -> None:
    game = play(RANDOM, FIRST, CAREFUL, box="gvisor")
    assert not game.forfeits
    assert len(game.entries) >= 30
    assert not [path for path in runtime_parent.iterdir() if path.is_dir()]
    containers = engine.list_containers(MATCH_LABEL)
    parent = f"{runtime_parent}/"
    assert not [one for one in containers if one["Labels"][MATCH_LABEL].startswith(parent)]


# --- how bots end ---


# In CI by the attacks `memory_at_once` and `memory_in_a_child`.
@pytest.mark.soak
@pytest.mark.parametrize(
    "hog",
    [
        "x = bytearray(2 * 1024**3)",
        "from subprocess import run; run(['python3', '-c', 'bytearray(2**31)']); raise SystemExit",
    ],
    ids=["itself", "in_a_child"],
)
def test_memory_over_the_limit_is_called_that(hog: str, tmp_path: Path) -> None:
    found = forfeit(tmp_path, hog)
    assert found.verdict == rec.VERDICT_OUT_OF_MEMORY
    assert found.seat == 1


CHILD = "Popen(['python3', '-c', 'import time; time.sleep(600)'])"


@pytest.mark.parametrize("before", [CHILD, pytest.param("pass", marks=pytest.mark.soak)])
def test_a_crash_has_its_exit_code_its_last_words_and_its_time(before: str, tmp_path: Path) -> None:
    start = f"import os, sys; from subprocess import Popen; {before}; "
    words = "print(f'last words, {os.uname().release}.', file=sys.stderr); sys.exit(3)"
    found = forfeit(tmp_path, start + words)
    assert found.verdict == rec.VERDICT_CRASHED
    assert found.exit_code == 3
    assert "last words" in found.log_tail
    # Its kernel is not the host's.
    assert f", {os.uname().release}." not in found.log_tail
    assert found.cpu_us > 10_000


@pytest.mark.clock
@pytest.mark.soak  # In CI by the attack `cpu_while_it_is_stopped`.
def test_one_who_sleeps_is_ended_by_the_clock(tmp_path: Path) -> None:
    found = forfeit(tmp_path, "import time; time.sleep(600)", TimeControl(bank=0.2))
    assert found.verdict == rec.VERDICT_TIMEOUT


def test_who_kills_the_supervisor_has_ended_itself(tmp_path: Path) -> None:
    """Only under gVisor it can; no one else could say of the others how they ended."""
    found = forfeit(tmp_path, "import os; os.kill(1, 9)")
    assert (found.verdict, found.signal, found.seat) == (rec.VERDICT_CRASHED, 9, 1)


@pytest.mark.clock
@pytest.mark.soak  # In CI by the attack `fork_bomb`.
def test_a_fork_bomb_ends_its_own_box(tmp_path: Path) -> None:
    body = "import os, sys\n        while True: os.fork()"
    found = forfeit(tmp_path, body)
    ends = {rec.VERDICT_CRASHED, rec.VERDICT_OUT_OF_MEMORY, rec.VERDICT_TIMEOUT}
    assert found.verdict in ends
    assert found.seat == 1


def test_a_bot_may_have_as_many_processes_as_in_a_container(tmp_path: Path) -> None:
    child = "Popen(['python3', '-S', '-c', 'import time; time.sleep(600)'])"
    number = USUAL.processes - 10  # the supervisor's, the bot's, and gRPC's threads
    start = f"import sys, time; from subprocess import Popen; [{child} for _ in range({number})]; "
    found = forfeit(tmp_path, f"{start}time.sleep(0.5); sys.exit(3)")
    assert (found.verdict, found.exit_code) == (rec.VERDICT_CRASHED, 3)


# --- time ---


@pytest.mark.clock
def test_an_answer_costs_its_work_and_not_its_sleep(tmp_path: Path) -> None:
    # So much is counted, since by the clocks within one that waits for a CPU works.
    body = """import time
        time.sleep(0.5)
        sum(range(5_000_000))
        return turn.legal[0]"""
    bot = write_bot(tmp_path / "bot", choosing(body))
    game = play(FIRST, bot, box="gvisor", control=TimeControl(bank=10))
    assert not game.forfeits
    for entry in game.entries:
        if entry.seat == 1:
            assert 20_000 <= entry.cpu_us <= entry.wall_us - 300_000


@pytest.mark.clock
def test_many_processes_have_one_cpu_together(tmp_path: Path) -> None:
    # Nobody can see that from within, where waiting for a CPU counts as CPU time.
    body = """import time, subprocess, sys
        if hasattr(self, "burnt"): return turn.legal[0]
        self.burnt = True
        burn = [sys.executable, "-ISc", "while True: pass"]
        children = [subprocess.Popen(burn) for _ in range(4)]
        time.sleep(1)
        for child in children: child.kill(); child.wait()
        return turn.legal[0]"""
    bot = write_bot(tmp_path / "bot", choosing(body))
    game = play(FIRST, bot, box="gvisor", control=TimeControl(bank=60))
    assert not game.forfeits
    for entry in game.entries:
        if entry.seat == 1:
            assert entry.cpu_us <= entry.wall_us + 200_000  # Slices are of a tenth of a second.


PONDERER = """
import threading
def work():
    while True: pass
class Ponderer(Bot):
    def choose(self, turn):
        return turn.legal[0]
timer = threading.Timer(0.2, work)
timer.daemon = True
timer.start()
run(Ponderer)
"""


@pytest.mark.clock
def test_a_box_is_frozen_and_let_go_and_nothing_of_it_is_left(
    engine: Engine, runtime_parent: Path, tmp_path: Path
) -> None:
    bot = write_bot(tmp_path / "bot", f"from arena_sdk import Bot, run\n{PONDERER}")

    async def spent(box: ContainerBox) -> float:
        before = box.cpu()
        await asyncio.sleep(0.3)
        after = box.cpu()
        assert before is not None and after is not None  # noqa: PT018 - for mypy
        return after - before

    async def start_and_kill(box: ContainerBox, folder: Path) -> None:
        line = GrpcConnection("bot", {}, box, folder, time.perf_counter)
        try:
            assert await line.open(100) is None
            cgroup = box.cgroup
            for _ in range(3):
                await box.wake()
                async with asyncio.timeout(200):  # On a busy machine it takes its time.
                    while await spent(box) < 0.05:
                        pass
                box.freeze()
                while not all(map(is_frozen, cgroup.processes())):  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
                assert await spent(box) < 0.03
            assert cgroup.processes()
        finally:
            await line.close()
        assert cgroup.processes() == []

    async def main() -> None:
        # A match begins elsewhere meanwhile, and removes the containers that no match holds.
        async with open_box("gvisor", bot) as (box, folder):
            assert isinstance(box, ContainerBox)
            await start_and_kill(box, folder)
        assert engine.inspect_container(box.name) is None

    asyncio.run(main())
    assert not [path for path in runtime_parent.iterdir() if path.is_dir()]
