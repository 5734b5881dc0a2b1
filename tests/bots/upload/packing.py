"""Packs archives as strangers do, and says how they are refused."""

import gzip
import io
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from arena.bots.finding import BotSource
from arena.bots.intake import take_in
from arena.errors import UserError

MB = 1024**2
GOOD = {"bot.toml": b'name = "good"\n', "bot.py": b"print()\n", "lib/deep/cards.py": b"x = 1\n"}
ARCHIVES = {"b.zip": "zip", "b.tar": "tar", "b.tgz": "tgz"}


def tar(*members: tuple[str | tarfile.TarInfo, bytes], form: int = tarfile.PAX_FORMAT) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=form, errors="surrogateescape") as archive:
        for member, content in members:
            info = tarfile.TarInfo(member) if isinstance(member, str) else member
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return packed.getvalue()


def zipped(*members: tuple[str, bytes], mode: int = 0, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in members:
            info = zipfile.ZipInfo("placeholder")
            info.filename, info.external_attr = name, mode << 16
            archive.writestr(info, content, method, compresslevel=1)
    return packed.getvalue()


def pack(kind: str, *members: tuple[str, bytes]) -> bytes:
    if kind == "zip":
        return zipped(*members)
    return gzip.compress(tar(*members), 1) if kind == "tgz" else tar(*members)


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


@contextmanager
def taken_in(path: Path) -> Iterator[Path]:
    """Give the folder of a bot that was taken in, and see that nothing else is left."""
    with TemporaryDirectory() as place:
        try:
            bot = take_in(BotSource(path), Path(place))
            assert [*Path(place).iterdir()] == [bot.folder]
            yield bot.folder
        except UserError:
            assert not [*Path(place).glob("arena-submission-*")]
            raise


def refuse(path: Path, words: str) -> None:
    with pytest.raises(UserError, match=r"^[^\n]+\.$") as mistake, taken_in(path):
        pass
    assert words in str(mistake.value)


def read(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
