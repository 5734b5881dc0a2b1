"""Whom voids have quarantined, and when they speak of the machine instead."""

import pytest

from ladder.queue.quarantine import SoloTrial, Void, count_voids, find_quarantined, find_solo_voids

EVERYBODY = [f"{name}@1" for name in "abcdef"]


def void(players: str, after: int = 10, match: int | None = 1) -> Void:
    return Void(match, tuple(f"{name}@1" for name in players), after, "so")


@pytest.mark.parametrize(
    ("voids", "last_result", "quarantined"),
    [
        # Both bots of a match that is void again and again.
        (["ab"] * 3, 0, "ab"),
        (["ab"] * 2, 0, ""),
        # One that is in all voids, with others each time.
        (["ab", "ac", "ad"], 0, "a"),
        # A void without it: the machine is too busy for everybody.
        (["ab"] * 3 + ["cd"], 0, ""),
        (["ab"] * 3 + ["cd"], 99, ""),
        # Everybody is in many, and nothing is played: the machine again.
        (["ab"] * 3 + ["cd"] * 3, 0, ""),
        # The same, but others were played: two that help each other are quarantined all the same.
        (["ab"] * 3 + ["cd"] * 3, 99, "abcd"),
        (["ab", "ac", "ad", "ef", "eb", "ec"], 99, "ae"),
        # One that was in fewer is nobody's alibi, as long as one that is quarantined was there.
        (["ab", "ab", "ac"], 0, "a"),
    ],
)
def test_who_is_quarantined(voids: list[str], last_result: int, quarantined: str) -> None:
    found = find_quarantined(map(void, voids), EVERYBODY, last_result)
    assert sorted(found) == [f"{name}@1" for name in quarantined]


def test_who_plays_no_more_is_neither_quarantined_nor_an_alibi() -> None:
    voids = [void("ab"), void("ab"), void("ab"), void("c")]
    assert find_quarantined(voids, ["b@1"], 0) == ["b@1"]
    assert find_quarantined(voids, ["b@1", "c@1"], 0) == []


def test_what_was_played_before_the_first_void_of_a_bot_shows_nothing() -> None:
    voids = [void(players, after=20) for players in ["ab"] * 3 + ["cd"] * 3]
    assert find_quarantined(voids, EVERYBODY, 20) == []
    assert len(find_quarantined(voids, EVERYBODY, 21)) == 4


def test_a_void_trial_with_the_samples_quarantines_nobody_and_is_no_alibi() -> None:
    voids = [*map(void, ["ab"] * 3), *[void("c", match=None)] * 3]
    assert sorted(find_quarantined(voids, EVERYBODY, 0)) == ["a@1", "b@1"]
    assert (count_voids(voids, "a@1"), count_voids(voids, "c@1")) == (3, 0)
    assert len(find_solo_voids(voids, "c@1")) == 3
    assert find_solo_voids(voids, "a@1") == []


def test_a_trial_has_its_tries_again_once_another_match_was_played() -> None:
    trial = SoloTrial("a@1")
    for _ in range(2):
        trial.note_void(played=5)
    assert not trial.is_due(played=5)
    assert trial.is_due(played=6)
    for _ in range(2):
        trial.note_void(played=6)
        assert trial.may_go_on
    trial.note_void(played=6)
    assert not trial.may_go_on


def test_a_trial_is_lost_only_while_others_are_played() -> None:
    trial = SoloTrial("a@1")
    trial.note_other()
    for _ in range(3):
        assert not trial.is_lost
        trial.note_void(played=5)
    assert not trial.is_lost
    trial.note_other()
    assert trial.is_lost
