"""A bot is taken in from a folder or an archive, whatever packed it, and nothing else is left."""

import tarfile
from pathlib import Path

import pytest

from arena.bots.intake import unpacked
from arena.errors import UserError
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


@pytest.mark.parametrize("top", ["", "good/", "./", "./good/"])
@pytest.mark.parametrize("kind", ARCHIVES.values())
def test_an_archive_is_taken_in_whatever_it_is_called(tmp_path: Path, kind: str, top: str) -> None:
    members = [(top + name, content) for name, content in GOOD.items()]
    with taken_in(save(tmp_path, pack(kind, *members))) as folder:
        assert read(folder) == GOOD
        assert folder.name == "submission"


def test_of_a_folder_all_is_copied_that_is_part_of_the_bot(tmp_path: Path) -> None:
    folder = tmp_path / "submission"
    for name, content in GOOD.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    for name in ("__pycache__", ".git", "lib/.venv"):
        (folder / name).mkdir()
        (folder / name / "link").symlink_to("/etc/passwd")
    with taken_in(folder) as copy:
        assert copy != folder
        assert read(copy) == GOOD


@pytest.mark.parametrize("error", [KeyboardInterrupt(), UserError("Not ours."), OSError()])
def test_it_is_removed_however_it_ends(tmp_path: Path, error: BaseException) -> None:
    path = save(tmp_path, pack("zip", *GOOD.items()))
    with pytest.raises(type(error)) as raised:
        fail_inside(path, error)
    assert raised.value is error
    assert {one.name for one in tmp_path.iterdir()} == {"submission", "temporary"}


def fail_inside(path: Path, error: BaseException) -> None:
    with unpacked(path, path.parent) as folder:
        (folder / "closed").mkdir(mode=0)
        raise error


def test_it_is_removed_when_unpacking_is_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    path = save(tmp_path, pack("zip", *GOOD.items()))
    monkeypatch.setattr(Path, "chmod", interrupt)
    with pytest.raises(KeyboardInterrupt), taken_in(path):
        pass


@pytest.mark.parametrize("kind", ARCHIVES.values())
def test_what_mac_and_tools_pack_along_is_ignored(tmp_path: Path, kind: str) -> None:
    names = ("__MACOSX/._good", "._good", "good/.DS_Store", "good/__pycache__/bot.pyc", ".git/a")
    members = [(name, b"x") for name in names]
    members += [(f"good/{name}", content) for name, content in GOOD.items()]
    with taken_in(save(tmp_path, pack(kind, *members))) as folder:
        assert read(folder) == GOOD


def test_what_can_be_run_can_still_be_run_and_is_nobody_elses(tmp_path: Path) -> None:
    info = tarfile.TarInfo("bot")
    info.mode = 0o6777
    plain = tarfile.TarInfo("bot.toml")
    plain.mode = 0o000
    for data in (tar((info, b"x"), (plain, b"")), zipped(("bot", b"x"), mode=0o106777)):
        with taken_in(save(tmp_path, data)) as folder:
            assert (folder / "bot").stat().st_mode == 0o100755
    with taken_in(save(tmp_path, tar((plain, b"")))) as folder:
        assert (folder / "bot.toml").stat().st_mode == 0o100644


def test_a_name_of_an_archive_can_be_anything(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    for name in ("\n.zip", "..zip", "\udcff", "x" * 250):
        path = tmp_path / "outside" / name
        path.write_bytes(pack("zip", *GOOD.items()))
        with taken_in(path) as opened:
            assert read(opened) == GOOD
        path.write_bytes(b"x")
        refuse(path, "no archive")
