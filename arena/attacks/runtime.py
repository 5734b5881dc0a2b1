"""Attacks by another user of the machine on the folder in which a user's matches have theirs.

It has a name that all can know, in a place where all may make files.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from arena.attacks.hostile_file import FileAttack


def _place(what: str, make: Callable[[Path], object]) -> FileAttack:
    """Return the attack by what lies where a user's folder is to be."""

    def make_place(folder: Path) -> Path:
        make(folder / "place")
        return folder / "place"

    words = "set ARENA_RUNTIME_DIR to a folder of your own."
    return FileAttack(f"lies in that place and {what}", make_place, "runtime folder", words)


def _make_link(path: Path) -> None:
    elsewhere = path.with_name("elsewhere")
    elsewhere.mkdir(mode=0o700)
    path.symlink_to(elsewhere)


def _make_for_all(path: Path) -> None:
    path.mkdir()
    path.chmod(0o777)


RUNTIME: Final = {
    "runtime_folder_that_is_a_link": _place("is a link to a folder", _make_link),
    "runtime_folder_that_leads_nowhere": _place(
        "is a link to itself", lambda path: path.symlink_to(path)
    ),
    "runtime_folder_that_is_a_file": _place("is a file", Path.touch),
    "runtime_folder_of_all": _place("is a folder that all may write", _make_for_all),
}
