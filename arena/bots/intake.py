"""The intake: a bot is read once, from a folder or an archive, and plays as it was read.

Its files are checked against the limits and copied to a folder of ours, and its digest is that of
the copy. So every box, restart and rerun has the same program, even if its author changes the files
meanwhile.

Nothing that an archive says of itself is believed: a name is checked before anything is made of it,
and bytes are counted as they come out. A broken limit is a UserError; nothing is written outside
the folder of the intake.
"""

import re
import stat
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from unicodedata import normalize

from arena.bots.archive import MAX_FILES, MAX_NAME_BYTES, ArchiveEntry, read_archive, readable
from arena.bots.finding import BotSource
from arena.bots.folder import check_size, check_sum, copy_part, is_ignored, make_folder
from arena.bots.manifest import Bot, derive_name, open_bot, set_in_manifest, walk_parts
from arena.errors import HostFailure, UserError
from arena.foreign_text import quote

MAX_DEPTH: Final = 16


@dataclass(frozen=True, slots=True)
class TakenBot(Bot):
    """A bot that was taken in: its folder is a copy of ours, and it alone can be played."""

    source: Path | None = None
    """Its author's folder or archive."""
    is_built: bool = False
    """Its folder has what a compiler made of its sources."""

    @property
    def author_folder(self) -> Path:
        """The folder in which its author works on it; its own folder if it came as an archive."""
        return self.source if self.source and self.source.is_dir() else self.folder


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
            raise UserError(f"it has more than {MAX_FILES:,} {kind}, the limit.")


class NoBot(UserError):  # noqa: N818 - what it is, not whose
    """The files cannot be those of a bot."""


def take_in(source: BotSource, place: Path) -> TakenBot:
    """Copy a bot into a folder of ours, below `place`, and open the copy.

    A wrong `bot.toml` is a defect of the bot. NoBot if the files break a limit, UserError if it has
    no such parameters; HostFailure if there is no room.
    """
    path = source.path
    label = path.resolve().name if path.is_dir() else path.name.partition(".")[0]
    target = place / derive_name(label)
    place.mkdir(exist_ok=True)
    with _naming(path):
        if path.is_dir():
            _copy(path, target)
        else:
            with unpacked(path, place) as folder:
                _copy(folder, target)
    if source.given:
        set_in_manifest(target, source.given)
    return _taken(open_bot(target, source.name), path)


def _taken(bot: Bot, source: Path) -> TakenBot:
    return TakenBot(**{one.name: getattr(bot, one.name) for one in fields(bot)}, source=source)


@contextmanager
def unpacked_bot(path: Path, scratch: Path) -> Iterator[TakenBot]:
    """Give a bot that we have packed ourselves, unpacked below `scratch`: all is part of it."""
    with unpacked(path, scratch, whole=True) as folder:
        yield _taken(open_bot(folder, whole=True), path)


@contextmanager
def unpacked(path: Path, scratch: Path, *, whole: bool = False) -> Iterator[Path]:
    """Give the folder that an archive (zip, tar or gzipped tar, by its content) holds.

    It is unpacked below `scratch` for as long as the context lasts; if all of it lies in one top
    folder, that one is given. Files that are no part of a bot are left out, unless it is wanted
    `whole`, as our own archives are. UserError if it breaks a limit.
    """
    # Not named as a match's folder: one of those that nobody holds is removed by anybody.
    with TemporaryDirectory(prefix="arena-submission-", dir=scratch) as top:
        folder = Path(top) / (path.name.partition(".")[0] or "bot")
        make_folder(folder)
        yield _unpack(path, folder, whole=whole)


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Have a mistake in the files say whose they are."""
    try:
        yield
    except UserError as mistake:
        name = _show((path.name or str(path),))
        raise NoBot(f"{name} cannot be a bot: {mistake}") from mistake
    except OSError as error:
        # Not in reading: that was a UserError.
        raise HostFailure(f"a bot could not be taken in: {error.strerror}") from error


def _copy(source: Path, target: Path) -> None:
    """Copy all that is part of a bot, within the limits."""
    contents = _Contents(MAX_DEPTH)
    make_folder(target)
    for part in walk_parts(source):
        _split(part.names[-1])
        contents.add(part.names, part.status.st_mode)
        if part.is_file():
            contents.weigh(part.names, part.status.st_size, part.status.st_size)
        copy_part(part, target)


def _unpack(path: Path, folder: Path, *, whole: bool) -> Path:
    contents = _Contents(MAX_DEPTH + 1)
    for entry in readable(read_archive(path)):
        parts = _split(entry.name)
        if not whole and any(map(is_ignored, parts)):
            continue
        if parts or not stat.S_ISDIR(entry.mode):
            contents.add(parts, entry.mode)
            _write(folder, parts, entry, contents)
    inside = list(folder.iterdir())
    if not inside:
        raise UserError("it is empty; a bot.toml and a program have to be in it.")
    one_folder = len(inside) == 1 and inside[0].is_dir()
    _check_depth(contents.depth - one_folder, MAX_DEPTH)
    return inside[0] if one_folder else folder


def _write(folder: Path, parts: tuple[str, ...], entry: ArchiveEntry, contents: _Contents) -> None:
    is_folder = stat.S_ISDIR(entry.mode)
    for end in range(1, len(parts) + is_folder):
        make_folder(folder.joinpath(*parts[:end]))
    if is_folder:
        return
    path = folder.joinpath(*parts)
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
        raise UserError(f"its folders are nested more than {MAX_DEPTH} deep, the limit.")


def _show(parts: tuple[str, ...]) -> str:
    return quote("/".join(parts))
