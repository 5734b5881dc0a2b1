"""What the suite says of an attack, by scripted trials: held, open or broken, and why."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from arena.attacks import suite
from arena.attacks.attack import ATTACKS, Attack
from arena.attacks.build_attack import BUILDS
from arena.attacks.suite import Outcome, find_left, run_suite, suite_names, try_bot
from arena.attacks.trial import Trial
from arena.containers.engine import Engine
from arena.errors import HostFailure, Unavailable
from arena.v1 import record_pb2 as rec

HERE = Path()
BOT = next(iter(ATTACKS))
ATTACK = Attack("tries doors", HERE, "escape")
OPEN = replace(ATTACK, not_by_container="x")
BUILD = next(iter(BUILDS))
INNOCENT = rec.Forfeit(seat=1, verdict=rec.VERDICT_TIMEOUT, detail="no answer")


def test_what_has_a_complaint_is_broken_and_what_is_known_is_open() -> None:
    held = Outcome("name", "kind", "tries", "where", "must", "came")
    assert held.result == "held"
    assert Outcome("name", "kind", "tries", "where", "must", "came", known="why").result == "open"
    for known in ("", "why"):
        broken = Outcome("name", "kind", "tries", "where", "must", "came", ("bad",), known)
        assert broken.result == "broken"


# --- bots ---


def script(
    monkeypatch: pytest.MonkeyPatch,
    *forfeits: rec.Forfeit,
    tried: Collection[int] = (0,),
) -> None:
    """Have every trial be a game with these forfeits, with the attacker at seat 0."""

    def trial(attack: Attack, folder: Path, game: str, seat: int, box: str) -> Trial:
        record = rec.GameRecord(forfeits=forfeits)
        return Trial(attack, (seat,), box, record, rec.GameRecord(), tried)

    monkeypatch.setattr(suite, "try_attack", trial)


def test_of_a_bot_is_told_where_it_played_and_what_came(monkeypatch: pytest.MonkeyPatch) -> None:
    script(monkeypatch)
    assert try_bot(ATTACK, BOT, ("tonton", 0), HERE, "container") == Outcome(
        BOT,
        "escape",
        "tries doors",
        "tonton, seat 0 of 3",
        "it plays on",
        "it played on",
    )


def test_of_several_seats_all_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    script(monkeypatch)
    told = try_bot(replace(ATTACK, twins=True), BOT, ("tonton", 0), HERE, "container")
    assert told.where == "tonton, 2 seats of 3 from seat 0 on"


def test_a_bot_that_was_not_tried_has_not_held(monkeypatch: pytest.MonkeyPatch) -> None:
    script(monkeypatch, tried=())
    told = try_bot(ATTACK, BOT, ("tonton", 0), HERE, "container")
    assert (told.result, told.came) == ("broken", "it played on")
    assert told.complaints == (
        "it was not tried: its program has not come to the end of its attack",
    )


def test_what_a_box_does_not_stop_is_open_there_and_broken_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    attack = replace(ATTACK, not_by_gvisor="there is no such wall")
    script(monkeypatch, rec.Forfeit(seat=0, verdict=rec.VERDICT_CRASHED, detail="x"))
    for box, result, known in (
        ("gvisor", "open", "there is no such wall"),
        ("container", "broken", ""),
    ):
        told = try_bot(attack, BOT, ("tonton", 0), HERE, box)
        assert (told.result, told.known) == (result, known)


def test_harm_to_others_is_counted_and_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    script(monkeypatch, INNOCENT)
    told = try_bot(OPEN, BOT, ("tonton", 0), HERE, "container")
    assert (told.result, told.harmed) == ("broken", 1)
    assert told.complaints == ("1 innocent seats forfeited",)


def void(*_: object) -> Trial:
    raise HostFailure("the machine is too busy")


def test_a_void_match_is_broken_however_much_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suite, "try_attack", void)
    told = try_bot(OPEN, BOT, ("tonton", 0), HERE, "container")
    assert (told.result, told.known) == ("broken", "")
    assert told.complaints == ("the match was void: the machine is too busy",)
    assert told.came == told.complaints[0]


def no_box(*_: object) -> Trial:
    raise Unavailable("there is no engine")


def test_where_there_are_no_such_boxes_nothing_is_said_of_the_attack(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(suite, "try_attack", no_box)
    with pytest.raises(Unavailable, match="there is no engine"):
        try_bot(ATTACK, BOT, ("tonton", 0), HERE, "container")


# --- builds ---


@pytest.mark.parametrize(("complaints", "result"), [((), "held"), (("left behind: x",), "broken")])
def test_a_build_is_what_its_building_complains_of(
    complaints: tuple[str, ...], result: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(suite, "try_build", lambda *_: ("it is built", complaints))
    (build,) = run_suite("container", [BUILD])
    assert (build.kind, build.came, build.result) == ("builds", "it is built", result)
    assert build.complaints == complaints


# --- all of them ---


def test_all_are_tried_in_their_order_in_one_game_each_in_its_own_folder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folders = []

    def trial(attack: Attack, folder: Path, game: str, seat: int, box: str) -> Trial:
        folders.append(folder)
        return Trial(attack, (seat,), box, rec.GameRecord(), rec.GameRecord(), (seat,))

    monkeypatch.setattr(suite, "try_attack", trial)
    monkeypatch.setattr(suite, "try_build", lambda *_: ("it is built", ()))
    told = list(run_suite("container"))
    assert [each.name for each in told] == suite_names()
    assert len({*folders}) == len(ATTACKS)
    for each in told:
        if each.name in ATTACKS:
            game = ATTACKS[each.name].game or "six_nimmt"
            assert each.where.startswith(f"{game}, ")


# --- what is left ---


def left_by(
    looks: Iterator[set[str]], monkeypatch: pytest.MonkeyPatch, patience: float
) -> list[str]:
    monkeypatch.setattr(suite, "find_leftovers", lambda _: next(looks))
    # It is asked for nothing.
    return find_left(cast("Engine", None), {"folder before"}, patience, pause=0)


def test_what_goes_after_a_moment_is_not_left(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = iter([{"folder before", "shim 7"}, {"shim 7"}, {"folder before", "another match"}])
    assert left_by(looks, monkeypatch, 1000) == []
    assert list(looks) == []


def test_what_stays_is_left_in_order_and_what_was_there_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = iter([{"folder before", "shim 7", "mount /x"}])
    assert left_by(looks, monkeypatch, 0) == ["mount /x", "shim 7"]
