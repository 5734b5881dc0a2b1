"""People at the terminal, played by a program that types: whole games, and all that can go wrong."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from arena.match.replay import verify
from arena.match.unfinished import read_match
from arena.v1 import record_pb2 as rec

ARENA = Path(sys.executable).with_name("arena")
# What typing of no use brings: a line of output and the same question.
ASIDES = ("h", "u", "nonsense", "")
_SECONDS = 60


class Typist:
    """A person whose terminal is a pipe. `said` is all that they have read."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process
        self.said = ""

    def read(self) -> str:
        """Return what is printed up to the next prompt, or to the end, which is an empty text."""
        assert self.process.stdout is not None
        start = len(self.said)
        while data := os.read(self.process.stdout.fileno(), 65536):
            self.said += data.decode()
            if self.said.endswith("> "):
                break
        return self.said[start:]

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def play(self, source: Random) -> None:
        """Type what stands in the menus, and now and then something else, to the end."""
        keys: list[str] = []
        while shown := self.read():
            if not shown.endswith("> "):
                continue
            # After a sentence that refuses something the menu before is still there.
            keys = read_keys(shown) or keys
            aside = not keys or source.random() < 1 / 10
            self.type(source.choice(ASIDES if aside else keys))


def read_keys(shown: str) -> list[str]:
    """Return what can be typed for the entries of the menu above a prompt."""
    *_, last = re.split(r"\n(?=\* |  )", shown)
    menu = last.partition("\n")[2]
    return re.findall(r"(?:^|  |\n)(\d+)(?:\)| \()", menu)


@contextmanager
def typing(folder: Path, *words: str) -> Iterator[Typist]:
    environment = {**os.environ, "COLUMNS": "80"}
    with subprocess.Popen(
        [ARENA, "play", *words],
        cwd=folder,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        try:
            yield Typist(process)
        finally:
            process.kill()


def the_record(folder: Path) -> rec.Record:
    (path,) = folder.glob("records/*.arena")
    return read_match(path)


GAMES = (
    ("six_nimmt", "human", "careful", "random", "--option=rounds=2"),
    ("six_nimmt", "human", "random", "--option=rounds=1", "--option=variant=professional"),
    ("six_nimmt", "human", "first", "random", "--option=rounds=1", "--option=variant=logic"),
    ("tonton", "human", "juggler", "random"),
    ("tonton", "human", "juggler", "random", "first", "--option=teams=true"),
    ("goat_n_goat", "human", "shepherd", "random"),
    ("goat_n_goat", "human", "first", "random", "first", "--option=exhaustion=cannot_draw"),
    ("big_fish", "human", "angler", "random"),
    ("big_fish", "human", "angler", "--option=licences=true", "--option=keep=choice"),
)


@pytest.mark.parametrize("words", GAMES, ids=" ".join)
def test_a_person_plays_every_game_to_its_end(words: tuple[str, ...], tmp_path: Path) -> None:
    with typing(tmp_path, *words) as person:
        person.play(Random(" ".join(words)))
        assert person.process.wait(_SECONDS) == 0, person.said
    record = the_record(tmp_path)
    assert verify(record) > 5
    (game,) = record.games
    assert not game.forfeits
    (me,) = [bot for bot in record.plan.bots if bot.human]
    assert (me.name, me.digest) == ("human", "")
    assert "Rank 1: " in person.said
    assert "(you)" in person.said.splitlines()[-5:][0] or "(you)" in person.said[-800:]
    assert max(map(len, person.said.splitlines())) <= 200
