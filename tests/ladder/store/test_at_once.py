"""Several programs that use a store at once do not disturb each other, on either database."""

import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing.connection import Connection as Pipe

import pytest
from msgspec.structs import replace

from arena.errors import UserError
from ladder.log.entries import Benched, Joined, make_entry
from ladder.log.proof import prove
from ladder.store.opening import create_store, open_store
from ladder.store.store import Store
from tests.ladder.ladders import SHORT, open_log, plan_match, play, queue
from tests.waiting import LIMIT

SPAWN = multiprocessing.get_context("spawn")


def append_many(place: str, name: str) -> None:
    with open_store(place) as store:
        for number in range(10):
            store.append(Joined(f"{name}{number}"))


@pytest.mark.usefixtures("processes")
def test_two_programs_that_append_at_once_keep_one_chain(store: Store, place: str) -> None:
    with ProcessPoolExecutor(2, SPAWN) as pool:
        list(pool.map(append_many, [place, place], ["one", "two"]))
    check_chain(store, 24)


def test_threads_that_append_at_once_keep_one_chain(store: Store, place: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda name: append_many(place, name), ["one", "two", "three", "four"]))
    check_chain(store, 44)


def test_more_writers_at_once_than_connections_are_all_answered(store: Store) -> None:
    def add(number: int) -> None:
        store.decide(lambda here: Joined(f"{here.roster.versions['one@1'].author}{number}"))

    with ThreadPoolExecutor(40) as pool:
        list(pool.map(add, range(40)))
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
    match = queue(store, record.plan).match

    def end(_: int) -> bool:
        with open_store(place) as other:
            return other.finish(match, prove(record)) is not None

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(end, range(4))) == 1
    assert len(list(store.results())) == 1


def test_a_reader_sees_one_state_while_others_write(store: Store, place: str) -> None:
    entries = store.entries()
    first = next(entries)
    with open_store(place) as other:
        other.append(Benched("one@1", "so", ()))
    assert len([first, *entries]) == 4
    assert len(list(store.entries())) == 5


def hold_season(place: str, pipe: Pipe) -> None:
    with open_store(place) as store, store.season_lock():
        pipe.send("held")
        pipe.recv()


def test_a_second_season_is_refused_until_the_first_is_over(store: Store, place: str) -> None:
    with open_store(place) as other:
        with (
            store.season_lock(),
            pytest.raises(UserError, match="running already"),
            other.season_lock(),
        ):
            pass
        with other.season_lock():
            pass


@pytest.mark.usefixtures("processes")
def test_a_season_that_was_killed_holds_nothing(store: Store, place: str) -> None:
    ours, theirs = SPAWN.Pipe()
    holder = SPAWN.Process(target=hold_season, args=(place, theirs))
    holder.start()
    assert ours.recv() == "held"
    with pytest.raises(UserError, match="running already"), store.season_lock():
        pass
    assert holder.pid is not None
    os.kill(holder.pid, signal.SIGKILL)
    holder.join()
    # A server takes note a moment later.
    with store.season_lock(patience=LIMIT):
        pass


def make_one(place: str, games: int) -> bool:
    try:
        create_store(place, replace(open_log(SHORT), games_a_match=games)).close()
    except UserError:
        return False
    return True


@pytest.mark.usefixtures("processes")
def test_two_programs_that_make_a_ladder_at_once_make_one(place: str) -> None:
    with ProcessPoolExecutor(2, SPAWN) as pool:
        made = list(pool.map(make_one, [place, place], [1, 2]))
    assert sum(made) == 1
    with open_store(place) as store:
        assert store.opened().games_a_match == 1 + made.index(True)
