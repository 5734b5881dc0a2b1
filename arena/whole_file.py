"""Files that are there whole or not at all, and what is said where there is no room for them."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from arena.errors import UserError


def write_whole(data: bytes, path: Path, mode: int = 0o666) -> None:
    """Write a file under a name of its own first. OSError if it cannot be written."""
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    try:
        flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC
        with os.fdopen(os.open(partial, flags, mode), "wb") as file:
            file.write(data)
        partial.replace(path)
    except OSError:
        partial.unlink(missing_ok=True)
        raise


@contextmanager
def keeping(what: str, folder: Path) -> Iterator[None]:
    """Have an OSError be a UserError, which says that this cannot be kept in a folder."""
    try:
        yield
    except OSError as error:
        raise UserError(
            f"No {what} can be kept in {folder}: {error.strerror}; --out names another folder."
        ) from error


def oldest_first(paths: Iterable[Path]) -> list[Path]:
    """Return files by the time of their last change, without those that are gone meanwhile."""
    times: dict[Path, float] = {}
    for path in paths:
        with suppress(FileNotFoundError):
            times[path] = path.stat().st_mtime
    return sorted(times, key=times.__getitem__)
