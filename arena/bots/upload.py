"""Opens what is handed in, a folder or an archive, safely.

Nothing that an archive says of itself is believed: a name is checked before anything is made of it,
and bytes are counted as they come out. What breaks a limit is a UserError; nothing is written
outside a temporary folder, and that one is removed however it ends.
"""

import re
import stat
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from unicodedata import normalize

from arena.bots.archive import MAX_FILES, MAX_NAME_BYTES, ArchiveEntry, read_archive, readable
from arena.bots.folder import check_size, check_sum, is_ignored, walk_bot
from arena.errors import HostFailure, UserError
from arena.foreign_text import quote

MAX_DEPTH: Final = 16


class _Contents:
    """Counts what has been read of an upload; UserError as soon as that breaks a limit."""

    def __init__(self, max_depth: int) -> None:
        self._max_depth = max_depth
        self._seen: dict[str, tuple[str, bool]] = {}
        self._numbers = Counter[bool]()
        self._bytes = 0
        self.depth = 0

    def add(self, parts: tuple[str, ...], mode: int) -> None:
        if not parts or not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise UserError(
                f"{_show(parts)} is no ordinary file or folder, as all in it has to be."
            )
        if any(len(part.encode()) > MAX_NAME_BYTES for part in parts):
            raise UserError(
                f"the name {_show(parts)} is too long; {MAX_NAME_BYTES} bytes are right."
            )
        self.depth = max(self.depth, len(parts))
        _check_depth(self.depth, self._max_depth)
        for end in range(1, len(parts) + 1):
            self._note(parts[:end], folder=end < len(parts) or stat.S_ISDIR(mode))

    def weigh(self, parts: tuple[str, ...], size: int, more: int) -> None:
        """Count `more` bytes of a file that now has `size`."""
        self._bytes += more
        check_size("/".join(parts), size)
        check_sum(self._bytes)

    def _note(self, parts: tuple[str, ...], *, folder: bool) -> None:
        name = "/".join(parts)
        # As a file system sees it that cares for neither case nor two ways to write an accent.
        key = normalize("NFC", name).casefold()
        if key in self._seen:
            if self._seen[key] != (name, True) or not folder:
                raise UserError(
                    f"{_show(parts)} is in it twice, if upper and lower case are the same."
                )
            return
        self._seen[key] = (name, folder)
        self._numbers[folder] += 1
        if self._numbers[folder] > MAX_FILES:
            kind = "folders" if folder else "files"
            raise UserError(f"it has over {MAX_FILES:,} {kind}; so many are the most.")


@contextmanager
def open_upload(path: Path, scratch: Path | None = None) -> Iterator[Path]:
    """Give a folder that keeps to the limits; UserError if there is none.

    A folder is given as it is. An archive (zip, tar or gzipped tar, by its content) is unpacked
    below `scratch` for as long as the context lasts; if all of it lies in one top folder, that one
    is given.
    """
    with ExitStack() as held:
        try:
            if path.is_dir():
                folder = path
                _check_folder(path, _Contents(MAX_DEPTH))
            else:
                folder = _unpack(path, scratch, held)
        except UserError as mistake:
            raise UserError(
                f"{_show((path.name or str(path),))} cannot be a bot: {mistake}"
            ) from mistake
        yield folder


def _check_folder(folder: Path, contents: _Contents) -> None:
    """Look at all that is in a folder of the disk, without following a link."""
    for part in walk_bot(folder):
        _split(part.names[-1])
        contents.add(part.names, part.status.st_mode)
        part.require_open()
        if part.is_file():
            contents.weigh(part.names, part.status.st_size, part.status.st_size)


def _unpack(path: Path, scratch: Path | None, held: ExitStack) -> Path:
    contents = _Contents(MAX_DEPTH + 1)
    try:
        # Not named as a match's folder: one of those that nobody holds is removed by anybody.
        top = TemporaryDirectory(prefix="arena-submission-", dir=scratch)
        folder = Path(held.enter_context(top)) / (path.name.partition(".")[0] or "bot")
        folder.mkdir()
        for entry in readable(read_archive(path)):
            parts = _split(entry.name)
            if not any(map(is_ignored, parts)) and (parts or not stat.S_ISDIR(entry.mode)):
                contents.add(parts, entry.mode)
                _write(folder, parts, entry, contents)
        inside = list(folder.iterdir())
    except OSError as error:
        # Not in reading: that was a UserError.
        raise HostFailure(f"a submission could not be unpacked: {error.strerror}") from error
    if not inside:
        raise UserError("it is empty; a bot.toml and a program have to be in it.")
    one_folder = len(inside) == 1 and inside[0].is_dir()
    _check_depth(contents.depth - one_folder, MAX_DEPTH)
    return inside[0] if one_folder else folder


def _write(folder: Path, parts: tuple[str, ...], entry: ArchiveEntry, contents: _Contents) -> None:
    path = folder.joinpath(*parts)
    if stat.S_ISDIR(entry.mode):
        path.mkdir(parents=True, exist_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as file:
        for chunk in readable(entry.content):
            contents.weigh(parts, file.tell() + len(chunk), len(chunk))
            file.write(chunk)
    path.chmod(0o755 if entry.mode & stat.S_IXUSR else 0o644)


def _split(name: str) -> tuple[str, ...]:
    """Return the parts of a name; UserError if it could lead outside, or is odd."""
    parts = tuple(part for part in name.split("/") if part not in {"", "."})
    if name.startswith("/") or ".." in parts:
        raise UserError(
            f"the name {_show((name,))} leads outside; it has to be relative, without '..'."
        )
    if "\\" in name or any(re.match("[A-Za-z]:", part) for part in parts):
        raise UserError(
            f"the name {_show((name,))} has a backslash or a drive; '/' is what parts names."
        )
    if any("\ud800" <= letter <= "\udfff" for letter in name):
        raise UserError(f"the name {_show((name,))} is not UTF-8, as names have to be.")
    if not name.isprintable():
        raise UserError(f"the name {_show((name,))} has characters that cannot be printed.")
    return parts


def _check_depth(depth: int, most: int) -> None:
    if depth > most:
        raise UserError(
            f"it has folders in folders to over {MAX_DEPTH} levels; so many are the most."
        )


def _show(parts: tuple[str, ...]) -> str:
    return quote("/".join(parts))
