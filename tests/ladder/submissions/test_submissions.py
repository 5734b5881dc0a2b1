"""A submission is the same bytes wherever and whenever it was packed, and comes back as it was."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.bots.manifest import open_bot
from arena.check.report import CheckStep
from arena.errors import HostFailure
from arena.runner.host import Host
from bench.examine import processes_with
from ladder.submissions.files import SubmissionCache, Unusable, find_language_of, pack_folder
from ladder.submissions.submit import submit
from tests.bots.taking import taken
from tests.ladder.conftest import StartLadder
from tests.ladder.ladders import make_ladder
from tests.waiting import wait_until

FILES = {"bot.toml": 'name = "mine"\n', "bot.py": "print()\n", "lib/deep/cards.py": "x = 1\n"}


def write(folder: Path, files: dict[str, str] = FILES) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    return write(tmp_path / "bot")


@pytest.fixture
def make_cache(tmp_path: Path) -> Iterator[Callable[[dict[str, bytes]], SubmissionCache]]:
    """Return what makes a cache of these submissions; when it is closed nothing may be left."""
    folder = tmp_path / "cache"
    folder.mkdir()
    made = []

    def make(submissions: dict[str, bytes]) -> SubmissionCache:
        made.append(SubmissionCache(submissions.get, folder))
        return made[-1]

    yield make
    for cache in made:
        with cache:
            pass
    assert list(folder.iterdir()) == []


def test_when_and_by_whom_it_was_packed_changes_no_byte(bot: Path, tmp_path: Path) -> None:
    other = write(tmp_path / "other", dict(reversed(FILES.items())))
    for path in other.rglob("*"):
        os.utime(path, (1, 1))
    (other / "bot.py").chmod(0o600)
    assert pack_folder(other) == pack_folder(bot)


def test_what_is_no_part_of_a_bot_is_not_packed(bot: Path) -> None:
    before = pack_folder(bot)
    write(bot, {"__pycache__/bot.pyc": "x", "lib/.git/config": "x", ".venv/bin/python": "x"})
    assert pack_folder(bot) == before
    write(bot, {"more.py": "x"})
    assert pack_folder(bot) != before


def test_it_comes_back_as_it_was(bot: Path, make_cache: Callable[..., SubmissionCache]) -> None:
    (bot / "bot.py").chmod(0o755)
    digest = open_bot(bot).digest
    back = make_cache({digest: pack_folder(bot)}).bot(digest)
    assert back.digest == digest
    files = [path for path in back.folder.rglob("*") if path.is_file()]
    read = {path.relative_to(back.folder).as_posix(): path.read_text() for path in files}
    assert read == FILES
    assert [path.name for path in files if os.access(path, os.X_OK)] == ["bot.py"]


def test_it_is_unpacked_once(bot: Path, make_cache: Callable[..., SubmissionCache]) -> None:
    digest = open_bot(bot).digest
    submissions = {digest: pack_folder(bot)}
    cache = make_cache(submissions)
    first = cache.bot(digest)
    submissions.clear()
    assert cache.bot(digest) is first


def test_what_is_not_there_is_a_failure_of_ours(make_cache: Callable[..., SubmissionCache]) -> None:
    with pytest.raises(Unusable, match="its files are not on this ladder"):
        make_cache({}).bot("0" * 64)


def test_other_files_than_those_that_came_in_are_never_played(
    bot: Path, make_cache: Callable[..., SubmissionCache]
) -> None:
    digest = open_bot(bot).digest
    (bot / "bot.py").write_text("print('stronger')\n")
    with pytest.raises(HostFailure, match="have been changed"):
        make_cache({digest: pack_folder(bot)}).bot(digest)


def test_a_cache_without_room_says_so(bot: Path, tmp_path: Path) -> None:
    digest = open_bot(bot).digest
    cache = SubmissionCache({digest: pack_folder(bot)}.get, tmp_path / "nowhere")
    with pytest.raises(HostFailure, match=r"cannot be unpacked in .*: No such file"):
        cache.bot(digest)


def test_a_check_that_nobody_waits_for_ends_though_its_signal_was_lost(
    bot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ladder.submissions.submit.is_orphan", lambda: True)
    steps: list[CheckStep] = []
    with make_ladder(tmp_path / "ladder.db") as store, pytest.raises(KeyboardInterrupt):
        submit(store, taken(bot), host=Host("process"), records=tmp_path, on_step=steps.append)
    assert steps == []


SLEEPER = """import time
from arena_sdk import Bot, run
class Sleeper(Bot):
    def choose(self, turn):
        with open({answers!r}, "a") as file:
            file.write("again ")
        time.sleep(0.3)
        return turn.legal[0]
run(Sleeper)
"""


@pytest.mark.parametrize(
    ("number", "how"),
    [
        (1, signal.SIGKILL),
        (3, signal.SIGTERM),
        pytest.param(1, signal.SIGTERM, marks=pytest.mark.soak),
        pytest.param(3, signal.SIGKILL, marks=pytest.mark.soak),
    ],
)
def test_a_submission_that_is_killed_leaves_no_process(
    tmp_path: Path,
    matches_folder: Path,
    start_ladder: StartLadder,
    number: int,
    how: signal.Signals,
) -> None:
    make_ladder(tmp_path / "ladder.db", "one").close()
    names = [f"sleeper_{one}" for one in range(number)]
    answers = tmp_path / "answers"
    for name in names:
        write(
            tmp_path / name,
            {"bot.toml": f'name = "{name}"', "bot.py": SLEEPER.format(answers=str(answers))},
        )
    command = start_ladder("submit", "--trust", *names)

    def theirs() -> set[int]:
        return {*processes_with(str(matches_folder))} - {os.getpid()}

    # One of the bots is there.
    wait_until(lambda: answers.is_file() and theirs() & {*processes_with("bot.py")})
    command.send_signal(how)
    # Not until its output ends: what goes on has that, too.
    command.wait()
    # A check that goes on has its bot answer on.
    before = answers.stat().st_size
    wait_until(lambda: not theirs() or answers.stat().st_size > before + 1000)
    for process in (left := theirs()):
        os.kill(process, signal.SIGKILL)
    assert not left


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("", "Python"),
        ('language = "cpp"\n', "C++"),
        ('language = "../cpp"\n', ""),
        ("language", ""),
    ],
)
def test_a_submission_tells_its_language(tmp_path: Path, line: str, title: str) -> None:
    content = pack_folder(write(tmp_path / "bot", FILES | {"bot.toml": f'name = "mine"\n{line}'}))
    assert find_language_of(content) == title
    assert find_language_of(content[:60]) == ""
