"""A bot's folder: which files are part of the bot, and how they are read, copied and digested.

A stranger may own the folder, and may change it meanwhile. So no link is ever followed below it:
each folder is opened from the one above it, each file from its folder. A file is read as it was
looked at, no byte more; a change between the two is a UserError.
"""

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path
from typing import Final, TypeAlias

from arena.errors import UserError
from arena.foreign_text import quote

_MB: Final = 1024**2
MAX_BYTES: Final = 32 * _MB
MAX_FILE_BYTES: Final = 16 * _MB

# No part of a bot, be it a folder or a file: what tools leave behind, and macOS unasked.
IGNORED: Final = frozenset({"__pycache__", "venv", "__MACOSX"})
IGNORED_END: Final = ".egg-info"
# Folders that our own commands write where they are typed.
OURS: Final = frozenset({"records", "comparisons", "taught"})
_CLOSED: Final = (
    "not all of it can be read; its permissions have to allow that, and nobody may change it"
    " meanwhile."
)
# A pipe would let us wait; a device, too.
_FILE: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class BotFile:
    """A file, a folder or another kind of entry of a bot's folder, as it was when it was opened.

    It can be read until the next one is asked for.
    """

    names: tuple[str, ...]
    """From the bot's folder to this, the last is its own."""
    status: os.stat_result
    _folder: int

    def is_folder(self) -> bool:
        return stat.S_ISDIR(self.status.st_mode)

    def is_file(self) -> bool:
        return stat.S_ISREG(self.status.st_mode)

    def is_program(self) -> bool:
        """Say whether its owner may run it."""
        return bool(self.status.st_mode & stat.S_IXUSR)

    def read(self) -> bytes:
        """Return a file's content. UserError if it is no more what was looked at, or too large."""
        check_size("/".join(self.names), self.status.st_size)
        with _readable():
            file = os.open(self.names[-1], _FILE, dir_fd=self._folder)
            with os.fdopen(file, "rb") as content:
                if not _same(os.fstat(file), self.status):
                    raise UserError(_CLOSED)
                data = content.read(self.status.st_size + 1)
        if len(data) != self.status.st_size:
            raise UserError(_CLOSED)
        return data


LeftOut: TypeAlias = Callable[[tuple[str, ...]], bool]
"""Says of the names that lead to a file or folder whether it is left out, with all in it."""


def nothing(names: tuple[str, ...]) -> bool:  # noqa: ARG001 - whatever it is
    """Leave out nothing."""
    return False


def is_ignored(name: str) -> bool:
    """Say of a file or folder whether it is no part of any bot, with all that is in it."""
    return name.startswith(".") or name in IGNORED or name.endswith(IGNORED_END)


def parts(exclude: Sequence[str]) -> LeftOut:
    """Return what leaves out of an author's folder all that is no part of the bot.

    `exclude` are patterns as of `fnmatch`, each for a name or for a path from the folder on.
    """

    def is_left_out(names: tuple[str, ...]) -> bool:
        if is_ignored(names[-1]) or names[0] in OURS:
            return True
        return any(
            fnmatchcase(text, pattern)
            for pattern in exclude
            for text in (names[-1], "/".join(names))
        )

    return is_left_out


def walk(folder: Path, is_left_out: LeftOut = nothing) -> Iterator[BotFile]:
    """Yield the content of a bot's folder, each folder before its own content.

    In the order of the names, on which the digest rests. A folder that is left out is not entered.
    UserError if it cannot be read.
    """
    with _opened(folder) as top:
        waiting = _list_backwards(top, (), is_left_out)
        while waiting:
            names = waiting.pop()
            with _descended(top, names[:-1]) as inside:
                part = BotFile(names, _look(names[-1], inside), inside)
                yield part
                if part.is_folder():
                    with _descended(inside, names[-1:]) as below:
                        waiting += _list_backwards(below, names, is_left_out)


def digest_files(files: Iterable[BotFile]) -> str:
    """Return the SHA-256 over the names and contents of files, in hexadecimal."""
    digest = sha256()
    for part in files:
        if part.is_file():
            for said in ("/".join(part.names).encode(), part.read()):
                digest.update(len(said).to_bytes(8, "big"))
                digest.update(said)
    return digest.hexdigest()


def copy_files(source: Path, target: Path) -> None:
    """Copy all files of a folder for others to read; links are left out."""
    make_folder(target)
    for part in walk(source):
        copy_part(part, target)


def copy_part(part: BotFile, target: Path) -> None:
    """Copy a file with what it holds, or make a folder, for others to read."""
    copied = target.joinpath(*part.names)
    if part.is_folder():
        make_folder(copied)
    elif part.is_file():
        copied.write_bytes(part.read())
        copied.chmod(0o755 if part.is_program() else 0o644)


def make_folder(path: Path) -> None:
    """Make a folder that others may read, whatever the mask is."""
    path.mkdir(exist_ok=True)
    path.chmod(0o755)


def find_part(folder: Path, name: str) -> bytes | None:
    """Return the content of a file at the top of a bot's folder; None if there is no such file."""
    with _opened(folder) as top:
        try:
            status = os.stat(name, dir_fd=top, follow_symlinks=False)
        except FileNotFoundError:
            return None
        part = BotFile((name,), status, top)
        return part.read() if part.is_file() else None


def check_size(name: str, size: int) -> None:
    """UserError if a file of a bot is too large."""
    if size > MAX_FILE_BYTES:
        raise UserError(f"{quote(name)} is over {MAX_FILE_BYTES // _MB} MB, the most for a file.")


def check_sum(size: int) -> None:
    """UserError if all files of a bot together are too large."""
    if size > MAX_BYTES:
        raise UserError(f"its files add up to more than {MAX_BYTES // _MB} MB, the limit.")


def _look(name: str, folder: int) -> os.stat_result:
    with _readable():
        return os.stat(name, dir_fd=folder, follow_symlinks=False)


def _list_backwards(
    folder: int, names: tuple[str, ...], is_left_out: LeftOut
) -> list[tuple[str, ...]]:
    with _readable():
        found = sorted(os.listdir(folder), reverse=True)
    return [inside for name in found if not is_left_out(inside := (*names, name))]


@contextmanager
def _opened(folder: Path) -> Iterator[int]:
    """Open the bot's folder itself, however it was named."""
    with _readable():
        top = os.open(folder, _FOLDER)
    try:
        yield top
    finally:
        os.close(top)


@contextmanager
def _descended(folder: int, names: tuple[str, ...]) -> Iterator[int]:
    """Open a folder below another one, step by step, so that no link leads out of it."""
    inside = os.dup(folder)
    try:
        for name in names:
            with _readable():
                below = os.open(name, _FOLDER | os.O_NOFOLLOW, dir_fd=inside)
            os.close(inside)
            inside = below
        yield inside
    finally:
        os.close(inside)


def _same(now: os.stat_result, before: os.stat_result) -> bool:
    return stat.S_ISREG(now.st_mode) and os.path.samestat(now, before)


@contextmanager
def _readable() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UserError(_CLOSED) from error
