"""What this machine does to a bot's box is never the bot's: the match is void."""

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from arena.boxes.host.leftovers import MATCH_LABEL
from arena.boxes.kinds import container
from arena.boxes.supervision.bot_log import BotLog
from arena.containers.engine import Engine
from arena.errors import HostFailure
from arena.match.clock import TimeControl
from arena.v1 import record_pb2 as rec
from tests.bots.writing import choosing, write_bot
from tests.boxes.containers import FIRST, forfeit_of, plan_match, play, play_task
from tests.conftest import required
from tests.hostile.more import EVERY

pytestmark = pytest.mark.usefixtures("image")

MB = 1024**2
_MOUNT = Path("/sys/fs/cgroup")
# It holds less than half of what its box has, in one process, and plays on.
HOLDER = "held = b'x' * (110 * 1024**2)\n" + choosing("return turn.legal[0]")
SLEEPER = choosing("import time; print('asked', flush=True); time.sleep(600)")
PATIENT = TimeControl(bank=30)


class Heard(BotLog):
    """A log that tells when something comes."""

    def __init__(self) -> None:
        super().__init__()
        self.came = asyncio.Event()

    def write(self, text: str) -> None:
        self.came.set()


@pytest.fixture
def short_of_memory(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have all containers of the test share 300 MB, though each may use 256, as on a small host."""
    by_systemd = engine.info()["CgroupDriver"] == "systemd"
    settings = container.host_settings
    with (slice_of_300_mb if by_systemd else group_of_300_mb)() as parent:
        monkeypatch.setattr(
            container,
            "host_settings",
            lambda *args: settings(*args) | {"cgroup_parent": parent},
        )
        yield


@contextmanager
def group_of_300_mb() -> Iterator[str]:
    first = _MOUNT / "memory"
    parent = (first if first.is_dir() else _MOUNT) / f"arena-test-{os.getpid()}"
    names = ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes", "memory.max")
    with required():
        try:
            parent.mkdir()
            for name in names:
                if (parent / name).exists():
                    (parent / name).write_text(str(300 * MB))
        except OSError as error:
            raise HostFailure(f"no control group can be made: {error}") from error
    yield f"/{parent.name}"
    # The engine makes it for every controller.
    for folder in (*_MOUNT.glob(parent.name), *_MOUNT.glob(f"*/{parent.name}")):
        folder.rmdir()


@contextmanager
def slice_of_300_mb() -> Iterator[str]:
    """Have systemd make the group: its engine takes no other."""
    name = f"arenatest{os.getpid()}.slice"
    with required():
        if os.geteuid():
            raise HostFailure("only root can have systemd limit a slice")
    subprocess.run(
        ["systemctl", "set-property", "--runtime", name, f"MemoryMax={300 * MB}"], check=True
    )
    try:
        yield name
    finally:
        subprocess.run(["systemctl", "stop", name], check=True)
        subprocess.run(["systemctl", "revert", name], check=True)


# --- memory ---


@pytest.mark.usefixtures("short_of_memory")
def test_a_bot_that_the_machine_has_no_memory_for_has_not_used_too_much(tmp_path: Path) -> None:
    """The attacker spreads what it takes over many processes; the kernel ends the innocent."""
    greedy = EVERY["memory_that_the_machine_lacks"].write(tmp_path / "greedy")
    holder = write_bot(tmp_path / "holder", HOLDER)
    with pytest.raises(HostFailure, match="this machine ran out of memory"):
        play(greedy, holder, control=PATIENT)


@pytest.mark.usefixtures("short_of_memory")
def test_who_goes_over_its_own_limit_pays_though_the_machine_is_short_too(tmp_path: Path) -> None:
    hog = write_bot(tmp_path / "hog", choosing("x = bytearray(2 * 1024**3)"))
    found = forfeit_of(FIRST, hog, control=PATIENT)
    assert found.verdict == rec.VERDICT_OUT_OF_MEMORY


# --- the referee ---


@pytest.mark.clock
def test_a_referee_that_is_stopped_does_not_cost_a_bot_its_time(tmp_path: Path) -> None:
    """It is stopped for longer than any answer may take, while the bot thinks a moment."""
    body = "import time; print('asked', flush=True); time.sleep(0.1); return turn.legal[0]"
    thinker = write_bot(tmp_path / "thinker", choosing(body))
    control = TimeControl(bank=1, increment=0.5)

    async def stand_still(asked: Heard) -> None:
        await asked.came.wait()
        time.sleep(control.longest(1) + 1)  # noqa: ASYNC251 - so that the referee does

    async def main() -> rec.Record:
        asked = Heard()
        playing = play_task(
            plan_match([FIRST, thinker], control), lambda _: None, [BotLog(), asked]
        )
        return (await asyncio.gather(playing, stand_still(asked)))[0]

    assert not asyncio.run(main()).games[0].forfeits


# --- the supervisor ---


def sleeps_in(container: dict[str, Any]) -> bool:
    """Say whether the bot in a container is the sleeper: no name tells which seat it is."""
    (files,) = (one["Source"] for one in container["Mounts"] if one["Destination"] == "/bot")
    return "asked" in (Path(files) / "bot.py").read_text()


def interrupted(engine: Engine, parent: Path, folder: Path, act: Callable[[str], None]) -> str:
    """Do something to the box of a bot that is being asked; return why the match is void then."""
    sleeper = write_bot(folder / "sleeper", SLEEPER)

    async def interrupt(asked: Heard) -> None:
        await asked.came.wait()
        (box,) = (
            one["Id"]
            for one in engine.list_containers(MATCH_LABEL)
            if one["Labels"][MATCH_LABEL].startswith(f"{parent}/") and sleeps_in(one)
        )
        await asyncio.to_thread(act, box)

    async def main() -> None:
        task = plan_match([FIRST, sleeper], PATIENT)
        asked = Heard()
        # The match ends before the loop does: that would cancel gRPC's own tasks, too, of which the
        # interpreter dies.
        async with asyncio.timeout(100), asyncio.TaskGroup() as group:
            group.create_task(play_task(task, lambda _: None, [BotLog(), asked]))
            group.create_task(interrupt(asked))

    with pytest.RaisesGroup(HostFailure) as caught:
        asyncio.run(main())
    return str(caught.value.exceptions[0])


def pid_of(engine: Engine, box: str) -> int:
    found = engine.inspect_container(box)
    assert found is not None
    return int(found["State"]["Pid"])


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


@pytest.mark.usefixtures("root")
def test_a_supervisor_that_is_killed_from_outside_is_ours(
    engine: Engine, runtime_parent: Path, tmp_path: Path
) -> None:
    def kill(box: str) -> None:
        os.kill(pid_of(engine, box), signal.SIGKILL)

    why = interrupted(engine, runtime_parent, tmp_path, kill)
    assert (
        why == "bot, in seat 1 of game 1: the supervisor of a bot was killed from outside its box"
    )


@pytest.mark.usefixtures("root")
def test_a_shim_that_dies_is_ours(engine: Engine, runtime_parent: Path, tmp_path: Path) -> None:
    def kill(box: str) -> None:
        os.kill(parent_of(pid_of(engine, box)), signal.SIGKILL)

    why = interrupted(engine, runtime_parent, tmp_path, kill)
    assert "killed from outside its box" in why


def test_a_container_that_somebody_removes_is_ours(
    engine: Engine, runtime_parent: Path, tmp_path: Path
) -> None:
    why = interrupted(engine, runtime_parent, tmp_path, engine.remove_container)
    assert "removed by somebody else" in why or "killed from outside its box" in why


def test_a_program_that_is_killed_is_a_crash(
    engine: Engine, runtime_parent: Path, tmp_path: Path
) -> None:
    """What the supervisor reports is the bot's own: nothing tells who has killed its program."""
    hit = write_bot(tmp_path / "hit", choosing("import os; os.kill(os.getpid(), 9)"))
    found = forfeit_of(FIRST, hit)
    assert (found.verdict, found.signal) == (rec.VERDICT_CRASHED, 9)
