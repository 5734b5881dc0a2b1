"""A bot's folder: which files are part of the bot, and how they are read.

The folder may be a stranger's, who may change it meanwhile. So no link is ever followed below it:
each folder is opened from the one above it, each file from its folder, and what is read is what was
looked at, no byte more. What has been changed between the two is a UserError.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.errors import UserError
from arena.foreign_text import quote

_MB: Final = 1024**2
MAX_BYTES: Final = 32 * _MB
MAX_FILE_BYTES: Final = 16 * _MB

# No part of a bot, be it a folder or a file: what tools leave behind, and macOS unasked.
_IGNORED: Final = frozenset({"__pycache__", ".git", ".venv", "__MACOSX", ".DS_Store"})
_IGNORED_START: Final = "._"
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

    def is_link(self) -> bool:
        return stat.S_ISLNK(self.status.st_mode)

    def is_program(self) -> bool:
        """Say whether its owner may run it."""
        return bool(self.status.st_mode & stat.S_IXUSR)

    def require_open(self) -> None:
        """UserError if we may not read it."""
        with _readable():
            if not os.access(self.names[-1], os.R_OK, dir_fd=self._folder):
                raise UserError(_CLOSED)

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

    def read_link(self) -> str:
        """Return where a link leads."""
        with _readable():
            return os.readlink(self.names[-1], dir_fd=self._folder)


def is_ignored(name: str) -> bool:
    """Say of the name of a file or folder whether it is no part of a bot, with all that is in it.

    Whoever checks, counts, digests, copies or packs a bot asks here.
    """
    return name in _IGNORED or name.startswith(_IGNORED_START)


def walk_bot(folder: Path) -> Iterator[BotFile]:
    """Yield all that is part of a bot, each folder before what is in it.

    What is ignored is not entered. In the order of the names, which the digest rests on. UserError
    if it cannot be read.
    """
    with _opened(folder) as top:
        waiting = _list_backwards(top, ())
        while waiting:
            names = waiting.pop()
            with _descended(top, names[:-1]) as inside:
                part = BotFile(names, _look(names[-1], inside), inside)
                yield part
                if part.is_folder():
                    with _descended(inside, names[-1:]) as below:
                        waiting += _list_backwards(below, names)


def copy_files(source: Path, target: Path) -> None:
    """Copy a bot's files for others to read. Links stay links, so that none shows a host's file."""
    target.mkdir(exist_ok=True)
    target.chmod(0o755)
    for part in walk_bot(source):
        copied = target.joinpath(*part.names)
        if part.is_link():
            copied.symlink_to(part.read_link())
        elif part.is_folder():
            copied.mkdir(exist_ok=True)
            copied.chmod(0o755)
        elif part.is_file():
            copied.write_bytes(part.read())
            copied.chmod(0o755 if part.is_program() else 0o644)


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
        raise UserError(f"its files are over {MAX_BYTES // _MB} MB, the most for all of them.")


def _look(name: str, folder: int) -> os.stat_result:
    with _readable():
        return os.stat(name, dir_fd=folder, follow_symlinks=False)


def _list_backwards(folder: int, names: tuple[str, ...]) -> list[tuple[str, ...]]:
    with _readable():
        found = sorted(os.listdir(folder), reverse=True)
    return [(*names, name) for name in found if not is_ignored(name)]


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
