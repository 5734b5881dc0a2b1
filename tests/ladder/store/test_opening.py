"""How a ladder is made, filled, opened and upgraded, on either database."""

import json
import multiprocessing
import shutil
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import (
    Boolean,
    Column,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.exc import DBAPIError

from arena.errors import UserError
from ladder.log.entries import BEGINNING, Cancelled, Joined, LogEntry, Played, make_entry
from ladder.machine.pulse import begin_pulse, read_machine
from ladder.settings.about import About, Logo
from ladder.settings.dates import ActName, Calendar, PlannedAct
from ladder.settings.join_code import JoinCode
from ladder.settings.scheme import Scheme, Tier
from ladder.settings.webhook import Webhook
from ladder.store import opening, schema, upgrade
from ladder.store.database import StoreFailure, find_url, open_engine, reading, transaction
from ladder.store.locks import find_lock, season_lock
from ladder.store.opening import create_store, fill_store, open_store
from ladder.store.settings import Setting, keep_setting
from ladder.store.store import Store
from tests.ladder.conftest import DATABASE, OTHER_DATABASE, make_database
from tests.ladder.ladders import (
    DIGEST,
    FILES,
    SHORT,
    make_ladder,
    open_log,
    plan_match,
    play_on,
    queue,
)
from tests.ladder.store.contents import everything


def test_a_ladder_is_made_once(store: Store, place: str) -> None:
    before = everything(store)
    with pytest.raises(UserError, match=r"something in .* already"):
        create_store(place, open_log(SHORT))
    assert everything(store) == before


def test_nobody_else_on_the_machine_can_read_a_ladder(tmp_path: Path) -> None:
    with create_store(str(tmp_path / "ladder.db"), open_log(SHORT)) as store:
        store.append(Joined("ann"))
        files = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.glob("ladder.db*")}
    assert files == dict.fromkeys(["ladder.db", "ladder.db-shm", "ladder.db-wal"], 0o600)


def test_nobody_else_can_take_a_lock_of_a_ladder(tmp_path: Path) -> None:
    with create_store(str(tmp_path / "ladder.db"), open_log(SHORT)) as store:
        url = store.connections.url
        before = tmp_path / "ladder.db.season"
        # As an earlier version has left it.
        before.touch(0o644)
        for lock in (season_lock(url), find_lock(url, "rating"), find_lock(url, "publishing")):
            with lock:
                pass
        locks = {path.suffix: path.stat().st_mode & 0o777 for path in tmp_path.glob("*.db.*")}
    assert locks == dict.fromkeys([".season", ".rating", ".publishing"], 0o600)


def test_no_entry_is_older_than_the_one_before_it_though_a_clock_was_put_back(
    store: Store, place: str
) -> None:
    opened = next(store.entries()).body
    ahead = make_entry(BEGINNING, 1, datetime.now(UTC) + timedelta(days=1), opened)
    other = other_place(place)
    fill_store(other, [(ahead, None)], [])
    with open_store(other) as copy:
        assert copy.append(Joined("ann"))[0].time == ahead.time


def test_a_database_has_to_keep_every_text(postgres: str) -> None:
    place = make_database(postgres, "TEMPLATE template0 ENCODING 'SQL_ASCII'")
    with pytest.raises(UserError, match=r"is SQL_ASCII, and a ladder needs UTF8"):
        create_store(place, open_log(SHORT))


# In it a full stop comes before a plus, so the fractions of a second before the second itself.
OF_THE_DICTIONARY = "TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'"


def test_times_have_one_order_in_a_database_of_any_locale(postgres: str) -> None:
    moment = datetime(2026, 11, 28, tzinfo=UTC)
    with make_ladder(make_database(postgres, OF_THE_DICTIONARY), "one", "two") as store:
        play_on(store, 1)
        with store.connections.writing() as here:
            later = (moment + timedelta(milliseconds=500)).isoformat()
            here.connection.execute(update(schema.results).values(time=later))
        assert store.results_before(moment) == (0, 0)
        assert store.results_before(moment + timedelta(seconds=1))[1] == 1


def test_text_is_compared_by_code_points_on_a_server(postgres: str) -> None:
    engine = open_engine(find_url(make_database(postgres, OF_THE_DICTIONARY)))
    with transaction(engine) as connection:
        upgrade.make_tables(connection)
        asked = text(
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = 'public' AND table_name != 'alembic_version'"
            " AND data_type = 'character varying' AND collation_name IS DISTINCT FROM 'C'"
        )
        assert connection.execute(asked).all() == []
    engine.dispose()


def test_a_ladder_that_could_not_be_filled_is_not_there(store: Store, place: str) -> None:
    def broken() -> Iterator[tuple[str, bytes]]:
        yield DIGEST, FILES
        raise UserError("The second is no submission.")

    other = other_place(place)
    with pytest.raises(UserError, match="The second"):
        fill_store(other, proved(store), broken())
    with pytest.raises(UserError, match="no ladder"):
        open_store(other)
    fill_store(other, proved(store), [])
    with open_store(other) as copy:
        assert list(copy.entries()) == list(store.entries())


def proved(store: Store) -> Iterator[tuple[LogEntry, bytes | None]]:
    """Yield the log of a ladder with the records of its matches."""
    for entry in store.entries():
        is_match = isinstance(entry.body, Played)
        yield entry, store.record(entry.played.match) if is_match else None


def other_place(place: str) -> str:
    if "://" not in place:
        return f"{place}.other"
    engine = open_engine(find_url(place))
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f"CREATE DATABASE {OTHER_DATABASE}"))
    engine.dispose()
    return place.replace(f"/{DATABASE}?", f"/{OTHER_DATABASE}?")


def test_matches_of_a_filled_ladder_go_on_after_the_last_one(store: Store, place: str) -> None:
    play_on(store, 2)
    queue(store, plan_match(store))
    store.cancel(3, "so")
    submissions = [(digest, store.submission(digest) or b"") for digest in store.digests()]
    fill_store(other := other_place(place), proved(store), submissions)
    with open_store(other) as copy:
        assert everything(copy)[:3] == everything(store)[:3]
        assert queue(copy, plan_match(copy)).match == 4


def test_what_waits_cannot_be_played_from_a_copy_and_is_cancelled_there(
    store: Store, place: str
) -> None:
    play_on(store, 1)
    queue(store, plan_match(store))
    fill_store(other := other_place(place), proved(store), [])
    with open_store(other) as copy:
        *entries, last = copy.entries()
        assert entries == list(store.entries())
        assert last.body == Cancelled(2, "its plan stayed behind at an import", by="")
        assert copy.queue() == []
        assert queue(copy, plan_match(copy, ["one@1", "two@1"])).match == 3


# One of each that a ladder has once.
TERM = (
    About(title="Cards", closed=True),
    Logo(b"\x89PNG"),
    Scheme((Tier("one", 2.5),)),
    Webhook("https://hooks.example.org", "s" * 16),
    Calendar(((PlannedAct(ActName.OPENING, datetime(2026, 1, 1, tzinfo=UTC)), True),)),
    replace(begin_pulse(read_machine("process", "", 1)), over=True),
    JoinCode("0" * 64),
)
# The tables of one row in which these were in 1.0.
OLD = MetaData()
KINDS = {
    "logo": LargeBinary,
    "done": Boolean,
    "over": Boolean,
    "rated": Integer,
    "counted": Integer,
}
for name, columns in {
    "about": ["content", "logo", "scheme", "webhook"],
    "dates": ["act", "content", "done"],
    "pulse": ["begun", "seen", "over", "machine"],
    "derived": ["rated", "counted", "model"],
}.items():
    Table(name, OLD, *(Column(one, KINDS.get(one, Text)) for one in columns))


def set_back(place: str) -> None:
    """Make a ladder one of 1.0, from which this program upgrades."""
    engine = open_engine(find_url(place))
    with transaction(engine) as connection:
        kept = {row.name: row.value for row in connection.execute(select(schema.settings))}
        logo, pulse = b64decode(json.loads(kept["logo"])["content"]), json.loads(kept["pulse"])
        ((act, done),) = json.loads(kept["dates"])["acts"]
        rows = {
            "about": {"content": kept["about"], "logo": logo}
            | {name: kept[name] for name in ("scheme", "webhook")},
            "dates": {"act": act["act"], "content": json.dumps(act), "done": done},
            "pulse": pulse | {"machine": json.dumps(pulse["machine"])},
            "derived": json.loads(kept["derived"]),
        }
        OLD.create_all(connection)
        for name, row in rows.items():
            connection.execute(insert(OLD.tables[name]).values(row))
        connection.execute(text("DROP TABLE settings"))
        for column in ("begun", "seconds"):
            connection.execute(text(f"ALTER TABLE requests DROP COLUMN {column}"))
    engine.dispose()
    set_revision(place, "0021")


def keep(store: Store, *values: Setting) -> None:
    with store.connections.writing() as here:
        for value in values:
            keep_setting(here.connection, value)


def test_an_upgraded_ladder_has_the_tables_of_a_new_one_and_nothing_is_lost(
    store: Store, place: str
) -> None:
    play_on(store, 1)
    keep(store, *TERM)
    before = everything(store)
    set_back(place)
    with open_store(place) as newer:
        # Guests join since then.
        keep(newer, TERM[-1])
        assert everything(newer) == before
        with newer.connections.reading() as connection:
            context = MigrationContext.configure(connection, opts={"compare_type": True})
            assert compare_metadata(context, schema.metadata) == []


def test_the_newest_migration_is_known() -> None:
    script = ScriptDirectory(str(Path(upgrade.__file__).with_name("migrations")))
    assert script.get_current_head() == upgrade.NEWEST


def set_revision(place: str, revision: str) -> None:
    engine = open_engine(find_url(place))
    with transaction(engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :to"), {"to": revision})
    engine.dispose()


@pytest.mark.parametrize("revision", ["9999", "0020"])
def test_a_ladder_of_another_version_of_the_program_is_refused_and_stays_as_it_is(
    store: Store, place: str, revision: str
) -> None:
    before = everything(store)
    set_revision(place, revision)
    with pytest.raises(UserError, match="made by another version of this program"):
        open_store(place)
    assert everything(store) == before


NEXT = '''
"""A note on every submission."""
import sqlalchemy as sa
from alembic import op
revision = "9998"
down_revision = "{before}"
def upgrade():
    op.add_column("submissions", sa.Column("note", sa.Text))
    {more}
'''


# SQLite lets no second program begin to write, so it need not be waited for there.
WAIT_FOR_ANOTHER = """
    from tests.waiting import wait_until
    waiting = sa.text(
        "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database"
        " WHERE datname = current_database() AND NOT granted"
    )
    if op.get_bind().dialect.name == "postgresql":
        wait_until(lambda: op.get_bind().execute(waiting).scalar())
"""


def add_migration(patch: pytest.MonkeyPatch, folder: Path, more: str = "") -> None:
    write_migration(folder, more)
    patch.setattr(upgrade, "MIGRATIONS", folder)
    patch.setattr(upgrade, "NEWEST", "9998")


def write_migration(folder: Path, more: str = "") -> None:
    shutil.copytree(upgrade.MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "later.py").write_text(NEXT.format(more=more, before=upgrade.NEWEST))


def test_a_ladder_of_an_older_program_is_upgraded_when_it_is_opened(
    store: Store, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_on(store, 1)
    before = everything(store)
    add_migration(monkeypatch, tmp_path / "newer")
    with open_store(place) as newer:
        assert everything(newer) == before
        with newer.connections.reading() as connection:
            assert connection.execute(text("SELECT note FROM submissions")).first() == (None,)
            assert upgrade.find_revision(connection) == "9998"


def open_at_once(place: str, migrations: Path, both: Barrier, told: Connection) -> None:
    """Open a ladder once two programs have seen that it is an older one; the body of a process."""
    upgrade.MIGRATIONS, upgrade.NEWEST = migrations, "9998"  # type: ignore[misc]
    find = vars(opening)["_find_ladder"]

    def find_both(there: str) -> object:
        found = find(there)
        both.wait()
        return found

    vars(opening)["_find_ladder"] = find_both
    try:
        open_store(place).close()
        told.send("")
    except (UserError, StoreFailure) as error:
        told.send(str(error))


@pytest.mark.usefixtures("processes")
def test_two_programs_that_upgrade_a_ladder_at_once_both_open_it(
    store: Store, place: str, tmp_path: Path
) -> None:
    before = everything(store)
    # The first one goes on when the other one waits for it.
    write_migration(tmp_path / "newer", WAIT_FOR_ANOTHER)
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    words = (place, tmp_path / "newer", spawn.Barrier(2), theirs)
    programs = [spawn.Process(target=open_at_once, args=words) for _ in range(2)]
    for program in programs:
        program.start()
    assert [ours.recv(), ours.recv()] == ["", ""]
    for program in programs:
        program.join()
    assert everything(store) == before


def test_an_upgrade_that_fails_changes_nothing(
    store: Store, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        add_migration(patch, tmp_path / "newer", 'op.execute("SELECT no_such_thing")')
        with pytest.raises(DBAPIError):
            open_store(place)
    with open_store(place) as same:
        assert everything(same) == everything(store)


def test_a_database_of_others_is_left_as_it_is(place: str) -> None:
    engine = open_engine(find_url(place))
    with transaction(engine) as connection:
        connection.execute(text("CREATE TABLE poems (line TEXT)"))
    with pytest.raises(UserError, match="There is no ladder"):
        open_store(place)
    with pytest.raises(UserError, match="something in"):
        create_store(place, open_log(SHORT))
    with reading(engine) as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() is None
        connection.execute(text("SELECT line FROM poems"))
    engine.dispose()
