"""Archives and folders that are meant to harm: each is one sentence, soon and in little memory."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from arena.bots.finding import BotSource
from arena.bots.intake import take_in
from arena.errors import UserError
from tests.bots.upload.hostile import ARCHIVES
from tests.bots.upload.packing import GOOD, MB, pack, save
from tests.bounded import assert_sentence, bounded


def refusal(path: Path) -> str:
    """Take in what a stranger gives as `ladder submit` does; return what is said against it."""
    with bounded(), TemporaryDirectory() as place:
        try:
            return take_in(BotSource(path), Path(place)).defect
        except UserError as mistake:
            return str(mistake)


@pytest.mark.parametrize("name", ARCHIVES)
def test_a_hostile_archive_is_refused_in_a_sentence(name: str, tmp_path: Path) -> None:
    make, words = ARCHIVES[name]
    assert_sentence(refusal(save(tmp_path, make())), words)


def nest(folder: Path, name: str, depth: int) -> None:
    # Step by step: so long a path cannot be named.
    before = Path.cwd()
    os.chdir(folder)
    try:
        for _ in range(depth):
            Path(name).mkdir()
            os.chdir(name)
    finally:
        os.chdir(before)


def make_files(folder: Path, number: int) -> None:
    for name in map(str, range(number)):
        (folder / name).touch()


def make_hole(path: Path) -> None:
    path.touch()
    os.truncate(path, 2**40)


# What is put into a folder, and what is said of it; nothing if it has to be read.
FOLDERS: dict[str, tuple[Callable[[Path], object], str]] = {
    "link": (lambda bot: (bot / "link").symlink_to("/etc/passwd"), "no ordinary file"),
    "link_out": (lambda bot: (bot / "link").symlink_to("/"), "no ordinary file"),
    "pipe": (lambda bot: os.mkfifo(bot / "pipe"), "no ordinary file"),
    "too_deep": (lambda bot: nest(bot, "in", 300), "more than 16 deep"),
    "too_deep_where_nobody_looks": (lambda bot: nest(bot, ".git", 2000), ""),
    "many_files": (lambda bot: make_files(bot, 2000), "more than 1,000 files"),
    "holes": (lambda bot: make_hole(bot / "hole"), "the most for a file"),
}


@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize("name", FOLDERS)
def test_a_hostile_folder_is_refused_in_a_sentence(name: str, tmp_path: Path) -> None:
    fill, words = FOLDERS[name]
    bot = tmp_path / "submission"
    bot.mkdir()
    (bot / "bot.toml").write_bytes(GOOD["bot.toml"])
    (bot / "bot.py").touch()
    fill(bot)
    try:
        said = refusal(bot)
    finally:
        # Not by Python, which cannot go as deep as some of these folders.
        subprocess.run(["rm", "-rf", bot], check=True)
    if words:
        assert_sentence(said, words)
    else:
        assert said == ""


def test_an_honest_archive_is_taken_in(tmp_path: Path) -> None:
    assert refusal(save(tmp_path, pack("tgz", *GOOD.items()))) == ""


def test_a_reader_that_takes_too_much_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.bounded.MOST_MEMORY", 32 * MB)
    with pytest.raises(AssertionError, match="MB; 32 are the most"), bounded():
        bytes(range(256)) * (96 * MB // 256)
