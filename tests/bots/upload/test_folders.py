"""A folder keeps to the limits of an archive, without being unpacked."""

import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.bots.upload.packing import MB, refuse


def make_socket(folder: Path) -> None:
    here = Path.cwd()
    os.chdir(folder)  # the name of a socket may not be long
    try:
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind("s")
    finally:
        os.chdir(here)


def write_many(folder: Path) -> None:
    for number in range(1001):
        (folder / str(number)).touch()


def write_big(folder: Path) -> None:
    for name in "abc":
        (folder / name).touch()
        os.truncate(folder / name, 11 * MB)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda folder: (folder / "link").symlink_to("/etc/passwd"), "no ordinary"),
        (lambda folder: (folder / "link").symlink_to("nowhere"), "no ordinary"),
        (lambda folder: (folder / "link").symlink_to("."), "no ordinary"),
        (lambda folder: os.mkfifo(folder / "fifo"), "no ordinary"),
        (make_socket, "no ordinary"),
        (lambda folder: [(folder / name).touch() for name in ("Bot", "bot")], "twice"),
        (lambda folder: (folder / "a\\b").touch(), "backslash"),
        (lambda folder: (folder / "C:").touch(), "drive"),
        (lambda folder: (folder / "a\nb").touch(), "cannot be printed"),
        (lambda folder: (folder / "\udcff").touch(), "not UTF-8"),
        (lambda folder: (folder / ("x" * 101)).touch(), "too long"),
        (
            lambda folder: (folder / Path(*"abcdefghijklmnopq")).mkdir(parents=True),
            "more than 16 deep",
        ),
        (write_many, "more than 1,000 files"),
        (write_big, "more than 32 MB"),
        (lambda folder: (folder / "bot.toml").write_bytes(bytes(100 * MB)), "over 16 MB"),
    ],
)
def test_a_folder_keeps_to_the_same_limits(
    tmp_path: Path, make: Callable[[Path], object], words: str
) -> None:
    folder = tmp_path / "submission"
    folder.mkdir()
    make(folder)
    refuse(folder, words)
    assert folder.exists()


def test_a_folder_that_is_closed_to_us_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The tests may be run by one to whom nothing is closed.
    (tmp_path / "submission" / "a").mkdir(parents=True)
    really_open = os.open

    def open_others(path: Any, *words: Any, **more: Any) -> int:
        if path == "a":
            raise PermissionError
        return really_open(path, *words, **more)

    monkeypatch.setattr(os, "open", open_others)
    refuse(tmp_path / "submission", "not all of it can be read")
