"""Records that say of a match what cannot be, or far too much: each is one sentence, and soon."""

import os
import zlib
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from arena.errors import UserError
from arena.match.index import describe_question, read_index, read_questions
from arena.match.record import MAGIC, pack_record, read_record
from arena.match.replay import describe, open_replays, verify
from arena.v1 import record_pb2 as rec
from tests.bounded import assert_sentence, bounded, zeros_without_end
from tests.match.records import RECORD, edited

# A game without a word in it takes two bytes, and in memory several hundred.
EMPTY_GAMES = b"\x1a\0" * (8 * 1024**2)


def sealed(payload: bytes) -> bytes:
    return MAGIC + sha256(payload).digest() + zlib.compress(payload, 9)


# What is no record, though some of it has a digest that fits; and what is said of it.
BYTES: dict[str, tuple[Callable[[], bytes], str]] = {
    "bomb": (lambda: MAGIC + bytes(32) + b"\x78\xda" + zeros_without_end(), "larger than"),
    "empty_games": (lambda: sealed(RECORD.SerializeToString() + EMPTY_GAMES), "match.arena"),
    "no_protobuf": (lambda: sealed(b"\xff" * 1000), "this version can read"),
    "deep_groups": (lambda: sealed(b"\x5b" * 100_000), "this version can read"),
    "cut_short": (lambda: pack_record(RECORD)[:-9], "cut off"),
}


def first(record: rec.Record) -> rec.GameRecord:
    return record.games[0]


def repeat_entries(record: rec.Record) -> None:
    first(record).entries.extend([first(record).entries[0]] * 300_000)


# What is changed in a record that is then sealed again, and what is said of it.
CHANGED: dict[str, tuple[Callable[[rec.Record], object], str]] = {
    "repeated_entries": (repeat_entries, "."),
    "many_games": (lambda record: setattr(record.plan, "games", 2**32 - 1), "A match has 1 to"),
    "endless_rounds": (
        lambda record: record.plan.options.update({"limit": "none", "rounds": "9" * 5000}),
        "rounds",
    ),
    "a_long_option": (
        lambda record: record.plan.options.update({"x" * 5000: "1"}),
        "has no option",
    ),
    "a_long_game": (
        lambda record: setattr(record.plan, "game", "x" * 5000),
        "There is no game",
    ),
    "many_bots": (
        lambda record: record.plan.bots.extend([rec.Bot(name="x")] * 10_000),
        "no match",
    ),
    "no_plan": (lambda record: record.ClearField("plan"), "."),
    "a_short_seed": (lambda record: setattr(record.plan, "seed", b"x"), "earlier version"),
    "a_seat_too_many": (lambda record: first(record).forfeits.add(seat=99), "game 1"),
    "an_unknown_verdict": (
        lambda record: first(record).forfeits.add(seat=0, verdict=99),
        "game 1",
    ),
    "a_forfeit_of_nobody": (
        lambda record: first(record).forfeits.add(seat=0, verdict=rec.VERDICT_TIMEOUT),
        "game 1",
    ),
    "other_scores": (
        lambda record: first(record).scores.__setitem__(0, 2**31 - 1),
        "the scores are",
    ),
    "a_move_of_another_game": (
        lambda record: first(record).entries[0].move.big_fish.SetInParent(),
        "game 1, entry 1",
    ),
    "a_game_twice": (lambda record: record.games.append(first(record)), "games"),
}
# The same, of a record of which the games are to be listed.
INDEXED: dict[str, tuple[Callable[[rec.Record], object], str]] = {
    "no_ranks": (lambda record: first(record).ClearField("ranks"), "game 1"),
    "a_score_too_few": (lambda record: first(record).scores.pop(), "game 1"),
    "an_unknown_verdict": (
        lambda record: first(record).forfeits.add(seat=0, verdict=99),
        "verdict 99",
    ),
    "a_seat_too_many": (
        lambda record: first(record).forfeits.add(seat=99, verdict=rec.VERDICT_TIMEOUT),
        "game 1",
    ),
    "a_move_of_seat_99": (
        lambda record: setattr(first(record).entries[0], "seat", 99),
        "game 1, entry 1",
    ),
    "half_a_game": (
        lambda record: first(record).entries.__delitem__(slice(9, None)),
        "the game is not over",
    ),
}
# What is no file.
MADE: dict[str, tuple[Callable[[Path], object], str]] = {
    "folder": (Path.mkdir, "cannot be read"),
    "pipe": (os.mkfifo, "match.arena"),
    "device": (lambda path: path.symlink_to("/dev/zero"), "match.arena"),
}


def play_again(path: Path) -> None:
    """Read a record as `arena replay` and `ladder import` do."""
    record = read_record(path)
    verify(record)
    for replay in open_replays(record):
        describe(replay)


def list_games(path: Path) -> None:
    """Read what nobody has played again yet, as `arena replay --list` does."""
    replays = open_replays(read_record(path))
    for name in {name for replay in replays for name in replay.names}:
        read_index(replays, name, lost=True)
    for replay in replays:
        for question in read_questions(replay):
            describe_question(question)


def assert_refused(read: Callable[[Path], None], path: Path, words: str) -> None:
    with bounded(), pytest.raises(UserError) as mistake:
        read(path)
    assert_sentence(str(mistake.value), words)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.arena"


@pytest.mark.parametrize("read", [play_again, list_games])
def test_an_honest_record_is_read(read: Callable[[Path], None], path: Path) -> None:
    path.write_bytes(pack_record(RECORD))
    with bounded():
        read(path)


@pytest.mark.parametrize(("pack", "words"), BYTES.values(), ids=BYTES)
def test_what_is_no_record_is_refused(pack: Callable[[], bytes], words: str, path: Path) -> None:
    path.write_bytes(pack())
    assert_refused(play_again, path, words)


@pytest.mark.parametrize(("make", "words"), MADE.values(), ids=MADE)
def test_what_is_no_file_is_refused(make: Callable[[Path], object], words: str, path: Path) -> None:
    make(path)
    assert_refused(play_again, path, words)


@pytest.mark.parametrize(
    ("read", "change", "words"),
    [
        *((play_again, *row) for row in CHANGED.values()),
        *((list_games, *row) for row in INDEXED.values()),
    ],
    ids=[*CHANGED, *(f"{name} of a list" for name in INDEXED)],
)
def test_a_record_that_says_what_cannot_be_is_refused(
    read: Callable[[Path], None],
    change: Callable[[rec.Record], object],
    words: str,
    path: Path,
) -> None:
    record = edited()
    change(record)
    path.write_bytes(pack_record(record))
    assert_refused(read, path, words)
