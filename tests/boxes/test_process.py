"""What a process box leaves behind: nothing, however a match ends."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from arena.bots.folder import digest_files, walk
from arena.boxes.connection.grpc_connection import GrpcConnection
from arena.boxes.host import leftovers
from arena.boxes.host.cpus import Cpus
from arena.boxes.host.process_tree import descendants, end_orphans
from arena.boxes.kinds.process import ProcessBox
from arena.boxes.supervision import supervisor as supervisor_module
from arena.match.verdict import Fault
from tests.bad_bots import BadBot
from tests.bots.taking import taken
from tests.bots.writing import SDK, choosing, write_bot
from tests.boxes.containers import FIRST, plan_match, play_task
from tests.programs import Run
from tests.waiting import wait_until

pytestmark = pytest.mark.usefixtures("runtime_parent")

# It has children of its own, ignores polite signals, and says where it is.
CLINGING = BadBot(
    "timeout",
    "",
    f"""{SDK}import os, signal, subprocess, sys, time
class Clinging(Bot):
    def choose(self, turn):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        child = subprocess.Popen(
            [sys.executable, "-c", "import os, time; os.setsid(); time.sleep(600)"]
        )
        with open("HERE/pids", "w") as file:
            print(os.getpid(), child.pid, file=file)
        os.rename("HERE/pids", "HERE/running")
        time.sleep(600)
run(Clinging)
""",
)


@pytest.fixture
def clinging(tmp_path: Path) -> Iterator[Path]:
    yield CLINGING.write(tmp_path / "clinging")
    if (tmp_path / "clinging" / "running").exists():
        for pid in running_pids(tmp_path / "clinging"):
            assert has_ended(pid), f"process {pid} has survived its match"


def running_pids(folder: Path) -> list[int]:
    return [int(pid) for pid in (folder / "running").read_text().split()]


def has_ended(pid: int) -> bool:
    """Wait for the end of a process, since a kill is noticed a moment later."""
    return wait_until(lambda: not Path(f"/proc/{pid}/cmdline").exists() or is_zombie(pid))


def is_zombie(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def start_match(folder: Path, tmp_path: Path) -> "subprocess.Popen[str]":
    """Start a match in a session of its own and wait until the bot is in its first turn."""
    playing = subprocess.Popen(
        [Path(sys.executable).with_name("arena"), "play", "six_nimmt", "random", folder],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_until(lambda: (folder / "running").exists() or playing.poll() is not None)
    return playing


def runtime_folders() -> set[Path]:
    return {*leftovers.runtime_parent().glob("arena-*")}


def test_nothing_of_a_bot_survives_its_forfeit(clinging: Path, arena: Run, tmp_path: Path) -> None:
    before = runtime_folders()
    words = ["play", "six_nimmt", "random", str(clinging), "--games=1"]
    assert "1 timeout" in arena(*words, "--clock=2+0", check=1).stdout
    assert (clinging / "running").exists()
    assert runtime_folders() <= before


@pytest.mark.usefixtures("processes")
def test_ctrl_c_ends_the_match_and_its_bots_and_says_so(clinging: Path, tmp_path: Path) -> None:
    before = runtime_folders()
    playing = start_match(clinging, tmp_path)
    os.killpg(playing.pid, signal.SIGINT)
    _, errors = playing.communicate()
    assert playing.returncode == 130
    assert "Stopped before the end of the first game." in errors
    assert "Traceback" not in errors
    assert runtime_folders() <= before


@pytest.mark.usefixtures("processes")
def test_bots_end_with_a_killed_referee(clinging: Path, tmp_path: Path) -> None:
    playing = start_match(clinging, tmp_path)
    children = Path(f"/proc/{playing.pid}/task/{playing.pid}/children")
    (referee,) = children.read_text().split()
    os.kill(int(referee), signal.SIGKILL)
    pids = running_pids(clinging)
    assert all(map(has_ended, pids))
    # Another one plays the match again, and the command has said so before.
    assert wait_until(lambda: children.read_text().split() not in ([], [referee]))
    os.killpg(playing.pid, signal.SIGINT)
    _, errors = playing.communicate()
    assert "The match is void, and its 40 missing games are played again" in errors


@pytest.mark.usefixtures("processes")
def test_no_bot_and_no_supervisor_has_what_the_command_was_told_in_its_environment(
    clinging: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGPASSWORD", "of-the-database")
    playing = start_match(clinging, tmp_path)
    referee = next(descendants(playing.pid))
    started = [*descendants(referee)]
    environments = [Path(f"/proc/{pid}/environ").read_bytes() for pid in started]
    os.killpg(playing.pid, signal.SIGINT)
    playing.communicate()
    # Two supervisors, two bots, and the child of one.
    assert len(environments) == 5
    assert [one for one in environments if b"of-the-database" in one] == []


@pytest.mark.usefixtures("processes")
def test_everything_ends_when_the_command_itself_is_killed(clinging: Path, tmp_path: Path) -> None:
    playing = start_match(clinging, tmp_path)
    playing.kill()
    playing.communicate()


def test_a_chatty_bot_is_not_slowed_and_its_log_is_capped(arena: Run, tmp_path: Path) -> None:
    chatty = BadBot(
        "crashed",
        "",
        f"""{SDK}
class Chatty(Bot):
    def choose(self, turn):
        print("x" * 1_000_000)
        if len(turn.legal) == 1:
            print("the last line")
            raise SystemExit(5)
        return turn.legal[0]
run(Chatty)
""",
    )
    folder = chatty.write(tmp_path / "chatty")
    words = ["play", "six_nimmt", "random", f"chatty={folder}", "--games=1"]
    shown = arena(*words, check=1).stdout
    assert "1 crashed" in shown
    assert "the last line" in shown
    assert len(shown) < 10_000


# It ends its supervisor and plays on, with children: one in its session, one in another.
SUPERVISORLESS = BadBot(
    "crashed",
    "",
    f"""{SDK}import os, signal, subprocess, sys, time
class Supervisorless(Bot):
    def choose(self, turn):
        if not os.path.exists("HERE/running"):
            sleep = [sys.executable, "-c", "import time; time.sleep(600)"]
            children = [subprocess.Popen(sleep, start_new_session=new) for new in (False, True)]
            with open("HERE/pids", "w") as file:
                print(os.getpid(), *(child.pid for child in children), file=file)
            os.rename("HERE/pids", "HERE/running")
            os.kill(os.getppid(), signal.SIGKILL)
        return turn.legal[0]
run(Supervisorless)
""",
)


def test_a_bot_that_ends_its_supervisor_has_ended_itself(arena: Run, tmp_path: Path) -> None:
    folder = SUPERVISORLESS.write(tmp_path / "supervisorless")
    shown = arena("play", "six_nimmt", "random", str(folder), "--games=1", check=1).stdout
    assert "1 crashed" in shown
    assert all(map(has_ended, running_pids(folder)))


# It stops its supervisor, which then sees neither its end nor that of the match; in the second way
# it stops it again whenever it goes on.
STOPPED = f"""{SDK}import os, signal, subprocess, sys
AGAIN = '''
import os, signal, sys, time
while sys.argv[2] == "again" and os.path.exists("/proc/" + sys.argv[1]):
    os.kill(int(sys.argv[1]), signal.SIGSTOP)
time.sleep(600)
'''
class Stopping(Bot):
    def choose(self, turn):
        if not os.path.exists("HERE/running"):
            supervisor = os.getppid()
            child = subprocess.Popen([sys.executable, "-c", AGAIN, str(supervisor), WAY])
            with open("HERE/pids", "w") as file:
                print(os.getpid(), child.pid, supervisor, file=file)
            os.rename("HERE/pids", "HERE/running")
            os.kill(supervisor, signal.SIGSTOP)
            if WAY == "ends":
                os._exit(3)
        return turn.legal[0]
run(Stopping)
"""


@pytest.mark.parametrize("way", ["plays on", "ends", "again"])
def test_a_bot_that_stops_its_supervisor_cannot_hang_its_match(
    way: str, arena: Run, tmp_path: Path
) -> None:
    bot = BadBot("ok", "", STOPPED.replace("WAY", repr(way)))
    folder = bot.write(tmp_path / "stopping")
    words = ["play", "six_nimmt", "random", str(folder), "--games=2", "--option=rounds=1"]
    # A bot that ends has forfeited.
    arena(*words, check=int(way == "ends"))
    assert all(map(has_ended, running_pids(folder)))


# It opens both ends of its log's pipe, empties it before its supervisor can, and fills it.
PIPE = f"""{SDK}import os, time
class Pipe(Bot):
    def choose(self, turn):
        read, write = (
            os.open("/proc/self/fd/1", way | os.O_NONBLOCK) for way in (os.O_RDONLY, os.O_WRONLY)
        )
        end = time.monotonic() + 0.02
        while time.monotonic() < end:
            for act, *words in ((os.write, write, b"x" * 4096), (os.read, read, 65536)):
                try:
                    act(*words)
                except BlockingIOError:
                    pass
        os.close(read)
        os.close(write)
        return turn.legal[0]
run(Pipe)
"""


def test_a_bot_cannot_end_its_supervisor_by_the_pipe_of_its_log(arena: Run, tmp_path: Path) -> None:
    folder = BadBot("ok", "", PIPE).write(tmp_path / "pipe")
    shown = arena("play", "six_nimmt", "random", str(folder), "--games=1").stdout
    assert "crashed" not in shown


class StoppedBox(ProcessBox):
    """A box whose start is stopped while its supervisor connects."""

    async def wait_connected(self, process: asyncio.subprocess.Process) -> None:
        # The loop accepts the connection in its next round and hands it over two rounds later. The
        # start is stopped in the round between.
        starting = asyncio.current_task()
        assert starting is not None
        loop = asyncio.get_running_loop()
        loop.call_soon(lambda: loop.call_soon(starting.cancel))
        time.sleep(0.5)  # noqa: ASYNC251 - the supervisor connects meanwhile
        await super().wait_connected(process)


@pytest.mark.usefixtures("processes")
def test_a_box_that_is_stopped_while_its_supervisor_connects_ends(runtime_parent: Path) -> None:
    async def start_and_kill() -> None:
        with Cpus() as cpus:
            box = StoppedBox(["true"], runtime_parent, cpus)
            try:
                await box.start(runtime_parent)
            except asyncio.CancelledError:
                await box.kill()

    asyncio.run(start_and_kill())


@pytest.mark.usefixtures("processes")
def test_a_program_that_cannot_even_be_named_is_no_start(runtime_parent: Path) -> None:
    async def open_line() -> Fault | None:
        with Cpus() as cpus:
            box = ProcessBox(["python3", "a\0b"], runtime_parent, cpus)
            line = GrpcConnection("bot", {}, box, runtime_parent / "seat", time.perf_counter)
            try:
                return await line.open(100)
            finally:
                await line.close()

    fault = asyncio.run(open_line())
    assert fault is not None
    assert fault.detail == "the command 'python3' cannot be run: embedded null byte"


def test_the_sessions_of_the_system_are_no_programs() -> None:
    for session in (0, 1):
        with pytest.raises(ValueError, match="no program"):
            end_orphans(session, "unix:/nowhere")


@pytest.mark.usefixtures("processes")
def test_a_bot_ends_with_a_referee_that_has_not_read_all(runtime_parent: Path) -> None:
    address = str(runtime_parent / "socket")
    with closing(socket.socket(socket.AF_UNIX)) as listening:
        listening.bind(address)
        listening.listen()
        supervisor = subprocess.Popen([sys.executable, "-IS", supervisor_module.__file__, address])
        port, _ = listening.accept()
    order = {"command": ["sleep", "1000"], "folder": "/", "environment": {**os.environ}}
    port.sendall(json.dumps(order).encode() + b"\n")
    while not (said := port.recv(65536, socket.MSG_PEEK)).endswith(b"\n"):
        time.sleep(0.01)
    port.close()
    assert supervisor.wait() == 0
    with pytest.raises(ProcessLookupError):
        os.kill(json.loads(said)["pid"], 0)


@pytest.mark.usefixtures("processes")
def test_what_a_bot_writes_beside_itself_is_in_no_other_match(tmp_path: Path) -> None:
    body = """
        from pathlib import Path
        Path("notes").write_text("a card"), Path("bot.py").write_text("")
        return turn.legal[0]
    """
    bot, other = taken(write_bot(tmp_path / "bot", choosing(body))), taken(FIRST)
    for _ in range(2):
        task = replace(plan_match([FIRST, FIRST], box="process"), bots=(bot, other))
        game = asyncio.run(play_task(task, lambda _: None)).games[0]
        assert not game.forfeits
    assert digest_files(walk(bot.folder)) == bot.digest
