"""What is too large, too much, or lies about how large it is."""

import io
import os
import zipfile
import zlib
from pathlib import Path

import pytest

from tests.bots.upload.packing import (
    ARCHIVES,
    GOOD,
    MB,
    block,
    pack,
    read,
    refuse,
    save,
    taken_in,
    tar,
    zipped,
)


@pytest.mark.parametrize("kind", ARCHIVES.values())
def test_a_file_of_sixteen_megabytes_is_the_largest(tmp_path: Path, kind: str) -> None:
    with taken_in(save(tmp_path, pack(kind, ("a", bytes(16 * MB))))) as folder:
        assert (folder / "a").stat().st_size == 16 * MB
    refuse(save(tmp_path, pack(kind, ("bot.toml", bytes(16 * MB + 1)))), "over 16 MB")


@pytest.mark.parametrize("kind", ARCHIVES.values())
def test_files_of_thirty_two_megabytes_in_all_are_the_most(tmp_path: Path, kind: str) -> None:
    two = [("a", bytes(16 * MB)), ("b", bytes(16 * MB))]
    with taken_in(save(tmp_path, pack(kind, *two))) as folder:
        assert len(read(folder)) == 2
    refuse(save(tmp_path, pack(kind, *two, ("c", b"x"))), "more than 32 MB")


@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_a_thousand_files_are_the_most(tmp_path: Path, kind: str) -> None:
    many = [(str(number), b"") for number in range(1001)]
    refuse(save(tmp_path, pack(kind, *many)), "more than 1,000 files")


def test_a_thousand_files_are_taken_in(tmp_path: Path) -> None:
    many = [(str(number), b"") for number in range(1000)]
    with taken_in(save(tmp_path, zipped(*many))) as folder:
        assert len(read(folder)) == 1000


def test_a_thousand_folders_are_the_most(tmp_path: Path) -> None:
    refuse(
        save(tmp_path, zipped(*[(f"{n}/", b"") for n in range(1001)])), "more than 1,000 folders"
    )
    names = [f"{n}/a/b/c/d/e" for n in range(250)]
    refuse(save(tmp_path, tar(*[(name, b"") for name in names])), "more than 1,000 folders")


def test_a_zip_that_lies_about_its_sizes_is_counted(tmp_path: Path) -> None:
    true = len(bomb := bytes(100 * MB)).to_bytes(4, "little")
    good = zipped(("bomb", bomb))
    assert good.count(true) >= 1
    assert len(good) < MB
    refuse(save(tmp_path, good), "over 16 MB")
    refuse(save(tmp_path, good.replace(true, (10).to_bytes(4, "little"))), "broken")
    small = zipped(("small", bytes(5000)))
    lie = small.replace((5000).to_bytes(4, "little"), (2**31).to_bytes(4, "little"))
    with taken_in(save(tmp_path, lie)) as folder:
        assert (folder / "small").stat().st_size == 5000


def test_a_zip_whose_entries_share_their_bytes_is_refused(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("aa", bytes(10 * MB), zipfile.ZIP_DEFLATED)
        archive.filelist.append(archive.getinfo("aa"))
    refuse(save(tmp_path, packed.getvalue()), "twice")
    data = packed.getvalue()
    last = data.rindex(b"aa")
    refuse(save(tmp_path, data[:last] + b"bb" + data[last + 2 :]), "broken")


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_that_could_unpack_to_gigabytes_at_once_is_refused(
    tmp_path: Path, method: int
) -> None:
    refuse(save(tmp_path, zipped(("a", bytes(MB)), method=method)), "expected deflate")


def test_a_zip_that_lists_too_much_is_not_even_loaded(tmp_path: Path) -> None:
    data = zipped(*[(f"{n:04}/{'x' * 900}", b"") for n in range(5_000)])
    refuse(save(tmp_path, data), "lists far too much")


def test_a_gzip_bomb_is_stopped(tmp_path: Path) -> None:
    header = block(b"bomb", 2**33 - 1)
    packer = zlib.compressobj(1, wbits=31)
    packed = packer.compress(header)
    packed += b"".join(packer.compress(bytes(MB)) for _ in range(100)) + packer.flush()
    refuse(save(tmp_path, packed), "over 16 MB")
    # And where its files are not wanted, or have ended.
    hidden = packed_zeros(block(b"__MACOSX/bomb", 2**33 - 1))
    refuse(save(tmp_path, hidden), "over 64 MB unpacked")
    refuse(save(tmp_path, packed_zeros(tar(("a", b"x")))), "over 64 MB unpacked")


def packed_zeros(start: bytes) -> bytes:
    packer = zlib.compressobj(1, wbits=31)
    packed = packer.compress(start)
    return packed + b"".join(packer.compress(bytes(MB)) for _ in range(65)) + packer.flush()


@pytest.mark.parametrize("kind", [b"x", b"g", b"L", b"K"])
def test_a_header_of_megabytes_is_not_loaded(tmp_path: Path, kind: bytes) -> None:
    refuse(save(tmp_path, block(b"x", 20 * MB, kind) + bytes(20 * MB)), "far too long")


@pytest.mark.parametrize("size", [2**60, -1, -(2**40)])
def test_a_size_that_is_absurd_is_not_believed(tmp_path: Path, size: int) -> None:
    for name in (b"bot.py", b"__MACOSX/x"):
        refuse(save(tmp_path, block(name, size) + bytes(2048)), "broken")


def test_an_archive_that_is_too_large_is_not_opened(tmp_path: Path) -> None:
    path = save(tmp_path, pack("tar", *GOOD.items()))
    os.truncate(path, 64 * MB)
    with taken_in(path) as folder:
        assert read(folder)
    os.truncate(path, 64 * MB + 1)
    refuse(path, "over 64 MB, the most for an archive")
