"""What a bot can and cannot do in a container, and what is said of how it ended."""

import asyncio
import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from arena.boxes.connection.grpc_connection import GrpcConnection
from arena.boxes.host.cgroup import find_cgroup
from arena.boxes.kinds import container
from arena.boxes.kinds.container import ContainerBox
from arena.containers.engine import Engine
from arena.containers.image import Image
from arena.containers.runtime import USUAL
from arena.errors import HostFailure
from arena.match.clock import TimeControl
from arena.v1 import record_pb2 as rec
from tests.bots.writing import choosing, write_bot
from tests.boxes.containers import CAREFUL, FIRST, RANDOM, forfeit_of, open_box, play

pytestmark = pytest.mark.usefixtures("image")

PROBER = Path(__file__).with_name("prober.py")


@pytest.fixture(scope="module")
def found(image: Image, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What two bots of one match found when they tried what they may not; the first one's."""
    folder = tmp_path_factory.mktemp("probe")
    (folder / "secret").write_text("the host's own")
    bots = [write_bot(folder / name, PROBER.read_text()) for name in ("one", "two")]
    one, two = (json.loads(forfeit.log_tail) for forfeit in play(*bots).forfeits)
    return {**one, "other": two, "secret": str(folder / "secret")}


def test_bots_play_in_containers() -> None:
    game = play(RANDOM, FIRST, CAREFUL)
    assert not game.forfeits
    assert len(game.entries) >= 30


def test_a_bot_has_no_sockets_but_unix_ones(found: dict[str, Any]) -> None:
    assert set(found["sockets"].values()) == {"EPERM"}


def test_a_bot_cannot_call_what_the_profile_does_not_list(found: dict[str, Any]) -> None:
    assert {name for name, outcome in found["calls"].items() if outcome != "EPERM"} == set()


def test_a_bot_has_no_rights(found: dict[str, Any]) -> None:
    assert found["capabilities"] == []
    assert found["bounds"] == [1, 2]
    assert (found["chroot"], found["setuid"]) == ("EPERM", "EPERM")


def test_a_bot_may_have_barriers_for_its_own_threads(found: dict[str, Any]) -> None:
    # As Java does; what others could notice is an attack, `calls_about_what_is_shared`.
    assert set(found["own barriers"]) <= {"done"}


def test_a_bot_can_write_nowhere_but_in_tmp(found: dict[str, Any]) -> None:
    assert set(found["writes"].values()) <= {"EROFS", "EACCES", "ENOENT"}


def test_a_bot_can_fill_its_tmp_only_so_far(found: dict[str, Any]) -> None:
    assert (found["fill"], found["crowd"]) == ("ENOSPC", "ENOSPC")


def test_a_bot_runs_nothing_that_it_has_written_into_its_tmp(found: dict[str, Any]) -> None:
    assert found["mounted"] == {"NODEV": True, "NOEXEC": True, "NOSUID": True}


def test_a_bot_leaves_no_core_and_holds_little_of_the_kernels_memory(found: dict[str, Any]) -> None:
    assert found["limits"] == {"CORE": 0, "MEMLOCK": 0, "MSGQUEUE": 0, "SIGPENDING": 64}


def test_a_bot_has_few_processes_and_files(found: dict[str, Any]) -> None:
    assert 0 < found["children"] < USUAL.processes
    assert found["files"] == "EMFILE"


def test_a_bot_sees_the_image_and_not_the_host(found: dict[str, Any]) -> None:
    assert set(found["root"]) == {
        *(".dockerenv", "bin", "bot", "dev", "etc", "lib", "lib64", "opt"),
        *("proc", "run", "sbin", "sys", "tmp", "usr"),
    }
    assert set(found["programs"]) <= {"python", "python3", f"python{minor(found)}"}
    assert found["link"] == "ENOENT"


def minor(found: dict[str, Any]) -> str:
    (version,) = {name for name in found["programs"] if "." in name}
    return str(version.removeprefix("python"))


def test_a_bot_sees_its_own_files_and_its_own_socket(found: dict[str, Any]) -> None:
    assert found["bot"] == ["bot.py", "bot.toml"]
    assert found["seat"] == ["referee.sock"]


LOOKER = """
import json, os
found = {}
for top, folders, files in os.walk("/bot"):
    for name in (".", *files):
        path = os.path.join(top, name)
        status = os.stat(path)
        try:
            open(path + "/new" if name == "." else path, "a")
        except OSError:
            came = "refused"
        else:
            came = "written"
        known = f"{status.st_mode & 0o777:o} {status.st_uid} {came}"
        found[os.path.relpath(path, "/bot")] = known
print(json.dumps(found))
"""


def test_a_bot_has_the_files_that_were_taken_in_and_cannot_change_them(tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "looker", LOOKER)
    (bot / "data").mkdir(mode=0o700)
    (bot / "data" / "run").touch(mode=0o700)
    (bot / "data" / "read").touch(mode=0o600)
    folder, file = (f"{mode} {os.geteuid()} refused" for mode in ("755", "644"))
    assert json.loads(forfeit_of(bot, FIRST).log_tail) == {
        **dict.fromkeys((".", "data", "data/run"), folder),
        **dict.fromkeys(("bot.py", "bot.toml", "data/read"), file),
    }


def test_a_bot_knows_no_more_than_it_needs(found: dict[str, Any]) -> None:
    assert set(found["environment"]) == {
        *("ARENA_SOCKET", "GRPC_ENABLE_FORK_SUPPORT", "HOME", "LANG", "PATH"),
        *("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"),
    }


def test_a_bot_cannot_touch_its_supervisor(found: dict[str, Any]) -> None:
    # A signal to it is sent, but the kernel lets none through to process 1.
    assert found["supervisor"] == ["EACCES", "EACCES", "done", "done"]


def test_a_bot_cannot_slow_its_supervisor_down_only_itself(found: dict[str, Any]) -> None:
    assert found["priority of the supervisor"] == ["EPERM", "EPERM", "EPERM", "done", "done"]
    assert found["manners"] == [True, "EPERM", "EPERM", "done"]


def test_a_bot_reads_nothing_of_proc(found: dict[str, Any]) -> None:
    assert found["proc"] == ["EACCES", "EACCES"]


def test_for_want_of_memory_the_bot_goes_before_its_supervisor(
    found: dict[str, Any], engine: Engine
) -> None:
    assert found["own end"] == "EACCES"

    async def read_scores() -> list[int]:
        async with open_box("container", RANDOM) as (box, folder):
            assert isinstance(box, ContainerBox)
            line = GrpcConnection("bot", {}, box, folder, time.perf_counter)
            try:
                await line.open(100)
                container = engine.inspect_container(box.name)
                assert container is not None
                cgroup = find_cgroup(container["State"]["Pid"], container["Id"])
                scores = [Path(f"/proc/{pid}/oom_score_adj") for pid in sorted(cgroup.processes())]
                return [int(score.read_text()) for score in scores]
            finally:
                await line.close()

    assert asyncio.run(read_scores()) == [900, 1000]


def test_every_seat_has_a_user_of_its_own(found: dict[str, Any]) -> None:
    assert found["user"] >= 100_000
    assert found["other"]["user"] >= 100_000
    assert found["user"] != found["other"]["user"]


# In CI by the attacks `memory_at_once` and `memory_in_a_child_then_exit`.
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
    forfeit = forfeit_of(RANDOM, write_bot(tmp_path / "hog", choosing(hog)))
    assert forfeit.verdict == rec.VERDICT_OUT_OF_MEMORY
    assert forfeit.seat == 1
    assert "more memory" in forfeit.detail


@pytest.mark.soak  # In CI by the attack `ignores_signals`.
def test_one_who_sleeps_is_ended_by_the_clock(tmp_path: Path) -> None:
    sleeper = write_bot(tmp_path / "bot", choosing("import time; time.sleep(600)"))
    assert forfeit_of(RANDOM, sleeper, control=TimeControl(bank=0.2)).verdict == rec.VERDICT_TIMEOUT


def test_a_crash_has_its_exit_code_its_last_words_and_its_time(tmp_path: Path) -> None:
    last = "import sys; print('last words', file=sys.stderr); sys.exit(3)"
    forfeit = forfeit_of(RANDOM, write_bot(tmp_path / "bot", choosing(last)))
    assert forfeit.verdict == rec.VERDICT_CRASHED
    assert forfeit.exit_code == 3
    assert "last words" in forfeit.log_tail
    assert forfeit.cpu_us > 10_000


def test_a_command_that_is_not_there_is_no_start(tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "bot", "")
    (bot / "bot.toml").write_text('name = "bot"\ncommand = "no-such-program"\n')
    forfeit = forfeit_of(RANDOM, bot)
    assert forfeit.verdict == rec.VERDICT_NO_START
    assert "'no-such-program' cannot be run" in forfeit.detail


def test_a_container_without_its_supervisor_is_our_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(container, "SUPERVISOR", "/no/supervisor.py")
    with pytest.raises(HostFailure, match=r"can't open file '/no/supervisor.py'"):
        play(RANDOM, FIRST)
