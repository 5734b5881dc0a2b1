"""A ladder that is backed up and restored: the same in every row, or nothing is done."""

import gzip
import json
import multiprocessing
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import NamedTemporaryFile

import pytest
from sqlalchemy import insert, select

from arena.errors import UserError
from ladder.archive.backup import restore_backup, write_backup
from ladder.log.entries import ORGANISER
from ladder.machine.pulse import begin_pulse, read_machine
from ladder.settings.about import About, Logo
from ladder.settings.dates import ActName, PlannedAct
from ladder.settings.join_code import JoinCode
from ladder.settings.people import Participant
from ladder.settings.webhook import EventKind, Webhook, WebhookEvent
from ladder.store import schema
from ladder.store.database import StoreFailure
from ladder.store.dates import keep_dates
from ladder.store.live_games import LiveGames
from ladder.store.opening import open_reader, open_store
from ladder.store.outbox import add_event, keep_webhook
from ladder.store.people import keep_people
from ladder.store.requests import Requests
from ladder.store.sessions import Sessions
from ladder.store.settings import keep_setting
from ladder.store.tokens import Tokens
from ladder.store.uploads import Uploads
from tests.ladder.bad_input.mistakes import dump, refused
from tests.ladder.ladders import finish, make_ladder, plan_match, play, play_on, queue, void
from tests.programs import Run

TABLES = schema.metadata.sorted_tables
SPAWN = multiprocessing.get_context("spawn")


@pytest.fixture
def full(made: str, tmp_path: Path) -> str:
    """Return a ladder, in a file, that has something in every table."""
    return str(shutil.copy(made, tmp_path / "full.db"))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> str:
    place = str(tmp_path_factory.mktemp("made") / "full.db")
    with make_ladder(place, "one", "two", "three") as store:
        play_on(store, 2)
        finish(store, plan_match(store), erring=["one"])
        waiting = queue(store, plan_match(store))
        void(store, waiting.match, "no image")
        begun = queue(store, plan_match(store))
        store.begin(begun.match)
        LiveGames(store.connections).add([(begun.match, play(begun.plan).games[0])])
        Tokens(store.connections).issue(ORGANISER, organiser=True)
        Sessions(store.connections).begin(1)
        Uploads(store.connections).add(ORGANISER, "bot.zip", None, Random(1).randbytes(70_000))
        Requests(store.connections).ask(ORGANISER, ["one@1", "two@1"])
        # Over, since a database server that was just started leaves the lock to one that is not.
        with store.connections.writing() as here:
            keep_people(here.connection, [Participant("ada", "Ada")])
            pulse = replace(begin_pulse(read_machine("process", "", 1)), over=True)
            for value in (pulse, JoinCode("0" * 64), About(title="Cards"), Logo(b"\x89PNG")):
                keep_setting(here.connection, value)
            opening = PlannedAct(ActName.OPENING, datetime(2026, 1, 1, tzinfo=UTC))
            keep_dates(here.connection, [(opening, True)])
            counted = {"request": 1, "number": 0, "counted": b"\0\xff"}
            here.connection.execute(insert(schema.rounds).values(counted))
            keep_webhook(here.connection, Webhook("https://hooks.example.org", "s" * 16))
            event = WebhookEvent("1", EventKind.BENCHED, opening.time, "One is benched.")
            add_event(here.connection, event)
            for table in (schema.logs, schema.last_lines):
                row = {"match": 1, "player": "one@1", "game": 0, "seat": 0, "content": b"\0\xff"}
                known = {name: row[name] for name in table.c.keys() & row.keys()}
                here.connection.execute(insert(table).values(known))
    assert all(rows_of(place).values())
    return place


def rows_of(place: str) -> dict[str, list[tuple[object, ...]]]:
    """Return all that a ladder has, by table."""
    with open_reader(place) as reader, reader.connections.reading() as connection:
        return {
            table.name: [
                tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))
            ]
            for table in TABLES
        }


def nobody(_done: int, _total: int) -> None:
    """Watch nothing."""


def test_a_backup_is_restored_with_the_same_boards_byte_for_byte(
    ladder: Run, full: str, postgres_place: str, tmp_path: Path
) -> None:
    before = rows_of(full)
    made = json.loads(ladder("backup", "full.backup", "--ladder", full, "--json").stdout)
    assert made["rows"] == {name: len(rows) for name, rows in before.items()}
    assert (tmp_path / "full.backup").stat().st_mode & 0o777 == 0o600
    with open_store(full) as store:
        play_on(store, 1)
    ladder("restore", "full.backup", "--ladder", postgres_place)
    assert rows_of(postgres_place) == before
    # In the other direction, and over an earlier backup.
    ladder("backup", "full.backup", "--ladder", postgres_place)
    ladder("restore", "full.backup", "--ladder=copy.db")
    assert rows_of(str(tmp_path / "copy.db")) == before
    # gunzip alone makes a ladder of it.
    unpacked = gzip.decompress((tmp_path / "full.backup").read_bytes())
    (tmp_path / "unpacked.db").write_bytes(unpacked)
    tables = [
        ladder("table", "--json", "--ladder", place).stdout
        for place in (postgres_place, "copy.db", "unpacked.db", full)
    ]
    assert tables[0] == tables[1] == tables[2] != tables[3]


def cut(content: bytes) -> bytes:
    return content[: len(content) // 2]


def change(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


def alter(content: bytes, command: str) -> bytes:
    with NamedTemporaryFile() as file:
        Path(file.name).write_bytes(gzip.decompress(content))
        with closing(sqlite3.connect(file.name)) as connection, connection:
            connection.execute(command)
        return gzip.compress(Path(file.name).read_bytes())


def of_a_newer_program(content: bytes) -> bytes:
    return alter(content, "UPDATE alembic_version SET version_num = '9999'")


def of_other_tables(content: bytes) -> bytes:
    return alter(content, "ALTER TABLE people RENAME TO friends")


SPOILT: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "cut off": (cut, r"x is cut off or damaged; take another copy"),
    "changed": (change, r"x is cut off or damaged; take another copy"),
    "of a newer program": (
        of_a_newer_program,
        r"x cannot be restored\. The ladder was made by another",
    ),
    "of other tables": (of_other_tables, r"x is no backup; its tables are not those of a ladder"),
    "other text": (lambda _: b"hello", r"x is no backup; `ladder backup` writes one"),
    "other text, packed": (lambda _: gzip.compress(b"hello"), r"x is no backup; `ladder"),
    "empty": (lambda _: b"", r"x is no backup; `ladder backup` writes one"),
    "a ladder": (gzip.decompress, r"x is a ladder, and not a backup of one"),
    "an export": (lambda _: b"PK\3\4", r"x is an export; `ladder import` makes"),
}


def test_what_is_no_whole_backup_is_refused_and_no_ladder_made(full: str, tmp_path: Path) -> None:
    file = tmp_path / "x"
    write_backup(full, file, nobody)
    whole = file.read_bytes()
    for spoil, sentence in SPOILT.values():
        file.write_bytes(spoil(whole))
        with pytest.raises(UserError, match=sentence):
            restore_backup(file, str(tmp_path / "new.db"), nobody)
        assert not [*tmp_path.glob("new*")]


def bomb(file: Path) -> None:
    """Write what begins as a ladder, and unpacks to a thousand times its size."""
    with gzip.open(file, "wb") as packed:
        packed.write(b"SQLite format 3\0")
        for _ in range(80):
            packed.write(bytes(1024**2))


def with_a_view(file: Path) -> None:
    """Write a ladder whose log is a view. It could have no end, and so could the test."""
    database = file.with_suffix(".sqlite")
    make_ladder(database, "one").close()
    with closing(sqlite3.connect(database)) as there, there:
        there.execute("ALTER TABLE entries RENAME TO others")
        there.execute(
            "CREATE VIEW entries AS WITH RECURSIVE n(number) AS"
            " (SELECT 1 UNION ALL SELECT number + 1 FROM n WHERE number < 1000)"
            " SELECT n.number, time, kind, body, digest FROM n, others"
        )
        there.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file.write_bytes(gzip.compress(database.read_bytes()))


@pytest.mark.parametrize(
    ("write", "sentence"),
    [
        (bomb, "more than 100 times its size"),
        (with_a_view, "There is more in it than the tables of a ladder"),
    ],
)
def test_a_hostile_backup_is_bounded_and_leaves_nothing(
    tmp_path: Path, write: Callable[[Path], None], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    write(tmp_path / "hostile.backup")
    with pytest.raises(UserError, match=sentence):
        restore_backup(tmp_path / "hostile.backup", str(tmp_path / "ladder.db"), nobody)
    assert not (tmp_path / "ladder.db").exists()
    assert not [*(tmp_path / "temporary").iterdir()]


def test_a_place_that_is_taken_stays_as_it_is(ladder: Run, full: str, tmp_path: Path) -> None:
    ladder("backup", "x", "--ladder", full)
    make_ladder(tmp_path / "ladder.db", "one", "two").close()
    before, whole = dump(tmp_path / "ladder.db"), dump(Path(full))
    backup = (tmp_path / "x").read_bytes()
    for words, sentence in (
        (["restore", "x"], "There is something in ladder.db already"),
        (["restore", "missing"], "missing cannot be read"),
        (["restore", "."], "is no backup"),
        (["backup", "full.db"], "full.db is there and is no backup"),
        (["export", "full.db"], "full.db is a ladder or another database; name another file"),
        (["backup", "."], ". is a folder"),
        (["backup", "missing/x"], "missing/x cannot be written: No such file or directory"),
        (["backup", "x", "--ladder=none.db"], "There is no ladder in none.db"),
    ):
        assert sentence in refused(ladder(*words, check=2))
    assert (dump(tmp_path / "ladder.db"), dump(Path(full))) == (before, whole)
    assert (tmp_path / "x").read_bytes() == backup


def test_a_backup_disturbs_no_season(ladder: Run, full: str) -> None:
    with open_store(full) as store, store.season_lock():
        ladder("backup", "x", "--ladder", full)


def test_where_the_server_is_away_nothing_is_restored(
    ladder: Run, full: str, tmp_path: Path
) -> None:
    before = rows_of(full)
    ladder("backup", "x", "--ladder", full)
    away = "postgresql://arena@127.0.0.1:1/x"
    for words in (
        ["restore", "x", "--ladder", away],
        ["backup", "y", "--ladder", away],
    ):
        assert "the database server cannot be reached" in refused(ladder(*words, check=1))
    assert rows_of(full) == before
    assert {path.name for path in tmp_path.iterdir()} <= {"full.db", "full.db.season", "x"}


@pytest.mark.usefixtures("processes")
def test_a_full_disk_leaves_no_half_of_a_copy(full: str, disk: Path, tmp_path: Path) -> None:
    before = rows_of(full)
    write_backup(full, tmp_path / "x", nobody)
    (disk / "ballast").write_bytes(bytes(2 * 1024**2 - 150_000))
    full_disk = pytest.raises((UserError, StoreFailure), match=r"disk|No space left")
    with full_disk:
        write_backup(full, disk / "x", nobody)
    with full_disk:
        restore_backup(tmp_path / "x", str(disk / "new.db"), nobody)
    assert [path.name for path in disk.iterdir()] == ["ballast"]
    assert rows_of(full) == before
