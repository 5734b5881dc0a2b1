"""Bots that fail again and again are benched, and the log says so and why."""

from pathlib import Path

import pytest

from ladder.log.entries import Benched, Played, Returned
from ladder.season.benching import judge_matches
from ladder.store.store import Store
from tests.ladder.scripted import Scripted, enter, make_ladder, play


def benched(store: Store) -> list[Benched]:
    return [entry.body for entry in store.entries() if isinstance(entry.body, Benched)]


def test_a_bot_is_benched_after_three_failing_matches_and_plays_no_more(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "bad", "a", "b") as store:
        play(store, Scripted(failing=["bad@1"]), 20)
        (one,) = benched(store)
        assert one.player == "bad@1"
        assert one.reason == "failed in 3 matches one after the other: 12 illegal"
        assert len(store.matches_of("bad@1")) == 3
        assert sorted(one.matches) == list(one.matches)
        assert store.roster().active() == ["a@1", "b@1"]


def test_a_match_in_between_that_went_well_begins_the_count_anew(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "bad", "a") as store:
        for failing in (["bad@1"], [], ["bad@1"]):
            play(store, Scripted(failing=failing), 2)
        assert benched(store) == []
        play(store, Scripted(failing=["bad@1"]), 1)
        assert [one.player for one in benched(store)] == ["bad@1"]


def test_two_that_fail_in_one_match_are_both_benched(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "bad", "worse") as store:
        play(store, Scripted(failing=["bad@1", "worse@1"]), 9)
        assert {one.player for one in benched(store)} == {"bad@1", "worse@1"}
        assert len(store.matches_of("bad@1")) == 3


def test_a_bot_that_returns_has_three_matches_again(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "bad", "a") as store:
        play(store, Scripted(failing=["bad@1"]), 9)
        store.append(Returned("bad@1"))
        play(store, Scripted(failing=["bad@1"]), 9)
        assert len(store.matches_of("bad@1")) == 6
        assert len(benched(store)) == 2


def test_a_new_version_is_not_charged_with_what_the_old_one_did(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "bad", "a") as store:
        play(store, Scripted(failing=["bad@1"]), 2)
        enter(store, "bad", version=2)
        play(store, Scripted(failing=["bad@2"]), 2)
        assert benched(store) == []


def test_who_fails_in_two_matches_of_three_is_benched_after_a_while(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "bad", "a") as store:
        for failing in (["bad@1"], [], ["bad@1"]) * 3:
            assert benched(store) == []
            play(store, Scripted(failing=failing), 1)
        (one,) = benched(store)
        assert one.reason == "forfeited games in 6 of its last 9 matches: 24 illegal"
        assert len(one.matches) == 6


def matches(*forfeits: int, games: int) -> list[Played]:
    """Return matches in which a bot forfeited this many games, the newest last."""
    return [
        Played(
            match=number,
            season=1,
            game="six_nimmt",
            options={},
            players=("good@1", "bad@1"),
            ranks=((1, 2),) * games,
            teams=(),
            scores=(0, 0),
            forfeits=({}, {"timeout": number_of} if number_of else {}),
            attempt=0,
            box="container",
            allow_missing=(),
            record="0" * 64,
        )
        for number, number_of in enumerate(forfeits, 1)
    ]


@pytest.mark.parametrize(
    ("forfeits", "games", "reason", "shown"),
    [
        ((1, 1), 1, "", ()),
        ((1, 1, 1), 1, "failed in 3 matches one after the other: 3 timeout", (1, 2, 3)),
        ((1, 1, 1, 1, 1), 40, "", ()),
        ((0, 9, 1, 0, 1, 1, 0, 2, 1), 40, "forfeited games in 6 of its last 9 matches", 6),
        ((1, 0, 1, 1, 0, 1, 0, 0, 1, 1), 40, "", ()),
        ((1, 1, 0, 1, 1, 0, 1, 1), 1, "forfeited games in 6 of its last 8 matches: 6", 6),
    ],
)
def test_in_a_row_matches_count_that_it_failed_in_and_of_nine_all_with_a_forfeit(
    forfeits: tuple[int, ...], games: int, reason: str, shown: tuple[int, ...] | int
) -> None:
    newest = matches(*forfeits, games=games)[::-1]
    found = [*judge_matches("bad@1", newest)]
    assert len(found) == bool(reason)
    for one in found:
        assert one.reason.startswith(reason)
        assert shown in {one.matches, len(one.matches)}
        assert one.by == ""
    assert [*judge_matches("good@1", newest)] == []
