"""`arena doctor --attack` says of every guarantee whether it holds on this machine."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from arena import attacks
from arena.attacks import Attack, suite
from arena.attacks.resources import RESOURCES
from arena.boxes.capacity import Load
from arena.cli import attack as command
from arena.cli.app import app

pytestmark = [pytest.mark.docker, pytest.mark.usefixtures("image")]

ALONE = Load(1, 100.0, 0.005, 0.01, 0.02, 0, 0)
LOADS = [ALONE, replace(ALONE, matches=2, games_per_minute=180), replace(ALONE, matches=3, void=1)]
LEAVING = RESOURCES["exit_0"]


@pytest.fixture(autouse=True)
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not measured anew: this process has loaded gRPC, and may start no referee."""
    monkeypatch.setattr(command, "measure_loads", lambda _: iter(LOADS))
    monkeypatch.setattr(command, "fit_in_memory", lambda _: {4: 20, 10: 1})


def try_only(monkeypatch: pytest.MonkeyPatch, **chosen: Attack) -> None:
    for module in (attacks, suite, command):
        monkeypatch.setattr(module, "ATTACKS", chosen, raising=False)
    monkeypatch.setattr(suite, "KINDS", {"resources": chosen})
    monkeypatch.setattr(suite, "game_names", lambda: ["tonton"])


def test_what_holds_is_said_to_and_nothing_is_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    try_only(monkeypatch, exit_0=LEAVING)
    assert command.show_attacks("container", as_json=False) == 0
    shown = capsys.readouterr().out
    assert f"holds  resources: a bot that {LEAVING.what}" in shown
    assert "3 of 3 guarantees hold on this machine." in shown
    assert "It can play 2 at once" in shown
    assert "By memory 20 at once fit with 4 bots a match." in shown
    assert "By memory 1 at once fit with 10 bots a match." in shown


def test_what_does_not_hold_is_named_with_what_was_seen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    try_only(monkeypatch, exit_0=LEAVING, other=replace(LEAVING, verdicts=("ok",)))
    assert command.show_attacks("container", as_json=True) == 1
    said = json.loads(capsys.readouterr().out)
    held, broken, memory, traces = said["guarantees"]
    assert said["matches_at_once"]["by_cpu"] == said["matches_at_once"]["advised"] == 2
    assert said["matches_at_once"]["by_memory"] == {"4": 20, "10": 1}
    assert held["complaints"] == memory["complaints"] == traces["complaints"] == []
    assert broken["name"] == "other"
    assert "the attacker got crashed, not ok" in broken["complaints"][0]


@pytest.mark.gvisor
@pytest.mark.usefixtures("gvisor")
def test_what_a_box_does_not_give_is_named_with_the_reason_and_is_no_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = replace(LEAVING, verdicts=("ok",), not_by_gvisor="there is no such wall")
    try_only(monkeypatch, exit_0=LEAVING, other=other)
    assert command.show_attacks("gvisor", as_json=False) == 0
    shown = capsys.readouterr().out
    assert f"not given  resources: a bot that {LEAVING.what}\n        there is no" in shown
    assert "3 of 4 guarantees hold on this machine." in shown
    assert "Not given by gvisor, though nobody else is harmed: other." in shown


def test_what_only_gvisor_does_not_give_is_broken_elsewhere(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    try_only(monkeypatch, other=replace(LEAVING, verdicts=("ok",), not_by_gvisor="x"))
    assert command.show_attacks("container", as_json=False) == 1
    assert "Broken: other." in capsys.readouterr().out


@pytest.mark.parametrize(("words", "box"), [([], "container"), (["--box", "gvisor"], "gvisor")])
def test_the_boxes_to_attack_can_be_chosen(
    words: list[str], box: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = {box: 7}
    monkeypatch.setattr(command, "show_attacks", lambda asked, **_: code[asked])
    assert CliRunner().invoke(app, ["doctor", "--attack", *words]).exit_code == 7
