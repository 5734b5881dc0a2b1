"""Links, devices and whatever else is no file or folder: nothing is written through them."""

import gzip
import os
import tarfile
from pathlib import Path

import pytest

from tests.bots.upload.packing import read, refuse, save, taken_in, tar, zipped


def odd(
    kind: bytes, name: str = "odd", target: str = "/etc/passwd"
) -> tuple[tarfile.TarInfo, bytes]:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info, b""


@pytest.mark.parametrize("kind", [b"1", b"2", b"3", b"4", b"6", b"7", b"S", b"D", b"V", b"?"])
def test_links_devices_and_whatever_else_are_refused_in_a_tar(tmp_path: Path, kind: bytes) -> None:
    refuse(save(tmp_path, tar(odd(kind))), "no ordinary file or folder")
    refuse(save(tmp_path, gzip.compress(tar(odd(kind, "bot.py", "../outside")))), "no ordinary")


def test_a_link_in_a_tar_is_never_written_through(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    link = odd(tarfile.SYMTYPE, "out", str(tmp_path / "outside"))
    refuse(save(tmp_path, tar(link, ("out/file", b"x"))), "no ordinary")
    # Nor where it would have been ignored.
    link = odd(tarfile.SYMTYPE, ".venv", str(tmp_path / "outside"))
    with taken_in(save(tmp_path, tar(("a", b""), link, (".venv/file", b"x")))) as folder:
        assert read(folder) == {"a": b""}
    assert list((tmp_path / "outside").iterdir()) == []


@pytest.mark.parametrize("mode", [0o120777, 0o020666, 0o060666, 0o010666, 0o140666])
def test_links_devices_and_whatever_else_are_refused_in_a_zip(tmp_path: Path, mode: int) -> None:
    refuse(save(tmp_path, zipped(("odd", b"/etc/passwd"), mode=mode)), "no ordinary file or folder")
    refuse(save(tmp_path, zipped(("odd/", b""), mode=mode)), "no ordinary file or folder")


def test_a_sparse_file_is_refused(tmp_path: Path) -> None:
    info = tarfile.TarInfo("sparse")
    info.pax_headers = {"GNU.sparse.size": str(10**12), "GNU.sparse.map": "0,1"}
    refuse(save(tmp_path, tar((info, b"x"))), "no ordinary file")


def test_what_is_neither_a_file_nor_a_folder_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "submission")
    refuse(tmp_path / "submission", "neither")
    refuse(Path("/dev/zero"), "neither")
    refuse(tmp_path / "nothing", "neither")
