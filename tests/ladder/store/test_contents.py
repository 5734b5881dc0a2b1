"""What went into the store comes out; a change is whole or is not there; on both databases."""

import pytest
from sqlalchemy import Engine, event, text
from sqlalchemy.exc import DBAPIError

from arena.errors import HostFailure, UserError
from arena.v1 import record_pb2 as rec
from ladder.log.entries import ORGANISER, Benched, Entered, Voided, result_of
from ladder.log.file import read_log, write_log
from ladder.log.proof import prove
from ladder.queue.quarantine import Void
from ladder.store import files as store_files
from ladder.store.database import StoreFailure
from ladder.store.files import MAX_LOG_CHARS
from ladder.store.store import Store
from tests.ladder.ladders import (
    DIGEST,
    FILES,
    SHORT,
    files_like,
    finish,
    open_log,
    plan_match,
    play,
    play_on,
    queue,
    void,
)
from tests.ladder.store.contents import everything


def test_what_went_in_comes_out(store: Store) -> None:
    entry = finish(store, plan_match(store))
    assert store.opened() == open_log(SHORT)
    assert store.played(1) == entry == list(store.entries())[-1]
    assert list(store.results()) == [result_of(entry)]
    assert store.head() == (6, entry.digest)
    assert store.submission(DIGEST) == FILES
    assert store.submission("0" * 64) is None
    assert store.record(2) is None
    assert store.played(2) is None
    assert store.played(10**30) is None
    assert dict(store.records()) == {1: store.record(1)}
    assert {match for match, _ in store.records()} == {1}
    assert list(read_log(write_log(store.entries()))) == list(store.entries())


def test_entries_and_results_come_in_order_from_where_they_are_asked_for(store: Store) -> None:
    play_on(store, 4)
    assert [entry.number for entry in store.entries()] == [*range(1, 13)]
    assert [entry.number for entry in store.entries(after=3, last=6)] == [4, 5, 6]
    assert [result.number for result in store.results(after=6, last=10)] == [8, 10]
    assert list(store.results(game="six_nimmt")) == list(store.results())
    assert list(store.results(game="tonton")) == []


def test_a_players_matches_come_newest_first(store: Store) -> None:
    entries = play_on(store, 6)
    theirs = [entry for entry in entries if "one@1" in entry.played.players]
    assert store.matches_of("one@1") == theirs[::-1]
    assert store.matches_of("one@1", 2) == theirs[::-1][:2]
    assert store.matches_of("nobody@1") == []


STEPS = ["entries", "results", "appearances", "voids", "records", "logs", "head", "queue"]


@pytest.mark.parametrize("table", STEPS)
def test_a_match_is_finished_whole_or_not_at_all(store: Store, table: str) -> None:
    record = play(plan_match(store))
    match = queue(store, record.plan).match
    before = everything(store)
    with failing_at(table), pytest.raises(DBAPIError):
        store.finish(match, prove(record), {"one@1": "hello"})
    assert everything(store) == before
    assert store.finish(match, prove(record)) is not None
    assert store.logs(match) == {}


@pytest.mark.parametrize("table", ["submissions", "entries", "head"])
def test_a_submission_comes_in_whole_or_not_at_all(store: Store, table: str) -> None:
    before = everything(store)
    with failing_at(table), pytest.raises(DBAPIError):
        store.enter(Entered("four@1", ORGANISER, "f" * 64, ()), FILES)
    assert everything(store) == before


class failing_at:  # noqa: N801 - used as a context
    """Have the database fail just after it has changed a table."""

    def __init__(self, table: str) -> None:
        self._table = table

    def __enter__(self) -> None:
        event.listen(Engine, "after_cursor_execute", self._fail)

    def __exit__(self, *_: object) -> None:
        event.remove(Engine, "after_cursor_execute", self._fail)

    def _fail(self, connection: object, cursor: object, statement: str, *_: object) -> None:
        words = statement.split()
        if words[0] in {"INSERT", "UPDATE", "DELETE"} and self._table in words[1:3]:
            connection.exec_driver_sql("SELECT no_such_thing")  # type: ignore[attr-defined]


def test_a_match_that_is_finished_twice_counts_once(store: Store) -> None:
    record = play(plan_match(store))
    match = queue(store, record.plan).match
    first = store.finish(match, prove(record))
    again = play(record.plan)
    assert store.finish(match, prove(again)) is None
    assert list(store.results()) == [result_of(entry) for entry in [first] if entry]
    assert store.queue() == []


def finish_with(store: Store, logs: dict[str, str]) -> int:
    """Play a match and finish it with these logs; return its number."""
    plan = plan_match(store)
    match = queue(store, plan).match
    assert store.finish(match, prove(play(plan)), logs) is not None
    return match


def test_what_a_bot_has_printed_is_kept_for_its_author(store: Store) -> None:
    match = finish_with(store, {"one@1": "ö\n", "two@1": ""})
    assert store.logs(match) == {"one@1": "ö\n"}
    assert store.logs(match + 1) == {}


def test_of_a_long_log_the_ladder_keeps_the_beginning_and_the_end(store: Store) -> None:
    text = "".join(f"{number}\n" for number in range(50_000))
    kept = store.logs(finish_with(store, {"one@1": text}))["one@1"]
    assert len(kept) == MAX_LOG_CHARS
    beginning, end = kept.split("\n[...]\n")
    assert text.startswith(beginning)
    assert text.endswith(end)


def test_logs_are_kept_of_a_players_newest_matches_only(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_files, "KEPT_MATCHES", 2)
    finish_with(store, {"two@1": "other"})
    for number in range(4):
        finish_with(store, {"one@1": str(number)})
    assert [store.logs(match) for match in range(1, 6)] == [
        {"two@1": "other"},
        {},
        {},
        {"one@1": "2"},
        {"one@1": "3"},
    ]


def test_only_the_whole_record_of_the_match_that_was_planned_is_its_result(store: Store) -> None:
    plan = plan_match(store, ["one@1", "two@1"])
    match = queue(store, plan).match
    other = queue(store, plan_match(store, ["one@1", "two@1"])).plan
    before = everything(store)
    cut, forged, mixed, human, hasty = (play(plan) for _ in range(5))
    human.plan.bots[1].human = True
    hasty.plan.bots[0].clock.bank_ms = 1
    del cut.games[-1]
    forged.games[0].scores[0] -= 99
    mixed.games[0].CopyFrom(play(plan, attempt=1).games[0])
    wrong = {
        "is not of the plan that was queued": play(other),
        "of the plan": play(plan_match(store, ["one@1", "three@1"])),
        "has not all of the 4 games": cut,
        "cannot be played again: game 1": forged,
        "has a person at its table, two@1, and so is never rated": human,
        "gives a bot a clock of its own": hasty,
        "has games of several attempts": mixed,
        "is of attempt 1, and attempt 0 goes on": play(plan, attempt=1),
        "has not all": rec.Record(plan=plan),
    }
    for sentence, record in wrong.items():
        with pytest.raises(HostFailure, match=f"^the record of match {match} .*{sentence}"):
            store.finish(match, prove(record))
        assert everything(store) == before
    assert store.finish(match, prove(play(plan))) is not None


def test_a_void_is_logged_once_an_attempt_however_often_it_is_told(store: Store) -> None:
    queue(store, plan_match(store))
    for _ in range(3):
        store.void(1, 0, "no image", ["one@1"])
    (one,) = [entry.body for entry in store.entries() if isinstance(entry.body, Voided)]
    assert one == Voided(1, 0, "no image")
    assert len(store.voids()) == 1
    store.void(1, 1, "no image", ["one@1"])
    assert [one.attempt for one in store.queue()] == [2]


def test_a_match_that_was_never_planned_does_not_count(store: Store) -> None:
    before = everything(store)
    assert store.finish(7, prove(play(plan_match(store)))) is None
    assert store.cancel(7, "so") is None
    store.void(7, 0, "so", ["one@1"])
    assert everything(store) == before


def test_numbers_of_matches_are_never_used_again(store: Store) -> None:
    assert queue(store, plan_match(store)).match == 1
    store.cancel(1, "so")
    plan = plan_match(store)
    assert queue(store, plan).match == 2
    assert store.finish(2, prove(play(plan))) is not None
    assert queue(store, plan_match(store)).match == 3


def test_a_cancelled_match_leaves_the_queue_and_the_log_says_why(store: Store) -> None:
    queue(store, plan_match(store))
    entry = store.cancel(1, "two plays no more")
    assert entry is not None
    assert (entry.body.match, entry.body.reason) == (1, "two plays no more")  # type: ignore[union-attr]
    assert store.queue() == []
    assert store.finish(1, prove(play(plan_match(store)))) is None


def test_a_void_match_stays_in_the_queue_with_how_often_and_why(store: Store) -> None:
    plan = plan_match(store)
    queue(store, plan)
    void(store, 1, "no image")
    void(store, 1, "no engine")
    (planned,) = store.queue()
    assert (planned.match, planned.voids, planned.reason) == (1, 2, "no engine")
    assert planned.plan == plan


def test_a_void_is_kept_with_its_bots_until_each_has_played_to_an_end(store: Store) -> None:
    plans = [plan_match(store, players) for players in (["one@1", "two@1"], ["one@1", "three@1"])]
    for plan in plans:
        queue(store, plan)
    void(store, 1, "no image")
    void(store, 2, "no engine")
    after, _ = store.head()
    assert store.voids() == [
        Void(1, ("one@1", "two@1"), after - 1, "no image"),
        Void(2, ("one@1", "three@1"), after, "no engine"),
    ]
    assert store.finish(2, prove(play(plans[1], attempt=1))) is not None
    assert store.voids() == [Void(1, ("two@1",), after - 1, "no image")]
    void(store, 1, "no image")
    assert store.voids()[1] == Void(1, ("one@1", "two@1"), after + 2, "no image")


def test_voids_are_forgotten_with_their_match_and_when_a_bot_is_cleared_or_benched(
    store: Store,
) -> None:
    for number in (1, 2):
        queue(store, plan_match(store, ["one@1", "two@1"]))
        void(store, number, "no image")
    store.void_trial("one@1", "busy", 0)
    assert [one.match for one in store.voids()] == [1, 2, None]
    store.cancel(2, "so")
    assert [one.match for one in store.voids()] == [1, None]
    store.clear("one@1")
    assert [(one.match, one.players) for one in store.voids()] == [(1, ("two@1",))]
    store.append(Benched("two@1", "so", ()))
    assert store.voids() == []


@pytest.mark.parametrize("table", ["queue", "voids"])
def test_a_void_is_noted_whole_or_not_at_all(store: Store, table: str) -> None:
    queue(store, plan_match(store))
    before = everything(store)
    with failing_at(table), pytest.raises(DBAPIError):
        void(store, 1, "no image")
    assert everything(store) == before


def test_a_version_is_taken_once_whatever_its_case(store: Store) -> None:
    before = everything(store)
    digest, files = files_like("another")
    for player, why in (
        ("one@1", "comes in as one@2 next, and not as one@1"),
        ("ONE@1", "upper and lower case"),
    ):
        with pytest.raises(UserError, match=why):
            store.enter(Entered(player, ORGANISER, digest, ()), files)
    assert everything(store) == before


def test_what_is_damaged_in_the_database_is_a_failure_of_one_sentence(store: Store) -> None:
    with store.connections.writing() as here:
        here.connection.execute(text("UPDATE entries SET body = '{' WHERE number = 2"))
    with pytest.raises(StoreFailure, match=r"^entry 2 in [^\n]+ is damaged; [^\n]+$"):
        list(store.entries())
