"""A bot's log: what it prints in a match, by game and turn.

Under the heading of a turn stands all that came since the answer before, up to this one: so what a
bot prints in `start`, and in the `over` of the game before, stands at the first turn of a game, in
every box alike. A heading without text is left out. The text is a stranger's: it cannot look like a
heading, and nothing in it steers a terminal.
"""

import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from arena.foreign_text import show_lines

_HEADING: Final = "--- "
CUT: Final = "[...]"
"""The line that stands for what is left out of a log that is too long."""
_READ: Final = re.compile(
    r"--- (?:game (?P<game>\d+), seat (?P<seat>\d+)|turn (?P<turn>\d+)|.*) ---"
)
# Characters in a file's name beside letters and digits of any language.
_IN_NAMES: Final = frozenset("-_.#@+")
_NAME_LETTERS: Final = 50


class BotLog:
    """The log of one bot through a match, with all its starts, by game and turn."""

    def __init__(self) -> None:
        self._written: list[str] = []
        self._waiting: list[str] = []
        self._starts = 0
        self._game = ""
        self._turn = 0
        self._asked = False
        self._has_joined = False

    def __str__(self) -> str:
        return "".join(self._written)

    def write(self, text: str) -> None:
        """Take what the bot has printed."""
        if text:
            self._waiting.append(text)

    def start(self) -> None:
        """The bot is started, for the first time or afresh."""
        self._starts += 1
        self._game, self._asked, self._has_joined = "", False, False

    def joined(self) -> None:
        """Output until now was printed before its Join."""
        self._file(f"start {self._starts}")
        self._has_joined = True

    def begin_game(self, number: int, seat: int) -> None:
        """The bot is told that a game begins; games are counted from 1 on."""
        # Output so far is filed under the previous game, or the first turn of this one.
        self._game, self._turn = f"game {number}, seat {seat}", 0

    def ask(self) -> None:
        """The bot is asked; its turns are counted by game, from 1 on."""
        self._turn += 1
        self._asked = True

    def answered(self) -> None:
        """Output until now belongs to this turn."""
        if self._waiting and self._game:
            self._written.append(f"{_HEADING}{self._game} ---\n")
            self._game = ""
        self._file(f"turn {self._turn}")
        self._asked = False

    def end(self) -> None:
        """The bot has ended: in a turn, after its last game, or before it had joined."""
        if self._asked:
            self.answered()
        self._file("end" if self._has_joined else f"start {self._starts}")

    def _file(self, heading: str) -> None:
        text = "".join(self._waiting)
        self._waiting.clear()
        if text:
            self._written.append(f"{_HEADING}{heading} ---\n{_tame(text)}")


def _tame(text: str) -> str:
    """Return a stranger's text as whole lines that are no headings and steer no terminal."""
    return "".join(f"{_guard(line)}\n" for line in show_lines(text))


def _guard(line: str) -> str:
    return f"\\{line}" if line.startswith(_HEADING) else line


def read_log(text: str) -> dict[tuple[int, int, int], str]:
    """Return a bot's output by game, from 1 on, seat, and turn of the game, from 1 on.

    Output at no turn is left out, and output that a cut has parted from the heading of its game. A
    bot that prints the line of a cut is read as one that was cut.
    """
    found: dict[tuple[int, int, int], list[str]] = {}
    game, turn = (0, 0), 0
    for line in text.split("\n"):
        heading = _READ.fullmatch(line)
        if line == CUT:
            game, turn = (0, 0), 0
        elif heading is None:
            if game[0] and turn:
                found.setdefault((*game, turn), []).append(line)
        elif heading["game"]:
            game, turn = (int(heading["game"]), int(heading["seat"])), 0
        else:
            turn = int(heading["turn"] or 0)
    return {place: "\n".join(lines).rstrip("\n") for place, lines in found.items()}


def write_logs(folder: Path, names: Sequence[str], logs: Sequence[str]) -> None:
    """Write a file for each bot of a match, an empty one for who has printed nothing.

    OSError if that cannot be done.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in zip(file_names(names), logs, strict=True):
        (folder / file).write_text(text, encoding="utf-8")


def file_names(names: Sequence[str]) -> list[str]:
    """Return a name for the log of each bot that is safe as a file's, and no other bot's."""
    found: list[str] = []
    taken: set[str] = set()
    for name in names:
        safe = "".join(
            letter if letter.isalnum() or letter in _IN_NAMES else "_"
            for letter in unicodedata.normalize("NFC", name)
        )[:_NAME_LETTERS].lstrip(".")
        numbered = (safe or "_", *(f"{safe}~{number}" for number in range(2, len(names) + 2)))
        free = next(one for one in numbered if one.casefold() not in taken)
        taken.add(free.casefold())
        found.append(f"{free}.log")
    return found
