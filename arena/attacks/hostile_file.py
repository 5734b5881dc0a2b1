"""One attack by a file: what a stranger hands in, and what has to come of it.

The reader that an organiser's commands use is given it in a process of its own. It has to say in
one sentence what is wrong with it, in bounded time and memory, and leave nothing behind. No match
is played, and no box is needed.
"""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

# What reading a file may take on top of what the program itself has, in seconds and bytes: far
# more than the largest honest one takes.
MOST_SECONDS: Final = 10.0
MOST_MEMORY: Final = 512 * 1024**2
# How long a sentence may be, in letters.
_MOST_LETTERS: Final = 400
# The program that reads, as words for the interpreter.
_READING: Final = ("-m", "arena.attacks.reading")


@dataclass(frozen=True)
class FileAttack:
    """A hostile file or folder, how it is read, and what must be said of it."""

    what: str
    """What it is or does, as the end of "Somebody hands in a file that ..."."""
    make: Callable[[Path], Path]
    """Makes it in an empty folder; returns what the reader is given."""
    reader: Literal["submission", "record", "index", "runtime folder"]
    """As `ladder submit` reads a bot, as `arena replay` and `ladder import` read a record, as
    `arena replay --list` reads one, or as every match looks in the folder of all matches for what
    others have left."""
    words: str = "."
    """What the sentence must say, which ends with a full stop in any case."""
    harmless: bool = False
    """It has to be read like any other, and nothing said."""

    @property
    def must(self) -> str:
        return "it is read" if self.harmless else f"one sentence that says {self.words!r}"


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of reading a file."""

    came: str
    """The sentence, or that it was read."""
    complaints: tuple[str, ...]


def try_file(attack: FileAttack, folder: Path) -> Reading:
    """Make the file in a new folder and have it read. The folder is gone afterwards."""
    scratch = folder / "scratch"
    scratch.mkdir(parents=True)
    (folder / "file").mkdir()
    try:
        return _read(attack, attack.make(folder / "file"), scratch)
    finally:
        # Not by Python, which cannot go as deep as some of these folders.
        subprocess.run(["rm", "-rf", folder], check=True)  # noqa: S603, S607 - ours


def _read(attack: FileAttack, path: Path, scratch: Path) -> Reading:
    words = [sys.executable, *_READING, attack.reader, str(path), str(scratch)]
    try:
        done = subprocess.run(  # noqa: S603 - our own program
            words,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=MOST_SECONDS * 1.5,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        return Reading("it was still being read", (f"it took over {MOST_SECONDS:g} s",))
    left = [f"left behind: {found.name}" for found in scratch.iterdir()]
    return Reading(done.stdout.strip() or "it was read", (*_judge(attack, done), *left))


def _judge(attack: FileAttack, done: "subprocess.CompletedProcess[str]") -> list[str]:
    """Return all that went otherwise than it has to."""
    said = done.stdout
    if done.returncode not in {0, 2}:
        last = done.stderr.strip().splitlines()[-1:] or [f"exit code {done.returncode}"]
        return [f"the reader broke: {last[0][:200]}"]
    if (done.returncode == 0) != attack.harmless:
        return [f"expected: {attack.must}; this came: {said[:200]!r}"]
    if attack.harmless:
        return []
    if not said.endswith(".\n") or not said[:-1].isprintable():
        return [f"that is no sentence of printable letters: {said[:200]!r}"]
    if len(said) > _MOST_LETTERS:
        return [f"the sentence has {len(said)} letters; {_MOST_LETTERS} are the most"]
    return [] if attack.words in said else [f"{attack.words!r} is not said: {said!r}"]
