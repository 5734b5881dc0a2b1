"""Files with secrets: made for their owner alone, and found where others can read them."""

import os
import shlex
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from arena.errors import HostFailure
from arena.whole_file import write_whole

_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def make_private(path: Path) -> int:
    """Create a file of mode 0600 and return its descriptor, open for writing."""
    return os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600)


def write_private(path: Path, content: bytes) -> None:
    """Write such a file whole, in a folder that is made as private if it is not there."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(content, path, 0o600)
    except OSError as error:
        raise HostFailure(f"{path} cannot be written: {error.strerror}") from error


def find_exposed(paths: Iterable[Path]) -> str:
    """Return what mends it where others can read or write one of these; nothing where none can."""
    exposed = [str(path) for path in paths if path.exists() and _is_exposed(path.stat())]
    if not exposed:
        return ""
    return f"others on this machine can read its secrets; type: chmod 600 {shlex.join(exposed)}"


def _is_exposed(status: os.stat_result) -> bool:
    """Say whether others can read or write a file, and this user can mend that."""
    return bool(status.st_mode & _OTHERS) and os.geteuid() in {0, status.st_uid}
