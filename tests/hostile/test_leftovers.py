"""What matches have left is told from what other programs of this machine are playing."""

import os
import shutil
from pathlib import Path

import pytest

from arena.attacks.leftovers import is_played_elsewhere
from arena.boxes.host.leftovers import LOCK, hold, runtime_folder

# Nobody of this machine, and of no bot.
USER = 61_234


def test_the_folder_of_ones_own_match_is_not_elsewhere(runtime_parent: Path) -> None:
    with runtime_folder() as folder:
        assert not is_played_elsewhere(folder)
    assert not is_played_elsewhere(folder)


def test_a_folder_that_nobody_holds_is_left(runtime_parent: Path) -> None:
    folder = runtime_parent / "arena-0123456789abcdef"
    folder.mkdir()
    (folder / LOCK).touch()
    assert not is_played_elsewhere(folder)
    shutil.rmtree(folder)


@pytest.mark.usefixtures("root")
def test_a_match_of_another_user_is_taken_for_one_that_lives(runtime_parent: Path) -> None:
    folder = runtime_parent / "arena-0123456789abcdef"
    folder.mkdir()
    with (folder / LOCK).open("w") as file:
        hold(file.fileno())
        os.seteuid(USER)
        try:
            assert is_played_elsewhere(folder)
        finally:
            os.seteuid(0)
