"""Exports that are not to be believed make no ladder."""

import asyncio
import os
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from arena.match.match import play_match
from arena.match.record import digest_of, pack_record, unpack_record
from arena.match.replay import verify
from ladder.log import make_entry
from ladder.log_file import read_log, write_log
from tests.ladder.bad_input.mistakes import refused
from tests.match.playing import RandomLine
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


def forge(files: Files, change: Callable[[object], None]) -> None:
    """Change a record, and have the whole log fit to it."""
    record = unpack_record(files["records/1.arena"], "")
    change(record)
    content = pack_record(record)
    files["records/1.arena"] = content
    forged, before = [], "0" * 64
    for entry in read_log(files["log.jsonl"].splitlines(keepends=True)):
        body = entry.body
        if getattr(body, "match", 0) == 1:
            body = replace(body, record=digest_of(content))
        forged.append(make_entry(before, entry.number, entry.time, body))
        before = forged[-1].digest
    files["log.jsonl"] = b"".join(write_log(forged))


def forge_scores(files: Files) -> None:
    forge(files, lambda record: record.games[0].scores.__setitem__(0, -99))  # type: ignore[attr-defined]


def forge_moves(files: Files) -> None:
    def change(record: object) -> None:
        record.games[0].entries[0].move.six_nimmt.card = 99  # type: ignore[attr-defined]

    forge(files, change)


def forge_players(files: Files) -> None:
    def change(record: object) -> None:
        entrants = record.plan.entrants  # type: ignore[attr-defined]
        entrants[0].name, entrants[1].name = entrants[1].name, entrants[0].name

    forge(files, change)


def cut_record(files: Files) -> None:
    def change(record: object) -> None:
        del record.games[-1]  # type: ignore[attr-defined]

    forge(files, change)


def mix_attempts(files: Files) -> None:
    """Have a game as it was dealt anew, as if one that had gone badly had been played again."""

    def change(record: Any) -> None:
        connect = [partial(RandomLine, entrant.name, 0.0) for entrant in record.plan.entrants]
        playing = play_match(record.plan, connect, lambda _: None, numbers=[1], attempt=1)
        record.games[1].CopyFrom(asyncio.run(playing).games[0])
        verify(record)

    forge(files, change)


def forge_forfeit(files: Files) -> None:
    """Add a forfeit of a seat that there is not."""
    forge(files, lambda record: record.games[0].forfeits.add(seat=99))  # type: ignore[attr-defined]


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
    cut_record: "records/1.arena has not all of the",
    mix_attempts: "records/1.arena has games of several attempts; a match is played in one",
    forge_forfeit: "records/1.arena cannot be played again: game 1, after",
    forge_players: "does not lead to what the log says of match 1",
    forge_submission: "is not the submission that came in",
}


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("tamper", TAMPERED, ids=lambda tamper: tamper.__name__)
def test_an_export_that_was_tampered_with_makes_no_ladder(
    ladder: Run, tmp_path: Path, tamper: Callable[[Files], None]
) -> None:
    ladder("export", "good.zip", "--submissions")
    with zipfile.ZipFile(tmp_path / "good.zip") as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    tamper(files)
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    before = sorted(tmp_path.iterdir())
    sentence = refused(ladder("import", "bad.zip", "--ladder=b.db", check=2))
    assert TAMPERED[tamper] in sentence
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("member", ["log.jsonl", "records/1.arena"])
def test_a_bomb_in_an_export_does_not_go_off(ladder: Run, tmp_path: Path, member: str) -> None:
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
    refused(ladder("import", "bomb.zip", "--ladder=b.db", check=2, behind=limit))


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
