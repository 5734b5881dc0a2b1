"""What a trial finds wrong in scripted games; what is right somewhere excuses nothing elsewhere."""

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import pytest

from arena.attacks import trial as trials
from arena.attacks.attack import Attack
from arena.attacks.trial import Trial
from arena.boxes.kinds import in_process
from arena.games import find_game
from arena.v1 import record_pb2 as rec
from arena.v1.arena_pb2 import Move
from arena.v1.six_nimmt_pb2 import SixNimmtMove
from tests.hostile.more import EVERY

STRICT = Attack("ends", Path(), "endings", ("crashed",), "exit code 3")
DEARER = Attack("ends", Path(), "endings", ("crashed",), "exit code 3", under_gvisor=("timeout",))
UNBOUND = Attack(
    "ends", Path(), "endings", ("crashed",), "exit code 3", not_by_gvisor="it has no such limit"
)
PLAYING_ON = Attack("tries doors", Path())
BOXES = ("container", "gvisor")

NOT_TRIED = "it was not tried: its program has not come to the end of its attack"


def trial(
    attack: Attack,
    box: str,
    *forfeits: tuple[int, "rec.Verdict.ValueType", str],
    seats: tuple[int, ...] = (1,),
    tried: Collection[int] = (1,),
) -> Trial:
    """Return a trial of the bot at seat 1; a forfeit is a seat, a verdict and its evidence."""
    lost = [rec.Forfeit(seat=seat, verdict=verdict, detail=why) for seat, verdict, why in forfeits]
    return Trial(attack, seats, box, rec.GameRecord(forfeits=lost), rec.GameRecord(), tried)


LATE = (1, rec.VERDICT_TIMEOUT, "no answer")
INNOCENT = (0, rec.VERDICT_TIMEOUT, "no answer")
OUT = (1, rec.VERDICT_TIMEOUT, "ESCAPED: something")
CRASHED = (1, rec.VERDICT_CRASHED, "exit code 3")


@pytest.mark.parametrize(
    ("attack", "forfeits", "came", "complaints"),
    [
        (STRICT, [CRASHED], "crashed: exit code 3", []),
        (PLAYING_ON, [], "it played on", []),
        (
            STRICT,
            [(1, rec.VERDICT_CRASHED, "exit code 4")],
            "crashed: exit code 4",
            ["the evidence does not say 'exit code 3': 'exit code 4\\n'"],
        ),
        (
            PLAYING_ON,
            [LATE],
            "timeout: no answer",
            ["the attacker got timeout, not ok: 'no answer\\n'"],
        ),
        (
            replace(PLAYING_ON, verdicts=("ok", "crashed")),
            [LATE],
            "timeout: no answer",
            ["the attacker got timeout, not ok or crashed: 'no answer\\n'"],
        ),
        (
            replace(STRICT, evidence=""),
            [(1, rec.VERDICT_CRASHED, "ESCAPED: a door")],
            "crashed: ESCAPED: a door",
            ["ESCAPED: a door\n"],
        ),
        (
            STRICT,
            [CRASHED, INNOCENT],
            "crashed: exit code 3",
            ["1 innocent seats forfeited"],
        ),
        # The first of its forfeits is looked at, anyone who else has lost before.
        (STRICT, [INNOCENT, CRASHED], "crashed: exit code 3", ["1 innocent seats forfeited"]),
    ],
)
def test_all_that_goes_otherwise_than_it_has_to_is_a_complaint(
    attack: Attack,
    forfeits: list[tuple[int, "rec.Verdict.ValueType", str]],
    came: str,
    complaints: list[str],
) -> None:
    found = trial(attack, "container", *forfeits)
    assert (found.came, found.complaints()) == (came, complaints)


def test_the_log_is_evidence_as_the_sentence_is() -> None:
    lost = rec.Forfeit(seat=1, verdict=rec.VERDICT_CRASHED, detail="x", log_tail="ESCAPED: a door")
    found = replace(
        trial(replace(STRICT, evidence="a door"), "container"),
        record=rec.GameRecord(forfeits=[lost]),
    )
    assert found.complaints() == ["x\nESCAPED: a door"]


def test_another_attacker_is_no_innocent() -> None:
    found = trial(PLAYING_ON, "container", INNOCENT)
    assert replace(found, others=(0,)).complaints() == []
    assert replace(found, others=(2,)).complaints() == ["1 innocent seats forfeited"]


# --- whether it was tried ---


def test_a_bot_that_plays_on_has_to_have_come_to_the_end_of_its_attack() -> None:
    assert trial(PLAYING_ON, "container", tried=()).complaints() == [NOT_TRIED]
    assert trial(PLAYING_ON, "container", tried=(0,)).complaints() == [NOT_TRIED]


def test_of_twins_both_have_to() -> None:
    for tried, complaints in (((1,), [NOT_TRIED]), ((1, 2), []), ((0, 1, 2), [])):
        found = trial(PLAYING_ON, "container", seats=(1, 2), tried=tried)
        assert found.complaints() == complaints


def test_what_a_box_is_known_not_to_stop_has_to_be_tried_all_the_same() -> None:
    attack = replace(PLAYING_ON, not_by_container="it cannot be had", evidence="words")
    found = trial(attack, "container", tried=())
    assert found.known_open
    assert found.complaints() == [NOT_TRIED]


def test_a_verdict_that_is_right_shows_by_itself_that_it_was_tried() -> None:
    assert trial(STRICT, "container", CRASHED, tried=()).complaints() == []


# --- the game of the others ---


def entry(seat: int, verdict: "rec.Verdict.ValueType", card: int, *, fallback: bool) -> rec.Entry:
    move = Move(six_nimmt=SixNimmtMove(card=card))
    return rec.Entry(seat=seat, verdict=verdict, fallback=fallback, move=move)


PLAYED = entry(0, rec.VERDICT_OK, 7, fallback=False)
IN_ITS_PLACE = entry(0, rec.VERDICT_TIMEOUT, 7, fallback=True)
REFUSED = entry(0, rec.VERDICT_ILLEGAL, 9, fallback=False)


@pytest.mark.parametrize(
    ("entries", "same"),
    [
        ([PLAYED], True),
        ([IN_ITS_PLACE], True),
        ([REFUSED, IN_ITS_PLACE], True),
        ([], False),
        ([REFUSED], False),
        ([PLAYED, PLAYED], False),
        ([entry(1, rec.VERDICT_OK, 7, fallback=False)], False),
        ([entry(0, rec.VERDICT_OK, 8, fallback=False)], False),
    ],
)
def test_the_game_has_to_be_that_of_an_honest_bot_move_for_move(
    entries: list[rec.Entry], same: bool
) -> None:
    game, honest = rec.GameRecord(entries=entries), rec.GameRecord(entries=[PLAYED])
    found = replace(trial(PLAYING_ON, "container"), record=game, reference=honest).complaints()
    other = "the game is not the one that an honest bot's seat would have led to"
    assert found == ([] if same else [other])


# --- what only some boxes stop ---


@pytest.mark.parametrize(
    ("attack", "box", "complaints"),
    [
        (STRICT, "container", 2),
        (STRICT, "gvisor", 2),
        (DEARER, "container", 2),
        (DEARER, "gvisor", 0),
        (UNBOUND, "container", 2),
        (UNBOUND, "gvisor", 0),
    ],
)
def test_a_verdict_is_right_only_where_the_attack_says_so(
    attack: Attack, box: str, complaints: int
) -> None:
    assert len(trial(attack, box, LATE).complaints()) == complaints


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("attack", [DEARER, UNBOUND])
def test_no_box_excuses_harm_to_an_innocent(attack: Attack, box: str) -> None:
    assert "1 innocent seats forfeited" in trial(attack, box, LATE, INNOCENT).complaints()


def test_a_verdict_that_is_right_there_excuses_no_escape() -> None:
    assert trial(DEARER, "gvisor", OUT).complaints()


def test_what_is_not_given_is_named_only_where_it_got_through() -> None:
    assert trial(UNBOUND, "gvisor", LATE).known_open == "it has no such limit"
    assert trial(UNBOUND, "gvisor", CRASHED).known_open == ""
    assert trial(UNBOUND, "container", LATE).known_open == ""


OPEN = replace(STRICT, not_by_container="it cannot be had")


def test_what_a_container_is_known_not_to_stop_is_broken_under_gvisor() -> None:
    assert trial(OPEN, "container", LATE).known_open == "it cannot be had"
    assert trial(OPEN, "container", LATE).complaints() == []
    assert len(trial(OPEN, "gvisor", LATE).complaints()) == 2


def test_most_attacks_are_stopped_by_every_box() -> None:
    for box, most in (("container", 0), ("gvisor", 12)):
        stopped = sum(not attack.known_open(box) for attack in EVERY.values())
        assert stopped >= len(EVERY) - most > 90


def test_an_honest_game_takes_no_output_of_those_who_try_attacks_meanwhile(
    processes: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def take(_: object) -> None:
        raise AssertionError("a bot is called in this process")

    monkeypatch.setattr(in_process, "redirect_stdout", take)
    options = tuple(find_game("six_nimmt").short.items())
    game = trials._honest_game.__wrapped__("six_nimmt", options, (0,), 2)
    assert (len(game.seating), len(game.ranks), [*game.forfeits]) == (2, 2, [])
