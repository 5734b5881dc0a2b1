"""The store, in a SQLite file and on a PostgreSQL server: each promise holds on both."""

import multiprocessing
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import pairwise
from multiprocessing.connection import Connection as Pipe
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import event, text

from arena.mistake import Mistake
from ladder.log import Admitted, Entered, Excluded, Opened, Returned, make_entry
from ladder.log_file import read_log, write_log
from ladder.outcome import result_of
from ladder.store import schema, upgrade
from ladder.store.database import find_url, open_engine, reading, writing
from ladder.store.failure import StoreFailure
from ladder.store.opening import create_store, fill_store, open_store
from ladder.store.store import MOST_CHECKPOINTS, Store
from tests.ladder.conftest import DATABASE, OTHER_DATABASE
from tests.ladder.ladders import (
    DIGEST,
    FILES,
    SHORT,
    finish,
    make_ladder,
    plan_match,
    play,
    play_on,
)

SPAWN = multiprocessing.get_context("spawn")


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    with make_ladder(place, "one", "two", "three") as store:
        yield store


def everything(store: Store) -> list[object]:
    """Return all that a store says."""
    queue = [(one.match, one.plan.SerializeToString(), one.voids) for one in store.queue()]
    files = [list(store.records()), store.digests(), store.checkpoint()]
    return [list(store.entries()), list(store.results()), store.head(), queue, *files]


def test_what_went_in_comes_out(store: Store) -> None:
    entry = finish(store, plan_match(store))
    assert store.opened() == Opened((SHORT,), 4, "10+0.1")
    assert store.played(1) == entry == list(store.entries())[-1]
    assert list(store.results()) == [result_of(entry)]
    assert store.head() == (5, entry.digest)
    assert store.submission(DIGEST) == FILES
    assert store.submission("0" * 64) is None
    assert store.record(2) is None
    assert store.played(2) is None
    assert store.played(10**30) is None
    assert dict(store.records()) == {1: store.record(1)}
    assert store.recorded() == {1}
    assert list(read_log(write_log(store.entries()))) == list(store.entries())


def test_entries_and_results_come_in_order_from_where_they_are_asked_for(store: Store) -> None:
    play_on(store, 4)
    assert [entry.number for entry in store.entries()] == [*range(1, 9)]
    assert [entry.number for entry in store.entries(after=3, last=6)] == [4, 5, 6]
    assert [result.number for result in store.results(after=5, last=7)] == [6, 7]
    assert list(store.results(game="six_nimmt")) == list(store.results())
    assert list(store.results(game="tonton")) == []


def test_a_players_matches_come_newest_first(store: Store) -> None:
    entries = play_on(store, 6)
    theirs = [entry for entry in entries if "one@1" in entry.played.players]
    assert store.matches_of("one@1") == theirs[::-1]
    assert store.matches_of("one@1", 2) == theirs[::-1][:2]
    assert store.matches_of("nobody@1") == []


STEPS = ["entries", "results", "appearances", "records", "head", "queue"]


@pytest.mark.parametrize("table", STEPS)
def test_a_match_is_finished_whole_or_not_at_all(store: Store, table: str) -> None:
    record = play(plan_match(store))
    match = store.plan(record.plan).match
    before = everything(store)
    with failing_at(store, table), pytest.raises(StoreFailure):
        store.finish(match, record)
    assert everything(store) == before
    assert store.finish(match, record) is not None


@pytest.mark.parametrize("table", ["submissions", "entries", "head"])
def test_a_submission_comes_in_whole_or_not_at_all(store: Store, table: str) -> None:
    before = everything(store)
    with failing_at(store, table), pytest.raises(StoreFailure):
        store.enter(Entered("four@1", "f" * 64, ()), FILES)
    assert everything(store) == before


class failing_at:  # noqa: N801 - used as a context
    """Have the database fail just after it has changed a table."""

    def __init__(self, store: Store, table: str) -> None:
        self._engine, self._table = store._engine, table

    def __enter__(self) -> None:
        event.listen(self._engine, "after_cursor_execute", self._fail)

    def __exit__(self, *_: object) -> None:
        event.remove(self._engine, "after_cursor_execute", self._fail)

    def _fail(self, connection: object, cursor: object, statement: str, *_: object) -> None:
        words = statement.split()
        if words[0] in {"INSERT", "UPDATE", "DELETE"} and self._table in words[1:3]:
            connection.exec_driver_sql("SELECT no_such_thing")  # type: ignore[attr-defined]


def test_a_match_that_is_finished_twice_counts_once(store: Store) -> None:
    record = play(plan_match(store))
    match = store.plan(record.plan).match
    first = store.finish(match, record)
    again = play(record.plan)
    assert store.finish(match, again) is None
    assert list(store.results()) == [result_of(entry) for entry in [first] if entry]
    assert store.queue() == []


def test_a_match_that_was_never_planned_does_not_count(store: Store) -> None:
    before = everything(store)
    assert store.finish(7, play(plan_match(store))) is None
    assert store.cancel(7, "so") is None
    store.void(7, "so")
    assert everything(store) == before


def test_numbers_of_matches_are_never_used_again(store: Store) -> None:
    plan = plan_match(store)
    assert store.plan(plan).match == 1
    store.cancel(1, "so")
    assert store.plan(plan).match == 2
    assert store.finish(2, play(plan)) is not None
    assert store.plan(plan).match == 3


def test_a_cancelled_match_leaves_the_queue_and_the_log_says_why(store: Store) -> None:
    store.plan(plan_match(store))
    entry = store.cancel(1, "two plays no more")
    assert entry is not None
    assert (entry.body.match, entry.body.reason) == (1, "two plays no more")  # type: ignore[union-attr]
    assert store.queue() == []
    assert store.finish(1, play(plan_match(store))) is None


def test_a_void_match_stays_in_the_queue_with_how_often_and_why(store: Store) -> None:
    plan = plan_match(store)
    store.plan(plan)
    store.void(1, "no image")
    store.void(1, "no engine")
    (planned,) = store.queue()
    assert (planned.match, planned.voids, planned.reason) == (1, 2, "no engine")
    assert planned.plan == plan


def test_a_version_is_taken_once_whatever_its_case(store: Store) -> None:
    before = everything(store)
    for player in ("one@1", "ONE@1"):
        with pytest.raises(Mistake, match="has come in meanwhile"):
            store.enter(Entered(player, DIGEST, ()), FILES)
    assert everything(store) == before


# --- several programs ---


def append_many(place: str, name: str) -> None:
    with open_store(place) as store:
        for number in range(10):
            store.append(Returned(f"{name}@{number + 1}"))


def test_two_programs_that_append_at_once_keep_one_chain(store: Store, place: str) -> None:
    with ProcessPoolExecutor(2, SPAWN) as pool:
        list(pool.map(append_many, [place, place], ["one", "two"]))
    check_chain(store, 24)


def test_threads_that_append_at_once_keep_one_chain(store: Store, place: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda name: append_many(place, name), ["one", "two", "three", "four"]))
    check_chain(store, 44)


def check_chain(store: Store, count: int) -> None:
    entries = list(store.entries())
    assert [entry.number for entry in entries] == [*range(1, count + 1)]
    assert store.head() == (count, entries[-1].digest)
    before = make_entry("0" * 64, 1, entries[0].time, entries[0].body).digest
    for entry in entries[1:]:
        assert entry == make_entry(before, entry.number, entry.time, entry.body)
        before = entry.digest


def test_two_programs_that_finish_the_same_match_count_it_once(store: Store, place: str) -> None:
    record = play(plan_match(store))
    match = store.plan(record.plan).match

    def end(_: int) -> bool:
        with open_store(place) as other:
            return other.finish(match, record) is not None

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(end, range(4))) == 1
    assert len(list(store.results())) == 1


def test_a_reader_sees_one_state_while_others_write(store: Store, place: str) -> None:
    entries = store.entries()
    first = next(entries)
    with open_store(place) as other:
        other.append(Returned("one@1"))
    assert len([first, *entries]) == 4
    assert len(list(store.entries())) == 5


def hold_season(place: str, pipe: Pipe) -> None:
    with open_store(place) as store, store.alone():
        pipe.send("held")
        pipe.recv()


def test_a_second_season_is_refused_until_the_first_is_over(store: Store, place: str) -> None:
    with open_store(place) as other:
        with store.alone(), pytest.raises(Mistake, match="running already"), other.alone():
            pass
        with other.alone():
            pass


def test_a_season_that_was_killed_holds_nothing(store: Store, place: str) -> None:
    ours, theirs = SPAWN.Pipe()
    holder = SPAWN.Process(target=hold_season, args=(place, theirs))
    holder.start()
    assert ours.recv() == "held"
    with pytest.raises(Mistake, match="running already"), store.alone():
        pass
    assert holder.pid is not None
    os.kill(holder.pid, signal.SIGKILL)
    holder.join()
    # A server takes note a moment later.
    with store.alone(patience=10):
        pass


# --- made, opened, upgraded ---


def test_a_ladder_is_made_once(store: Store, place: str) -> None:
    before = everything(store)
    with pytest.raises(Mistake, match=r"something in .* already"):
        create_store(place, Opened((SHORT,), 4, "10+0.1"))
    assert everything(store) == before


def make_one(place: str, games: int) -> bool:
    try:
        create_store(place, Opened((SHORT,), games, "10+0.1")).close()
    except (Mistake, StoreFailure):
        return False
    return True


def test_two_programs_that_make_a_ladder_at_once_make_one(place: str) -> None:
    with ProcessPoolExecutor(2, SPAWN) as pool:
        made = list(pool.map(make_one, [place, place], [1, 2]))
    assert sum(made) == 1
    with open_store(place) as store:
        assert store.opened().games_a_match == 1 + made.index(True)


def test_a_ladder_that_could_not_be_filled_is_not_there(store: Store, place: str) -> None:
    def broken() -> Iterator[tuple[int, bytes]]:
        yield 1, b"one"
        raise Mistake("The second is no record.")

    other = other_place(place)
    with pytest.raises(Mistake, match="The second"):
        fill_store(other, store.entries(), broken(), [])
    with pytest.raises(Mistake, match="no ladder"):
        open_store(other)
    fill_store(other, store.entries(), [], [])
    with open_store(other) as copy:
        assert list(copy.entries()) == list(store.entries())


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
    store.plan(plan_match(store))
    store.cancel(3, "so")
    fill_store(other := other_place(place), store.entries(), store.records(), [(DIGEST, FILES)])
    with open_store(other) as copy:
        assert copy.plan(plan_match(copy)).match == 4
        assert everything(copy)[:3] == everything(store)[:3]


def test_the_migrations_make_the_tables_of_the_schema(store: Store) -> None:
    with reading(store._engine) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, schema.metadata) == []


def set_revision(place: str, revision: str) -> None:
    engine = open_engine(find_url(place))
    with writing(engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :to"), {"to": revision})
    engine.dispose()


def test_a_ladder_of_a_newer_program_is_refused_and_stays_as_it_is(
    store: Store, place: str
) -> None:
    before = everything(store)
    set_revision(place, "9999")
    with pytest.raises(Mistake, match="newer version of this program"):
        open_store(place)
    assert everything(store) == before


NEXT = '''
"""A note on every submission."""
import sqlalchemy as sa
from alembic import op
revision = "0002"
down_revision = "0001"
def upgrade():
    op.add_column("submissions", sa.Column("note", sa.Text))
    {more}
'''


def add_migration(folder: Path, more: str = "") -> Path:
    shutil.copytree(upgrade.MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "second.py").write_text(NEXT.format(more=more))
    return folder


def test_a_ladder_of_an_older_program_is_upgraded_when_it_is_opened(
    store: Store, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_on(store, 1)
    before = everything(store)
    monkeypatch.setattr(upgrade, "MIGRATIONS", add_migration(tmp_path / "newer"))
    with open_store(place) as newer:
        assert everything(newer) == before
        with reading(newer._engine) as connection:
            assert connection.execute(text("SELECT note FROM submissions")).scalar_one() is None
            assert upgrade.is_newest(connection)


def test_an_upgrade_that_fails_changes_nothing(
    store: Store, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = add_migration(tmp_path / "newer", 'op.execute("SELECT no_such_thing")')
    with monkeypatch.context() as patch:
        patch.setattr(upgrade, "MIGRATIONS", broken)
        with pytest.raises(StoreFailure):
            open_store(place)
    with open_store(place) as same:
        assert everything(same) == everything(store)


def test_a_database_of_others_is_left_as_it_is(place: str) -> None:
    engine = open_engine(find_url(place))
    with writing(engine) as connection:
        connection.execute(text("CREATE TABLE poems (line TEXT)"))
    with pytest.raises(Mistake, match="There is no ladder"):
        open_store(place)
    with pytest.raises(Mistake, match="something in"):
        create_store(place, Opened((SHORT,), 4, "10+0.1"))
    with reading(engine) as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() is None
        connection.execute(text("SELECT line FROM poems"))
    engine.dispose()


# --- checkpoints ---


def test_the_newest_checkpoint_up_to_an_entry_is_found(store: Store) -> None:
    assert store.checkpoint() is None
    store.keep_checkpoint(2, "two")
    store.keep_checkpoint(4, "four")
    store.keep_checkpoint(4, "four again")
    assert store.checkpoint() == (4, "four")
    assert store.checkpoint(3) == (2, "two")
    assert store.checkpoint(1) is None


@pytest.mark.parametrize("change", [Excluded, Admitted])
def test_a_checkpoint_says_nothing_after_what_counts_has_changed(
    store: Store, change: Callable[..., Excluded | Admitted]
) -> None:
    store.keep_checkpoint(4, "four")
    store.append(Returned("one@1"))
    assert store.checkpoint() == (4, "four")
    store.append(change("so", player="one@1"))
    assert store.checkpoint() is None
    # Who was still rating what counted before comes too late.
    store.keep_checkpoint(5, "five")
    assert store.checkpoint() is None
    store.append(Returned("one@1"))
    store.keep_checkpoint(7, "seven")
    assert store.checkpoint() == (7, "seven")


def test_of_many_checkpoints_some_are_kept_of_every_age(store: Store) -> None:
    for number in range(1, 301):
        store.keep_checkpoint(number, str(number))
    with reading(store._engine) as connection:
        found = connection.execute(text("SELECT number FROM checkpoints ORDER BY number"))
        kept = [int(number) for (number,) in found]
    assert len(kept) == MOST_CHECKPOINTS
    assert kept[-1] == 300
    assert max(later - earlier for earlier, later in pairwise([0, *kept])) <= 30


def test_what_is_damaged_in_the_database_is_a_failure_of_one_sentence(store: Store) -> None:
    with writing(store._engine) as connection:
        connection.execute(text("UPDATE entries SET body = '{' WHERE number = 2"))
    with pytest.raises(StoreFailure, match=r"^entry 2 in [^\n]+ is damaged; [^\n]+$"):
        list(store.entries())
