import asyncio
import os
import resource
import zlib
from collections.abc import Callable
from hashlib import sha256
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import UserError
from arena.games import find_game, game_names
from arena.games.testing.random_play import Table
from arena.match.connection import Connection
from arena.match.match import play_match
from arena.match.plan import read_plan
from arena.match.record import MAGIC, pack_record, read_record, unpack_record, write_record
from arena.match.replay import Difference, describe, open_replays, verify
from arena.match.unfinished import keep_match
from arena.v1 import record_pb2 as rec
from tests.match.playing import make_record
from tests.match.records import RECORD, edited, forfeited, plan
from tests.match.scripted import ScriptedConnection
from tests.match.thousand import records_of
from tests.programs import Run


def test_a_record_comes_back_as_it_was_written(tmp_path: Path) -> None:
    path = write_record(RECORD, tmp_path)
    assert read_record(path) == RECORD
    assert write_record(RECORD, tmp_path) == path
    assert [*tmp_path.iterdir()] == [path]


def test_a_record_takes_a_few_kilobytes_a_game(tmp_path: Path) -> None:
    assert write_record(RECORD, tmp_path).stat().st_size < 3000 * len(RECORD.games)


@settings(max_examples=60)
@given(st.data())
def test_a_damaged_file_is_refused_in_one_sentence(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = write_record(RECORD, tmp_path_factory.mktemp("damaged"))
    whole = path.read_bytes()
    place = data.draw(st.integers(0, len(whole) - 1))
    cut = data.draw(st.booleans())
    path.write_bytes(whole[:place] if cut else flip(whole, place))
    with pytest.raises(UserError, match=r"^[^\n]+\.$"):
        read_record(path)


def test_a_file_that_was_cut_off_is_told_from_one_that_was_changed() -> None:
    data = pack_record(RECORD)
    with pytest.raises(UserError, match=r"^it is not whole; it was cut off on its way\.$"):
        unpack_record(data[:-5], "it")
    changed = data[: len(MAGIC)] + flip(data[len(MAGIC) :], 0)
    with pytest.raises(UserError, match=r"^it has been changed after it was written"):
        unpack_record(changed, "it")


def flip(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :]


def test_a_record_that_unpacks_without_end_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.arena"
    path.write_bytes(MAGIC + bytes(32) + zlib.compress(bytes(300 * 1024 * 1024)))
    with pytest.raises(UserError, match="larger than 9 MiB"):
        read_record(path)


def test_of_a_record_that_cannot_be_written_nothing_is_left(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            write_record(RECORD, tmp_path)
        with pytest.raises(UserError, match="No record can be kept in"):
            keep_match(tmp_path, plan(bots=10), fresh=True, same_luck=False)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list(tmp_path.iterdir()) == []


def part(number: int, content: bytes) -> bytes:
    """Return a part of a message as it is serialised."""
    return bytes([number << 3 | 2]) + varint(len(content)) + content


def varint(number: int) -> bytes:
    low, rest = number & 127, number >> 7
    return bytes([low | 128]) + varint(rest) if rest else bytes([low])


PLAN = part(2, RECORD.plan.SerializeToString())
MANY = 7 * 1024 * 1024 // 2


@pytest.mark.parametrize(
    ("payload", "words"),
    [
        (PLAN + part(3, b"") * MANY, "3,670,016 games, and its plan 3"),
        (PLAN + part(3, part(3, b"") * MANY), "3,670,016 entries in game 1, most of them"),
        (PLAN + part(3, part(4, b"") * MANY), "3,670,016 forfeits in game 1, more than"),
        (PLAN + part(2, part(3, b"") * MANY), "a plan that no match has"),
        (PLAN + part(2, part(2, b"") * MANY), "a plan that no match has"),
        (PLAN + part(2, part(8, b"") * MANY), "a plan that no match has"),
        (part(3, b""), "1 games, and its plan 0"),
    ],
    ids=["games", "entries", "forfeits", "bots", "options", "allow_missing", "no plan"],
)
def test_a_record_with_more_in_it_than_a_match_is_refused_before_it_is_built(
    arena: Run, tmp_path: Path, payload: bytes, words: str
) -> None:
    path = tmp_path / "bomb.arena"
    path.write_bytes(MAGIC + sha256(payload).digest() + zlib.compress(payload, 9))
    assert path.stat().st_size < 16 * 1024
    # What the program itself has, and some 100 MB more.
    little = ["prlimit", f"--data={300 * 1024**2}"]
    for words_typed in (["replay", path], ["replay", path, "--verify"]):
        done = arena(*words_typed, check=2, behind=little)
        assert words in done.stderr
        assert done.stderr.endswith(".\n")
        assert done.stderr.count("\n") == 1


def test_a_stopped_match_too_is_counted_before_it_is_built(arena: Run, tmp_path: Path) -> None:
    match = keep_match(tmp_path, read_plan(RECORD.plan), fresh=True, same_luck=False)
    match.add(RECORD.games[0])
    match.close()
    whole = match.path.read_bytes()
    hostile = part(3, part(3, b"") * MANY)
    for more in (varint(len(hostile)) + hostile, b"\2" + part(3, b"") * (MANY // 2)):
        match.path.write_bytes(whole + more)
        little = ["prlimit", f"--data={300 * 1024**2}"]
        done = arena("replay", match.path, "--game=1", behind=little, check=None)
        assert done.returncode in {0, 2}
        assert "Traceback" not in done.stderr


def test_what_is_no_file_is_no_record_and_is_not_waited_for(arena: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in ("pipe", "/dev/zero"):
        assert "is no file, as a record is" in arena("replay", path, check=2).stderr


def test_a_record_is_verified_by_playing_it_again() -> None:
    assert verify(RECORD) == sum(len(game.entries) for game in RECORD.games)


@pytest.mark.parametrize("games", [10, pytest.param(250, marks=pytest.mark.soak)])
def test_every_answer_is_judged_as_it_was_when_it_came(games: int) -> None:
    met = set[int]()
    for name in game_names():
        for record in records_of(name, games, late=1 / 100):
            verify(rec.Record.FromString(record.SerializeToString()))
            met |= {entry.verdict for game in record.games for entry in game.entries}
            met |= {forfeit.verdict for game in record.games for forfeit in game.forfeits}
    assert {rec.VERDICT_OK, rec.VERDICT_ILLEGAL, rec.VERDICT_TIMEOUT} <= met


def test_games_of_several_attempts_are_verified_each_with_its_own_cards() -> None:
    connect: list[Callable[[], Connection]] = [ScriptedConnection] * 3
    planned = read_plan(RECORD.plan)
    again = asyncio.run(play_match(planned, connect, lambda _: None, numbers=[1, 2], attempt=2))
    record = edited()
    del record.games[1:]
    record.games.extend(again.games)
    assert [game.attempt for game in record.games] == [0, 2, 2]
    assert verify(record) == sum(len(game.entries) for game in record.games)
    assert [describe(replay)["attempt"] for replay in open_replays(record)] == [0, 2, 2]
    record.games[2].attempt = 1
    with pytest.raises(Difference, match="game 3, entry"):
        verify(record)


def test_the_first_difference_is_named() -> None:
    record = edited()
    record.games[1].scores[0] += 1
    with pytest.raises(Difference, match=r"game 2, after .* the scores are"):
        verify(record)
    record = edited()
    record.games[0].entries[7].move.six_nimmt.card = 104
    with pytest.raises(Difference, match="game 1, entry 8, seat"):
        verify(record)
    record = edited()
    del record.games[0].entries[-1]
    with pytest.raises(Difference, match="not over"):
        verify(record)
    record = edited()
    record.games[0].entries[0].seat = 9
    with pytest.raises(Difference, match="not to act"):
        verify(record)
    record = edited()
    record.plan.seed = bytes(16)
    with pytest.raises(Difference):
        verify(record)
    record = edited()
    record.games[1].number = 2
    with pytest.raises(Difference, match="not games of its plan in their order"):
        verify(record)
    record = edited()
    record.games[1].seating[:] = reversed(record.games[1].seating)
    with pytest.raises(Difference, match="game 2: the seating is"):
        verify(record)
    record = edited()
    record.games[1].forfeits.add(seat=99)
    with pytest.raises(Difference, match=r"game 2, .* played for the seats \[\]; that just these"):
        verify(record)


def test_the_first_difference_of_a_lost_seat_is_named() -> None:
    record = edited()
    first = record.games[0].entries[0]
    first.fallback, first.verdict = True, rec.VERDICT_CRASHED
    with pytest.raises(Difference, match="loses by crashed, and no such forfeit is recorded"):
        verify(record)
    record.games[0].forfeits.add(seat=first.seat, verdict=rec.VERDICT_CRASHED)
    record.games[0].entries[0].move.six_nimmt.card += 1
    with pytest.raises(Difference, match="a lost seat plays"):
        verify(record)
    record = edited()
    refused = rec.Entry(seat=0, move=record.games[0].entries[0].move, verdict=rec.VERDICT_ILLEGAL)
    refused.move.six_nimmt.card = 104
    record.games[0].entries.insert(0, refused)
    with pytest.raises(Difference, match="loses by illegal, and no such forfeit is recorded"):
        verify(record)
    record = edited()
    record.games[0].entries[0].verdict = rec.VERDICT_ILLEGAL
    with pytest.raises(Difference, match=r"game 1, entry 1, seat 0: .* but is legal"):
        verify(record)


@pytest.mark.parametrize(
    ("verdict", "words"),
    [
        (rec.VERDICT_TIMEOUT, "is recorded as timeout"),
        (rec.VERDICT_CRASHED, "is recorded as crashed"),
        (99, "a verdict 99, which there is not"),
    ],
)
def test_an_answer_that_was_played_was_ok(verdict: "rec.Verdict.ValueType", words: str) -> None:
    record = edited()
    record.games[0].entries[3].verdict = verdict
    with pytest.raises(UserError, match=words):
        verify(record)


def test_one_wrong_verdict_in_eight_megabytes_is_found(tmp_path: Path) -> None:
    record = edited()
    record.games[-1].forfeits.add(seat=0, verdict=rec.VERDICT_CRASHED, log_tail="x" * (8 << 20))
    record.games[-1].entries[-1].verdict = 99  # type: ignore[assignment]
    path = write_record(record, tmp_path)
    with pytest.raises(UserError, match=r"^\S+ is larger than 8 MiB when unpacked; no match is\.$"):
        read_record(path)
    record.games[-1].forfeits[0].log_tail = "x" * ((8 << 20) - 100_000)
    with pytest.raises(UserError, match="a verdict 99, which there is not"):
        verify(read_record(write_record(record, tmp_path)))


def test_an_answer_that_was_played_was_in_time() -> None:
    record = edited()
    entry = record.games[0].entries[3]
    entry.wall_us = entry.cpu_us = 10 * 3600 * 1_000_000
    with pytest.raises(Difference, match=r"entry 4, seat .*: the answer took 36000\.000 s of cpu"):
        verify(record)
    # Where its CPU time is not told, a third of the wall time is charged all the same.
    entry.ClearField("cpu_us")
    with pytest.raises(Difference, match=r"entry 4, seat .* which costs 12000\.000 s"):
        verify(record)


@pytest.mark.parametrize(
    ("verdict", "words"),
    [
        (rec.VERDICT_OK, "cannot forfeit by ok"),
        (rec.VERDICT_HOST, "cannot forfeit by host"),
        (rec.VERDICT_CANCELLED, "cannot forfeit by cancelled"),
        (rec.VERDICT_ILLEGAL, "cannot forfeit by illegal"),
        (99, "a verdict 99, which there is not"),
    ],
)
def test_a_forfeit_is_by_a_fault_of_the_bot(verdict: "rec.Verdict.ValueType", words: str) -> None:
    with pytest.raises(UserError, match=words):
        verify(forfeited(verdict))


def test_a_forfeit_on_time_is_judged_by_what_it_says_was_spent() -> None:
    # What an older record lacks is not judged, and is told so.
    older = forfeited(rec.VERDICT_TIMEOUT)
    verify(older)
    assert [replay.unjudged() for replay in open_replays(older)] == [1, 0, 0]
    spent = 20_000_000
    newer = forfeited(rec.VERDICT_TIMEOUT, wall_us=spent, answer_cpu_us=spent)
    verify(newer)
    assert [replay.unjudged() for replay in open_replays(newer)] == [0, 0, 0]
    # A tenth of a second before the end of its time is in time, too.
    for in_time in (spent // 10, 10_000_000):
        with pytest.raises(Difference, match=r"the seat was in time; .* were left"):
            verify(forfeited(rec.VERDICT_TIMEOUT, wall_us=spent, answer_cpu_us=in_time))


@pytest.mark.parametrize(
    "wrong",
    [
        rec.Plan(game="chess", games=3, seed=bytes(16)),
        rec.Plan(game="six_nimmt", games=3, seed=bytes(16), options={"limit": "x"}),
        rec.Plan(game="six_nimmt", games=3, seed=bytes(16)),
        rec.Plan(game="six_nimmt", seed=bytes(16), bots=RECORD.plan.bots),
        rec.Plan(game="six_nimmt", games=3, bots=RECORD.plan.bots),
    ],
    ids=["game", "options", "bots", "games", "seed"],
)
def test_a_plan_that_cannot_be_played_is_refused(wrong: rec.Plan) -> None:
    with pytest.raises(UserError):
        open_replays(rec.Record(plan=wrong))


def test_a_stranger_can_follow_a_game_with_the_data_alone() -> None:
    game = describe(open_replays(RECORD)[0])
    assert game["game"] == "six_nimmt"
    assert game["options"] == {"limit": "66", "rounds": "none", "variant": "base"}
    assert game["seats"] == [f"bot{index}" for index in RECORD.games[0].seating]
    hands = [{*game["shuffles"][0][top : top + 10]} for top in (0, 10, 20)]
    cards = [move for move in game["moves"] if not move["move"].startswith("row")]
    for seat in range(3):
        own = [move["move"] for move in cards if move["seat"] == seat]
        assert {*own[:10]} == hands[seat]
    assert set(game["moves"][0]) == {"seat", "move", "verdict", "fallback", "wall_ms", "cpu_ms"}
    assert game["ranks"] == list(RECORD.games[0].ranks)


def fiasco() -> rec.Record:
    """Return a record in which somebody had the fiasco card and nobody forfeited."""
    game = find_game("big_fish")
    for seed in count():
        record = make_record(Table(game, 3, game.Options(), seed), erring=0.05)
        verdicts = [entry.verdict for entry in record.games[0].entries]
        if rec.VERDICT_ILLEGAL in verdicts and not record.games[0].forfeits:
            return record
    raise AssertionError


def test_a_refused_move_with_a_penalty_of_the_rulebook_is_verified_too() -> None:
    record = fiasco()
    verify(record)
    entries = record.games[0].entries
    place = [entry.verdict for entry in entries].index(rec.VERDICT_ILLEGAL)
    told = describe(open_replays(record)[0])["moves"][place]
    assert (told["move"], told["verdict"], told["fallback"]) == ("", "illegal", False)
    seat = entries[place].seat
    del entries[place]
    with pytest.raises(Difference, match="the scores are"):
        verify(record)
    entries.insert(place, rec.Entry(seat=seat, verdict=rec.VERDICT_ILLEGAL))
    entries.insert(place, rec.Entry(seat=seat, verdict=rec.VERDICT_ILLEGAL))
    with pytest.raises(Difference, match="no such forfeit is recorded"):
        verify(record)
