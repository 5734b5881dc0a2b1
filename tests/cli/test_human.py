"""People at the terminal, played by a program that types: whole games, and what can go wrong."""

import json
import os
import pty
import re
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TypeAlias
from unittest.mock import patch

import pytest

from arena.match.replay import verify
from arena.match.unfinished import SUFFIX, read_match
from arena.v1 import record_pb2 as rec
from tests.programs import SEED, Forked, Run, seeded

pytestmark = pytest.mark.usefixtures("programs")

Started: TypeAlias = "subprocess.Popen[bytes]"

# What typing of no use brings: a line of output and the same question.
ASIDES = ("h", "u", "nonsense", "")


class Typist:
    """A person whose terminal is a pipe. `said` is all that they have read."""

    def __init__(self, process: Forked) -> None:
        self.process = process
        self.said = ""

    def read(self, until: str = "> ") -> str:
        """Return what is printed up to the next prompt, or to the end, which is an empty text."""
        start = len(self.said)
        while data := os.read(self.process.stdout.fileno(), 65536):
            self.said += data.decode()
            if self.said.endswith(until):
                break
        return self.said[start:]

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def play(self, source: Random, shown: str = "") -> None:
        """Type what stands in the menus, and now and then something else, to the end."""
        keys: list[str] = []
        while shown := shown or self.read():
            # After a sentence that refuses something the menu before is still there.
            keys = read_keys(shown) or keys
            aside = not keys or source.random() < 1 / 10
            if shown.endswith("> "):
                self.type(source.choice(ASIDES if aside else keys))
            shown = ""


def read_keys(shown: str) -> list[str]:
    """Return what can be typed for the entries of the menu above a prompt."""
    *_, last = re.split(r"\n(?=\* |  )", shown)
    menu = last.partition("\n")[2]
    return re.findall(r"(?:^|  |\n)(\d+)(?:\)| \()", menu)


@contextmanager
def typing(folder: Path, *words: str, **settings: str) -> Iterator[Typist]:
    with patch.dict(os.environ, {"COLUMNS": "80", **settings}):
        process = Forked("arena", "play", *words, folder=folder, is_typed_to=True)
    assert process.stdin is not None
    with process.stdout, process.stdin:
        try:
            yield Typist(process)
        finally:
            process.kill()
            process.wait()


def the_record(folder: Path) -> rec.Record:
    (path,) = folder.glob("records/*.arena")
    return read_match(path)


GAMES = (
    ("six_nimmt", "human", "careful", "random", "--option=rounds=2"),
    ("tonton", "human", "juggler", "random"),
    ("goat_n_goat", "human", "shepherd", "random"),
    ("big_fish", "human", "angler", "--option=licences=true", "--option=keep=choice"),
)
# Moves of every option are put together in `test_menu.py`.
VARIANTS = (
    ("six_nimmt", "human", "random", "--option=rounds=1", "--option=variant=professional"),
    ("six_nimmt", "human", "first", "random", "--option=rounds=1", "--option=variant=logic"),
    ("tonton", "human", "juggler", "random", "first", "--option=teams=true"),
    ("goat_n_goat", "human", "first", "random", "first", "--option=exhaustion=cannot_draw"),
    ("big_fish", "human", "angler", "random"),
)


@pytest.mark.parametrize(
    "words",
    [*GAMES, *(pytest.param(words, marks=pytest.mark.soak) for words in VARIANTS)],
    ids=" ".join,
)
def test_a_person_plays_every_game_to_its_end(words: tuple[str, ...], tmp_path: Path) -> None:
    with typing(tmp_path, *words) as person:
        person.play(Random(" ".join(words)))
        assert person.process.wait() == 0, person.said
    record = the_record(tmp_path)
    assert verify(record) > 5
    (game,) = record.games
    assert not game.forfeits
    (me,) = [bot for bot in record.plan.bots if bot.human]
    assert (me.name, me.digest) == ("human", "")
    assert "Rank 1: " in person.said
    assert re.search(r"Rank \d: human \(seat \d\), score -?\d+ \(you\)\n", person.said)
    assert "arena replay records" in person.said
    long = [line for line in person.said.splitlines() if len(line) > 80]
    assert not [line for line in long if line.startswith(("* ", "  seat", "  Row"))]


def test_the_record_of_a_person_is_shown_as_any_other(arena: Run, tmp_path: Path) -> None:
    with typing(tmp_path, "six_nimmt", "human:Ann", "first", "--option=rounds=1") as person:
        person.play(Random(1))
        assert person.process.wait() == 0, person.said
    assert "Ann" in arena("replay", "records").stdout
    assert "verified: 1 games" in arena("replay", "records", "--verify").stdout
    arena("replay", "records", "--html", "game.html")
    assert (tmp_path / "game.html").stat().st_size > 20_000
    described = json.loads(arena("replay", "records", "--json").stdout)
    assert {"name": "Ann", "human": True} in described["bots"]


# --- several people ---


def test_people_who_share_a_terminal_look_one_after_the_other(tmp_path: Path) -> None:
    words = ["six_nimmt", "human:Ann", "human:Bob", "random", "--option=rounds=1"]
    with typing(tmp_path, *words) as people:
        people.play(Random(2))
        assert people.process.wait() == 0, people.said
    record = the_record(tmp_path)
    assert verify(record) >= 30
    assert [(bot.name, bot.human) for bot in record.plan.bots] == [
        ("Ann", True),
        ("Bob", True),
        ("random", False),
    ]
    shown = people.said.split("it is your turn: press Enter when you alone look.")
    assert len(shown) > 20
    seats = [re.search(r"^.*(?=, $)", turn.split("\n")[-1]) for turn in shown[:-1]]
    assert {seat[0].removeprefix("> ") for seat in seats if seat} == {"Ann", "Bob"}
    for turn in shown[1:]:
        # Of one who is asked, nobody else's hand is on the screen.
        hands = [line for line in turn.splitlines() if re.search(r"seat \d.*hand \d", line)]
        assert len(hands) <= (3 if "the game is over" in turn else 1)


def test_of_two_people_without_names_the_second_has_a_number(tmp_path: Path) -> None:
    with typing(tmp_path, "tonton", "human", "human", "random") as people:
        people.read()
        assert re.search(r"seat \d: human#2", people.said)


# --- leaving ---


def leave(person: Typist, how: str) -> None:
    assert person.process.stdin is not None
    if how == "q":
        person.type("q")
    else:
        person.process.stdin.close()


@pytest.mark.parametrize("how", ["q", "the end of the input"])
def test_who_leaves_ends_the_match_and_nothing_is_left(how: str, tmp_path: Path) -> None:
    with typing(tmp_path, "goat_n_goat", "human", "random", "first") as person:
        person.read()
        leave(person, how)
        person.read("nothing")
        assert person.process.wait() == 130
    assert person.said.endswith("> Stopped before the end of the first game.\n")
    assert not [*tmp_path.glob("records/*")]


def test_a_match_that_a_person_left_goes_on_with_the_same_command(tmp_path: Path) -> None:
    words = ["six_nimmt", "human", "random", "--option=rounds=1", "--games=2"]
    source = Random(3)
    with typing(tmp_path, *words) as person:
        while not (shown := person.read()).count("Game 2 of 2"):
            person.type(source.choice(read_keys(shown) or ["h"]))
        person.type("q")
        person.read("nothing")
        assert person.process.wait() == 130
    assert "the same command goes on with them" in " ".join(person.said.split())
    (path,) = tmp_path.glob(f"records/*{SUFFIX}")
    assert len(read_match(path).games) == 1
    with typing(tmp_path, *words) as person:
        person.play(source)
        assert person.process.wait() == 0, person.said
    assert "Game 1 of 2" not in person.said
    record = the_record(tmp_path)
    assert verify(record)
    assert [game.attempt for game in record.games] == [0, 1]


# --- a clock ---


@pytest.mark.clock
def test_who_is_late_forfeits_the_game_and_is_asked_again_in_the_next(tmp_path: Path) -> None:
    clock = ["--human-clock=0.3+0.5", "--games=2"]
    words = ["six_nimmt", "human", "first", "--option=rounds=1", *clock]
    with typing(tmp_path, *words) as person:
        person.read("no end")
        assert person.process.wait() == 1, person.said
    assert person.said.count("You have 1 s for this.") == 2
    assert person.said.count("Nobody waits for this answer any more.") == 2
    assert "human forfeits: timeout: no answer within 0.810 s" in person.said
    record = the_record(tmp_path)
    assert verify(record)
    me = [bot.human for bot in record.plan.bots].index(True)
    assert record.plan.bots[me].clock.bank_ms == 300
    assert record.plan.clock.bank_ms == 10_000
    for game in record.games:
        (forfeit,) = game.forfeits
        assert game.seating[forfeit.seat] == me


# --- what is typed ---


def test_what_is_no_move_is_refused_in_a_sentence_and_asked_again(tmp_path: Path) -> None:
    with typing(tmp_path, "big_fish", "human", "random") as person:
        menu = read_keys(person.read())
        for wrong in ("99", "row 9", "\x1b[31mred", "x" * 5000, "\xff"):
            person.type(wrong)
            said = person.read()
            assert said.count("\n") == 1
            assert "is no move that is possible now. Type what stands before a choice" in said
            assert "\x1b" not in said
            assert len(said) < 300
        person.type("h")
        assert read_keys("\n  \n" + person.read()) == menu


def test_rules_and_history_are_there_at_every_question(tmp_path: Path) -> None:
    with typing(tmp_path, "tonton", "human", "first", "random", "--seed", SEED) as person:
        person.read()
        person.type("?")
        rules = person.read()
        assert "# TonTon" not in rules
        assert "TonTon" in rules
        assert "Red 8" in rules or "red 8" in rules
        person.type("1")
        person.read()
        person.type("h")
        assert "You played " in person.read()


def test_a_move_of_parts_can_be_taken_back_until_it_is_confirmed(tmp_path: Path) -> None:
    with typing(tmp_path, "big_fish", "human", "random", "--seed", SEED) as person:
        first = person.read()
        source = Random(1)
        while "Row I" not in first.splitlines()[-2]:
            person.type(source.choice(read_keys(first)))
            first = person.read()
        person.type("row i")
        assert "So far: Row I." in person.read()
        person.type("1")
        told = person.read()
        assert re.search(r"So far: Row I, \w\d\.\n", told)
        assert re.search(r"0\) I \w\d \(row I then has . of 5 fish; Enter confirms\)", told)
        person.type("u")
        assert "So far: Row I.\n" in person.read()
        person.type("u")
        assert "So far" not in person.read()


def test_lines_are_read_from_a_file_as_well_whole_or_not(tmp_path: Path) -> None:
    (tmp_path / "lines").write_bytes(b"\nh\n\xff\nq")
    with (tmp_path / "lines").open("rb") as lines:
        done = subprocess.run(
            [*seeded("arena"), "play", "goat_n_goat", "human", "random"],
            cwd=tmp_path,
            stdin=lines,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 130, done.stderr
    assert "> '' is no move that is possible now" in done.stdout
    assert done.stdout.endswith("> ")
    assert done.stderr == "Stopped before the end of the first game.\n"


# --- the terminal ---


def open_terminal(folder: Path, words: list[str], **settings: str) -> tuple[Started, int]:
    """Start a match at a terminal of its own; return its process and our end of the terminal."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (30, 80))
    program = [*seeded("arena"), "play", *words]
    helper = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0);"
    helper += "os.execv(sys.argv[1], sys.argv[1:])"
    process = subprocess.Popen(
        [sys.executable, "-c", helper, *program],
        cwd=folder,
        env={**os.environ, "TERM": "xterm-256color", **settings},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    return process, ours


def read_terminal(ours: int) -> str:
    """Return what is on the terminal up to a prompt or to the end."""
    said = b""
    while not said.endswith(b"> "):
        try:
            said += os.read(ours, 65536)
        except OSError:  # nobody is at its other end any more
            break
    return said.decode()


def test_ctrl_c_at_a_terminal_stops_the_match_in_a_sentence(tmp_path: Path) -> None:
    process, ours = open_terminal(tmp_path, ["tonton", "human", "first", "random"])
    assert "\x1b[" in read_terminal(ours)
    os.write(ours, b"\x03")
    said = read_terminal(ours)
    assert process.wait() == 130
    assert "Stopped before the end of the first game." in said
    assert "Traceback" not in said
    os.close(ours)


def test_without_colours_a_terminal_shows_the_same(tmp_path: Path) -> None:
    process, ours = open_terminal(tmp_path, ["tonton", "human", "first", "random"], NO_COLOR="1")
    said = read_terminal(ours)
    assert "\x1b[3" not in said
    assert re.search(r"\d\) [RPYGB]\d", said)
    os.write(ours, b"q\n")
    read_terminal(ours)
    assert process.wait() == 130
    os.close(ours)


# --- what people cannot have ---


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--json"], "--json is for programs"),
        (["--parallel=2"], "leave out --parallel"),
        (["--box=inline"], "--box process or container"),
        (["--human-clock=soon"], "a clock is BANK+INCREMENT in seconds"),
        (["human", "--human-clock=60+1"], "leave out --human-clock"),
    ],
)
def test_what_is_not_for_people_is_refused(words: list[str], sentence: str, arena: Run) -> None:
    done = arena("play", "six_nimmt", "human", "random", *words, check=2)
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_clock_for_people_needs_one(arena: Run) -> None:
    done = arena("play", "six_nimmt", "first", "random", "--human-clock=60+1", check=2)
    assert "`human` among the bots is one" in done.stderr


def test_a_person_has_a_name_that_a_bot_could_have(arena: Run) -> None:
    done = arena("play", "six_nimmt", "human:a/b", "random", check=2)
    assert "'a/b' cannot be a bot's name" in done.stderr
