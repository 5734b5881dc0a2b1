"""Attacks by archives and folders that are handed in as bots."""

import gzip
import io
import os
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Final

from arena.attacks.hostile_file import FileAttack

_MB: Final = 1024**2
_TOML: Final = ("bot.toml", b'name = "stranger"\n')


def _archive(what: str, name: str, words: str, pack: Callable[[], bytes]) -> FileAttack:
    """Return the attack by an archive of this content."""

    def make(folder: Path) -> Path:
        path = folder / name
        path.write_bytes(pack())
        return path

    return FileAttack(what, make, "submission", words)


def _folder(what: str, words: str | None, fill: Callable[[Path], object]) -> FileAttack:
    """Return the attack by a bot's folder with this in it; None if it has to be read."""

    def make(folder: Path) -> Path:
        bot = folder / "stranger"
        bot.mkdir()
        (bot / _TOML[0]).write_bytes(_TOML[1])
        (bot / "bot.py").write_text("")
        fill(bot)
        return bot

    return FileAttack(what, make, "submission", words or ".", harmless=words is None)


def _tar(*members: tuple[str, bytes] | tarfile.TarInfo, mode: str = "w") -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode=mode, errors="surrogateescape") as archive:  # type: ignore[call-overload]
        for member in (_TOML, *members):
            info = member if isinstance(member, tarfile.TarInfo) else tarfile.TarInfo(member[0])
            content = b"" if isinstance(member, tarfile.TarInfo) else member[1]
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return packed.getvalue()


def _odd(kind: bytes, target: str = "/etc/passwd") -> tarfile.TarInfo:
    info = tarfile.TarInfo("odd")
    info.type, info.linkname = kind, target
    return info


def _header(name: bytes, size: bytes, kind: bytes = tarfile.REGTYPE) -> bytes:
    """Return the header of a tar with what we like in its field of the size."""
    info = tarfile.TarInfo("x")
    info.type = kind
    header = bytearray(info.tobuf(tarfile.GNU_FORMAT))
    header[: len(name)], header[124:136], header[148:156] = name, size, b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    return bytes(header)


def _zip(*members: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED, mode: int = 0) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in (_TOML, *members):
            info = zipfile.ZipInfo("placeholder")
            info.filename, info.external_attr = name, mode << 16
            archive.writestr(info, content, method)
    return packed.getvalue()


def _zip_of_one_content() -> bytes:
    """Return a zip whose 900 entries are all the same 15 MB, packed once."""
    packed = bytearray(_zip(("x", bytes(15 * _MB))))
    start = packed.index(b"PK\1\2")
    entry = packed[packed.index(b"PK\1\2", start + 4) : packed.index(b"PK\5\6")]
    end = packed[packed.index(b"PK\5\6") :]
    listed = b""
    names = [f"{number:03}" for number in range(900)]
    for name in names:
        listed += bytes(entry[:28]) + len(name).to_bytes(2, "little") + bytes(entry[30:46])
        listed += name.encode()
    end[8:10] = end[10:12] = len(names).to_bytes(2, "little")
    end[12:16] = len(listed).to_bytes(4, "little")
    return bytes(packed[:start]) + listed + bytes(end)


def _gzip_of_zeros(megabytes: int) -> bytes:
    packer = zlib.compressobj(9, wbits=zlib.MAX_WBITS | 16)
    blocks = [packer.compress(bytes(_MB)) for _ in range(megabytes)]
    return b"".join(blocks) + packer.flush()


def _nest(bot: Path, name: str, depth: int) -> None:
    # Step by step: so long a path cannot be named.
    before = Path.cwd()
    os.chdir(bot)
    try:
        for _ in range(depth):
            Path(name).mkdir()
            os.chdir(name)
    finally:
        os.chdir(before)


def _make_files(folder: Path, number: int) -> None:
    for name in map(str, range(number)):
        (folder / name).touch()


def _make_hole(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(2**40)


ARCHIVES: Final = {
    "zip_that_leads_outside": _archive(
        "is a zip with a name that leads outside",
        "b.zip",
        "leads outside",
        lambda: _zip(("../../escaped", b"x")),
    ),
    "zip_of_absolute_names": _archive(
        "is a zip with an absolute name",
        "b.zip",
        "leads outside",
        lambda: _zip(("/tmp/escaped", b"x")),  # noqa: S108 - nobody makes it
    ),
    "zip_of_backslashes": _archive(
        "is a zip with a name for another system",
        "b.zip",
        "backslash",
        lambda: _zip(("..\\escaped", b"x")),
    ),
    "zip_with_a_link": _archive(
        "is a zip with a link to a file of the host",
        "b.zip",
        "no ordinary file",
        lambda: _zip(("link", b"/etc/passwd"), mode=stat.S_IFLNK | 0o777),
    ),
    "zip_with_a_nul": _archive(
        "is a zip with a name that has a NUL in it",
        "b.zip",
        "cannot be printed",
        lambda: _zip(("good.py\0.txt", b"x")),
    ),
    "zip_with_escapes": _archive(
        "is a zip with a name that clears the screen",
        "b.zip",
        "cannot be printed",
        lambda: _zip(("\x1b[2J\x1b]52;c;eA==\a", b"x")),
    ),
    "zip_of_case_twins": _archive(
        "is a zip with two names that are one on some systems",
        "b.zip",
        "twice",
        lambda: _zip(("Cards.py", b"x"), ("cards.PY", b"y")),
    ),
    "zip_of_accent_twins": _archive(
        "is a zip with two ways to write one accent",
        "b.zip",
        "twice",
        lambda: _zip(("caf\u00e9.py", b"x"), ("cafe\u0301.py", b"y")),
    ),
    "zip_bomb": _archive(
        "is a zip of 300 KB with a file of 300 MB in it",
        "b.zip",
        "the most for a file",
        lambda: _zip(("x", bytes(300 * _MB))),
    ),
    "zip_of_one_content": _archive(
        "is a zip whose 900 entries are all the same 15 MB, packed once",
        "b.zip",
        "cannot be a bot",
        _zip_of_one_content,
    ),
    "zip_of_many_names": _archive(
        "is a zip of 60,000 empty files",
        "b.zip",
        "cannot be a bot",
        lambda: _zip(*((f"{number}", b"") for number in range(60_000))),
    ),
    "zip_in_another_way": _archive(
        "is a zip packed in a way that unpacks a little to gigabytes at once",
        "b.zip",
        "expected deflate",
        lambda: _zip(("x", bytes(_MB)), method=zipfile.ZIP_BZIP2),
    ),
    "tar_with_a_link": _archive(
        "is a tar with a link to a file of the host",
        "b.tar",
        "no ordinary file",
        lambda: _tar(_odd(tarfile.SYMTYPE)),
    ),
    "tar_with_a_hard_link": _archive(
        "is a tar with a hard link to a file of the host",
        "b.tar",
        "no ordinary file",
        lambda: _tar(_odd(tarfile.LNKTYPE)),
    ),
    "tar_with_a_device": _archive(
        "is a tar with a device", "b.tar", "no ordinary file", lambda: _tar(_odd(tarfile.CHRTYPE))
    ),
    "tar_with_a_pipe": _archive(
        "is a tar with a pipe that keeps waiting anyone who opens it",
        "b.tar",
        "no ordinary file",
        lambda: _tar(_odd(tarfile.FIFOTYPE)),
    ),
    "tar_of_a_negative_size": _archive(
        "is a tar with a file of a size below 0",
        "b.tar",
        "broken or cut short",
        lambda: _header(b"x", b"\xff" * 12) + bytes(1024),
    ),
    "tar_of_a_huge_size": _archive(
        "is a tar with a file of eight exabytes",
        "b.tar",
        "cannot be a bot",
        lambda: _header(b"x", b"\x80" + bytes(3) + b"\x7f" + b"\xff" * 7) + bytes(4096),
    ),
    "tar_of_notes_without_end": _archive(
        "is a tar with 40,000 notes on a name that never comes",
        "b.tar",
        "cannot be a bot",
        lambda: (
            (_header(b"././@LongLink", b"00000000002\0", b"L") + b"x".ljust(512, b"\0")) * 40_000
        ),
    ),
    "tar_with_a_name_of_megabytes": _archive(
        "is a tar with a name of 60 MB",
        "b.tar",
        "cannot be a bot",
        lambda: _header(b"././@LongLink", b"%011o\0" % (60 * _MB), b"L") + b"x" * 60 * _MB,
    ),
    "tar_in_no_utf8": _archive(
        "is a tar with a name in no UTF-8",
        "b.tar",
        "UTF-8",
        lambda: _tar((os.fsdecode(b"\xff\xfe"), b"x")),
    ),
    "gzip_bomb_of_a_gigabyte": _archive(
        "is a megabyte of gzip with a gigabyte of zeros in it",
        "b.tgz",
        "cannot be a bot",
        lambda: _gzip_of_zeros(1024),
    ),
    "gzip_cut_short": _archive(
        "is a gzipped tar without its end",
        "b.tgz",
        "broken or cut short",
        lambda: gzip.compress(_tar(("x", os.urandom(_MB))))[: -_MB // 2],
    ),
}

FOLDERS: Final = {
    "folder_with_a_link": _folder(
        "is a folder with a link to a file of the host",
        "no ordinary file",
        lambda bot: (bot / "link").symlink_to("/etc/passwd"),
    ),
    "folder_with_a_link_out": _folder(
        "is a folder with a link to all of the host",
        "no ordinary file",
        lambda bot: (bot / "link").symlink_to("/"),
    ),
    "folder_with_a_pipe": _folder(
        "is a folder with a pipe that keeps waiting anyone who opens it",
        "no ordinary file",
        lambda bot: os.mkfifo(bot / "pipe"),
    ),
    "folder_too_deep": _folder(
        "is a folder with 300 folders in folders",
        "more than 16 deep",
        lambda bot: _nest(bot, "in", 300),
    ),
    "folder_too_deep_where_nobody_looks": _folder(
        "is a folder with 2,000 folders in folders below .git, which is no part of a bot",
        None,
        lambda bot: _nest(bot, ".git", 2000),
    ),
    "folder_of_many_files": _folder(
        "is a folder with 2,000 files",
        "more than 1,000 files",
        lambda bot: _make_files(bot, 2000),
    ),
    "folder_of_holes": _folder(
        "is a folder with a file of a terabyte without a byte in it",
        "the most for a file",
        lambda bot: _make_hole(bot / "hole"),
    ),
}
