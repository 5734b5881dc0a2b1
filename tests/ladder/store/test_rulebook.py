"""What may enter the log of a store: nothing that could not be read and imported again."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import get_ident
from zipfile import ZipFile

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import Engine, delete, event, text, update

from arena.errors import UserError
from ladder import acts
from ladder.acts import Actor
from ladder.archive.exchange import import_export, write_export
from ladder.log.entries import ORGANISER, AnyBody, Entered, Joined, LogEntry, Returned, Voided
from ladder.log.file import read_log, write_log
from ladder.log.proof import prove
from ladder.log.rulebook import LogState
from ladder.store import schema
from ladder.store.database import StoreFailure
from ladder.store.opening import create_store, open_store
from ladder.store.store import Store
from tests.ladder.ladders import (
    SHORT,
    files_like,
    open_log,
    plan_match,
    play,
    play_on,
    queue,
    void,
)
from tests.ladder.store.contents import everything
from tests.ladder.stories import planned, played

# What the rules say is asked of one database, what is read and written for them of both.
ON_SQLITE = pytest.mark.parametrize("place", ["sqlite"], indirect=True)
GO: dict[str, Callable[[Store], LogEntry]] = {
    "benched": lambda store: acts.bench(store, Actor(), "two", "so"),
    "withdrawn": lambda store: acts.withdraw(store, Actor(), "two"),
    "excluded": lambda store: acts.exclude(store, Actor(), "so", version="two@1"),
    "superseded": lambda store: store.enter(
        Entered("two@2", ORGANISER, files_like("new")[0], ()), b""
    ),
}


@ON_SQLITE
@pytest.mark.parametrize("how", GO)
def test_a_match_of_who_plays_no_more_is_not_planned(store: Store, how: str) -> None:
    plan = plan_match(store, ["one@1", "two@1"])
    GO[how](store)
    before = everything(store)
    with pytest.raises(UserError, match="two@1"):
        queue(store, plan)
    assert everything(store) == before


@ON_SQLITE
@pytest.mark.parametrize("how", GO)
def test_a_match_that_was_planned_before_that_is_played_and_exported(
    store: Store, how: str, tmp_path: Path
) -> None:
    queued = queue(store, plan_match(store, ["one@1", "two@1"]))
    GO[how](store)
    assert store.finish(queued.match, prove(play(queued.plan))) is not None
    assert write_export(store, tmp_path / "x.zip", submissions=False).state.matches.played == {1}


@ON_SQLITE
@pytest.mark.parametrize(
    "body",
    [Returned("nobody@1"), Joined("a b"), planned(2), played(1), Voided(1, 0, "so")],
    ids=lambda body: type(body).__name__,
)
def test_what_could_not_be_imported_is_not_appended(store: Store, body: AnyBody) -> None:
    before = everything(store)
    with pytest.raises(UserError):
        store.append(Joined("ann"), body)
    assert everything(store) == before
    # What was taken back is not remembered either.
    store.append(Joined("ann"))
    assert list(read_log(write_log(store.entries()))) == list(store.entries())


@ON_SQLITE
def test_a_ladder_of_format_3_goes_on_by_the_rules_of_today(place: str, tmp_path: Path) -> None:
    create_store(place, replace(open_log(SHORT), format=3, versions=msgspec.UNSET)).close()
    with open_store(place) as store:
        for name in ("one", "two"):
            digest, content = files_like(name)
            store.enter(Entered(f"{name}@1", ORGANISER, digest, ()), content)
        play_on(store, 1)
        plan = plan_match(store)
        acts.withdraw(store, Actor(), "two")
        with pytest.raises(UserError, match="two@1 was withdrawn"):
            queue(store, plan)
        write_export(store, tmp_path / "x.zip", submissions=False)


def test_files_that_went_and_come_in_again_make_a_log_that_can_be_exported(
    store: Store, tmp_path: Path
) -> None:
    acts.limit(store, Actor(), old_versions=1)
    for number, files in enumerate(("v1", "v2", "v3", "v1"), start=1):
        digest, content = files_like(files)
        store.enter(Entered(f"new@{number}", ORGANISER, digest, ()), content)
    write_export(store, tmp_path / "x.zip", submissions=True)
    import_export(str(tmp_path / "copy.db"), tmp_path / "x.zip")


def test_an_export_ends_where_the_log_has_to(store: Store, tmp_path: Path) -> None:
    play_on(store, 1)
    number, _ = store.head()
    with store.connections.writing() as here:
        for table in (schema.ratings, schema.appearances, schema.results, schema.entries):
            here.connection.execute(delete(table).where(table.c.number == number))
    with pytest.raises(StoreFailure, match=f"has to end with entry {number}, .* and does not"):
        write_export(store, tmp_path / "x.zip", submissions=False)
    assert list(tmp_path.glob("*.zip*")) == []


@pytest.mark.parametrize(
    ("edit", "add"),
    [
        ("DELETE FROM entries WHERE number = 4", lambda other: other.append(Joined("ann"))),
        (
            "UPDATE entries SET body = '{}' WHERE kind = 'planned'",
            lambda other: queue(other, plan_match(other)),
        ),
        (
            "UPDATE entries SET body = '[' WHERE number = 2",
            lambda other: other.append(Joined("ann")),
        ),
    ],
)
def test_nothing_is_added_to_what_is_damaged_of_a_log(
    store: Store, place: str, edit: str, add: Callable[[Store], object]
) -> None:
    queue(store, plan_match(store))
    play_on(store, 1)
    with store.connections.writing() as here:
        here.connection.execute(update(schema.head).values(number=4))
        here.connection.execute(text(edit))
    with open_store(place) as other, pytest.raises(StoreFailure, match="is damaged; take its last"):
        add(other)


def test_plans_are_read_by_who_has_to_know_them_alone(store: Store, place: str) -> None:
    play_on(store, 2)
    waiting = queue(store, plan_match(store))
    digest, content = files_like("new")
    with open_store(place) as other, statements() as its:
        other.append(Joined("ann"))
        other.enter(Entered("new@1", "ann", digest, ()), content)
        acts.withdraw(other, Actor(), "two")
        assert not any(map(_reads_plans, its))
        assert other.cancel(waiting.match, "so")
        assert any(map(_reads_plans, its))
    assert list(read_log(write_log(store.entries()))) == list(store.entries())


def _reads_plans(statement: str) -> bool:
    return statement.startswith("SELECT entries.body")


def test_an_export_has_nothing_that_came_after_its_last_entry(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Store.head

    def head(reader: Store) -> tuple[int, str]:
        found = real(reader)
        digest, content = files_like("late")
        monkeypatch.undo()
        store.enter(Entered("late@1", ORGANISER, digest, ()), content)
        play_on(store, 2)
        return found

    monkeypatch.setattr(Store, "head", head)
    checked = write_export(store, tmp_path / "x.zip", submissions=True)
    assert (checked.state.number, checked.submissions) == (4, 3)
    with ZipFile(tmp_path / "x.zip") as archive:
        assert [name for name in archive.namelist() if "records" in name] == []
        assert len(archive.namelist()) == 4


def test_what_is_known_of_a_log_is_what_it_comes_to(store: Store, place: str) -> None:
    play_on(store, 2)
    queue(store, plan_match(store))
    void(store, 3, "so")
    queue(store, plan_match(store))
    store.cancel(4, "so")
    store.append(Joined("ann"))
    acts.issue_token(store, Actor(), "ann", organiser=False)
    acts.withdraw(store, Actor(), "two")
    expected = LogState()
    list(read_log(write_log(store.entries()), expected))
    with open_store(place) as fresh:
        for one in (store, fresh):
            with one.connections.writing() as here:
                assert here.state.matches == expected.matches
                assert here.state == expected


def test_an_entry_costs_the_same_however_long_the_log_is(store: Store, place: str) -> None:
    said = []
    for name in ("ann", "ben"):
        store.append(Joined(f"{name}1"))
        with statements() as its:
            store.append(Joined(f"{name}2"))
        said.append(its)
        play_on(store, 5)
    assert said[0] == said[1]


def test_what_another_program_has_added_is_read_before_the_next_entry(
    store: Store, place: str
) -> None:
    with open_store(place) as other:
        for name in ("ann", "ben", "eve"):
            other.append(Joined(f"{name}1"))
            store.append(Joined(f"{name}2"))
        with pytest.raises(UserError, match="There is an author 'ben1' already"):
            store.append(Joined("Ben1"))
    assert list(read_log(write_log(store.entries()))) == list(store.entries())


@contextmanager
def statements() -> Iterator[list[str]]:
    """Note what a database is asked in this thread: servers of other tests may ask in theirs."""
    said: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if get_ident() == here:
            said.append(statement)

    here = get_ident()
    event.listen(Engine, "after_cursor_execute", note)
    try:
        yield said
    finally:
        event.remove(Engine, "after_cursor_execute", note)
