"""`arena doctor --attack` says of every attack whether it held on this machine, and no more.

What it says is the same of every box, so most of it is asked where a match starts soonest.
"""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner

from arena.attacks import suite
from arena.attacks.attack import Attack
from arena.attacks.trial import Trial, try_attack
from arena.cli import attack as command
from arena.cli.app import app
from arena.doctor.capacity import Capacity
from arena.errors import HostFailure
from tests.hostile.more import MORE

pytestmark = pytest.mark.usefixtures("image")

LEAVING = MORE["exit_0"]


@cache
def trial_in(box: str) -> Trial:
    """Play the one match of all these tests in such boxes."""
    with TemporaryDirectory() as folder:
        return try_attack(LEAVING, Path(folder), "tonton", 0, box)


@pytest.fixture(autouse=True)
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "find_capacity", lambda _: Capacity(3, 2))
    monkeypatch.setattr(
        suite, "try_attack", lambda attack, *where: replace(trial_in(where[-1]), attack=attack)
    )


def try_only(monkeypatch: pytest.MonkeyPatch, **chosen: Attack) -> None:
    monkeypatch.setattr(suite, "ATTACKS", chosen)
    monkeypatch.setattr(suite, "BUILDS", {})
    monkeypatch.setattr(suite, "GAME", "tonton")


def test_what_held_is_named_and_nothing_is_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    try_only(monkeypatch, exit_0=LEAVING)
    assert command.show_attacks("container", as_json=False) == 0
    shown = capsys.readouterr().out
    assert f"held    exit_0: {LEAVING.what} (tonton, seat 0 of 3)" in shown
    assert "1 attack was tried on this machine with --box container: 1 held." in shown
    assert "guarantee" not in shown
    assert "2 matches at once: 3 by CPUs for bots, 2 by free memory with the most" in shown


def test_what_got_through_is_broken_with_what_was_seen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    try_only(monkeypatch, exit_0=LEAVING, other=replace(LEAVING, verdicts=("ok",)))
    assert command.show_attacks("process", as_json=False) == 1
    shown = capsys.readouterr().out
    assert f"BROKEN  other: {LEAVING.what}" in shown
    assert "        the attacker got crashed, not ok" in shown
    assert "1 held, 1 BROKEN (other)." in shown


def test_a_program_is_told_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    try_only(monkeypatch, exit_0=LEAVING, other=replace(LEAVING, verdicts=("ok",)))
    assert command.show_attacks("process", as_json=True) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["box"], told["left"]) == ("process", [])
    held, broken = told["attacks"]
    assert [each["result"] for each in told["attacks"]] == ["held", "broken"]
    assert held == {
        "name": "exit_0",
        "kind": "endings",
        "tries": LEAVING.what,
        "where": "tonton, seat 0 of 3",
        "must": "crashed, and the evidence says 'exit code 0 '",
        "came": "crashed: the bot ended with exit code 0 in the middle of the match",
        "complaints": [],
        "known": "",
        "harmed": 0,
        "result": "held",
    }
    assert (broken["name"], broken["must"]) == (
        "other",
        "it plays on, and the evidence says 'exit code 0 '",
    )
    assert told["matches_at_once"] == {"advised": 2, "by_cpu": 3, "by_memory": 2}
    assert "the attacker got crashed, not ok" in broken["complaints"][0]


def test_one_attack_can_be_tried_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    try_only(monkeypatch, exit_0=LEAVING, other=LEAVING)
    assert command.show_attacks("process", as_json=True, only=["other"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [each["name"] for each in told["attacks"]] == ["other"]
    assert "matches_at_once" not in told
    assert command.show_attacks("process", as_json=False, only=["exit_0"]) == 0
    shown = capsys.readouterr().out
    assert "1 attack was tried on this machine with --box process: 1 held." in shown
    assert "at once" not in shown


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["--attack", "--only", "locks_on_shared_file"],
            "There is no attack 'locks_on_shared_file'; right would be locks_on_shared_files",
        ),
        (["--attack", "--only", "zzz"], "right would be one of those that it lists."),
        (["--only", "fork_bomb"], "expected arena doctor --attack --only NAME."),
    ],
)
def test_a_name_that_is_none_is_one_sentence(words: list[str], sentence: str) -> None:
    done = CliRunner().invoke(app, ["doctor", *words])
    assert done.exit_code == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_attack_that_makes_its_match_void_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    def void(*_: object) -> None:
        raise HostFailure("the machine is too busy")

    try_only(monkeypatch, exit_0=LEAVING)
    monkeypatch.setattr(suite, "try_attack", void)
    (outcome,) = suite.run_suite("process", ["exit_0"])
    assert outcome.result == "broken"
    assert outcome.complaints == ("the match was void: the machine is too busy",)


def test_what_a_match_leaves_is_said_and_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    try_only(monkeypatch, exit_0=LEAVING)
    monkeypatch.setattr(suite, "find_left", lambda *_: ["process 7 of user 100001"])
    assert command.show_attacks("process", as_json=False, only=["exit_0"]) == 1
    assert "BROKEN  left behind: process 7 of user 100001" in capsys.readouterr().out


# By script: tests/hostile/test_suite.py.
GVISOR = pytest.param("gvisor", marks=[pytest.mark.real, pytest.mark.soak])


@pytest.mark.parametrize("box", ["container", GVISOR])
def test_what_a_box_is_known_not_to_stop_is_open_with_the_reason_and_is_no_failure(
    box: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> None:
    if box == "gvisor":
        request.getfixturevalue("gvisor")
    why = "there is no such wall"
    other = replace(LEAVING, verdicts=("ok",), not_by_gvisor=why, not_by_container=why)
    try_only(monkeypatch, exit_0=LEAVING, other=other)
    assert command.show_attacks(box, as_json=False, only=["exit_0", "other"]) == 0
    shown = capsys.readouterr().out
    assert f"open    other: {LEAVING.what} (tonton, seat 0 of 3)\n        there is no" in shown
    assert f"--box {box}: 1 held, 1 open for a known reason (other)." in shown


def test_what_only_gvisor_does_not_stop_is_broken_elsewhere(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    try_only(monkeypatch, other=replace(LEAVING, verdicts=("ok",), not_by_gvisor="x"))
    assert command.show_attacks("process", as_json=False, only=["other"]) == 1
    assert "1 BROKEN (other)." in capsys.readouterr().out


@pytest.mark.parametrize(("words", "box"), [([], "container"), (["--box", "gvisor"], "gvisor")])
def test_the_boxes_to_attack_can_be_chosen(
    words: list[str], box: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = {box: 7}
    monkeypatch.setattr(command, "show_attacks", lambda asked, **_: code[asked])
    assert CliRunner().invoke(app, ["doctor", "--attack", *words]).exit_code == 7
