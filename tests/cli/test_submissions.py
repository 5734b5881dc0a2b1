"""Bots as archives on the command line: how they play, what they may not be, what they leave."""

import os
import shutil
import signal
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bots.writing import choosing, write_bot
from tests.programs import Run, seeded
from tests.waiting import wait_until

QUICK = ["--option=limit=none", "--option=rounds=1", "--games=2"]
FIRST = choosing("return turn.legal[0]")


@pytest.fixture(autouse=True)
def runtime_parent(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Have commands make their folders in a place of its own, where nothing may be left."""
    # Not tmp_path, whose name leaves too little for the names of sockets.
    parent = Path(tempfile.mkdtemp(prefix="test-"))
    for name in ("ARENA_RUNTIME_DIR", "TMPDIR"):
        monkeypatch.setenv(name, str(parent))
    yield parent
    assert folders(parent) == []
    shutil.rmtree(parent)


def folders(parent: Path) -> list[Path]:
    return [path for path in parent.iterdir() if path.is_dir()]


def zip_bot(path: Path, source: str = FIRST, toml: str = 'name = "zipped"') -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bot/bot.py", source)
        if toml:
            archive.writestr("bot/bot.toml", toml)
    return path


@pytest.mark.parametrize("box", ["inline", "process"])
def test_an_archive_plays_like_its_folder(arena: Run, tmp_path: Path, box: str) -> None:
    zip_bot(tmp_path / "a.zip")
    shutil.unpack_archive(tmp_path / "a.zip", tmp_path)
    with tarfile.open(tmp_path / "b.tgz", "w:gz") as archive:
        archive.add(tmp_path / "bot", "any")
    words = ["a.zip", "b.tgz", "named=a.zip", "bot"]
    shown = arena("play", "six_nimmt", *words, f"--box={box}", *QUICK).stdout
    assert "zipped ×4" in shown
    assert "All seats are zipped; there is no other bot to compare it with." in shown


def test_a_bot_toml_that_is_missing_or_wrong_is_the_archives_own_fault(
    arena: Run, tmp_path: Path
) -> None:
    wrong = {"": "There is no bot.toml", "name = 3": "name is wrong", "#" * 4097: "over 4,096 b"}
    for toml, words in wrong.items():
        zip_bot(tmp_path / "a.zip", toml=toml)
        said = arena("play", "six_nimmt", "random", "a.zip", *QUICK, check=2).stderr
        assert said.startswith("a cannot be started. ")
        assert words in said
        assert said.count("\n") == 1


def test_what_breaks_a_limit_is_a_mistake_of_one_sentence(arena: Run, tmp_path: Path) -> None:
    zip_bot(tmp_path / "bomb.zip", source="#" * (17 * 1024**2))
    (tmp_path / "none.zip").write_text("hello")
    zip_bot(tmp_path / "good.zip")
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / "bot.toml").symlink_to("/etc/passwd")
    (tmp_path / "big").mkdir()
    (tmp_path / "big" / "bot.toml").touch()
    os.truncate(tmp_path / "big" / "bot.toml", 100 * 1024**2)
    for bot, words in {
        "bomb.zip": "'bomb.zip' cannot be a bot: 'bot/bot.py' is over 16 MB",
        "none.zip": "'none.zip' cannot be a bot: it is no archive",
        "named=none.zip": "it is no archive",
        "linked": "'linked' cannot be a bot: 'bot.toml' is no ordinary file",
        "big": "'big' cannot be a bot: 'bot.toml' is over 16 MB",
        "nothing.zip": "There is no bot 'nothing.zip'",
        "x" * 300: "There is no bot",
    }.items():
        errors = arena("play", "six_nimmt", "good.zip", bot, *QUICK, check=2).stderr
        assert words in errors
        assert errors.count("\n") == 1
        assert errors.endswith(".\n")


def test_a_bot_that_lies_deeper_is_told_where(arena: Run, tmp_path: Path) -> None:
    for names in (["one"], ["one", "two"]):
        for name in names:
            write_bot(tmp_path / "all" / "deep" / name, choosing("return turn.legal[0]"))
        said = arena("play", "six_nimmt", "all", "first", check=2).stderr
        places = " and ".join(f"'deep/{name}'" for name in names)
        assert f"There is no bot.toml at the top, but in {places}; name one bot's own" in said
        shutil.rmtree(tmp_path / "all")
    program = write_bot(tmp_path / "bot", choosing("return turn.legal[0]")) / "bot.py"
    said = arena("play", "six_nimmt", program, "first", check=2).stderr
    assert "'bot.py' cannot be a bot: it is no archive; expected a bot's folder, or a .zip" in said


def test_a_file_with_a_sample_bots_name_does_not_hide_it(arena: Run, tmp_path: Path) -> None:
    (tmp_path / "random").write_text("hello")
    arena("play", "six_nimmt", "random", "first", "--box=inline", *QUICK)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_nothing_is_left_of_a_match_that_was_stopped(
    arena: Run, tmp_path: Path, runtime_parent: Path, number: int
) -> None:
    sleeper = f"open({str(tmp_path / 'plays')!r}, 'w')\n{choosing('import time; time.sleep(600)')}"
    zip_bot(tmp_path / "sleeper.zip", sleeper)
    command = [*seeded("arena"), "play", "six_nimmt", "sleeper.zip", "first", "--clock=600+0"]
    with subprocess.Popen(command, cwd=tmp_path) as playing:
        wait_until((tmp_path / "plays").exists)
        copies = list(runtime_parent.glob("*/0/sleeper/bot.py"))
        playing.send_signal(number)
    assert copies
    if number == signal.SIGINT:
        assert playing.returncode == 130
        assert folders(runtime_parent) == []
    else:
        # Nobody can tidy up after that, but the next match, once the referee has gone as well.
        def is_tidied_up() -> bool:
            arena("play", "six_nimmt", "random", "first", "--box=inline", *QUICK)
            return folders(runtime_parent) == []

        wait_until(is_tidied_up)
