"""Archives that are meant to harm who takes them in: what is in each, and what is said of it."""

import gzip
import os
import stat
import tarfile
import zipfile
from collections.abc import Callable
from typing import Final

from tests.bots.upload.packing import GOOD, MB, block, tar, zipped
from tests.bounded import zeros_without_end

TOML: Final = ("bot.toml", GOOD["bot.toml"])


def odd(kind: bytes) -> bytes:
    """Return a tar with a link to a file of the host, or with a device or a pipe."""
    info = tarfile.TarInfo("odd")
    info.type, info.linkname = kind, "/etc/passwd"
    return tar(TOML, (info, b""))


def zip_of(*members: tuple[str, bytes], mode: int = 0) -> bytes:
    return zipped(TOML, *members, mode=mode)


def zip_of_one_content() -> bytes:
    """Return a zip whose 900 entries are all the same 15 MB, packed once."""
    packed = bytearray(zip_of(("x", bytes(15 * MB))))
    start = packed.index(b"PK\1\2")
    entry = packed[packed.index(b"PK\1\2", start + 4) : packed.index(b"PK\5\6")]
    end = packed[packed.index(b"PK\5\6") :]
    names = [f"{number:03}".encode() for number in range(900)]
    listed = b"".join(entry[:28] + b"\3\0" + entry[30:46] + name for name in names)
    end[8:10] = end[10:12] = len(names).to_bytes(2, "little")
    end[12:16] = len(listed).to_bytes(4, "little")
    return bytes(packed[:start]) + listed + bytes(end)


def gzip_of_a_gigabyte() -> bytes:
    return gzip.compress(b"")[:10] + zeros_without_end()


ARCHIVES: Final[dict[str, tuple[Callable[[], bytes], str]]] = {
    "zip_that_leads_outside": (lambda: zip_of(("../../escaped", b"x")), "leads outside"),
    "zip_of_absolute_names": (lambda: zip_of(("/tmp/escaped", b"x")), "leads outside"),
    "zip_of_backslashes": (lambda: zip_of(("..\\escaped", b"x")), "backslash"),
    "zip_with_a_link": (
        lambda: zip_of(("link", b"/etc/passwd"), mode=stat.S_IFLNK | 0o777),
        "no ordinary file",
    ),
    "zip_with_a_nul": (lambda: zip_of(("good.py\0.txt", b"x")), "cannot be printed"),
    "zip_with_escapes": (lambda: zip_of(("\x1b[2J\x1b]52;c;eA==\a", b"x")), "cannot be printed"),
    "zip_of_case_twins": (lambda: zip_of(("Cards.py", b"x"), ("cards.PY", b"y")), "twice"),
    "zip_of_accent_twins": (
        lambda: zip_of(("caf\u00e9.py", b"x"), ("cafe\u0301.py", b"y")),
        "twice",
    ),
    "zip_bomb": (lambda: zip_of(("x", bytes(32 * MB))), "the most for a file"),
    "zip_of_one_content": (zip_of_one_content, "cannot be a bot"),
    "zip_of_many_names": (
        lambda: zip_of(*((f"{number}", b"") for number in range(20_000))),
        "cannot be a bot",
    ),
    "zip_in_another_way": (
        lambda: zipped(TOML, ("x", bytes(MB)), method=zipfile.ZIP_BZIP2),
        "expected deflate",
    ),
    "tar_with_a_link": (lambda: odd(tarfile.SYMTYPE), "no ordinary file"),
    "tar_with_a_hard_link": (lambda: odd(tarfile.LNKTYPE), "no ordinary file"),
    "tar_with_a_device": (lambda: odd(tarfile.CHRTYPE), "no ordinary file"),
    "tar_with_a_pipe": (lambda: odd(tarfile.FIFOTYPE), "no ordinary file"),
    "tar_of_a_negative_size": (lambda: block(b"x", -1) + bytes(1024), "broken or cut short"),
    "tar_of_a_huge_size": (lambda: block(b"x", 2**63 - 1) + bytes(4096), "cannot be a bot"),
    "tar_of_notes_without_end": (
        lambda: (block(b"././@LongLink", 2, b"L") + b"x".ljust(512, b"\0")) * 40_000,
        "cannot be a bot",
    ),
    "tar_with_a_name_of_megabytes": (
        lambda: block(b"././@LongLink", 60 * MB, b"L") + b"x" * 60 * MB,
        "cannot be a bot",
    ),
    "tar_in_no_utf8": (
        lambda: tar(TOML, (os.fsdecode(b"\xff\xfe"), b"x"), form=tarfile.GNU_FORMAT),
        "UTF-8",
    ),
    "gzip_bomb_of_a_gigabyte": (gzip_of_a_gigabyte, "cannot be a bot"),
    "gzip_cut_short": (
        lambda: gzip.compress(tar(TOML, ("x", os.urandom(MB))))[: -MB // 2],
        "broken or cut short",
    ),
}
