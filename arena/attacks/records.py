"""Attacks by a record: a file that says of a match what cannot be, or far too much."""

import os
import zlib
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Final

from arena.attacks.hostile_file import FileAttack
from arena.bots.manifest import Bot
from arena.games import find_game
from arena.games.messages import envelope
from arena.games.options import read_options
from arena.match.clock import TimeControl
from arena.match.plan import SEED_BYTES, make_plan, scheduled_games, write_plan
from arena.match.record import MAGIC, pack_record
from arena.match.referee import rank_seats
from arena.v1 import record_pb2 as rec

_GAME: Final = "six_nimmt"


def make_record() -> rec.Record:
    """Return the record of a game in which everybody played the first legal move."""
    game = find_game(_GAME)
    options = read_options(game, {"limit": "none", "rounds": "1"})
    bots = [Bot(name, Path(), "0" * 64) for name in ("one", "two")]
    control = TimeControl()
    plan = make_plan(
        game, options, bots, games=1, control=control, box="inline", seed=bytes(SEED_BYTES)
    )
    (scheduled,) = scheduled_games(plan)
    state = plan.start(scheduled.deal)
    played = rec.GameRecord(seating=scheduled.seating)
    while state.to_act:
        seat = state.to_act[0]
        move = state.legal(seat)[0]
        state.play(seat, move)
        played.entries.add(seat=seat, move=envelope(game, move), verdict=rec.VERDICT_OK)
    played.scores[:], played.ranks[:] = state.scores(), rank_seats(state.ranks(), set())
    return rec.Record(plan=write_plan(plan), games=[played])


def _changed(what: str, words: str, change: Callable[[rec.Record], object]) -> FileAttack:
    """Return the attack by a record that was changed so, with a digest that fits."""

    def pack() -> bytes:
        record = make_record()
        change(record)
        return pack_record(record)

    return _bytes(what, words, pack)


def _index(what: str, words: str, change: Callable[[rec.Record], object]) -> FileAttack:
    """Return the same, by a record of which the games are to be listed."""
    return replace(_changed(what, words, change), reader="index")


def _bytes(what: str, words: str, pack: Callable[[], bytes]) -> FileAttack:
    return _made(what, words, lambda path: path.write_bytes(pack()))


def _made(what: str, words: str, write: Callable[[Path], object]) -> FileAttack:
    def make(folder: Path) -> Path:
        path = folder / "match.arena"
        write(path)
        return path

    return FileAttack(f"is a record {what}", make, "record", words)


def _sealed(payload: bytes) -> bytes:
    return MAGIC + sha256(payload).digest() + zlib.compress(payload, 9)


def _zeros(megabytes: int) -> bytes:
    packer = zlib.compressobj(9)
    blocks = [packer.compress(bytes(1024**2)) for _ in range(megabytes)]
    return MAGIC + bytes(32) + b"".join(blocks) + packer.flush()


def _add(record: rec.Record, **forfeit: int) -> None:
    record.games[0].forfeits.add(**forfeit)


def _repeat_entries(record: rec.Record) -> None:
    record.games[0].entries.extend([record.games[0].entries[0]] * 300_000)


# A game without a word in it takes two bytes, and in memory several hundred.
_EMPTY_GAMES: Final = b"\x1a\0" * (8 * 1024**2)

RECORDS: Final = {
    "record_bomb": _bytes("that unpacks to a gigabyte", "larger than", lambda: _zeros(1024)),
    "record_of_empty_games": _bytes(
        "of 16 KB that unpacks to eight million games without a move",
        "match.arena",
        lambda: _sealed(make_record().SerializeToString() + _EMPTY_GAMES),
    ),
    "record_of_repeated_entries": _changed("with one move 300,000 times", ".", _repeat_entries),
    "record_of_many_games": _changed(
        "whose plan has four billion games",
        "A match has 1 to",
        lambda record: setattr(record.plan, "games", 2**32 - 1),
    ),
    "record_of_endless_rounds": _changed(
        "whose options have no end",
        "rounds",
        lambda record: record.plan.options.update({"rounds": "9" * 5000}),
    ),
    "record_of_a_long_option": _changed(
        "with an option whose name has 5,000 letters",
        "has no option",
        lambda record: record.plan.options.update({"x" * 5000: "1"}),
    ),
    "record_of_a_long_game": _changed(
        "of a game whose name has 5,000 letters",
        "There is no game",
        lambda record: setattr(record.plan, "game", "x" * 5000),
    ),
    "record_of_many_bots": _changed(
        "whose plan has 10,000 bots",
        "no match",
        lambda record: record.plan.bots.extend([rec.Bot(name="x")] * 10_000),
    ),
    "record_without_a_plan": _changed(
        "that has no plan", ".", lambda record: record.ClearField("plan")
    ),
    "record_of_a_short_seed": _changed(
        "whose seed is a byte",
        "earlier version",
        lambda record: setattr(record.plan, "seed", b"x"),
    ),
    "record_of_a_seat_too_many": _changed(
        "with a forfeit of seat 99", "game 1", lambda record: _add(record, seat=99)
    ),
    "record_of_an_unknown_verdict": _changed(
        "with a forfeit for a reason that there is not",
        "game 1",
        lambda record: _add(record, seat=0, verdict=99),
    ),
    "record_of_a_forfeit_of_nobody": _changed(
        "with a forfeit after which that seat made its own moves",
        "game 1",
        lambda record: _add(record, seat=0, verdict=rec.VERDICT_TIMEOUT),
    ),
    "record_of_other_scores": _changed(
        "with scores that are greater than any number",
        "the scores are",
        lambda record: record.games[0].scores.__setitem__(0, 2**31 - 1),
    ),
    "record_of_a_move_of_another_game": _changed(
        "with a move of another game",
        "game 1, entry 1",
        lambda record: record.games[0].entries[0].move.big_fish.SetInParent(),
    ),
    "record_of_a_game_twice": _changed(
        "with a game that comes twice",
        "games",
        lambda record: record.games.append(record.games[0]),
    ),
    "index_without_ranks": _index(
        "that says of no seat how it came out",
        "game 1",
        lambda record: record.games[0].ClearField("ranks"),
    ),
    "index_of_one_score": _index(
        "that has a score for one seat of two",
        "game 1",
        lambda record: record.games[0].scores.pop(),
    ),
    "index_of_an_unknown_verdict": _index(
        "with a forfeit for a reason that there is not",
        "verdict 99",
        lambda record: _add(record, seat=0, verdict=99),
    ),
    "index_of_a_seat_too_many": _index(
        "with a forfeit of seat 99",
        "game 1",
        lambda record: _add(record, seat=99, verdict=rec.VERDICT_TIMEOUT),
    ),
    "index_of_a_move_of_seat_99": _index(
        "with a move of seat 99",
        "game 1, entry 1",
        lambda record: setattr(record.games[0].entries[0], "seat", 99),
    ),
    "index_of_half_a_game": _index(
        "without the second half of its moves",
        "the game is not over",
        lambda record: record.games[0].entries.__delitem__(slice(9, None)),
    ),
    "record_of_no_protobuf": _bytes(
        "that is no protobuf", "this version can read", lambda: _sealed(b"\xff" * 1000)
    ),
    "record_of_deep_groups": _bytes(
        "of groups in groups", "this version can read", lambda: _sealed(b"\x5b" * 100_000)
    ),
    "record_cut_short": _bytes(
        "without its end", "cut off", lambda: pack_record(make_record())[:-9]
    ),
    "record_that_is_a_folder": _made("that is a folder", "cannot be read", Path.mkdir),
    "record_that_is_a_pipe": _made(
        "that is a pipe, which keeps waiting anyone who reads it", "match.arena", os.mkfifo
    ),
    "record_that_is_a_device": _made(
        "that is a link to a device without end",
        "match.arena",
        lambda path: path.symlink_to("/dev/zero"),
    ),
}
