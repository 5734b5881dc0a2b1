"""Bots that speak JSON lines play like any other, and what they do wrong gets the right verdict."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from arena.games import game_names
from arena.match.record import read_record
from arena.match.replay import verify
from arena.match.verdict import read_verdict
from arena.v1 import record_pb2 as rec
from tests.bots.writing import write_bot
from tests.boxes.tables import Seat, play_all
from tests.programs import SEED, Run

PAGE = Path(__file__).parents[2] / "docs" / "stdio.md"
TOML = 'name = "lines"\nprotocol = "stdio"\ncommand = ["python3", "bot.py"]\n'
START = """
import json, os, signal, sys, time
def say(message):
    print(json.dumps(message), flush=True)
def answer(**choice):
    say({"choice": choice})
say({"join": {"revision": 1}})
"""
# Of a game in which the bot is asked for a card and for a row.
SEED_OF_PAGE = "e52d9c508c502347344d8c07ad91cbd6"
ANY = """
for line in sys.stdin:
    message = json.loads(line)
    if "turn" in message:
        turn = message["turn"]
        answer(turn=turn["number"], index=len(turn["legal"]) - 1)
    elif "goodbye" in message:
        print("a good game", file=sys.stderr)
"""
FLOOD = """
import threading
threading.Thread(target=lambda: [os.write(2, b'{}\\n' * 999) for _ in range(200)]).start()
"""
# What goes wrong comes after its first question.
ASKED = """
number = next(json.loads(line)["turn"]["number"] for line in sys.stdin if '"turn"' in line)
"""
# What it does, its verdict, and what the sentence or the log say.
WRONG = {
    "prints rubbish": ("print('thinking ...', flush=True)", "protocol", "'thinking ...'"),
    "says two at once": (
        "print('{} {}', flush=True)",
        "protocol",
        "Extra data",
    ),
    "answers without an end of the line": (
        "print('{}', end='', flush=True); sys.exit()",
        "protocol",
        "a newline has to follow",
    ),
    "answers in no UTF-8": (
        "sys.stdout.buffer.write(bytes([255, 254, 10])); sys.stdout.flush()",
        "protocol",
        "it is no UTF-8 from byte 1 on",
    ),
    "says nothing but zeros": (
        "sys.stdout.buffer.write(bytes(60_000) + b'\\n'); sys.stdout.flush()",
        "protocol",
        "no JSON",
    ),
    "answers ten thousand times": (
        "[answer(turn=number, index=0) for _ in range(10_000)]",
        "protocol",
        "Choice for turn",
    ),
    "answers with a line without end": (
        "print('x' * 100_000, flush=True)",
        "protocol",
        "over 65,536 bytes",
    ),
    "misspells a name": (
        "say({'choice': {'trun': number}})",
        "protocol",
        'no field named "trun"',
    ),
    "names an index that there is not": (
        "answer(turn=number, index=10)",
        "illegal",
        "10 is no index of Turn.legal",
    ),
    "answers another question": ("answer(turn=number + 1, index=0)", "protocol", "Choice for turn"),
    "answers twice": (
        "answer(turn=number, index=0); answer(turn=number, index=0)",
        "protocol",
        "Choice for turn",
    ),
    "says nothing": ("time.sleep(60)", "timeout", "no answer within"),
    "floods stdout with a line that never ends": (
        "[os.write(1, b'x' * 4096) for _ in range(10**6)]",
        "protocol",
        "over 65,536 bytes",
    ),
    "closes its stdout and goes on": (
        "os.close(1); time.sleep(60)",
        "protocol",
        "has closed its stdout and runs on",
    ),
    "closes its stdin and goes on": (
        "os.close(0); answer(turn=number, index=0); time.sleep(60)",
        "protocol",
        "has closed its stdin and runs on",
    ),
    "leaves its pipes to a child": (
        "os.fork() and os._exit(7)",
        "timeout",
        "no answer within",
    ),
    "ends": ("sys.exit(7)", "crashed", "exit code 7"),
    "ends as if all were well": ("sys.exit()", "crashed", "exit code 0"),
    "is killed": ("os.kill(os.getpid(), signal.SIGKILL)", "crashed", "signal 9"),
    "raises": ("raise ValueError('no plan')", "crashed", "ValueError: no plan"),
}


WORDS = ("--games", "1", "--clock", "2+1", "--seed", SEED)


def play(run: Run, folder: Path, game: str, *words: str | Path) -> rec.Record:
    run("play", game, *words, *WORDS)
    (record,) = folder.glob("records/*")
    return read_record(record)


@pytest.mark.parametrize("game", game_names())
def test_a_bot_that_speaks_json_plays_every_game(arena: Run, tmp_path: Path, game: str) -> None:
    bot = write_bot(tmp_path / "lines", START + ANY, TOML)
    record = play(arena, tmp_path, game, bot, "random", "random", "--logs", "logs")
    assert not any(played.forfeits for played in record.games)
    assert verify(record) > 5
    assert any("a good game" in path.read_text() for path in tmp_path.glob("logs/*"))


@pytest.fixture(scope="module")
def seats(processes: None, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Seat]:
    """Return where each bot that does something wrong sat in a game."""
    folder = tmp_path_factory.mktemp("wrong")
    return play_all(
        {
            name: write_bot(folder / str(number), f"{START}{ASKED}{body}\ntime.sleep(60)\n", TOML)
            for number, (name, (body, _, _)) in enumerate(WRONG.items())
        }
    )


@pytest.mark.parametrize("name", WRONG)
def test_what_it_does_wrong_gets_the_right_verdict(name: str, seats: Mapping[str, Seat]) -> None:
    _, verdict, says = WRONG[name]
    forfeit = seats[name].forfeit
    assert str(read_verdict(forfeit.verdict)) == verdict, forfeit.detail
    assert says in forfeit.detail + forfeit.log_tail


def test_what_it_writes_to_stderr_is_its_log_and_no_answer(arena: Run, tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "lines", START + FLOOD + ANY, TOML)
    record = play(arena, tmp_path, "six_nimmt", bot, "first")
    assert not any(played.forfeits for played in record.games)


def test_one_that_says_something_before_its_join_does_not_start(arena: Run, tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "lines", "print('hello', flush=True)\n", TOML)
    said = arena("play", "six_nimmt", bot, "first", *WORDS, check=2).stderr
    assert said.splitlines()[-1].startswith("lines does not start: ")
    assert "'hello'" in said


def test_of_a_command_that_is_not_there_it_says_so(arena: Run, tmp_path: Path) -> None:
    toml = TOML.replace("python3", "no-such-program")
    bot = write_bot(tmp_path / "lines", "", toml)
    said = arena("play", "six_nimmt", bot, "first", *WORDS, check=2).stderr
    assert "'no-such-program' cannot be run" in said


def test_it_cannot_play_inline_and_says_why(arena: Run, tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "lines", START + ANY, TOML)
    said = arena("play", "six_nimmt", bot, "first", "--box=inline", *WORDS, check=2).stderr
    assert "a process of its own" in said


def test_a_protocol_that_is_not_known_is_refused_with_those_that_are(
    arena: Run, tmp_path: Path
) -> None:
    bot = write_bot(tmp_path / "lines", "", TOML.replace("stdio", "pigeon"))
    said = arena("play", "six_nimmt", bot, "first", *WORDS, check=2).stderr
    assert '"grpc" or "stdio"' in said


# --- the page ---


def read_block(language: str, number: int = 0) -> str:
    """Return a block of the page."""
    parts = PAGE.read_text().split("```")[1::2]
    return [part for part in parts if part.startswith(f"{language}\n")][number][len(language) + 1 :]


def without_times(lines: list[str]) -> list[tuple[str, Any]]:
    """Return a conversation with the same numbers and times whenever it was held."""
    said, turns = [], 0
    for line in lines:
        message = json.loads(line[2:])
        if turn := message.get("turn"):
            turns += 1
            turn |= {"number": turns, "timeLeftUs": "", "lastWallUs": "", "lastCpuUs": ""}
        if choice := message.get("choice"):
            choice["turn"] = turns
        said.append((line[0], message))
    return said


def in_order(heard: list[str], said: list[str]) -> list[str]:
    """Return what a bot has heard and said as one conversation."""
    answers = iter(said)
    lines = [f"> {next(answers)}"]
    for line in heard:
        lines.append(f"< {line}")
        if line.startswith('{"turn"'):
            lines.append(f"> {next(answers)}")
    return lines


def test_the_bot_of_the_page_plays_the_game_of_the_page(arena: Run, tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "lines", read_block("python"), read_block("toml"))
    # What it hears and says goes through a file each.
    watched = f"tee {bot}/heard | python3 bot.py | tee {bot}/said"
    (bot / "bot.toml").write_text(
        f"{TOML.splitlines()[0]}\nprotocol = 'stdio'\ncommand = {['sh', '-c', watched]}\n"
    )
    words = ("--option", "rounds=1", "--games", "1", "--seed", SEED_OF_PAGE)
    arena("play", "six_nimmt", bot, "first", *words)
    talk = in_order(*((bot / name).read_text().splitlines() for name in ("heard", "said")))
    assert without_times(talk) == without_times(read_block("text").splitlines())
