"""Exports that are not to be believed make no ladder."""

import asyncio
import json
import os
import sqlite3
import zipfile
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from arena.games.messages import envelope
from arena.match.match import play_match
from arena.match.plan import read_plan
from arena.match.record import digest_of, pack_record, unpack_record
from arena.match.referee import rank_seats
from arena.match.replay import open_replays, verify
from arena.v1 import record_pb2 as rec
from ladder.archive.exchange import write_export
from ladder.log.entries import BEGINNING, AnyBody, Planned, Played, make_entry, read_entry
from ladder.log.file import write_log
from ladder.log.proof import commit_to, conclude
from ladder.store.opening import open_store
from tests.ladder.bad_input.conftest import make_played
from tests.ladder.bad_input.mistakes import refused
from tests.ladder.golden import Golden
from tests.ladder.ladders import play, play_on
from tests.match.playing import RandomConnection
from tests.programs import Run

Files = dict[str, bytes]


def cut_log(files: Files) -> None:
    lines = files["log.jsonl"].splitlines(keepends=True)
    files["log.jsonl"] = b"".join(lines[:2] + lines[3:])


def change_log(files: Files) -> None:
    files["log.jsonl"] = files["log.jsonl"].replace(b'"one@1"', b'"uno@1"', 1)


def empty_log(files: Files) -> None:
    files["log.jsonl"] = b""


def lose_log(files: Files) -> None:
    del files["log.jsonl"]


def lose_record(files: Files) -> None:
    del files["records/2.arena"]


def swap_records(files: Files) -> None:
    files["records/1.arena"], files["records/2.arena"] = (
        files["records/2.arena"],
        files["records/1.arena"],
    )


def damage_record(files: Files) -> None:
    files["records/1.arena"] = files["records/1.arena"][:-9]


def forge(files: Files, change: Callable[[Any], None]) -> None:
    """Change the record of match 1, and have the whole log fit to it: its plan and its result."""
    record = unpack_record(files["records/1.arena"], "")
    change(record)
    content = pack_record(record)
    files["records/1.arena"] = content

    def fit(body: AnyBody) -> AnyBody:
        if isinstance(body, Planned) and body.match == 1:
            return replace(body, plan=commit_to(record.plan))
        if isinstance(body, Played) and body.match == 1:
            with suppress(Exception):  # where nothing can be concluded from it
                return conclude(1, 1, record, digest_of(content))
            return replace(body, record=digest_of(content))
        return body

    rewrite(files, lambda bodies: map(fit, bodies))


def rewrite(
    files: Files,
    change: Callable[[list[AnyBody]], Iterable[AnyBody]],
    step: timedelta = timedelta(0),
) -> None:
    """Change what a log says, and have all of its digests fit."""
    # Not believed, as it may have been rewritten before.
    old = list(map(read_entry, files["log.jsonl"].splitlines()))
    forged, before = [], BEGINNING
    for number, body in enumerate(change([entry.body for entry in old]), start=1):
        forged.append(make_entry(before, number, old[-1].time + number * step, body))
        before = forged[-1].digest
    files["log.jsonl"] = b"".join(write_log(forged))


def invent_forfeit(files: Files) -> None:
    """Have the winner of a game forfeit it, though it made every move itself."""

    def change(record: Any) -> None:
        game = record.games[0]
        seat = list(game.ranks).index(1)
        game.forfeits.add(seat=seat, verdict=rec.VERDICT_TIMEOUT, detail="ran out of time")
        game.ranks[:] = rank_seats(list(game.ranks), {seat})

    forge(files, change)


def invent_forfeit_with_its_moves(files: Files) -> None:
    """The same, with the one move that the referee would have made as well made by it."""

    def change(record: Any) -> None:
        game = record.games[0]
        for replayed in open_replays(record)[:1]:
            state = replayed.start()
            for entry in game.entries:
                move = envelope(replayed.game, state.legal(entry.seat)[0])
                if len(state.legal(entry.seat)) > 1 and move == entry.move:
                    break
                state.play(entry.seat, replayed.game.decode(entry.move.six_nimmt))
        entry.fallback, entry.verdict = True, rec.VERDICT_TIMEOUT
        entry.ClearField("wall_us")
        game.forfeits.add(seat=entry.seat, verdict=rec.VERDICT_TIMEOUT, detail="ran out of time")
        game.ranks[:] = rank_seats(list(game.ranks), {entry.seat})

    forge(files, change)


def invent_forfeit_and_cut(files: Files) -> None:
    invent_forfeit(files)
    cut_record(files)


def give_other_files(files: Files) -> None:
    forge(files, lambda record: setattr(record.plan.bots[0], "digest", "f" * 64))


def give_other_clock(files: Files) -> None:
    forge(files, lambda record: setattr(record.plan.clock, "bank_ms", 1))


def give_other_box(files: Files) -> None:
    forge(files, lambda record: setattr(record.plan, "box", "inline"))


def give_other_box_to_the_log(files: Files) -> None:
    def fit(body: AnyBody) -> AnyBody:
        return replace(body, box="process") if isinstance(body, Played) else body

    rewrite(files, lambda bodies: map(fit, bodies))


def play_until_it_pleases(files: Files) -> None:
    """Have the second attempt count, without a void in the log."""

    def change(record: Any) -> None:
        record.CopyFrom(play(record.plan, attempt=1))

    forge(files, change)


def say_it_was_the_first_attempt(files: Files) -> None:
    play_until_it_pleases(files)

    def fit(body: AnyBody) -> AnyBody:
        return replace(body, attempt=0) if isinstance(body, Played) else body

    rewrite(files, lambda bodies: map(fit, bodies))


def break_commitment(files: Files) -> None:
    """Play a match from another random seed than it was planned with."""

    def change(record: Any) -> None:
        record.plan.seed = bytes(16)
        record.CopyFrom(play(record.plan))

    (planned, _) = (
        body
        for body in (read_entry(line).body for line in files["log.jsonl"].splitlines())
        if isinstance(body, Planned)
    )
    forge(files, change)
    rewrite(
        files,
        lambda bodies: [planned if body == first(bodies, Planned) else body for body in bodies],
    )


BodyT = TypeVar("BodyT")


def first(bodies: list[AnyBody], kind: type[BodyT]) -> BodyT:
    return next(body for body in bodies if isinstance(body, kind))


def count_twice(files: Files) -> None:
    """Have a match count once more under a number of its own."""
    files["records/3.arena"] = files["records/1.arena"]
    rewrite(
        files,
        lambda bodies: [
            *bodies,
            replace(first(bodies, Planned), match=3, plan="0" * 64),
            replace(first(bodies, Played), match=3),
        ],
    )


def count_twice_with_its_plan(files: Files) -> None:
    files["records/3.arena"] = files["records/1.arena"]
    rewrite(
        files,
        lambda bodies: [
            *bodies,
            replace(first(bodies, Planned), match=3),
            replace(first(bodies, Played), match=3),
        ],
    )


def use_seed_twice(files: Files) -> None:
    """Have the second match played with the cards of the first."""
    second = unpack_record(files["records/2.arena"], "").plan

    def change(record: Any) -> None:
        record.plan.CopyFrom(second)
        record.plan.bots.reverse()
        record.CopyFrom(play(record.plan))

    forge(files, change)

    def fit(body: AnyBody) -> AnyBody:
        if isinstance(body, Planned) and body.match == 1:
            played = unpack_record(files["records/1.arena"], "").plan.bots
            return replace(body, players=tuple(one.name for one in played))
        return body

    # The players come in another order, as they may.
    rewrite(files, lambda bodies: map(fit, bodies))


def leave_out(files: Files) -> None:
    del files["records/1.arena"]
    rewrite(files, lambda bodies: [body for body in bodies if getattr(body, "match", 0) != 1])


def turn_time_back(files: Files) -> None:
    rewrite(files, lambda bodies: bodies, step=timedelta(days=-1))


def forge_scores(files: Files) -> None:
    forge(files, lambda record: record.games[0].scores.__setitem__(0, -99))


def forge_moves(files: Files) -> None:
    def change(record: Any) -> None:
        record.games[0].entries[0].move.six_nimmt.card = 105

    forge(files, change)


def forge_players(files: Files) -> None:
    def change(record: Any) -> None:
        bots = record.plan.bots
        bots[0].name, bots[1].name = bots[1].name, bots[0].name

    forge(files, change)


def cut_record(files: Files) -> None:
    def change(record: Any) -> None:
        del record.games[-1]

    forge(files, change)


def mix_attempts(files: Files) -> None:
    """Have a game as it was dealt again, as if one that had gone badly had been played again."""

    def change(record: Any) -> None:
        connect = [partial(RandomConnection, bot.name, 0.0) for bot in record.plan.bots]
        playing = play_match(
            read_plan(record.plan), connect, lambda _: None, numbers=[1], attempt=1
        )
        record.games[1].CopyFrom(asyncio.run(playing).games[0])
        verify(record)

    forge(files, change)


def forge_forfeit(files: Files) -> None:
    """Add a forfeit of a seat that there is not."""
    forge(files, lambda record: record.games[0].forfeits.add(seat=99))


def add_a_file(files: Files) -> None:
    files["../../evil"] = b"so"


def add_a_record(files: Files) -> None:
    files["records/9.arena"] = files["records/1.arena"]


def add_a_submission(files: Files) -> None:
    files[f"submissions/{'f' * 64}.tar.gz"] = b"so"


def add_to_a_record(files: Files) -> None:
    files["records/1.arena"] += b"so"


def add_an_unknown_field(files: Files) -> None:
    """Have a record say something that no program of ours has written."""
    record = unpack_record(files["records/1.arena"], "")
    # Field 99, of length 2.
    more = rec.Record.FromString(record.SerializeToString() + b"\x9a\x06\x02so")
    forge(files, lambda record: record.CopyFrom(more))


def wait_for_days(files: Files) -> None:
    forge(files, lambda record: setattr(record.games[0].entries[0], "waited_us", 10**13))


def give_parameters(files: Files) -> None:
    forge(files, lambda record: record.plan.bots[0].parameters.update({"depth": "9"}))


def forge_submission(files: Files) -> None:
    name = next(name for name in files if name.startswith("submissions/"))
    files[name] = b"no archive"


TAMPERED: dict[Callable[[Files], None], str] = {
    cut_log: "Line 3 of the log is entry 4",
    change_log: "Entry 2 of the log has been changed",
    empty_log: "has no entries",
    lose_log: "has no log.jsonl",
    lose_record: "has no records/2.arena",
    swap_records: "is not the record of which the log has the digest",
    damage_record: "not whole",
    forge_scores: "records/1.arena cannot be played again: game 1",
    forge_moves: "records/1.arena cannot be played again: game 1",
    cut_record: "cannot be so: match 1 has 3 games, not 4",
    mix_attempts: "records/1.arena has games of several attempts; a match is played in one",
    forge_forfeit: "records/1.arena cannot be played again: game 1, after",
    forge_players: "cannot be so: match 1 is not what was planned",
    forge_submission: "is not the submission that came in",
    add_a_file: "has '../../evil', of which its log says nothing",
    add_a_record: "has 'records/9.arena', of which its log says nothing",
    add_a_submission: ".tar.gz', of which its log says nothing",
    add_to_a_record: "records/1.arena has bytes after its end",
    add_an_unknown_field: "records/1.arena has more in it than a record",
    wait_for_days: "records/1.arena has a wait in game 1 that no box can have had",
    give_parameters: "parameters that are not those of its files",
    invent_forfeit: "records/1.arena cannot be played again: game 1, after",
    invent_forfeit_with_its_moves: "records/1.arena cannot be played again: game 1, entry",
    invent_forfeit_and_cut: "cannot be so: match 1 has 3 games, not 4",
    give_other_files: "records/1.arena was played by other files of",
    give_other_clock: "records/1.arena was played on another clock than the ladder's",
    give_other_box: "cannot be so: nothing is played in a box 'inline'",
    give_other_box_to_the_log: "does not lead to what the log says of match 1",
    play_until_it_pleases: "cannot be so: match 1 is not what was planned",
    say_it_was_the_first_attempt: "does not lead to what the log says of match 1",
    break_commitment: "is not of the plan that the log has committed match 1 to",
    count_twice: "records/3.arena is not of the plan that the log has committed match 3 to",
    count_twice_with_its_plan: "cannot be so: each match is committed to a plan of its own",
    use_seed_twice: "records/2.arena has the random seed of match 1; each match has its own",
    leave_out: "cannot be so: match 2 is not the next",
    turn_time_back: "cannot be so: it is older than the one before it",
}


@pytest.fixture(scope="module")
def exported(golden: Golden, tmp_path_factory: pytest.TempPathFactory) -> Files:
    """Return what is in an export, with the submissions."""
    folder = tmp_path_factory.mktemp("exported")
    with golden.open(folder / "ladder.db", make_played) as store:
        write_export(store, folder / "good.zip", submissions=True)
    return read_files(folder / "good.zip")


@pytest.mark.parametrize("tamper", TAMPERED, ids=lambda tamper: tamper.__name__)
def test_an_export_that_was_tampered_with_makes_no_ladder(
    ladder: Run, exported: Files, tmp_path: Path, tamper: Callable[[Files], None]
) -> None:
    files = dict(exported)
    tamper(files)
    write_files(tmp_path / "bad.zip", files)
    before = sorted(tmp_path.iterdir())
    for words in (["import", "bad.zip", "--ladder=b.db"], ["verify", "bad.zip"]):
        assert TAMPERED[tamper] in refused(ladder(*words, check=2))
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("command", ["import", "verify", "rate"])
def test_an_archive_in_which_others_may_find_something_else_is_none(
    ladder: Run, tmp_path: Path, command: str
) -> None:
    ladder("export", "good.zip")
    good = (tmp_path / "good.zip").read_bytes()
    (tmp_path / "twice.zip").write_bytes(good)
    with (
        pytest.warns(UserWarning, match="Duplicate name"),
        zipfile.ZipFile(tmp_path / "twice.zip", "a") as archive,
    ):
        archive.writestr("log.jsonl", b"another log")
    (tmp_path / "page.zip").write_bytes(b"<html>so</html>" + good)
    (tmp_path / "after.zip").write_bytes(good + b"so")
    (tmp_path / "comment.zip").write_bytes(good)
    with zipfile.ZipFile(tmp_path / "comment.zip", "a") as archive:
        archive.comment = b"so"
    sentences = {
        "twice.zip": "has 'log.jsonl' more than once",
        "page.zip": "has something before the archive",
        "after.zip": "has something after the archive",
        "comment.zip": "has something after the archive",
    }
    for name, sentence in sentences.items():
        words = [name, "--ladder=b.db"] if command == "import" else [name]
        assert sentence in refused(ladder(command, *words, check=2))


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize(
    ("member", "sentence"),
    [("log.jsonl", "Line 1 of the log"), ("records/1.arena", "records/1.arena is over 64 MiB")],
)
def test_a_bomb_in_an_export_does_not_go_off(
    ladder: Run, tmp_path: Path, member: str, sentence: str
) -> None:
    ladder("export", "good.zip")
    with (
        zipfile.ZipFile(tmp_path / "good.zip") as good,
        zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as bomb,
    ):
        for name in good.namelist():
            if name != member:
                bomb.writestr(name, good.read(name))
        with bomb.open(member, "w", force_zip64=True) as file:
            for _ in range(300):
                file.write(bytes(1024**2))
    limit = ["prlimit", f"--as={2 * 1024**3}"]
    said = refused(ladder("import", "bomb.zip", "--ladder=b.db", check=2, behind=limit))
    assert sentence in said


@pytest.mark.parametrize("command", ["import", "rate"])
def test_what_is_no_file_is_no_export_and_is_not_waited_for(
    ladder: Run, tmp_path: Path, command: str
) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "pipe is no export" in refused(ladder(command, "pipe", check=2))


@pytest.mark.usefixtures("played")
def test_a_damaged_zip_is_one_sentence(ladder: Run, tmp_path: Path) -> None:
    ladder("export", "good.zip")
    whole = (tmp_path / "good.zip").read_bytes()
    for at in range(0, len(whole), len(whole) // 12):
        (tmp_path / "bad.zip").write_bytes(whole[:at] + b"\xff\x00\xff" + whole[at + 3 :])
        done = ladder("import", "bad.zip", f"--ladder={at}.db", check=None)
        assert "Traceback" not in done.stderr
        assert done.returncode in {0, 2}


@pytest.mark.usefixtures("played")
def test_an_export_that_fails_leaves_the_one_before_as_it_was(
    ladder: Run, played: Path, tmp_path: Path
) -> None:
    ladder("export", "x.zip")
    before = (tmp_path / "x.zip").read_bytes()
    with closing(sqlite3.connect(played)) as connection, connection:
        connection.execute("UPDATE entries SET body = '{' WHERE number = 5")
    assert "entry 5" in refused(ladder("export", "x.zip", check=1))
    assert (tmp_path / "x.zip").read_bytes() == before
    assert not list(tmp_path.glob("*.partial"))


@pytest.mark.usefixtures("played")
def test_an_export_is_said_to_go_on_from_an_earlier_one_or_from_its_digest(
    ladder: Run, played: Path, tmp_path: Path
) -> None:
    old = json.loads(ladder("export", "old.zip", "--json").stdout)
    with open_store(str(played)) as store:
        play_on(store, 1)
    ladder("export", "new.zip")
    for earlier in ("old.zip", old["digest"], old["digest"].upper()):
        assert (
            f"goes on from entry {old['entries']},"
            in ladder("verify", "new.zip", "--extends", earlier).stdout
        )
    said = json.loads(ladder("verify", "new.zip", "--extends=old.zip", "--json").stdout)
    assert (said["extends"], said["played"], said["open"]) == (old["entries"], 3, [])
    sentence = refused(ladder("verify", "old.zip", "--extends=new.zip", check=2))
    assert f"it has {old['entries']} entries, and that one {said['entries']}." in sentence


@pytest.mark.usefixtures("played")
def test_a_log_that_was_cut_or_made_up_whole_does_not_go_on_from_what_was_published(
    ladder: Run, tmp_path: Path
) -> None:
    digest = json.loads(ladder("export", "good.zip", "--json").stdout)["digest"]
    files = read_files(tmp_path / "good.zip")
    whole = dict(files)
    # It fits together, so nothing but the published digest shows it.
    rewrite(files, lambda bodies: bodies[:-2])
    lose_record(files)
    write_files(tmp_path / "cut.zip", files)
    rewrite(whole, lambda bodies: bodies, step=timedelta(seconds=1))
    write_files(tmp_path / "other.zip", whole)
    for name in ("cut.zip", "other.zip"):
        ladder("verify", name)
        sentence = refused(ladder("verify", name, "--extends", digest, check=2))
        assert f"none of its entries has the digest {digest}" in sentence
    sentence = refused(ladder("verify", "other.zip", "--extends=good.zip", check=2))
    assert "the last of that one, is another here" in sentence
    assert "neither an export nor a digest" in refused(
        ladder("verify", "good.zip", "--extends=nothing", check=2)
    )


def read_files(path: Path) -> Files:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def write_files(path: Path, files: Files) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)


@pytest.mark.usefixtures("played")
def test_what_is_taken_for_an_export_is_named_for_what_it_is(ladder: Run, tmp_path: Path) -> None:
    ladder("export", "good.zip")
    whole = (tmp_path / "good.zip").read_bytes()
    (tmp_path / "half.zip").write_bytes(whole[: len(whole) // 2])
    for words in (["rate"], ["verify"], ["import", "--ladder=b.db"]):
        sentence = refused(ladder(*words, "ladder.db", check=2))
        assert "ladder.db is a ladder, and not an export of one; `ladder export FILE`" in sentence
        assert "half.zip is not whole, or damaged" in refused(ladder(*words, "half.zip", check=2))


@pytest.mark.usefixtures("played")
def test_of_a_damaged_ladder_no_export_is_written(
    ladder: Run, played: Path, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(played)) as connection, connection:
        connection.execute("DELETE FROM records WHERE match = 1")
    sentence = refused(ladder("export", "x.zip", check=1))
    assert "is damaged, so no export was written" in sentence
    assert "records/1.arena" in sentence
    assert not (tmp_path / "x.zip").exists()
    assert not list(tmp_path.glob("*.partial"))
