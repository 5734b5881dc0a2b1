"""The log as a chain, and as a file that nobody has to believe."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from hashlib import sha256
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from arena.errors import UserError
from ladder.log.entries import (
    BEGINNING,
    BY_CODE,
    LONGEST_REASON,
    ORGANISER,
    Admitted,
    Announced,
    AnyBody,
    Benched,
    Cancelled,
    Chosen,
    Entered,
    Excluded,
    Frozen,
    Joined,
    Limited,
    Limits,
    Paused,
    Returned,
    SeasonBegun,
    TokenIssued,
    TokenRevoked,
    Voided,
    Withdrawn,
    make_entry,
    read_body,
    write_body,
)
from ladder.log.file import read_log, write_log
from tests.ladder.ladders import SHORT, TEAMS, open_log
from tests.ladder.stories import BOTS, DAY, DIGEST, OPTIONS, STORY, chain, planned, played

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
    options = dict(reversed(OPTIONS.items()))
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
    with pytest.raises(UserError, match=r"^[^\n]+\.$"):
        list(read_log(lines))


def test_an_entry_whose_digest_is_another_is_refused() -> None:
    for at, entry in enumerate(LOG):
        forged = write_log([replace(entry, digest=DIGEST)])
        with pytest.raises(UserError, match=f"^Entry {at + 1} of the log has been changed"):
            list(read_log([*LINES[:at], *forged, *LINES[at + 1 :]]))


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
    with pytest.raises(UserError, match=r"^Line 1 of the log is[^\n]+\.$"):
        list(read_log([line + b"\n"]))


@pytest.mark.parametrize(
    "line", [b'"\xff"', b"[" * 100_000, b"null", b"{}", b"NaN", b'{"number":1e400}', b"\x00"]
)
def test_odd_json_is_one_sentence(line: bytes) -> None:
    with pytest.raises(UserError, match=r"^Line 1 of the log is no entry: [^\n]+\.$"):
        list(read_log([line]))


def test_the_same_entry_written_otherwise_is_refused() -> None:
    spaced = LINES[0].replace(b":", b": ", 1)
    added = LINES[0].replace(b'{"', b'{"note":"trust me","', 1)
    assert msgspec.json.decode(spaced) == msgspec.json.decode(LINES[0])
    for line in (spaced, added, LINES[0].rstrip()):
        with pytest.raises(UserError, match="Line 1 of the log is not as it was written"):
            list(read_log([line]))


# A match was planned, and is not over.
GOING = [*BOTS, planned(1)]
OTHER_RULES = replace(open_log(SHORT), format=6)
FORMAT_4 = replace(open_log(SHORT), format=4)
FORMAT_3 = replace(open_log(SHORT), format=3, versions=msgspec.UNSET)

FORGED: dict[str, tuple[str, list[AnyBody]]] = {
    "that_begins_with_a_bot": ("opened once", STORY[1:2]),
    "that_is_opened_twice": ("opened once", [STORY[0], STORY[0]]),
    "of_another_format": ("of format 6", [OTHER_RULES]),
    "of_format_3_with_versions": (
        "that names versions is of format 4 or newer",
        [replace(open_log(SHORT), format=3)],
    ),
    "of_one_game_twice": ("one division of each", [open_log(SHORT, SHORT)]),
    "of_no_game": ("one division of each", [open_log()]),
    "of_no_clock": ("clock", [replace(open_log(SHORT), clock="soon")]),
    "of_endless_matches": ("1 to 10000", [replace(open_log(SHORT), games_a_match=10**9)]),
    "of_less_than_no_bots": ("0 or more", [replace(open_log(SHORT), limits=Limits(bots=-1))]),
    "with_a_bot_that_comes_in_twice": (
        "comes in as one@2 next",
        [*BOTS, replace(BOTS[2], digest="cd" * 32)],
    ),
    "with_a_version_left_out": (
        "comes in as one@2 next",
        [*BOTS, Entered("one@3", "ann", "cd" * 32, ())],
    ),
    "with_a_bot_without_a_version": (
        "comes in as one@2 next",
        [*BOTS, Entered("one", "ann", "cd" * 32, ())],
    ),
    "with_files_outside_of_an_export": (
        "no digest of files",
        [*BOTS, Entered("x@1", "ann", "../../etc/cron.d/x", ())],
    ),
    "with_the_files_of_another": (
        "This is one@1 already, file by file",
        [*BOTS, Entered("x@1", ORGANISER, DIGEST, ())],
    ),
    "with_a_bot_of_an_author_that_is_banned": (
        "ann is excluded and hands in nothing: so",
        [*BOTS, Excluded("so", author="ann"), Entered("one@2", "ann", "cd" * 32, ())],
    ),
    "with_two_of_an_author_at_a_table": (
        "two of one author",
        [
            *BOTS,
            Entered("x@1", "ann", "cd" * 32, ()),
            planned(1, players=("one@1", "x@1", "two@1")),
        ],
    ),
    "with_nobodys_bot": ("no author 'bob'", [*BOTS, Entered("x@1", "bob", DIGEST, ())]),
    "with_a_bot_of_another": ("one is ann's", [*BOTS, Entered("one@2", ORGANISER, "cd" * 32, ())]),
    "with_one_number_for_two_tokens": (
        "the next token is 2",
        [*BOTS, *[TokenIssued(author="ann", organiser=False, number=1)] * 2],
    ),
    "with_a_token_revoked_for_another": (
        "organiser has no token 1",
        [
            *BOTS,
            TokenIssued(author="ann", organiser=False, number=1),
            TokenRevoked(author=ORGANISER, number=1),
        ],
    ),
    "with_an_author_twice": ("author 'ann' already", [*BOTS, Joined("Ann")]),
    "with_an_author_without_a_name": ("cannot be an author's name", [*BOTS, Joined("a b")]),
    "with_a_bot_after_the_freeze": (
        "is frozen",
        [*BOTS, Frozen(frozen=True), Entered("x@1", "ann", DIGEST, ())],
    ),
    "frozen_twice": ("are frozen already", [*BOTS, Frozen(frozen=True), Frozen(frozen=True)]),
    "that_was_not_paused": ("is not paused", [*BOTS, Paused(paused=False)]),
    "with_a_match_while_paused": ("is paused", [*BOTS, Paused(paused=True), planned(1)]),
    "with_a_stranger": ("no two@2", [*BOTS, planned(1, players=("one@1", "two@2"))]),
    "with_a_gap_in_its_matches": ("match 2 is not the next", [*BOTS, planned(2)]),
    "with_a_match_beyond_all_numbers": ("not the next", [*BOTS, planned(9 * 10**30)]),
    "with_a_game_of_others": ("not played on this", [*BOTS, planned(1, game="tonton")]),
    "with_one_against_itself": ("itself", [*BOTS, planned(1, players=("one@1", "one@1"))]),
    "with_too_few_seats": ("not played by 1", [*BOTS, planned(1, players=("one@1",))]),
    "with_a_season_to_come": ("season 2 is not", [*BOTS, planned(1, season=2)]),
    "with_one_plan_twice": (
        "a plan of its own",
        [*GOING, planned(2, plan=planned(1).plan)],
    ),
    "with_no_commitment": ("a plan of its own", [*BOTS, planned(1, plan="so")]),
    "with_a_match_never_planned": ("match 1 is not planned", [*BOTS, played(1)]),
    "with_a_match_twice": ("or is over already", [*GOING, played(1), played(1)]),
    "with_a_match_that_was_cancelled": ("over already", [*STORY[:9], played(2)]),
    "with_a_void_forgotten": ("not what was planned", [*GOING, Voided(1, 0, "so"), played(1)]),
    "with_a_void_that_was_not": ("not what was planned", [*GOING, played(1, attempt=1)]),
    "with_a_void_left_out": ("attempt 1 at match 1", [*GOING, Voided(1, 1, "so")]),
    "with_one_void_twice": (
        "attempt 0 at match 1",
        [*GOING, Voided(1, 0, "so"), Voided(1, 0, "so")],
    ),
    "with_other_players_than_planned": (
        "not what was planned",
        [*GOING, played(1, players=("two@1", "one@1"))],
    ),
    "with_other_options": ("other options", [*GOING, played(1, options={"limit": "none"})]),
    "with_a_match_cut_off": ("has 1 games, not 4", [*GOING, played(1, ranks=((2, 1),))]),
    "with_a_box_of_its_own": ("in a box 'cloud'", [*GOING, played(1, box="cloud")]),
    "with_no_record": ("no record has", [*GOING, played(1, record="so")]),
    "with_too_few_scores": ("comes out so", [*GOING, played(1, scores=(1,))]),
    "with_teams_where_there_are_none": (
        "comes out so",
        [*GOING, played(1, teams=((0, 1),) * 4)],
    ),
    "with_ranks_of_its_own": ("comes out so", [*GOING, played(1, ranks=((1, 3),) * 4)]),
    "with_more_forfeits_than_games": (
        "comes out so",
        [*GOING, played(1, forfeits=({}, {"illegal": 5}))],
    ),
    "with_a_forfeit_that_is_ours": (
        "comes out so",
        [*GOING, played(1, forfeits=({}, {"host": 1}))],
    ),
    "that_excludes_nobody_known": ("no six@1", [*BOTS, Excluded("so", player="six@1")]),
    "that_excludes_no_match_known": ("Match 7 has no result", [*BOTS, Excluded("so", match=7)]),
    "that_excludes_two_at_once": ("about one", [*BOTS, Excluded("so", bot="one", author="ann")]),
    "that_excludes_nothing": ("about one", [*BOTS, Excluded("so")]),
    "that_benches_nobody_known": ("no six@1", [*BOTS, Benched("six@1", "so", ())]),
    "with_a_season_left_out": ("season 3 is not the next", [*BOTS, SeasonBegun(3, "endless", ())]),
    "with_a_season_before_the_last_is_over": ("not over", [*GOING, SeasonBegun(2, "endless", ())]),
    "with_a_season_of_no_format": ("format is", [*BOTS, SeasonBegun(2, "cup 3", ())]),
    "with_a_season_of_strangers": ("no six@1", [*BOTS, SeasonBegun(2, "endless", ("six@1",))]),
    "with_somebody_twice_in_a_season": (
        "takes part twice",
        [*BOTS, SeasonBegun(2, "endless", ("one@1", "one@1"))],
    ),
    "with_somebody_who_takes_no_part": (
        "take part in the season",
        [*BOTS, SeasonBegun(2, "endless", ("one@1",)), planned(1, season=2)],
    ),
}


# Each with what keeps somebody of the next match from playing.
NOT_PLAYING: dict[str, tuple[str, AnyBody]] = {
    "benched": ("two@1 is benched: so", Benched("two@1", "so", ())),
    "withdrawn": ("one@1 was withdrawn", Withdrawn("one@1")),
    "superseded": ("one@2 has taken its place", Entered("one@2", "ann", "cd" * 32, ())),
    "excluded": ("one@1 is excluded: so", Excluded("so", player="one@1")),
    "excluded_with_its_name": ("one@1 is excluded: so", Excluded("so", bot="one")),
    "excluded_with_its_author": ("one@1 is excluded: so", Excluded("so", author="ann")),
}


@pytest.mark.parametrize("name", NOT_PLAYING)
def test_nobody_plays_in_a_log_who_does_not_play_when_it_is_planned(name: str) -> None:
    sentence, body = NOT_PLAYING[name]
    with pytest.raises(UserError, match=f"Entry 6 of the log cannot be so: .*{sentence}"):
        list(read_log(write_log(chain(*BOTS, body, planned(1)))))


def test_nobody_plays_in_a_log_a_game_that_it_does_not_play() -> None:
    other: list[AnyBody] = [
        open_log(SHORT, TEAMS),
        *(Entered(f"{name}@1", ORGANISER, name * 64, ("six_nimmt",)) for name in "abcd"),
        planned(1, game="tonton", players=("a@1", "b@1", "c@1", "d@1")),
    ]
    with pytest.raises(UserError, match="a@1 does not play tonton"):
        list(read_log(write_log(chain(*other))))


ANN_HAS_A_TOKEN = TokenIssued(author="ann", organiser=False, number=1)
ANN_ORGANISES = TokenIssued(author="ann", organiser=True, number=1)
LONG = "a" * (LONGEST_REASON + 1)
# Each as a log before format 5 has it.
UNASKED: dict[str, tuple[str, list[AnyBody]]] = {
    "that_an_author_excludes_from": (
        "the organiser decides it, and 'ann' did",
        [ANN_HAS_A_TOKEN, Excluded("so", player="two@1", by="ann")],
    ),
    "that_somebody_unknown_pauses": ("'eve' did", [Paused(paused=True, by="eve")]),
    "in_which_an_author_limits": ("'ann' did", [Limited(Limits(bots=9), by="ann")]),
    "in_which_an_author_cancels": ("'ann' did", [planned(1), Cancelled(1, "so", by="ann")]),
    "in_which_an_author_makes_itself_an_organiser": (
        "'ann' did",
        [replace(ANN_ORGANISES, by="ann")],
    ),
    "in_which_a_code_makes_an_organiser": (
        "a code lets guests in",
        [replace(ANN_ORGANISES, by=BY_CODE)],
    ),
    "in_which_a_code_pauses": ("a code lets guests in", [Paused(paused=True, by=BY_CODE)]),
    "in_which_an_author_withdraws_from_another": (
        "two@1 is the organiser's, and 'ann' decided",
        [Withdrawn("two@1", by="ann")],
    ),
    "in_which_a_token_that_is_revoked_decides": (
        "'ann' did",
        [ANN_ORGANISES, TokenRevoked(author="ann", number=1), Paused(paused=True, by="ann")],
    ),
    "that_nobody_limits": ("nobody did", [Limited(Limits(bots=9), by="")]),
    "with_a_bench_for_matches_that_are_not_there": (
        "one@1 is benched for a match that is not there",
        [planned(1), Benched("one@1", "so", (1, 999))],
    ),
    "with_a_return_of_who_plays": ("one@1 is not benched", [Returned("one@1")]),
    "with_an_admission_of_who_counts": (
        "one@1 counts anyway",
        [Admitted("so", player="one@1")],
    ),
    "with_a_bot_of_another_game": (
        "x@1 plays no game of this ladder",
        [Entered("x@1", "ann", "cd" * 32, ("chess",))],
    ),
    "with_a_bot_called_like_a_device": (
        "Windows has no file called CON@1",
        [Entered("CON@1", "ann", "cd" * 32, ())],
    ),
    "with_an_author_called_like_a_device": (
        "Windows has no file called nul.txt",
        [Joined("nul.txt")],
    ),
    "with_a_gauntlet_of_nobody": ("no six@7", [SeasonBegun(2, "gauntlet six@7 1", ())]),
    "with_a_gauntlet_of_an_onlooker": (
        "one@1 takes no part in its own gauntlet",
        [SeasonBegun(2, "gauntlet one@1 1", ("two@1",))],
    ),
    "with_a_long_announcement": ("has at most 500 characters", [Announced(LONG)]),
    "with_a_long_reason": ("has at most 500 characters", [planned(1), Voided(1, 0, LONG)]),
    "with_a_limit_beyond_all": ("is at most 1000000", [Limited(Limits(bots=10**15))]),
}


@pytest.mark.parametrize("name", UNASKED)
def test_nobody_decides_for_others_in_a_log_nor_about_what_is_not_there(name: str) -> None:
    sentence, bodies = UNASKED[name]
    with pytest.raises(UserError, match=f"cannot be so: .*{sentence}"):
        list(read_log(write_log(chain(*BOTS, *bodies))))
    # A log is read by the rules of its own format.
    log = chain(FORMAT_4, *BOTS[1:], *bodies)
    assert list(read_log(write_log(log))) == log


def test_everybody_decides_for_their_own_and_a_season_for_itself() -> None:
    bodies: list[AnyBody] = [
        planned(1),
        Cancelled(1, "so", by=""),
        Benched("one@1", "so", (1,), by=""),
        Returned("one@1", by="ann"),
        Withdrawn("one@1", by="ann"),
        Chosen("one@1", by="ann"),
        ANN_ORGANISES,
        Withdrawn("two@1", by="ann"),
        Frozen(frozen=True, by=""),
        SeasonBegun(2, "gauntlet one@1 1", (), by=""),
    ]
    log = chain(*BOTS, *bodies)
    assert list(read_log(write_log(log))) == log


@pytest.mark.parametrize("versions", [msgspec.UNSET, {}, {"chess": "7"}])
def test_a_log_names_the_versions_of_what_it_has_and_of_nothing_else(versions: Any) -> None:
    opened = open_log(SHORT)
    named = dict(opened.versions or {}) | versions if versions == {"chess": "7"} else versions
    with pytest.raises(UserError, match="has to name the versions of dealing, rating, six_nimmt"):
        list(read_log(write_log(chain(replace(opened, versions=named)))))
    assert list(read_log(write_log(chain(replace(opened, format=4, versions=named)))))


@pytest.mark.parametrize("name", NOT_PLAYING)
def test_what_was_planned_before_a_ruling_may_end_after_it(name: str) -> None:
    log = chain(*BOTS, planned(1), NOT_PLAYING[name][1], Voided(1, 0, "so"), played(1, attempt=1))
    assert list(read_log(write_log(log))) == log


@pytest.mark.parametrize("name", NOT_PLAYING)
def test_a_log_of_format_3_is_read_as_it_was_written(name: str) -> None:
    log = chain(FORMAT_3, *BOTS[1:], NOT_PLAYING[name][1], planned(1), played(1))
    assert list(read_log(write_log(log))) == log


def test_files_of_an_old_version_that_went_may_come_in_again() -> None:
    opened = replace(open_log(SHORT), limits=Limits(old_versions=1))
    digests = ["1" * 64, "2" * 64, "3" * 64, "1" * 64]
    come_in = [Entered(f"x@{n}", ORGANISER, one, ()) for n, one in enumerate(digests, start=1)]
    log = chain(opened, *come_in)
    assert list(read_log(write_log(log))) == log
    with pytest.raises(UserError, match=r"This is x@3 already, file by file"):
        list(read_log(write_log(chain(opened, *come_in, replace(come_in[2], player="x@5")))))


@pytest.mark.parametrize("name", FORGED)
def test_a_log_is_refused_whose_digests_fit_but_whose_story_does_not(name: str) -> None:
    sentence, bodies = FORGED[name]
    with pytest.raises(UserError, match=f"cannot be so: .*{sentence}"):
        list(read_log(write_log(chain(*bodies))))


@pytest.mark.parametrize(
    ("ranks", "teams"),
    [
        (((1, 2, 2, 2),) * 4, ((0, 1, 0, 1),) * 4),
        (((1, 3, 1, 3),) * 4, ()),
        (((1, 3, 1, 3),) * 4, ((0, 4, 0, 4),) * 4),
        (((1, 3, 1, 3),) * 4, ((0, -1, 0, -1),) * 4),
        (((1, 3, 1, 3),) * 4, ((0, 1, 0),) * 4),
        (((1, 3, 1, 3),) * 4, ((0, 1, 0, 1),) * 3),
    ],
)
def test_partners_share_their_rank_and_are_named_where_there_are_any(
    ranks: Any, teams: Any
) -> None:
    names = ("a@1", "b@1", "c@1", "d@1")
    before: list[AnyBody] = [
        open_log(TEAMS),
        *(Entered(name, ORGANISER, name[0] * 64, ()) for name in names),
        planned(1, game="tonton", players=names),
    ]

    def log(ranks: Any, teams: Any) -> list[bytes]:
        said = {"game": "tonton", "options": TEAMS.options, "players": names, "box": "process"}
        body = played(1, **said, ranks=ranks, teams=teams, scores=(0,) * 4, forfeits=({},) * 4)
        return list(write_log(chain(*before, body)))

    assert len(list(read_log(log(((1, 3, 1, 3),) * 4, ((0, 1, 0, 1),) * 4)))) == 7
    with pytest.raises(UserError, match="no match comes out so"):
        list(read_log(log(ranks, teams)))


def test_a_log_whose_time_runs_backwards_is_refused() -> None:
    entries = [make_entry(BEGINNING, 1, DAY, STORY[0])]
    entries.append(make_entry(entries[0].digest, 2, DAY - timedelta(days=1), STORY[1]))
    with pytest.raises(UserError, match="Entry 2 of the log cannot be so: it is older"):
        list(read_log(write_log(entries)))


def test_a_log_of_a_format_before_this_one_is_one_sentence() -> None:
    body = {"kind": "opened", "divisions": [], "games_a_match": 4, "clock": "10+0.1"}
    line = json.dumps({"number": 1, "time": "2026-01-01T00:00:00Z", "body": body, "digest": ""})
    with pytest.raises(UserError, match=r"^The log is of format 1, and [^\n]+ formats 3 to 5; "):
        list(read_log([line.encode() + b"\n"]))


def test_a_log_with_times_of_no_known_place_is_refused() -> None:
    for zone in (None, timezone(timedelta(hours=1))):
        entry = make_entry(BEGINNING, 1, datetime(2026, 1, 1, tzinfo=zone), STORY[0])
        with pytest.raises(UserError, match=r"not in UTC|not as it was"):
            list(read_log(write_log([entry])))


def test_a_log_is_read_as_it_comes_up_to_the_first_entry_that_does_not_fit() -> None:
    def lines() -> Iterator[bytes]:
        yield from LINES[:3]
        yield LINES[4]

    found = read_log(lines())
    assert [next(found) for _ in range(3)] == LOG[:3]
    with pytest.raises(UserError, match=r"Line 4 of the log is entry 5"):
        next(found)


def test_each_entry_has_its_number_and_the_digest_of_the_one_before_it_in_its_own() -> None:
    for one, other in pairwise(LOG):
        assert other.number == one.number + 1
        assert other == make_entry(one.digest, other.number, other.time, other.body)
