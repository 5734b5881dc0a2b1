"""The doctor finds what somebody has changed by hand in a ladder's database."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import delete, insert

from arena.match.record import digest_of, pack_record
from ladder.log.entries import Excluded
from ladder.log.proof import conclude
from ladder.queries.health import Examination
from ladder.rerating import rate_rest
from ladder.store import schema
from ladder.store.database import StoreFailure
from ladder.store.opening import open_store
from ladder.store.store import Store
from tests.ladder.ladders import make_ladder, plan_match, play, play_on, queue, void
from tests.programs import Run

# ruff: noqa: ISC004 - an edit may take two lines
# What is done by hand, and by which finding it is seen, and in which words.
EDITS = {
    "a_rank": (
        "UPDATE results SET ranks = zeroblob(length(ranks)) WHERE match = 1",
        "results",
        "are not those of the log",
    ),
    "who_played": (
        "DELETE FROM appearances WHERE player = 'one@1' AND number ="
        " (SELECT MAX(number) FROM appearances WHERE player = 'one@1')",
        "results",
        "who played in them",
    ),
    "an_entry": (
        """UPDATE entries SET body = replace(body, '"organiser"', '"nobody"') WHERE number = 2""",
        "log",
        "Entry 2 of the log has been changed",
    ),
    "the_kind_of_an_entry": (
        "UPDATE entries SET kind = 'planned' WHERE kind = 'excluded'",
        "kinds",
        "who plays, and what counts, is not as the log says",
    ),
    "a_record": (
        "UPDATE records SET content = CAST(substr(content, 1, 60) || X'00'"
        " || substr(content, 62) AS BLOB) WHERE match = 1",
        "records",
        "the record of match 1 has been changed",
    ),
    "two_records_swapped": (
        "UPDATE records SET match = -1 WHERE match = 1; UPDATE records SET match = 1 WHERE"
        " match = 2; UPDATE records SET match = 2 WHERE match = -1",
        "records",
        "match 1 has been changed; the record of match 2 has been changed",
    ),
    "a_record_lost": (
        "DELETE FROM records WHERE match = 2",
        "records",
        "the record of match 2 is missing",
    ),
    "a_record_of_nothing": (
        "UPDATE records SET match = -7 WHERE match = 2",
        "records",
        "the record of match -7 belongs to no result",
    ),
    "live_ratings": (
        "UPDATE ratings SET mean = 99 WHERE player = 'one@1'",
        "derived",
        "the live ratings after entry",
    ),
    "the_files_of_a_bot_that_plays": (
        "DELETE FROM submissions WHERE digest = (SELECT json_extract(body, '$.digest') FROM entries"
        " WHERE json_extract(body, '$.player') = 'two@1' AND kind = 'entered')",
        "submissions",
        "the files of two@1 are not here",
    ),
    "the_last_entry": (
        "DELETE FROM entries WHERE number = (SELECT MAX(number) FROM entries)",
        "log",
        "it does not end where it should",
    ),
    "a_planned_match_gone": (
        "DELETE FROM queue",
        "queue",
        "match 7 is planned and not over, and does not wait",
    ),
    "a_void_forgotten": (
        "UPDATE queue SET attempt = 0",
        "queue",
        "match 7 waits with another plan than the log has committed to",
    ),
    "a_match_to_be_played_again": (
        "INSERT INTO queue SELECT 1, season, plan, attempt, voids, reason, begun FROM queue",
        "queue",
        "match 1 waits, which is over, or was never planned",
    ),
    "a_number_of_matches_more": (
        "UPDATE head SET matches = matches + 1",
        "queue",
        "match 8 is taken for the last that was planned; 7 is",
    ),
    "some_numbers_of_matches_fewer": (
        "UPDATE head SET matches = matches - 3",
        "queue",
        "match 4 is taken for the last that was planned; 7 is",
    ),
    "a_submission": (
        "UPDATE submissions SET content = substr(content, 1, 100)",
        "submissions",
        "one@1 cannot play: its files on this ladder are damaged",
    ),
}


@pytest.fixture
def place(tmp_path: Path, matches_folder: Path) -> Path:
    """A ladder on which a match was excluded, and a match waits."""
    with make_ladder(tmp_path / "ladder.db", "one", "two", "three") as store:
        play_on(store, 6)
        store.append(Excluded("a power cut", match=3))
        rate_rest(store)
        waiting = queue(store, plan_match(store)).match
        void(store, waiting, "no engine")
    return tmp_path / "ladder.db"


@pytest.fixture
def store(place: Path) -> Iterator[Store]:
    with open_store(str(place)) as store:
        yield store


def wrong(store: Store) -> dict[str, str]:
    return {one.name: one.text for one in Examination(store).findings() if not one.ok}


def test_nothing_is_found_where_nothing_was_changed(store: Store) -> None:
    assert store.queue()
    assert len(list(Examination(store).findings())) == 7
    assert wrong(store) == {}


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_by_hand_is_found_and_named(store: Store, place: Path, name: str) -> None:
    edit, finding, words = EDITS[name]
    with closing(sqlite3.connect(place)) as connection:
        before = list(connection.iterdump())
        connection.executescript(edit)
        connection.commit()
        assert list(connection.iterdump()) != before
    found = wrong(store)
    assert words in found[finding]


def test_a_planned_match_that_was_given_other_luck_is_found(store: Store, place: Path) -> None:
    (waiting,) = store.queue()
    waiting.plan.seed = bytes(16)
    with closing(sqlite3.connect(place)) as connection, connection:
        connection.execute("UPDATE queue SET plan = ?", [waiting.plan.SerializeToString()])
    assert wrong(store) == {
        "queue": "match 7 waits with another plan than the log has committed to"
    }
    with closing(sqlite3.connect(place)) as connection, connection:
        connection.execute("UPDATE queue SET plan = X'FF'")
    with pytest.raises(StoreFailure, match=r"^the plan of match 7 .* ladder cancel 7 gives it up$"):
        store.queue()
    assert store.cancel(7, "its plan is damaged") is not None
    assert wrong(store) == {}


def test_files_that_did_not_come_with_an_import_are_no_failure(store: Store, place: Path) -> None:
    with closing(sqlite3.connect(place)) as connection, connection:
        connection.execute("DELETE FROM submissions")
    (found,) = [one for one in Examination(store).findings() if one.name == "submissions"]
    assert found.ok
    assert found.text.endswith("the files of 3 are not here, so these cannot play")


def test_the_newest_record_of_a_game_is_played_again(store: Store) -> None:
    """One that was played by other rules fits its digests, and is found all the same."""
    plan = plan_match(store)
    record = play(plan)
    record.games[0].scores[0] += 1
    content = pack_record(record)
    queued = queue(store, plan)
    with store.connections.writing() as here:
        row = {"match": queued.match, "content": content}
        here.connection.execute(insert(schema.records).values(row))
        here.connection.execute(delete(schema.queue).where(schema.queue.c.match == queued.match))
        here.append(conclude(queued.match, 1, record, digest_of(content)))
    said = wrong(store)
    assert [*said] == ["records"]
    assert f"the record of match {queued.match} cannot be played again" in said["records"]


def test_numbers_are_fields_for_a_program_that_watches(ladder: Run, place: Path) -> None:
    said = json.loads(ladder("doctor", "--json").stdout)
    with open_store(str(place)) as store:
        assert (said["entries"], said["digest"]) == store.head()
    assert said["ok"]
    with closing(sqlite3.connect(place)) as connection, connection:
        connection.execute("DELETE FROM records WHERE match = 1")
    said = json.loads(ladder("doctor", "--json", check=1).stdout)
    assert not said["ok"]
    assert [one["name"] for one in said["findings"] if not one["ok"]] == ["records"]
