"""Archives that are damaged, encrypted or none at all."""

import gzip
import re
import zlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.errors import UserError
from tests.bots.upload.packing import (
    ARCHIVES,
    GOOD,
    block,
    pack,
    read,
    refuse,
    save,
    taken_in,
    tar,
    zipped,
)


@pytest.mark.parametrize("flag", [0x01, 0x40])
def test_an_encrypted_zip_is_refused(tmp_path: Path, flag: int) -> None:
    data = bytearray(zipped(("a", b"x")))
    data[6] |= flag
    data[data.index(b"PK\x01\x02") + 8] |= flag
    refuse(save(tmp_path, bytes(data)), "encrypted")


def test_headers_that_follow_each_other_for_ever_are_no_recursion(tmp_path: Path) -> None:
    chain = (block(b"x", 12, b"x") + b"12 path=aaa\n".ljust(512, b"\0")) * 5000
    with taken_in(save(tmp_path, chain + tar(("b", b"x")))) as folder:
        assert read(folder) == {"aaa": b"x"}


@pytest.mark.parametrize(
    "line",
    [
        b"0 path=a\n",
        b"-1 path=a\n",
        b"99 path=a\n",
        b"7 path\n",
        b"path=a\n",
        b"12 size=abc\n",
        b"11 size=-1\n",
        b"9" * 5000 + b" a=b\n",
    ],
)
def test_a_long_header_that_makes_no_sense_is_broken(tmp_path: Path, line: bytes) -> None:
    note = block(b"x", len(line), b"x") + line + bytes(-len(line) % 512)
    refuse(save(tmp_path, note + tar(("b", b"x"))), "broken")


@pytest.mark.parametrize("kind", ARCHIVES.values())
def test_an_archive_cut_short_anywhere_is_refused(tmp_path: Path, kind: str) -> None:
    data = pack(kind, *GOOD.items())
    end = data.rindex(b"x = 1") + 512 if kind == "tar" else len(data) - 1
    for length in range(1, end, max(1, end // 40)):
        refuse(save(tmp_path, data[:length]), ".")
    if kind != "tar":
        refuse(save(tmp_path, data[:-1]), "cut short")


@pytest.mark.parametrize("kind", ["zip", "tgz"])
def test_an_archive_whose_checksum_is_wrong_is_refused(tmp_path: Path, kind: str) -> None:
    sum_of_all = zlib.crc32(tar(*GOOD.items()) if kind == "tgz" else GOOD["bot.py"])
    data = pack(kind, *GOOD.items())
    wrong = data.replace(sum_of_all.to_bytes(4, "little"), b"\1\2\3\4")
    assert wrong != data
    refuse(save(tmp_path, wrong), "broken")


@pytest.mark.parametrize("kind", ARCHIVES.values())
def test_an_archive_with_nothing_in_it_is_refused(tmp_path: Path, kind: str) -> None:
    refuse(save(tmp_path, pack(kind)), "empty")
    refuse(save(tmp_path, pack(kind, ("__MACOSX/a", b"x"))), "empty")


@pytest.mark.parametrize("data", [b"", b"hello", b"x" * 5000, b"\x89PNG", b"BZh9", b"\xfd7zXZ"])
def test_a_file_that_is_no_archive_is_refused(tmp_path: Path, data: bytes) -> None:
    refuse(save(tmp_path, data), "no archive")
    refuse(save(tmp_path, gzip.compress(data)), "broken")


@settings(max_examples=300, suppress_health_check=[*HealthCheck])
@given(
    st.sampled_from(sorted(ARCHIVES.values())),
    st.lists(st.tuples(st.integers(0), st.integers(1, 255)), min_size=1, max_size=8),
)
def test_a_good_archive_with_flipped_bytes_is_a_mistake_or_a_good_folder(
    tmp_path: Path, place: Path, kind: str, flips: list[tuple[int, int]]
) -> None:
    data = bytearray(pack(kind, *GOOD.items()))
    for position, mask in flips:
        data[position % len(data)] ^= mask
    sentence = "It is good."
    try:
        with taken_in(save(tmp_path, bytes(data))) as folder:
            assert len(read(folder)) <= len(GOOD)
            with taken_in(folder) as again:
                assert read(again) == read(folder)
    except UserError as mistake:
        sentence = str(mistake)
    assert re.fullmatch(r"[^\n]+\.", sentence)
    assert list(place.iterdir()) == []


@settings(max_examples=100, suppress_health_check=[*HealthCheck])
@given(st.sampled_from([b"PK\x03\x04", b"\x1f\x8b\x08", b"", bytes(512)]), st.binary(max_size=2000))
def test_any_bytes_are_a_mistake_or_a_good_folder(
    tmp_path: Path, start: bytes, data: bytes
) -> None:
    refuse(save(tmp_path, start + data), ".")


def test_a_gzip_of_several_members_is_read_to_its_end(tmp_path: Path) -> None:
    packed = tar(*GOOD.items())
    middle = len(packed) // 3
    for behind in (b"", bytes(700)):
        data = gzip.compress(packed[:middle]) + gzip.compress(packed[middle:]) + behind
        with taken_in(save(tmp_path, data)) as folder:
            assert read(folder) == GOOD
    refuse(save(tmp_path, gzip.compress(packed) + b"more"), "broken")
    refuse(save(tmp_path, gzip.compress(b"") * 1001 + gzip.compress(packed)), "over 1,000 members")
