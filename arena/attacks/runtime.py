"""Attacks by another user of the machine on the folder in which all matches have theirs."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from arena.attacks.hostile_file import FileAttack
from arena.boxes.leftovers import LOCK, draw_name


def _lock(what: str, make: Callable[[Path], object]) -> FileAttack:
    """Return the attack by what looks like a match's folder, with this for its lock."""

    def make_folder(folder: Path) -> Path:
        match = folder / draw_name()
        match.mkdir()
        make(match / LOCK)
        return folder

    return FileAttack(
        f"has the lock of a match that {what}", make_folder, "runtime folder", harmless=True
    )


RUNTIME: Final = {
    "lock_that_is_a_pipe": _lock("is a pipe, which keeps waiting whoever opens it", os.mkfifo),
    "lock_that_is_a_folder": _lock("is a folder", Path.mkdir),
    "lock_that_is_a_link": _lock(
        "is a link to another file", lambda path: path.symlink_to("/etc/passwd")
    ),
    "lock_that_is_a_link_to_itself": _lock(
        "is a link to itself", lambda path: path.symlink_to(path)
    ),
}
