"""Which files are part of a bot: the same in its folder and in an archive of it, for everybody."""

import os
from pathlib import Path

import pytest

from arena.bots.folder import copy_files
from arena.bots.manifest import open_bot
from arena.bots.upload import open_upload
from ladder.submissions import pack_folder
from tests.bots.upload.packing import ARCHIVES, GOOD, pack, read, save

# What tools and systems leave behind: as folders, as files, and in folders of the bot.
LEFT_BEHIND = {
    ".git/config": b"x",
    "__pycache__/bot.pyc": b"x",
    ".venv": b"a file",
    "lib/.git": b"gitdir: ../../.git",
    "lib/__pycache__": b"a file",
    "lib/deep/.venv/lib/site.py": b"x",
    ".DS_Store": b"x",
    "lib/.DS_Store": b"x",
    "._bot.py": b"x",
    "__MACOSX/._bot.py": b"x",
}


def write(folder: Path, files: dict[str, bytes]) -> Path:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """Return the folder of a good bot in which tools have left what is no part of it."""
    return write(tmp_path / "left", GOOD | LEFT_BEHIND)


@pytest.mark.parametrize("kind", ARCHIVES.values())
def test_a_bot_has_one_digest_as_a_folder_and_as_an_archive(
    tmp_path: Path, left: Path, kind: str
) -> None:
    good = open_bot(write(tmp_path / "good", GOOD)).digest
    archive = save(tmp_path, pack(kind, *(GOOD | LEFT_BEHIND).items()))
    for path in (left, archive):
        with open_upload(path) as folder:
            assert open_bot(folder).digest == good


def test_what_is_packed_and_copied_is_what_the_digest_covers(tmp_path: Path, left: Path) -> None:
    copy_files(left, tmp_path / "copy")
    assert read(tmp_path / "copy") == GOOD
    assert pack_folder(left) == pack_folder(write(tmp_path / "good", GOOD))


def test_the_order_of_the_digest_is_that_of_whole_names(tmp_path: Path) -> None:
    files = {"a/x": b"1", "a-b/x": b"2", "a.py": b"3", "a/y/z": b"4", "b": b"5", "B": b"6"}
    folder = write(tmp_path / "bot", files)
    assert open_bot(folder).digest == (
        "57b59fbf42e8befe5332bf1ec313df0e238671e7a6105da440753f28379311e0"
    )


def test_a_link_in_place_of_an_ignored_folder_is_ignored(tmp_path: Path) -> None:
    folder = write(tmp_path / "bot", GOOD)
    (folder / ".venv").symlink_to("/etc")
    with open_upload(folder) as opened:
        copy_files(opened, tmp_path / "copy")
    assert [path.name for path in (tmp_path / "copy").iterdir() if path.is_symlink()] == []


def test_what_is_ignored_is_not_walked_however_deep_it_is(tmp_path: Path) -> None:
    folder = write(tmp_path / "bot", GOOD)
    bottom = dig(folder / ".git", 1500)
    try:
        with open_upload(folder) as opened:
            open_bot(opened)
            pack_folder(opened)
            copy_files(opened, tmp_path / "copy")
    finally:
        os.removedirs(bottom)


def dig(folder: Path, depth: int) -> str:
    """Make folders in folders; return the deepest."""
    folder.mkdir()
    bottom = str(folder)
    for _ in range(depth):
        bottom += "/d"
        os.mkdir(bottom)  # noqa: PTH102 - a Path of so many parts takes its time
    return bottom
