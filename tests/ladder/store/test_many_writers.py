"""Many who change a ladder at once: all are answered, the season goes on, and nobody waits in vain.

In the program of a server one connection writes, and a season is another program beside it.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from hashlib import sha256
from threading import Event, current_thread, main_thread

import pytest
from sqlalchemy import Engine, event

from arena.errors import UserError
from ladder import acts
from ladder.acts import Actor
from ladder.log.entries import Entered, Joined, LogEntry
from ladder.log.file import read_log, write_log
from ladder.queries.requests import RequestsHere
from ladder.store import connections, database
from ladder.store.connections import TooManyWriters
from ladder.store.database import StoreFailure
from ladder.store.opening import open_store
from ladder.store.store import Store
from ladder.wire import Request
from tests.ladder.ladders import patient_place
from tests.ladder.scripted import Scripted, make_season, run_to_end
from tests.waiting import LIMIT

AUTHORS = [f"author{number}" for number in range(60)]
PLAYED = 8


def join(store: Store, author: str) -> None:
    store.append(Joined(author))
    for version in (1, 2):
        player = f"{author}-bot@{version}"
        digest = sha256(player.encode()).hexdigest()
        store.enter(Entered(player, author, digest, ()), b"packed")


def ask(store: Store, author: str) -> Request:
    return RequestsHere(store, author).ask_for_match(f"{author}-bot", ["one"])


def withdraw(store: Store, author: str) -> LogEntry:
    return acts.withdraw(store, Actor(author, organiser=False), f"{author}-bot@2")


def choose(store: Store, author: str) -> LogEntry:
    return acts.choose(store, Actor(author, organiser=False), f"{author}-bot@1")


def test_two_hundred_at_once_are_all_answered_and_the_season_goes_on(
    store: Store, place: str
) -> None:
    for author in AUTHORS:
        join(store, author)
    todo = [(act, author) for author in AUTHORS for act in (ask, withdraw, choose)]
    todo += [(ask, author) for author in AUTHORS[:20]]
    begin = Event()

    def answer(act: Callable[[Store, str], object], author: str) -> str:
        begin.wait()
        try:
            act(store, author)
        except UserError as mistake:
            return str(mistake)
        return ""

    def play() -> None:
        with open_store(place) as other:
            begin.wait()
            run_to_end(make_season(other, Scripted()), PLAYED)

    with ThreadPoolExecutor(len(todo) + 1) as pool:
        season = pool.submit(play)
        answers = [pool.submit(answer, *one) for one in todo]
        begin.set()
        said = [one.result() for one in answers]
        season.result()
    assert len(said) == 200
    # Where a version was withdrawn first, the other one plays already.
    assert all("is the version that plays already" in one for one in said if one)
    assert sum(1 for _ in store.results()) >= 1
    assert list(read_log(write_log(store.entries()))) == list(store.entries())


def test_who_reads_does_not_wait_for_who_writes(store: Store) -> None:
    with store.connections.writing() as here:
        here.append(Joined("ann"))
        assert "ann" not in store.roster().authors
    assert "ann" in store.roster().authors


def test_a_decision_reads_on_the_connection_that_writes(store: Store) -> None:
    used = set()

    def note(connection: object, *_: object) -> None:
        # Threads of other tests' servers look at ladders of their own.
        if current_thread() is not main_thread():
            return
        used.add(connection.connection.dbapi_connection)  # type: ignore[attr-defined]

    join(store, "ann")
    event.listen(Engine, "after_cursor_execute", note)
    try:
        for act in (choose, withdraw):
            act(store, "ann")
        store.enter(Entered("ann-bot@3", "ann", "3" * 64, ()), b"packed")
    finally:
        event.remove(Engine, "after_cursor_execute", note)
    assert len(used) == 1


def test_one_too_many_is_told_so_at_once(
    store: Store, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "WRITERS", 1)
    with open_store(place) as own:
        with (
            own.connections.writing(),
            pytest.raises(TooManyWriters, match="too many are changing this ladder; try again"),
        ):
            own.append(Joined("ann"))
        own.append(Joined("ann"))


def test_who_is_next_in_its_own_program_waits_as_long_as_the_url_says(
    store: Store, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0)
    with open_store(patient_place(place, LIMIT)) as own, ThreadPoolExecutor(1) as pool:
        with own.connections.writing():
            joining = pool.submit(own.append, Joined("ann"))
            assert not wait([joining], timeout=0.2).done
        joining.result()
    with open_store(place) as own, own.connections.writing(), pytest.raises(TooManyWriters):
        own.append(Joined("bert"))


def test_nobody_waits_for_another_program_without_an_end(store: Store, place: str) -> None:
    with open_store(patient_place(place, 0.5)) as other:
        with (
            store.connections.writing(),
            pytest.raises(StoreFailure, match="another program holds the ladder's database"),
        ):
            other.append(Joined("ann"))
        other.append(Joined("ann"))
