"""What is right under gVisor alone excuses nothing elsewhere, and no harm to others anywhere."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.attacks import ATTACKS, Attack
from arena.attacks.trial import Trial
from arena.v1 import record_pb2 as rec

STRICT = Attack("ends", Path(), ("crashed",), "exit code 3")
DEARER = Attack("ends", Path(), ("crashed",), "exit code 3", under_gvisor=("timeout",))
UNBOUND = Attack("ends", Path(), ("crashed",), "exit code 3", not_by_gvisor="it has no such limit")
BOXES = ("container", "gvisor")


def trial(attack: Attack, box: str, *forfeits: tuple[int, "rec.Verdict.ValueType", str]) -> Trial:
    """Return a trial of the bot at seat 1; a forfeit is a seat, a verdict and its evidence."""
    lost = [rec.Forfeit(seat=seat, verdict=verdict, detail=why) for seat, verdict, why in forfeits]
    game = rec.GameRecord(forfeits=lost)
    return Trial(attack, (1,), box, game, rec.GameRecord())


LATE = (1, rec.VERDICT_TIMEOUT, "no answer")
INNOCENT = (0, rec.VERDICT_TIMEOUT, "no answer")
OUT = (1, rec.VERDICT_TIMEOUT, "ESCAPED: something")


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
    crashed = (1, rec.VERDICT_CRASHED, "exit code 3")
    assert trial(UNBOUND, "gvisor", LATE).known_open == "it has no such limit"
    assert trial(UNBOUND, "gvisor", crashed).known_open == ""
    assert trial(UNBOUND, "container", LATE).known_open == ""


OPEN = replace(STRICT, not_by_container="it cannot be had")


def test_what_a_container_is_known_not_to_stop_is_broken_under_gvisor() -> None:
    assert trial(OPEN, "container", LATE).known_open == "it cannot be had"
    assert trial(OPEN, "container", LATE).complaints() == []
    assert len(trial(OPEN, "gvisor", LATE).complaints()) == 2


def test_most_attacks_are_stopped_by_every_box() -> None:
    for box in BOXES:
        assert sum(bool(attack.known_open(box)) for attack in ATTACKS.values()) <= 12
