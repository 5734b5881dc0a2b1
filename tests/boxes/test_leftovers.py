"""What a match in containers leaves behind, however it ends: nothing."""

import asyncio
import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from docker import APIClient

from arena.boxes.connection.grpc_connection import GrpcConnection
from arena.boxes.host.cgroup import Cgroup, find_cgroup
from arena.boxes.host.leftovers import (
    LOCK,
    MATCH_LABEL,
    draw_name,
    hold,
    lock_path,
    open_lock,
    runtime_folder,
    runtime_folders,
    sweep_containers,
    sweep_folders,
)
from arena.boxes.kinds.container import ContainerBox
from arena.containers.engine import PASSING, Engine
from arena.containers.image import Image
from arena.errors import Unavailable
from arena.match.clock import TimeControl
from arena.runner.host import Host
from arena.system import try_lock
from tests.bots.writing import choosing, write_bot
from tests.bounded import assert_sentence
from tests.boxes.containers import FIRST, RANDOM, open_box, plan_match, play, play_task
from tests.boxes.freezers import is_frozen
from tests.waiting import wait_until

# It has a child that looks for its own end, and lets itself be traced, so that an engine that sees
# it stop could take that for its end.
SURVIVOR = """
import ctypes, os, subprocess, time
subprocess.Popen(["python3", "-c", "import os; os.setsid()\\nwhile True: pass"])
ctypes.CDLL(None).ptrace(0, 0, 0, 0)
while True: pass
"""
DRIVER = """
import asyncio, sys
from pathlib import Path
from tests.boxes.containers import play_task
from arena.match.clock import TimeControl
from tests.boxes.containers import RANDOM, plan_match
asyncio.run(play_task(plan_match([RANDOM, Path(sys.argv[1])], TimeControl(60)), lambda _: None))
"""


@pytest.fixture
def sleeper(tmp_path: Path) -> Path:
    return write_bot(tmp_path / "sleeper", choosing("import time; time.sleep(600)"))


def labelled(engine: Engine, folder: Path) -> list[dict[str, str]]:
    """Return the containers of the matches that run below a folder."""
    containers = engine.list_containers(MATCH_LABEL)
    return [one for one in containers if one["Labels"][MATCH_LABEL].startswith(f"{folder}/")]


def folders(parent: Path) -> list[str]:
    return [path.name for path in parent.iterdir() if path.is_dir()]


ELSEWHERE = """
import sys
from arena.boxes.host.leftovers import open_lock, runtime_folder
from arena.system import try_lock
with runtime_folder() as folder:
    assert try_lock(open_lock(sys.argv[1]))
    print(folder, flush=True)
    sys.stdin.read()
"""


@pytest.mark.usefixtures("processes")
def test_matches_of_a_user_meet_however_they_have_come_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ARENA_RUNTIME_DIR", raising=False)
    purpose, other = draw_name(), tmp_path / "other"
    other.mkdir()
    places = dict.fromkeys(("XDG_RUNTIME_DIR", "TMPDIR", "HOME"), str(other))
    with subprocess.Popen(
        [sys.executable, "-c", ELSEWHERE, purpose],
        env=os.environ | places,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as match:
        assert match.stdout is not None
        folder = Path(match.stdout.readline().strip())
        lock = open_lock(purpose)
        try:
            assert folder in runtime_folders()
            assert not try_lock(lock)
        finally:
            os.close(lock)
            lock_path(purpose).unlink()
    assert folder not in runtime_folders()


def test_what_is_named_as_a_match_and_is_none_is_left_alone(runtime_parent: Path) -> None:
    (runtime_parent / draw_name()).touch()
    (runtime_parent / draw_name()).symlink_to("/etc")
    assert len(runtime_folders()) == 2
    assert sweep_folders() == 0
    assert len(runtime_folders()) == 2


def test_a_path_that_is_too_long_for_sockets_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_RUNTIME_DIR", str(tmp_path / ("x" * 100)))
    with pytest.raises(Unavailable, match="too long a path for Unix sockets"), runtime_folder():
        pass


def make_link(path: Path) -> None:
    elsewhere = path.with_name("elsewhere")
    elsewhere.mkdir(mode=0o700)
    path.symlink_to(elsewhere)


def make_for_all(path: Path) -> None:
    path.mkdir()
    path.chmod(0o777)


# What another user of this machine may put where a user's matches are to have their folders.
PLACES: dict[str, Callable[[Path], object]] = {
    "link": make_link,
    "link_to_itself": lambda path: path.symlink_to(path),
    "file": Path.touch,
    "folder_of_all": make_for_all,
}


@pytest.mark.parametrize("make", PLACES.values(), ids=PLACES)
def test_what_lies_in_the_place_of_matches_is_refused_in_a_sentence(
    make: Callable[[Path], object], runtime_parent: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(place := runtime_parent / "place")
    before = sorted(runtime_parent.rglob("*"))
    monkeypatch.setenv("ARENA_RUNTIME_DIR", str(place))
    for begin in (sweep_folders, runtime_folder().__enter__):
        with pytest.raises(Unavailable) as lack:
            begin()
        assert_sentence(f"{lack.value}.", "set ARENA_RUNTIME_DIR to a folder of your own.")
    assert sorted(runtime_parent.rglob("*")) == before


def test_what_is_named_otherwise_is_no_match(runtime_parent: Path) -> None:
    for name in (f"{draw_name()}0", "arena-1-00000000", f"x{draw_name()}", draw_name().upper()):
        (runtime_parent / name).mkdir()
    assert runtime_folders() == []
    assert sweep_folders() == 0


@pytest.mark.usefixtures("image")
def test_a_match_that_ends_leaves_nothing(engine: Engine, runtime_parent: Path) -> None:
    play(RANDOM, FIRST)
    assert labelled(engine, runtime_parent) == []
    assert folders(runtime_parent) == []


@pytest.mark.usefixtures("image")
@pytest.mark.parametrize("moment", [0.0, 0.03, 0.1, 0.3, 1.0])
def test_a_match_that_is_cancelled_at_any_moment_leaves_nothing(
    engine: Engine, runtime_parent: Path, sleeper: Path, moment: float
) -> None:
    async def play_for_a_moment() -> None:
        async with asyncio.timeout(moment):
            await play_task(plan_match([RANDOM, sleeper], TimeControl(60)), lambda _: None)

    with pytest.raises(TimeoutError):
        asyncio.run(play_for_a_moment())
    assert labelled(engine, runtime_parent) == []
    assert folders(runtime_parent) == []


def test_a_box_that_is_killed_is_gone_with_all_its_processes(
    engine: Engine,
    image: Image,
    runtime_parent: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bot = write_bot(tmp_path / "bot", SURVIVOR)
    kill, kills = Cgroup.kill, itertools.count()
    # A process may outlive a kill, as a traced one does.
    monkeypatch.setattr(Cgroup, "kill", lambda group: next(kills) == 0 or kill(group))

    async def start_and_kill() -> list[int]:
        # A match begins elsewhere meanwhile, and removes the containers that no match holds.
        async with open_box("container", bot) as (box, folder):
            assert isinstance(box, ContainerBox)
            line = GrpcConnection("bot", {}, box, folder, time.perf_counter)
            opening = asyncio.create_task(line.open(200))
            # The supervisor, the bot and its child.
            while not ((cgroup := cgroup_of(engine, box)) and len(cgroup.processes()) == 3):
                assert not opening.done()
                await asyncio.sleep(0.05)
            opening.cancel()
            await asyncio.gather(opening, return_exceptions=True)
            await line.close()
            left = cgroup.processes()
        assert engine.inspect_container(box.name) is None
        return left

    assert asyncio.run(start_and_kill()) == []
    assert folders(runtime_parent) == []


def cgroup_of(engine: Engine, box: ContainerBox) -> Cgroup | None:
    """Return the control group of a box, as soon as it runs."""
    container = engine.inspect_container(box.name) if box.name else None
    if container is None or not container["State"]["Pid"]:
        return None
    return find_cgroup(container["State"]["Pid"], container["Id"])


@pytest.fixture
def killed_referee(
    engine: Engine, image: Image, runtime_parent: Path, sleeper: Path
) -> Iterator[ExitStack]:
    """Kill a referee in the middle of its match; return what keeps off all sweeps until closed.

    Any match that starts beside this test sweeps what is dead on the whole engine.
    """
    referee = subprocess.Popen(
        [sys.executable, "-c", DRIVER, sleeper], start_new_session=True, env=os.environ
    )
    with ExitStack() as held:
        try:
            wait_until(lambda: running(engine, runtime_parent) == 2)
            for folder in runtime_folders():
                hold(held.enter_context((folder / LOCK).open()).fileno())
        finally:
            os.killpg(referee.pid, signal.SIGKILL)
            referee.wait()
        yield held
    sweep_containers(engine)


def running(engine: Engine, parent: Path) -> int:
    return sum(container["State"] == "running" for container in labelled(engine, parent))


def test_a_killed_referee_leaves_no_running_bot_and_the_next_start_sweeps_the_rest(
    engine: Engine, runtime_parent: Path, killed_referee: ExitStack
) -> None:
    wait_until(lambda: running(engine, runtime_parent) == 0)
    assert len(labelled(engine, runtime_parent)) == 2
    # One for each box, and the match's.
    assert len(folders(runtime_parent)) == 3
    killed_referee.close()
    start_anew()
    play(RANDOM, FIRST)
    assert labelled(engine, runtime_parent) == []
    assert folders(runtime_parent) == []


def start_anew() -> None:
    """Have this process do what every referee does when it starts."""
    with Host("container") as host:
        assert host.engine


def test_dead_containers_are_swept_after_their_folder_is_gone(
    engine: Engine, runtime_parent: Path, killed_referee: ExitStack
) -> None:
    killed_referee.close()
    wait_until(lambda: running(engine, runtime_parent) == 0)
    assert sweep_folders() == 3
    # Another program of this user may sweep them first.
    sweep_containers(engine)
    assert labelled(engine, runtime_parent) == []


def test_what_was_left_frozen_without_a_folder_is_let_go_so_that_it_can_end(
    engine: Engine, image: Image, runtime_parent: Path
) -> None:
    folder = runtime_parent / "arena-0123456789abcdef"
    program = "import time; time.sleep(600)"
    settings = {"labels": {MATCH_LABEL: str(folder)}, "command": ["python3", "-c", program]}
    engine.create_container(folder.name, image.name, settings, {"network_mode": "none"})
    try:
        engine.start_container(folder.name)
        started = engine.inspect_container(folder.name)
        assert started is not None
        cgroup = find_cgroup(started["State"]["Pid"], started["Id"])
        cgroup.freeze()
        wait_until(lambda: is_frozen(started["State"]["Pid"]))
        sweep_containers(engine)
        assert not is_frozen(started["State"]["Pid"])
        # Its referee may live where we do not see.
        assert running(engine, runtime_parent) == 1
    finally:
        engine.remove_container(folder.name)


def test_a_sweep_leaves_alone_what_another_installation_runs_where_we_do_not_see(
    engine: Engine, image: Image, runtime_parent: Path
) -> None:
    folder = runtime_parent / "of-another" / "arena-0123456789abcdef"
    settings = {"labels": {MATCH_LABEL: str(folder)}, "command": ["python3"]}
    engine.create_container(folder.name, image.name, settings, {"network_mode": "none"})
    try:
        sweep_containers(engine)
        assert len(labelled(engine, runtime_parent)) == 1
    finally:
        engine.remove_container(folder.name)


def test_a_sweep_does_not_touch_a_living_match(
    engine: Engine, image: Image, runtime_parent: Path
) -> None:
    with runtime_folder() as living:
        settings = {"labels": {MATCH_LABEL: str(living)}, "command": ["python3"]}
        engine.create_container(living.name, image.name, settings, {"network_mode": "none"})
        assert sweep_folders() == 0
        sweep_containers(engine)
        assert len(labelled(engine, runtime_parent)) == 1
        assert living.is_dir()
    sweep_containers(engine)
    assert labelled(engine, runtime_parent) == []


def test_a_sweep_touches_only_what_is_named_as_ours(runtime_parent: Path) -> None:
    (runtime_parent / "arena-notes").mkdir()
    (runtime_parent / "arena-0123456789abcdef").mkdir()
    assert sweep_folders() == 1
    assert folders(runtime_parent) == ["arena-notes"]


def test_a_container_that_is_no_box_is_known_and_removed_when_its_process_has_been_killed(
    engine: Engine, image: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    create, list_all = APIClient.create_container, engine.list_containers

    def note(client: APIClient, *words: Any, **settings: Any) -> Any:
        container = create(client, *words, **settings)
        made.append(container["Id"])
        return container

    def left(label: str = PASSING) -> list[dict[str, Any]]:
        return [one for one in list_all(label) if one["Id"] in made]

    class Killed(BaseException):
        """This process is killed before a container is removed."""

    def kill(*_: object, **__: object) -> None:
        raise Killed

    try:
        with monkeypatch.context() as killed:
            killed.setattr(APIClient, "create_container", note)
            killed.setattr(APIClient, "remove_container", kill)
            with pytest.raises(Killed):
                engine.read_image_file(image.name, PurePosixPath("/etc/passwd"))
            with pytest.raises(Killed):
                engine.try_image(image.name, ["python3", "-c", ""])
        # Those of other processes are none of ours.
        monkeypatch.setattr(engine, "list_containers", left)
        engine.remove_left()
        assert len(left()) == 2, "somebody may need them"
        monkeypatch.setattr("arena.containers.engine._LONGEST", -60)
        engine.remove_left()
        assert (len(made), left()) == (2, [])
    finally:
        for container in made:
            engine.remove_container(container)
