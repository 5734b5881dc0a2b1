"""Which files are part of a bot: the same in its folder and in an archive of it, for everybody."""

import os
from pathlib import Path

import pytest

from arena.bots.finding import BotSource
from arena.bots.folder import digest_files, walk
from arena.bots.intake import take_in
from arena.bots.manifest import open_bot, walk_parts
from arena.bots.starter import source_of, write_starter
from arena.games import AnyGame, find_game
from arena.languages import language_names
from ladder.submissions.files import SubmissionCache, pack_folder
from tests.bots.upload.packing import ARCHIVES, GOOD, pack, read, save, taken_in

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
    ".pytest_cache/v/nodeids": b"x",
    "lib/.mypy_cache": b"x",
    "lib/venv/pyvenv.cfg": b"x",
    "good.egg-info/PKG-INFO": b"x",
    "records/one.arena": b"x",
    "comparisons/one/00000-old.arena": b"x",
    "taught/bot/bot.py": b"x",
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
        with taken_in(path) as folder:
            assert open_bot(folder).digest == good


def test_what_is_packed_and_copied_is_what_the_digest_covers(tmp_path: Path, left: Path) -> None:
    assert read(take_in(BotSource(left), tmp_path / "place").folder) == GOOD
    assert pack_folder(left) == pack_folder(write(tmp_path / "good", GOOD))


@pytest.mark.parametrize(
    ("exclude", "without"),
    [
        ('["*.md"]', {"notes.md", "lib/notes.md"}),
        ('["lib/*.md"]', {"lib/notes.md"}),
        ('["lib"]', {"lib/notes.md", "lib/records/deep.py"}),
        ("[]", set()),
    ],
)
def test_a_bot_leaves_out_what_it_excludes(tmp_path: Path, exclude: str, without: set[str]) -> None:
    manifest = f'name = "good"\nexclude = {exclude}\n'.encode()
    # Of our own names only those at its top are no part of it.
    more = {"notes.md": b"x", "lib/notes.md": b"x", "lib/records/deep.py": b"x"}
    files = {"bot.toml": manifest, "bot.py": b"print()\n"} | more
    left = {name: content for name, content in files.items() if name not in without}
    folder = write(tmp_path / "bot", files)
    bot = take_in(BotSource(folder), tmp_path / "place")
    assert read(bot.folder) == left
    assert bot.digest == open_bot(folder).digest == open_bot(bot.folder).digest
    archive = save(tmp_path, pack("tgz", *files.items()))
    assert take_in(BotSource(archive), tmp_path / "other").digest == bot.digest
    assert pack_folder(folder) == pack_folder(bot.folder)


def test_what_a_submission_had_when_it_came_in_stays_part_of_it(tmp_path: Path) -> None:
    """The rule of what is no part of a bot has become wider since."""
    files = GOOD | {".config": b"x", "venv/data": b"x"}
    digest = digest_files(walk(write(tmp_path / "bot", files)))
    content = pack("tgz", *files.items())
    with SubmissionCache(lambda _: content, tmp_path) as cache:
        bot = cache.bot(digest)
        assert bot.digest == digest
        assert read(bot.folder) == files


def test_the_order_of_the_digest_is_that_of_whole_names(tmp_path: Path) -> None:
    files = {"a/x": b"1", "a-b/x": b"2", "a.py": b"3", "a/y/z": b"4", "b": b"5", "B": b"6"}
    folder = write(tmp_path / "bot", files)
    assert open_bot(folder).digest == (
        "57b59fbf42e8befe5332bf1ec313df0e238671e7a6105da440753f28379311e0"
    )


def test_a_link_in_place_of_an_ignored_folder_is_ignored(tmp_path: Path) -> None:
    folder = write(tmp_path / "bot", GOOD)
    (folder / ".venv").symlink_to("/etc")
    with taken_in(folder) as opened:
        assert read(opened) == GOOD


def test_what_is_ignored_is_not_walked_however_deep_it_is(tmp_path: Path) -> None:
    folder = write(tmp_path / "bot", GOOD)
    bottom = dig(folder / ".git", 1500)
    try:
        with taken_in(folder) as opened:
            assert open_bot(folder).digest == open_bot(opened).digest
            assert pack_folder(folder) == pack_folder(opened)
    finally:
        os.removedirs(bottom)


def dig(folder: Path, depth: int) -> str:
    """Make folders in folders; return the deepest."""
    folder.mkdir()
    bottom = str(folder)
    for _ in range(depth):
        bottom += "/d"
        os.mkdir(bottom)  # noqa: PTH102 - a Path of this many parts takes its time
    return bottom


def test_what_is_edited_later_is_no_part_of_what_was_taken_in(tmp_path: Path) -> None:
    folder = tmp_path / "bot"
    folder.mkdir()
    for name in ("bot.toml", "bot.py"):
        (folder / name).write_bytes(GOOD[name])
    bot = take_in(BotSource(folder), tmp_path / "place")
    (folder / "bot.py").write_text("raise")
    assert (bot.folder / "bot.py").read_bytes() == GOOD["bot.py"]
    assert bot.digest == open_bot(bot.folder).digest != open_bot(folder).digest
    assert bot.source == folder


@pytest.mark.parametrize("game", [None, find_game("tonton")], ids=["any game", "tonton"])
@pytest.mark.parametrize("language", language_names())
def test_of_a_new_bot_its_program_and_its_manifest_alone_are_part(
    language: str, game: AnyGame | None, tmp_path: Path
) -> None:
    files = write_starter("mine", game, language)
    # The binary is made by its author.
    made = {"bot": b"\x7fELF"} if language == "binary" else {}
    write(tmp_path / "mine", {name: text.encode() for name, text in files.items()} | made)
    parts = {"/".join(part.names) for part in walk_parts(tmp_path / "mine")}
    assert parts == {"bot.toml", source_of(language), *made}
    assert "README.md" in files
