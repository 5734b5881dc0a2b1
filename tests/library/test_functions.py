"""A function of the caller's at the table: it plays, errs and is recorded as what it is."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest

import arena
from arena.bots.manifest import SeatKind
from arena.errors import UserError
from arena.games import find_game
from arena.library.functions import answering
from arena.match.record import read_record
from arena.match.replay import verify
from arena.v1 import record_pb2 as rec
from ladder.log.proof import find_flaw

GAME: dict[str, Any] = {"options": {"rounds": 1}, "seed": "a word"}
SCRIPT = """
import threading, arena

def waits(turn):
    threading.Event().wait()

options = {"rounds": 1}
played = arena.play_match("six_nimmt", [waits, "first"], games=1, options=options, clock="1+0")
print(played.games[0].forfeits[0].detail)
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def first(turn: Any) -> Any:
    return turn.legal[0]


class Last:
    def __call__(self, turn: Any) -> Any:
        return turn.legal[-1]


def test_functions_play_among_bots_and_their_record_says_what_they_are(processes: None) -> None:
    told: list[int] = []
    seats: list[Any] = [first, "first", Last(), first]
    played = arena.play_match(
        "six_nimmt", seats, games=4, on_game=lambda now: told.append(len(now.games)), **GAME
    )
    assert told == [1, 2, 3, 4]
    assert [(bot.name, bot.kind, bool(bot.digest)) for bot in played.plan.bots] == [
        ("first", SeatKind.FUNCTION, False),
        ("first#2", SeatKind.BOT, True),
        ("Last", SeatKind.FUNCTION, False),
        ("first#3", SeatKind.FUNCTION, False),
    ]
    assert not any(game.forfeits for game in played.games)
    record = read_record(played.path)
    verify(record)
    assert find_flaw(record) == "has a function at its table, first, and so is never rated"


def test_a_result_has_a_row_for_each_bot_in_each_game(processes: None) -> None:
    played = arena.play_match("six_nimmt", [first, "first"], games=2, **GAME)
    (one, other) = played.rows()[:2]
    game = played.games[0]
    assert (one["game"], one["seat"], other["seat"]) == (1, 0, 1)
    assert [row["score"] for row in (one, other)] == [*game.scores]
    assert {row["bot"] for row in played.rows()} == {"first", "first#2"}
    assert len(played.rows()) == 4


def raises(_: Any) -> Any:
    raise ValueError("no idea")


def ends(_: Any) -> Any:
    sys.exit("enough")


def interrupts(_: Any) -> Any:
    raise KeyboardInterrupt


def plays_another_game(_: Any) -> Any:
    return find_game("tonton").parse("R5")


@pytest.mark.parametrize(
    ("function", "verdict", "detail"),
    [
        (raises, rec.VERDICT_CRASHED, "the function raised ValueError: no idea"),
        (ends, rec.VERDICT_CRASHED, "the function raised SystemExit: enough"),
        (interrupts, rec.VERDICT_CRASHED, "the function raised KeyboardInterrupt: "),
        (plays_another_game, rec.VERDICT_CRASHED, "has to return one of turn.legal"),
    ],
)
def test_a_function_that_errs_forfeits_its_game_alone(
    function: Callable[[Any], Any], verdict: int, detail: str, processes: None
) -> None:
    erring = iter([True])

    def once(turn: Any) -> Any:
        return function(turn) if next(erring, False) else turn.legal[0]

    played = arena.play_match("six_nimmt", [once, "first"], games=4, **GAME)
    one, *others = played.games
    (forfeit,) = one.forfeits
    assert (one.seating[forfeit.seat], forfeit.verdict) == (0, verdict)
    assert detail in forfeit.detail
    assert not any(game.forfeits for game in others)


def test_a_function_that_plays_no_legal_move_is_told_so_by_the_rules(processes: None) -> None:
    def plays_what_it_has_played(turn: Any) -> Any:
        moves.extend(turn.legal[:1])
        return moves[0]

    moves: list[Any] = []
    played = arena.play_match("six_nimmt", [plays_what_it_has_played, "first"], games=1, **GAME)
    (forfeit,) = played.games[0].forfeits
    assert forfeit.verdict == rec.VERDICT_ILLEGAL


def test_a_function_that_never_returns_is_late_and_does_not_keep_its_program(
    processes: None,
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True
    )
    assert done.stdout == "no answer within 1.010 s\n"


class Door:
    """A folder in which to look for seats takes a moment."""

    def __init__(self) -> None:
        self.looking, self.looks = Event(), 0

    def glob(self, _: str) -> list[Path]:
        self.looks += 1
        self.looking.set()
        Event().wait(0.1)
        self.looks -= 1
        return []


def test_nobody_looks_for_seats_any_more_when_a_door_is_removed() -> None:
    door: Any = Door()
    with answering(door, first):
        door.looking.wait()
    assert door.looks == 0


@pytest.mark.parametrize("function", [lambda: None, max, 7])
def test_what_cannot_be_called_with_a_turn_is_no_seat(function: Any) -> None:
    with pytest.raises(UserError, match="expected a function of one argument, the turn"):
        arena.play_match("six_nimmt", [function, "first"])


@pytest.mark.parametrize("how", [{"box": "container"}, {"box": "inline"}, {"parallel": 2}])
def test_a_function_plays_in_no_container_and_one_game_after_another(how: Any) -> None:
    with pytest.raises(UserError, match="A function plays in this program"):
        arena.play_match("six_nimmt", [first, "first"], **how)
