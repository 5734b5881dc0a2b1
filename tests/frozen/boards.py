"""What follows from a log, for ladders of every format: boards, grades, matrix, all that is listed.

They are the golden ladders of `tests/ladder`, and the two seasons of `given/course.zip`.
"""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import chdir
from tempfile import TemporaryDirectory
from typing import Final

import time_machine

from tests.frozen.oracle import GIVEN, Answers
from tests.frozen.programs_here import read_json, run, tell, tell_json
from tests.frozen.sites import NOW
from tests.ladder.log.test_golden_ladders import GOLDEN

_LOGS: Final = (GIVEN / "course.zip", *sorted(GOLDEN.glob("*.zip")))
_OF_ALL: Final[Sequence[Sequence[str]]] = (
    ("table",),
    ("table", "--versions"),
    ("table", "--season", "1", "--seats", "2"),
    ("grades",),
    ("suspects",),
    ("show",),
    ("bots",),
    ("matches",),
    ("log", "--last", "1000"),
)
_OF_A_GAME: Final = ("table", "grades", "matrix")


def answers() -> Answers:
    """Yield what the commands tell of each ladder."""
    for log in _LOGS:
        with TemporaryDirectory() as folder, chdir(folder), time_machine.travel(NOW, tick=False):
            shutil.copy(log, log.name)
            run("ladder", "import", log.name)
            yield f"{log.stem}.txt", [*_all(log.name)]


def _all(log: str) -> Iterator[str]:
    games = [division["game"] for division in read_json("ladder", "show")["divisions"]]
    bots = [line["player"] for line in read_json("ladder", "bots")]
    asked = [
        *_OF_ALL,
        *((command, game) for command in _OF_A_GAME for game in games),
        *(("bot", bot) for bot in bots),
        ("match", "1"),
    ]
    for words in asked:
        yield f"$ ladder {' '.join(words)} --json"
        yield from tell_json("ladder", *words)
    for game in ("", *games):
        yield f"$ ladder rate {log} {game}".rstrip()
        yield from tell_json("ladder", "rate", log, *filter(None, [game]))
    yield f"$ ladder verify {log}"
    yield from tell_json("ladder", "verify", log)
    for command in ("table", "grades"):
        yield f"$ ladder {command} --csv"
        yield from tell("ladder", command, "--csv")
