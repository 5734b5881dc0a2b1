"""Boxes that are ready before their bots: like all others, used once, and nothing is left."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.boxes.engine import Engine
from arena.boxes.leftovers import LOCK, MATCH_LABEL, sweep_containers, sweep_folders
from arena.boxes.pool import MOST_BOXES, Keeper, ReadyBox, take_box
from arena.boxes.runner import Pool
from arena.v1 import record_pb2 as rec
from tests.bad_bots import choosing
from tests.boxes.containers import FIRST, RANDOM, write_bot

pytestmark = [pytest.mark.docker, pytest.mark.usefixtures("image", "runtime_parent")]


@contextmanager
def pool_of(size: int) -> Iterator[tuple[Pool, str]]:
    pool = Pool(size)
    try:
        yield pool, pool.address()
    finally:
        pool.stop()


def take(address: str) -> ReadyBox:
    """Wait until there is a box, and take it."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        if (box := take_box(address)) is not None:
            return box
        time.sleep(0.02)
    raise AssertionError("the pool gave nothing")


def drop(box: ReadyBox) -> None:
    os.close(box.warden)
    os.close(box.lock)


# In a process of its own, since one that has loaded gRPC, as this one may have, must not fork.
DRIVER = """
import sys
from pathlib import Path
from arena.boxes import runner
from tests.boxes.containers import plan_match
pool, matches, *folders = sys.argv[1:]
if pool == "none":
    runner._keep_alone = lambda size, port: port.send("")
    pool = 4
tasks = [plan_match(list(map(Path, folders)))] * int(matches)
for _, event in runner.run_matches(tasks, parallel=2, pool=int(pool)):
    if isinstance(event, runner.MatchPlayed):
        print(event.record.games[0].SerializeToString().hex())
"""


def play_all(*folders: Path, matches: int, pool: int | str) -> list[rec.GameRecord]:
    done = subprocess.run(
        [sys.executable, "-c", DRIVER, str(pool), str(matches), *folders],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
        timeout=100,
    )
    return [rec.GameRecord.FromString(bytes.fromhex(line)) for line in done.stdout.split()]


def test_matches_go_with_a_pool_as_without() -> None:
    with_pool = play_all(RANDOM, FIRST, matches=3, pool=4)
    (without,) = play_all(RANDOM, FIRST, matches=1, pool=0)
    assert len(with_pool) == 3
    for game in with_pool:
        assert not game.forfeits
        assert game.scores == without.scores


def test_a_box_is_given_once_and_replaced(engine: Engine) -> None:
    with pool_of(2) as (_, address):
        boxes = [take(address) for _ in range(5)]
        assert len({box.id for box in boxes}) == len({box.folder for box in boxes}) == 5
        for box in boxes:
            assert not list(Path(box.files).iterdir())
            drop(box)
            engine.remove_container(box.name)


def test_whatever_a_bots_command_is_a_pooled_box_runs_it(tmp_path: Path) -> None:
    says = "import sys; print(sys.argv, sys.path[0], __name__, sys.stdin.read()); sys.exit(3)"
    for number, command in enumerate(('["python3", "bot.py", "x"]', '["python3", "-u", "bot.py"]')):
        bot = write_bot(tmp_path / str(number), says)
        (bot / "bot.toml").write_text(f'name = "bot"\ncommand = {command}\n')
        (game,) = play_all(RANDOM, bot, matches=1, pool=2)
        (forfeit,) = game.forfeits
        assert (forfeit.verdict, forfeit.exit_code) == (rec.VERDICT_NO_START, 3)
        assert "bot.py" in forfeit.log_tail
        assert "/bot __main__" in forfeit.log_tail


def test_a_bot_in_a_pooled_box_has_the_same_limits(tmp_path: Path) -> None:
    hog = write_bot(tmp_path / "hog", choosing("bytearray(2 * 1024**3)"))
    (game,) = play_all(RANDOM, hog, matches=1, pool=2)
    assert game.forfeits[0].verdict == rec.VERDICT_OUT_OF_MEMORY


def test_nothing_is_left_of_a_pool(engine: Engine, runtime_parent: Path) -> None:
    with pool_of(2) as (_, address):
        box = take(address)
        drop(box)
        engine.remove_container(box.name)
    assert not list(runtime_parent.glob("arena-*"))
    assert not containers_in(engine, runtime_parent)


def test_a_killed_keeper_leaves_what_is_used_and_the_rest_is_swept(
    engine: Engine, runtime_parent: Path
) -> None:
    pool = Pool(2)
    box = take(pool.address())
    assert pool._process.pid is not None
    os.kill(pool._process.pid, signal.SIGKILL)
    pool.stop()
    assert sweep_folders() == 0
    assert sweep_containers(engine) == 0
    drop(box)
    assert sweep_folders() == 1
    # Their wardens end with the connection, which may take them a moment.
    deadline = time.monotonic() + 20
    while containers_in(engine, runtime_parent) and time.monotonic() < deadline:
        sweep_containers(engine)
        time.sleep(0.1)
    assert not containers_in(engine, runtime_parent)


RUNNER = """
import time
from arena.boxes.runner import Pool
pool = Pool(2)
print(pool.address(), flush=True)
time.sleep(600)
"""


def test_a_keeper_ends_when_its_runner_is_killed_and_leaves_nothing(
    engine: Engine, runtime_parent: Path
) -> None:
    runner = subprocess.Popen(
        [sys.executable, "-c", RUNNER], cwd=Path(__file__).parents[2], stdout=subprocess.PIPE
    )
    with runner:
        assert runner.stdout is not None
        address = runner.stdout.readline().decode().strip()
        assert address.startswith(str(runtime_parent))
        runner.kill()
    deadline = time.monotonic() + 30
    while [*containers_in(engine, runtime_parent), *runtime_parent.glob("arena-*")]:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_where_there_is_no_pool_matches_have_boxes_of_their_own() -> None:
    assert len(play_all(RANDOM, FIRST, matches=2, pool="none")) == 2


def test_a_pool_is_bounded(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    monkeypatch.setattr(Keeper, "_make_another", lambda _: made.append(None))
    (tmp_path / LOCK).touch()
    Keeper(engine, "no image", tmp_path, size=1000).close()
    assert len(made) == MOST_BOXES


def containers_in(engine: Engine, parent: Path) -> list[str]:
    found = engine.list_containers(MATCH_LABEL)
    return [c["Id"] for c in found if c["Labels"][MATCH_LABEL].startswith(str(parent))]
