"""The log as a chain, and as a file that nobody has to believe."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from hashlib import sha256
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.mistake import Mistake
from ladder.log import (
    BEGINNING,
    Admitted,
    AnyBody,
    Benched,
    Cancelled,
    Entered,
    Entry,
    Excluded,
    Opened,
    Played,
    Returned,
    make_entry,
    read_body,
    write_body,
)
from ladder.log_file import read_log, write_log
from tests.ladder.ladders import SHORT

DAY = datetime(2026, 11, 21, 12, 30, tzinfo=UTC)
DIGEST = "ab" * 32


def played(match: int, **changes: Any) -> Played:
    said: dict[str, Any] = {
        "match": match,
        "game": "six_nimmt",
        "options": {"limit": "none", "rounds": "1"},
        "players": ("one@1", "two@1"),
        "teams": (0, 1),
        "ranks": (2, 1),
        "scores": (-12, -3),
        "forfeits": ({}, {"illegal": 1}),
        "games": 2,
        "record": DIGEST,
    }
    return Played(**said | changes)


STORY: list[AnyBody] = [
    Opened((SHORT,), 4, "10+0.1"),
    Entered("one@1", DIGEST, ()),
    Entered("two@1", DIGEST, ("six_nimmt",)),
    played(1),
    Cancelled(2, "two plays no more"),
    Benched("two@1", "failed in 3 matches one after the other: 3 timeout", (1,)),
    Returned("two@1"),
    Excluded("cheated", player="one@1"),
    Admitted("did not", player="one@1"),
    Excluded("a power cut", match=1),
]


def chain(*bodies: AnyBody) -> list[Entry]:
    entries: list[Entry] = []
    for number, body in enumerate(bodies, start=1):
        before = entries[-1].digest if entries else BEGINNING
        entries.append(make_entry(before, number, DAY + timedelta(seconds=number), body))
    return entries


LOG = chain(*STORY)
LINES = list(write_log(LOG))


def test_a_log_comes_back_as_it_was_written() -> None:
    assert list(read_log(LINES)) == LOG
    assert list(write_log(read_log(LINES))) == LINES


@pytest.mark.parametrize("body", STORY, ids=lambda body: type(body).__name__)
def test_every_kind_of_entry_comes_back_from_its_json(body: AnyBody) -> None:
    assert read_body(write_body(body)) == body


def test_anybody_can_work_a_digest_out_with_a_json_library_and_sha256() -> None:
    for before, line in zip([BEGINNING, *(entry.digest for entry in LOG)], LINES, strict=False):
        entry = json.loads(line)
        said = [before, entry["number"], entry["time"], entry["body"]]
        text = json.dumps(said, separators=(",", ":"), ensure_ascii=False)
        assert sha256(text.encode()).hexdigest() == entry["digest"]


def test_the_same_is_the_same_json_whatever_the_order_it_was_said_in() -> None:
    options = {"rounds": "1", "limit": "none"}
    assert write_body(played(1, options=options)) == write_body(played(1))
    assert make_entry(BEGINNING, 1, DAY, played(1, options=options)) == make_entry(
        BEGINNING, 1, DAY, played(1)
    )


def test_a_digest_depends_on_all_that_an_entry_says_and_on_what_came_before() -> None:
    digests = {
        make_entry(before, number, time, body).digest
        for before in (BEGINNING, DIGEST)
        for number in (1, 2)
        for time in (DAY, DAY + timedelta(microseconds=1))
        for body in (played(1), played(1, scores=(-12, -4)))
    }
    assert len(digests) == 16


@given(st.data())
def test_every_change_of_a_log_is_found_but_for_a_cut_at_its_end(data: st.DataObject) -> None:
    changed = data.draw(st.sampled_from([edited, deleted, swapped, doubled, inserted, cut]))
    lines = changed(data)
    if lines == LINES[: len(lines)]:
        # That is a log, too, and another one: it has another last digest.
        found = list(read_log(lines))
        assert found == LOG[: len(lines)]
        assert not found or found[-1].digest == LOG[len(lines) - 1].digest
        return
    with pytest.raises(Mistake, match=r"^[^\n]+\.$"):
        list(read_log(lines))


def place(data: st.DataObject, below: int = len(LINES)) -> int:
    return data.draw(st.integers(0, below - 1))


def edited(data: st.DataObject) -> list[bytes]:
    at = place(data)
    line = LINES[at]
    where = place(data, len(line))
    letter = data.draw(st.binary(max_size=2))
    return [*LINES[:at], line[:where] + letter + line[where + 1 :], *LINES[at + 1 :]]


def deleted(data: st.DataObject) -> list[bytes]:
    at = place(data)
    return LINES[:at] + LINES[at + 1 :]


def swapped(data: st.DataObject) -> list[bytes]:
    one, other = place(data), place(data)
    lines = list(LINES)
    lines[one], lines[other] = lines[other], lines[one]
    return lines


def doubled(data: st.DataObject) -> list[bytes]:
    at = place(data)
    return [*LINES[: at + 1], *LINES[at:]]


def inserted(data: st.DataObject) -> list[bytes]:
    at, number = place(data), place(data)
    before = LOG[at - 1].digest if at else BEGINNING
    forged = make_entry(before, at + 1, DAY, STORY[number])
    return [*LINES[:at], *write_log([forged]), *LINES[at:]]


def cut(data: st.DataObject) -> list[bytes]:
    whole = b"".join(LINES)
    return whole[: place(data, len(whole))].splitlines(keepends=True)


@given(st.binary(max_size=200))
def test_garbage_is_one_sentence(line: bytes) -> None:
    with pytest.raises(Mistake, match=r"^Line 1 of the log is[^\n]+\.$"):
        list(read_log([line + b"\n"]))


@pytest.mark.parametrize(
    "line", [b'"\xff"', b"[" * 100_000, b"null", b"{}", b"NaN", b'{"number":1e400}', b"\x00"]
)
def test_odd_json_is_one_sentence(line: bytes) -> None:
    with pytest.raises(Mistake, match=r"^Line 1 of the log is no entry: [^\n]+\.$"):
        list(read_log([line]))


def test_the_same_entry_written_otherwise_is_refused() -> None:
    spaced = LINES[0].replace(b":", b": ", 1)
    added = LINES[0].replace(b'{"', b'{"note":"trust me","', 1)
    assert msgspec.json.decode(spaced) == msgspec.json.decode(LINES[0])
    for line in (spaced, added, LINES[0].rstrip()):
        with pytest.raises(Mistake, match="Line 1 of the log is not as it was written"):
            list(read_log([line]))


FORGED: dict[str, tuple[str, list[AnyBody]]] = {
    "that_begins_with_a_bot": ("opened once", STORY[1:2]),
    "that_is_opened_twice": ("opened once", [STORY[0], STORY[0]]),
    "with_a_bot_that_comes_in_twice": ("one@1 is there already", [*STORY[:2], STORY[1]]),
    "with_a_bot_in_two_cases": (
        "is there already",
        [*STORY[:2], Entered("ONE@1", DIGEST, ())],
    ),
    "with_a_bot_without_a_version": ("comes in so", [STORY[0], Entered("one", DIGEST, ())]),
    "with_files_outside_of_an_export": (
        "comes in so",
        [STORY[0], Entered("one@1", "../../etc/cron.d/x", ())],
    ),
    "with_a_stranger": ("there is no two@1", [*STORY[:2], played(1)]),
    "with_a_match_twice": ("no match 1, or it is over", [*STORY[:4], played(1)]),
    "with_a_match_that_was_cancelled": ("no match 2", [*STORY[:5], played(2)]),
    "with_a_match_beyond_all_numbers": ("no match 9", [*STORY[:3], played(9 * 10**30)]),
    "with_a_game_of_others": ("not played on this", [*STORY[:3], played(1, game="tonton")]),
    "with_too_few_scores": ("comes out so", [*STORY[:3], played(1, scores=(1,))]),
    "with_too_many_teams": ("comes out so", [*STORY[:3], played(1, teams=(0, 2))]),
    "with_ranks_of_its_own": ("comes out so", [*STORY[:3], played(1, ranks=(1, 3))]),
    "with_one_against_itself": (
        "comes out so",
        [*STORY[:3], played(1, players=("one@1", "one@1"))],
    ),
    "that_excludes_nobody_known": ("no six@1", [STORY[0], Excluded("so", player="six@1")]),
    "that_excludes_no_match_known": ("no match 7", [STORY[0], Excluded("so", match=7)]),
    "that_benches_nobody_known": ("no six@1", [STORY[0], Benched("six@1", "so", ())]),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_log_is_refused_whose_digests_fit_but_whose_story_does_not(name: str) -> None:
    sentence, bodies = FORGED[name]
    with pytest.raises(Mistake, match=f"cannot be so: .*{sentence}"):
        list(read_log(write_log(chain(*bodies))))


def test_a_log_with_times_of_no_known_place_is_refused() -> None:
    for zone in (None, timezone(timedelta(hours=1))):
        entry = make_entry(BEGINNING, 1, datetime(2026, 1, 1, tzinfo=zone), STORY[0])
        with pytest.raises(Mistake, match=r"not in UTC|not as it was"):
            list(read_log(write_log([entry])))


def test_a_log_is_read_as_it_comes_up_to_the_first_entry_that_does_not_fit() -> None:
    def lines() -> Iterator[bytes]:
        yield from LINES[:3]
        yield LINES[4]

    found = read_log(lines())
    assert [next(found) for _ in range(3)] == LOG[:3]
    with pytest.raises(Mistake, match=r"Line 4 of the log is entry 5"):
        next(found)


def test_each_entry_has_its_number_and_the_digest_of_the_one_before_it_in_its_own() -> None:
    for one, other in pairwise(LOG):
        assert other.number == one.number + 1
        assert other == make_entry(one.digest, other.number, other.time, other.body)
