"""A bot's folder that changes while it is read: no file of the host's is taken for the bot's."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from arena.bots.folder import copy_files, walk
from arena.bots.manifest import open_bot
from arena.errors import UserError
from ladder.submissions.files import pack_folder
from tests.bots.upload.packing import GOOD, read, taken_in
from tests.waiting import wait_until

SECRET = b"a secret of the host's"


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """Return a folder of the host's with a file named as one of the bot's."""
    (tmp_path / "host").mkdir()
    (tmp_path / "host" / "cards.py").write_bytes(SECRET)
    return tmp_path / "host"


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    for name, content in GOOD.items():
        (tmp_path / "bot" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "bot" / name).write_bytes(content)
    (tmp_path / "bot" / "cards.py").write_bytes(b"x = 1")
    return tmp_path / "bot"


def swap(place: Path, by: Path) -> None:
    place.rename(place.with_name("before"))
    place.symlink_to(by)


def test_a_file_that_has_become_a_link_is_not_read(bot: Path, secret: Path) -> None:
    walked = walk(bot)
    part = next(part for part in walked if part.names == ("cards.py",))
    swap(bot / "cards.py", secret / "cards.py")
    with pytest.raises(UserError, match="nobody may change it meanwhile"):
        part.read()


def test_a_folder_that_has_become_a_link_is_not_entered(bot: Path, secret: Path) -> None:
    walked = walk(bot)
    next(part for part in walked if part.names == ("lib", "deep"))
    swap(bot / "lib" / "deep", secret)
    with pytest.raises(UserError, match="nobody may change it meanwhile"):
        next(walked)


def test_what_is_read_lies_in_the_folder_that_was_looked_into(bot: Path, secret: Path) -> None:
    walked = walk(bot)
    part = next(part for part in walked if part.names == ("lib", "deep", "cards.py"))
    swap(bot / "lib" / "deep", secret)
    assert part.read() == GOOD["lib/deep/cards.py"]


def make_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def put_another(path: Path) -> None:
    path.with_name("other").write_bytes(b"x = 2")
    path.with_name("other").replace(path)


@pytest.mark.parametrize(
    "change",
    [
        lambda path: path.write_bytes(b"longer than it was"),
        lambda path: path.write_bytes(b""),
        lambda path: path.unlink(),
        make_pipe,
        put_another,
    ],
    ids=["longer", "shorter", "gone", "a pipe", "another"],
)
def test_a_file_that_is_not_what_was_looked_at_is_not_read(
    bot: Path, change: Callable[[Path], object]
) -> None:
    walked = walk(bot)
    part = next(part for part in walked if part.names == ("cards.py",))
    change(bot / "cards.py")
    with pytest.raises(UserError, match="nobody may change it meanwhile"):
        part.read()


@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize("take", [pack_folder, open_bot], ids=["packed", "digested"])
def test_no_link_that_comes_and_goes_is_ever_followed(
    bot: Path, secret: Path, tmp_path: Path, take: Callable[[Path], object]
) -> None:
    """In 5 to 14 of 60 tries it was, when the look and the reading each went by the name."""
    held = set()
    with swapping(bot / "cards.py", secret / "cards.py"):
        for _ in range(3000):
            with suppress(UserError):
                held.add(take(bot))
    packed = [content for content in held if isinstance(content, bytes)]
    for number, content in enumerate(packed):
        with open_archive(tmp_path / str(number), content) as folder:
            assert SECRET not in read(folder).values()
    if not packed:
        # With the file as it is, or without it.
        assert len(held) <= 2


@contextmanager
def open_archive(folder: Path, content: bytes) -> Iterator[Path]:
    folder.mkdir()
    (folder / "bot.tar.gz").write_bytes(content)
    with taken_in(folder / "bot.tar.gz") as opened:
        yield opened


# Has a file be a link for a moment, and a file for longer, so that it is often looked at as one.
SWAPPING = """
import os, sys, time
place, target, link, file = sys.argv[1:]
while True:
    os.symlink(target, link)
    os.replace(link, place)
    with open(file, "w") as written:
        written.write("x = 1")
    os.replace(file, place)
    time.sleep(0.0003)
"""


@contextmanager
def swapping(place: Path, target: Path) -> Iterator[None]:
    others = [place.parent.parent / name for name in ("link", "file")]
    before = place.lstat().st_ino
    with subprocess.Popen([sys.executable, "-c", SWAPPING, place, target, *others]) as process:
        wait_until(lambda: place.lstat().st_ino != before or process.poll() is not None)
        assert process.poll() is None
        try:
            yield
        finally:
            process.kill()


def test_no_link_is_copied(bot: Path, secret: Path) -> None:
    (bot / "link").symlink_to(secret)
    copy_files(bot, bot.parent / "copy")
    assert not (bot.parent / "copy" / "link").is_symlink()
    assert {*read(bot.parent / "copy")} == {*read(bot)}


def test_a_folder_that_has_grown_too_large_is_not_packed(bot: Path) -> None:
    for name in "abc":
        os.truncate(_touch(bot / name), 11 * 1024**2)
    with pytest.raises(UserError, match="more than 32 MB"):
        pack_folder(bot)
    os.truncate(bot / "a", 17 * 1024**2)
    with pytest.raises(UserError, match="'a' is over 16 MB"):
        copy_files(bot, bot.parent / "copy")


def _touch(path: Path) -> Path:
    path.touch()
    return path
