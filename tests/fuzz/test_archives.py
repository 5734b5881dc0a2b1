"""Archives that were changed in any way are opened within the limits, or refused in a sentence."""

import gzip
import shutil
import tarfile
import tempfile
import warnings
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.bots.finding import BotSource
from arena.bots.intake import take_in
from arena.errors import UserError
from tests.bots.upload.packing import GOOD, MB, pack, tar, zipped
from tests.fuzz.fuzzing import accept, assert_sentence, fuzz, mutations

# As docs/limits.md has it.
MOST_BYTES = 32 * MB
# What names are put together from, and what lies under them.
PARTS = st.sampled_from(
    [
        *("..", "..", "", ".", "a", "A", "b.py", "é", "e\u0301", "\\", "c:", "\n", "\x1b[2J"),
        *("\u202e", "\ud800", "\0", ".git", "._x", "x" * 101, "bot.toml", "etc", "tmp"),
    ]
)
NAMES = st.lists(PARTS, min_size=1, max_size=7).map("/".join)
KINDS = st.sampled_from(b"0000000123456757xgLKSV").map(lambda kind: bytes([kind]))
LONG = tar(*GOOD.items(), ("x" * 99 + "/" + "y" * 99, b"x"))
PACKED = {
    # One with a link is always refused.
    "zip": [
        *(pack("zip", *GOOD.items()), zipped(*GOOD.items(), ("link", b"/etc"), mode=0o120777)),
    ],
    "tar": [pack("tar", *GOOD.items())],
    "tar of long names": [LONG],
    "tgz": [pack("tgz", *GOOD.items())],
}
# What odd files are packed with: nothing, or all that a bot needs.
BESIDE = st.sampled_from([[*GOOD.items()], []])


def check(folder: Path, data: bytes) -> None:
    """Open it as a command does: a folder within the limits, or one sentence; nothing is left."""
    path, scratch = folder / "b.archive", folder / "scratch"
    path.write_bytes(data)
    scratch.mkdir()
    try:
        bot = take_in(BotSource(path), scratch / "bot")
        files = [found for found in bot.folder.rglob("*") if not found.is_dir()]
        assert all(found.is_file() and not found.is_symlink() for found in files)
        assert sum(found.stat().st_size for found in files) <= MOST_BYTES
        assert not bot.defect or (bot.defect.endswith(".") and "\n" not in bot.defect)
        accept()
    except UserError as mistake:
        assert_sentence(mistake)
    shutil.rmtree(scratch / "bot", ignore_errors=True)
    assert list(scratch.iterdir()) == []
    assert {found.name for found in folder.iterdir()} == {"b.archive", "scratch"}


@pytest.mark.parametrize("kind", PACKED)
@fuzz(25)
@given(data=st.data())
def test_a_changed_archive_is_refused_or_within_the_limits(kind: str, data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder:
        check(Path(folder), data.draw(st.sampled_from(PACKED[kind]).flatmap(mutations)))


@st.composite
def members(draw: st.DrawFn) -> tarfile.TarInfo:
    info = tarfile.TarInfo(draw(NAMES))
    info.type, info.linkname = draw(KINDS), draw(NAMES)
    info.mode = draw(st.integers(0, 0o7777))
    return info


@fuzz(37)
@given(packed=st.lists(members(), max_size=6), good=BESIDE, form=st.sampled_from([0, 1, 2]))
def test_a_tar_of_odd_names_and_kinds_is_refused_or_within_the_limits(
    packed: list[tarfile.TarInfo], good: list[tuple[str, bytes]], form: int
) -> None:
    try:
        data = tar(*good, *((member, b"x = 1") for member in packed), form=form)
    except (ValueError, UnicodeError):
        return  # There is no such tar.
    with tempfile.TemporaryDirectory() as folder:
        check(Path(folder), data)


@fuzz(37)
@given(
    names=st.lists(NAMES, max_size=6),
    good=BESIDE,
    mode=st.sampled_from([0, 0o100755, 0o120777, 0o10644]),
)
def test_a_zip_of_odd_names_and_kinds_is_refused_or_within_the_limits(
    names: list[str], good: list[tuple[str, bytes]], mode: int
) -> None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # A name may come twice.
            data = zipped(*good, *((name, b"x = 1") for name in names), mode=mode)
    except UnicodeError:
        return  # There is no such zip.
    with tempfile.TemporaryDirectory() as folder:
        check(Path(folder), data)


@fuzz(25)
@given(data=st.data())
def test_a_changed_tar_in_a_whole_gzip_is_refused_or_within_the_limits(data: st.DataObject) -> None:
    """Behind a checksum that fits, where changes of the packed bytes do not come."""
    with tempfile.TemporaryDirectory() as folder:
        check(Path(folder), gzip.compress(data.draw(mutations(LONG))))
