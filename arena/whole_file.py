"""Files that are there whole or not at all."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


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


def oldest_first(paths: Iterable[Path]) -> list[Path]:
    """Return files by the time of their last change, without those that are gone meanwhile."""
    times: dict[Path, float] = {}
    for path in paths:
        with suppress(FileNotFoundError):
            times[path] = path.stat().st_mtime
    return sorted(times, key=times.__getitem__)
