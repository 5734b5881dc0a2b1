"""What strangers pack: every trick gets one sentence, writes nothing outside, leaves nothing."""

import gzip
import io
import os
import re
import socket
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.match.submission import open_submission
from arena.mistake import Mistake

MB = 1024**2
GOOD = {"bot.toml": b'name = "good"\n', "bot.py": b"print()\n", "lib/deep/cards.py": b"x = 1\n"}
ARCHIVES = {"b.zip": "zip", "b.tar": "tar", "b.tgz": "tgz"}


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a place of its own for temporary folders; nothing may be left in it, or beside it."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    yield place
    assert list(place.iterdir()) == []
    assert {path.name for path in tmp_path.iterdir()} <= {"temporary", "submission", "outside"}


def tar(*members: tuple[str | tarfile.TarInfo, bytes], form: int = tarfile.PAX_FORMAT) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=form, errors="surrogateescape") as archive:
        for member, content in members:
            info = tarfile.TarInfo(member) if isinstance(member, str) else member
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return packed.getvalue()


def odd(
    kind: bytes, name: str = "odd", target: str = "/etc/passwd"
) -> tuple[tarfile.TarInfo, bytes]:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info, b""


def zipped(*members: tuple[str, bytes], mode: int = 0, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in members:
            info = zipfile.ZipInfo("placeholder")
            info.filename, info.external_attr = name, mode << 16
            archive.writestr(info, content, method)
    return packed.getvalue()


def pack(kind: str, *members: tuple[str, bytes]) -> bytes:
    if kind == "zip":
        return zipped(*members)
    return gzip.compress(tar(*members)) if kind == "tgz" else tar(*members)


def block(name: bytes, size: int, kind: bytes = tarfile.REGTYPE) -> bytes:
    """Return the header of a tar that says of itself what we like."""
    info = tarfile.TarInfo("x")
    info.type, info.size = kind, size
    header = bytearray(info.tobuf(tarfile.GNU_FORMAT))
    header[: len(name)], header[148:156] = name, b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    return bytes(header)


def save(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "submission"
    path.write_bytes(data)
    return path


def refuse(path: Path, words: str) -> None:
    with pytest.raises(Mistake, match=r"^[^\n]+\.$") as mistake, open_submission(path):
        pass
    assert words in str(mistake.value)


def read(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.mark.parametrize("top", ["", "good/", "./", "./good/"])
@pytest.mark.parametrize("kind", ARCHIVES.values())
def test_an_archive_is_a_folder_for_a_while_whatever_it_is_called(
    tmp_path: Path, place: Path, kind: str, top: str
) -> None:
    members = [(top + name, content) for name, content in GOOD.items()]
    with open_submission(save(tmp_path, pack(kind, *members))) as folder:
        assert read(folder) == GOOD
        assert place in folder.parents
        assert folder.name == ("good" if "good" in top else "submission")
    assert not folder.exists()


def test_it_is_unpacked_where_one_likes(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    path = save(tmp_path, pack("zip", *GOOD.items()))
    with open_submission(path, tmp_path / "outside") as folder:
        assert tmp_path / "outside" in folder.parents
    assert list((tmp_path / "outside").iterdir()) == []


def test_a_folder_is_given_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "submission"
    for name, content in GOOD.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    for name in ("__pycache__", ".git", "lib/.venv"):
        (folder / name).mkdir()
        (folder / name / "link").symlink_to("/etc/passwd")
    with open_submission(folder) as opened:
        assert opened == folder
    assert read(folder).keys() >= GOOD.keys()


@pytest.mark.parametrize("error", [KeyboardInterrupt(), Mistake("Not ours."), OSError()])
def test_it_is_removed_however_it_ends(tmp_path: Path, error: BaseException) -> None:
    path = save(tmp_path, pack("zip", *GOOD.items()))
    with pytest.raises(type(error)) as raised:
        fail_inside(path, error)
    assert raised.value is error


def fail_inside(path: Path, error: BaseException) -> None:
    with open_submission(path) as folder:
        (folder / "closed").mkdir(mode=0)
        raise error


def test_it_is_removed_when_unpacking_is_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    path = save(tmp_path, pack("zip", *GOOD.items()))
    monkeypatch.setattr(Path, "chmod", interrupt)
    with pytest.raises(KeyboardInterrupt), open_submission(path):
        pass


@pytest.mark.parametrize("kind", ARCHIVES.values())
def test_what_mac_and_tools_pack_along_is_ignored(tmp_path: Path, kind: str) -> None:
    names = ("__MACOSX/._good", "._good", "good/.DS_Store", "good/__pycache__/bot.pyc", ".git/a")
    members = [(name, b"x") for name in names]
    members += [(f"good/{name}", content) for name, content in GOOD.items()]
    with open_submission(save(tmp_path, pack(kind, *members))) as folder:
        assert read(folder) == GOOD


def test_what_can_be_run_can_still_be_run_and_is_nobody_elses(tmp_path: Path) -> None:
    info = tarfile.TarInfo("bot")
    info.mode = 0o6777
    plain = tarfile.TarInfo("bot.toml")
    plain.mode = 0o000
    for data in (tar((info, b"x"), (plain, b"")), zipped(("bot", b"x"), mode=0o106777)):
        with open_submission(save(tmp_path, data)) as folder:
            assert (folder / "bot").stat().st_mode == 0o100755
    with open_submission(save(tmp_path, tar((plain, b"")))) as folder:
        assert (folder / "bot.toml").stat().st_mode == 0o100644


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
        ("a/" * 17 + "b", "16 levels"),
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
        with open_submission(save(tmp_path, pack(kind, (name, b"x")))) as folder:
            assert any(read(folder).values())
    refuse(save(tmp_path, pack(kind, ("other", b"x"), (f"top/{deep}", b"x"))), "16 levels")


@pytest.mark.parametrize("form", [tarfile.PAX_FORMAT, tarfile.GNU_FORMAT])
def test_long_names_of_a_tar_are_read(tmp_path: Path, form: int) -> None:
    name = "/".join(["é" * 50] * 10)
    with open_submission(save(tmp_path, tar((name, b"x"), ("a", b""), form=form))) as folder:
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
    with open_submission(save(tmp_path, tar(("a", b""), link, (".venv/file", b"x")))) as folder:
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


@pytest.mark.parametrize("kind", ARCHIVES.values())
def test_a_file_of_sixteen_megabytes_is_the_largest(tmp_path: Path, kind: str) -> None:
    with open_submission(save(tmp_path, pack(kind, ("a", bytes(16 * MB))))) as folder:
        assert (folder / "a").stat().st_size == 16 * MB
    refuse(save(tmp_path, pack(kind, ("bot.toml", bytes(16 * MB + 1)))), "over 16 MB")


@pytest.mark.parametrize("kind", ARCHIVES.values())
def test_files_of_thirty_two_megabytes_in_all_are_the_most(tmp_path: Path, kind: str) -> None:
    two = [("a", bytes(16 * MB)), ("b", bytes(16 * MB))]
    with open_submission(save(tmp_path, pack(kind, *two))) as folder:
        assert len(read(folder)) == 2
    refuse(save(tmp_path, pack(kind, *two, ("c", b"x"))), "over 32 MB")


@pytest.mark.parametrize("kind", ARCHIVES.values())
def test_a_thousand_files_are_the_most(tmp_path: Path, kind: str) -> None:
    many = [(str(number), b"") for number in range(1001)]
    with open_submission(save(tmp_path, pack(kind, *many[:1000]))) as folder:
        assert len(read(folder)) == 1000
    refuse(save(tmp_path, pack(kind, *many)), "over 1,000 files")


def test_a_thousand_folders_are_the_most(tmp_path: Path) -> None:
    refuse(save(tmp_path, zipped(*[(f"{n}/", b"") for n in range(1001)])), "over 1,000 folders")
    names = [f"{n}/a/b/c/d/e" for n in range(250)]
    refuse(save(tmp_path, tar(*[(name, b"") for name in names])), "over 1,000 folders")


def test_a_zip_that_lies_about_its_sizes_is_counted(tmp_path: Path) -> None:
    true = len(bomb := bytes(100 * MB)).to_bytes(4, "little")
    good = zipped(("bomb", bomb))
    assert good.count(true) >= 1
    assert len(good) < MB
    refuse(save(tmp_path, good), "over 16 MB")
    refuse(save(tmp_path, good.replace(true, (10).to_bytes(4, "little"))), "broken")
    small = zipped(("small", bytes(5000)))
    lie = small.replace((5000).to_bytes(4, "little"), (2**31).to_bytes(4, "little"))
    with open_submission(save(tmp_path, lie)) as folder:
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
    refuse(save(tmp_path, zipped(("a", bytes(MB)), method=method)), "right is deflate")


@pytest.mark.parametrize("flag", [0x01, 0x40])
def test_an_encrypted_zip_is_refused(tmp_path: Path, flag: int) -> None:
    data = bytearray(zipped(("a", b"x")))
    data[6] |= flag
    data[data.index(b"PK\x01\x02") + 8] |= flag
    refuse(save(tmp_path, bytes(data)), "encrypted")


def test_a_zip_that_lists_too_much_is_not_even_loaded(tmp_path: Path) -> None:
    data = zipped(*[(f"{n:05}/{'x' * 90}", b"") for n in range(40_000)])
    refuse(save(tmp_path, data), "lists far too much")


def test_a_gzip_bomb_is_stopped(tmp_path: Path) -> None:
    header = block(b"bomb", 2**33 - 1)
    packer = zlib.compressobj(wbits=31)
    packed = packer.compress(header)
    packed += b"".join(packer.compress(bytes(MB)) for _ in range(100)) + packer.flush()
    refuse(save(tmp_path, packed), "over 16 MB")
    # And where its files are not wanted, or have ended.
    hidden = packed_zeros(block(b"__MACOSX/bomb", 2**33 - 1))
    refuse(save(tmp_path, hidden), "over 64 MB unpacked")
    refuse(save(tmp_path, packed_zeros(tar(("a", b"x")))), "over 64 MB unpacked")


def packed_zeros(start: bytes) -> bytes:
    packer = zlib.compressobj(wbits=31)
    packed = packer.compress(start)
    return packed + b"".join(packer.compress(bytes(MB)) for _ in range(65)) + packer.flush()


@pytest.mark.parametrize("kind", [b"x", b"g", b"L", b"K"])
def test_a_header_of_megabytes_is_not_loaded(tmp_path: Path, kind: bytes) -> None:
    refuse(save(tmp_path, block(b"x", 20 * MB, kind) + bytes(20 * MB)), "far too long")


def test_headers_that_follow_each_other_for_ever_are_no_recursion(tmp_path: Path) -> None:
    chain = (block(b"x", 12, b"x") + b"12 path=aaa\n".ljust(512, b"\0")) * 5000
    with open_submission(save(tmp_path, chain + tar(("b", b"x")))) as folder:
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


@pytest.mark.parametrize("size", [2**60, -1, -(2**40)])
def test_a_size_that_is_absurd_is_not_believed(tmp_path: Path, size: int) -> None:
    for name in (b"bot.py", b"__MACOSX/x"):
        refuse(save(tmp_path, block(name, size) + bytes(2048)), "broken")


def test_an_archive_that_is_too_large_is_not_opened(tmp_path: Path) -> None:
    path = save(tmp_path, pack("tar", *GOOD.items()))
    os.truncate(path, 64 * MB + 1)
    refuse(path, "over 64 MB")


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


def test_what_is_neither_a_file_nor_a_folder_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "submission")
    refuse(tmp_path / "submission", "neither")
    refuse(Path("/dev/zero"), "neither")
    refuse(tmp_path / "nothing", "neither")


def test_a_name_of_an_archive_can_be_anything(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    for name in ("\n.zip", "..zip", "\udcff", "x" * 250):
        path = tmp_path / "outside" / name
        path.write_bytes(pack("zip", *GOOD.items()))
        with open_submission(path) as opened:
            assert read(opened) == GOOD
        path.write_bytes(b"x")
        refuse(path, "no archive")


def make_socket(folder: Path) -> None:
    here = Path.cwd()
    os.chdir(folder)  # the name of a socket may not be long
    try:
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind("s")
    finally:
        os.chdir(here)


def write_many(folder: Path) -> None:
    for number in range(1001):
        (folder / str(number)).touch()


def write_big(folder: Path) -> None:
    for name in "abc":
        (folder / name).touch()
        os.truncate(folder / name, 11 * MB)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda folder: (folder / "link").symlink_to("/etc/passwd"), "no ordinary"),
        (lambda folder: (folder / "link").symlink_to("nowhere"), "no ordinary"),
        (lambda folder: (folder / "link").symlink_to("."), "no ordinary"),
        (lambda folder: (folder / ".venv").symlink_to("/etc"), "no ordinary"),
        (lambda folder: os.mkfifo(folder / "fifo"), "no ordinary"),
        (make_socket, "no ordinary"),
        (lambda folder: [(folder / name).touch() for name in ("Bot", "bot")], "twice"),
        (lambda folder: (folder / "a\\b").touch(), "backslash"),
        (lambda folder: (folder / "C:").touch(), "drive"),
        (lambda folder: (folder / "a\nb").touch(), "cannot be printed"),
        (lambda folder: (folder / "\udcff").touch(), "not UTF-8"),
        (lambda folder: (folder / ("x" * 101)).touch(), "too long"),
        (lambda folder: (folder / Path(*"abcdefghijklmnopq")).mkdir(parents=True), "16 levels"),
        (write_many, "over 1,000 files"),
        (write_big, "over 32 MB"),
        (lambda folder: (folder / "bot.toml").write_bytes(bytes(100 * MB)), "over 16 MB"),
    ],
)
def test_a_folder_keeps_to_the_same_limits(
    tmp_path: Path, make: Callable[[Path], object], words: str
) -> None:
    folder = tmp_path / "submission"
    folder.mkdir()
    make(folder)
    refuse(folder, words)
    assert folder.exists()


def test_a_folder_that_is_closed_to_us_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The tests may be run by one to whom nothing is closed.
    (tmp_path / "submission" / "a").mkdir(parents=True)
    monkeypatch.setattr(os, "access", lambda path, _: Path(path).name != "a")
    refuse(tmp_path / "submission", "not all of it can be read")


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
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
        with open_submission(save(tmp_path, bytes(data))) as folder:
            assert len(read(folder)) <= len(GOOD)
            with open_submission(folder) as again:
                assert again == folder
    except Mistake as mistake:
        sentence = str(mistake)
    assert re.fullmatch(r"[^\n]+\.", sentence)
    assert list(place.iterdir()) == []


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from([b"PK\x03\x04", b"\x1f\x8b\x08", b"", bytes(512)]), st.binary(max_size=2000))
def test_any_bytes_are_a_mistake_or_a_good_folder(
    tmp_path: Path, start: bytes, data: bytes
) -> None:
    refuse(save(tmp_path, start + data), ".")
