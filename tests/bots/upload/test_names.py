"""Names that are odd, lead outside, or may mean the same file, each refused with one sentence."""

import os
import stat
import tarfile
from pathlib import Path

import pytest

from arena.bots.intake import unpacked_bot
from tests.bots.upload.packing import (
    ARCHIVES,
    GOOD,
    pack,
    read,
    refuse,
    save,
    taken_in,
    tar,
    zipped,
)


@pytest.mark.parametrize("kind", ARCHIVES.values())
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("/outside", "leads outside"),
        ("../outside", "leads outside"),
        ("a/../../outside", "leads outside"),
        ("__MACOSX/../../outside", "leads outside"),
        ("..\\outside", "backslash"),
        ("C:outside", "drive"),
        ("a/c:/outside", "drive"),
        ("a\nb", "cannot be printed"),
        ("a\x1b[2Jb", "cannot be printed"),
        ("a\u202eb", "cannot be printed"),
        ("a" * 101, "too long"),
        ("é" * 51, "too long"),
        ("a/" * 17 + "b", "more than 16 deep"),
        ("", "no ordinary file"),
        (".", "no ordinary file"),
    ],
)
def test_a_name_that_is_odd_or_leads_outside_is_refused(
    tmp_path: Path, kind: str, name: str, words: str
) -> None:
    refuse(save(tmp_path, pack(kind, *GOOD.items(), (name, b"x"))), words)


@pytest.mark.parametrize("kind", ARCHIVES.values())
def test_sixteen_levels_are_right_beside_the_top_folder(tmp_path: Path, kind: str) -> None:
    deep = "/".join("abcdefghijklmnop")
    for name in (deep, f"top/{deep}"):
        with taken_in(save(tmp_path, pack(kind, (name, b"x")))) as folder:
            assert any(read(folder).values())
    refuse(save(tmp_path, pack(kind, ("other", b"x"), (f"top/{deep}", b"x"))), "more than 16 deep")


def test_what_is_unpacked_can_be_read_by_others_whatever_the_mask_is(tmp_path: Path) -> None:
    path = save(tmp_path, tar(*GOOD.items(), ("a/b/c", b"x")))
    mask = os.umask(0o077)
    try:
        with unpacked_bot(path, tmp_path) as bot:
            folders = [bot.folder, bot.folder / "a", bot.folder / "a" / "b"]
            assert {stat.S_IMODE(folder.stat().st_mode) for folder in folders} == {0o755}
    finally:
        os.umask(mask)


@pytest.mark.parametrize("form", [tarfile.PAX_FORMAT, tarfile.GNU_FORMAT])
def test_long_names_of_a_tar_are_read(tmp_path: Path, form: int) -> None:
    name = "/".join(["é" * 50] * 10)
    with taken_in(save(tmp_path, tar((name, b"x"), ("a", b""), form=form))) as folder:
        assert read(folder) == {name: b"x", "a": b""}


@pytest.mark.parametrize("form", [tarfile.PAX_FORMAT, tarfile.GNU_FORMAT])
def test_a_name_in_a_tar_that_is_not_utf_8_is_refused(tmp_path: Path, form: int) -> None:
    refuse(save(tmp_path, tar(("a\udcff", b"x"), form=form)), "not UTF-8")


@pytest.mark.parametrize("name", ["é", "日"])
def test_a_name_in_a_zip_that_is_not_utf_8_is_refused(tmp_path: Path, name: str) -> None:
    # With and without the flag that says that it is.
    good = zipped((name, b"x"))
    refuse(save(tmp_path, good.replace(name.encode(), b"\xff" * len(name.encode()))), "not UTF-8")
    refuse(save(tmp_path, zipped(("aa", b"x")).replace(b"aa", b"\xff\xff")), "not UTF-8")


@pytest.mark.parametrize("kind", ARCHIVES.values())
@pytest.mark.parametrize(
    "names",
    [
        ("Bot.py", "bot.py"),
        ("a/x", "A/y"),
        ("a", "a/b"),
        ("a/b", "a"),
        ("a", "./a"),
        ("é", "e\u0301"),
        ("ß", "SS"),
    ],
)
def test_two_names_that_may_be_the_same_are_refused(
    tmp_path: Path, kind: str, names: tuple[str, str]
) -> None:
    refuse(save(tmp_path, pack(kind, *[(name, b"x") for name in names])), "twice")
