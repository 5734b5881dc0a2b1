"""Every bad bot gets its verdict with evidence, and the others' games are finished."""

import json
from pathlib import Path

import pytest

from tests.bad_bots import BAD_BOTS, BadBot
from tests.bots.writing import JOIN, RAW
from tests.programs import SEED, Run


@pytest.mark.parametrize("name", BAD_BOTS)
def test_a_bot_pays_for_its_own_fault_and_the_game_goes_on(
    name: str, arena: Run, tmp_path: Path
) -> None:
    bad = BAD_BOTS[name]
    folder = bad.write(tmp_path / "bad")
    words = ["play", "six_nimmt", "random", f"bad={folder}", "first", "--games=1"]
    words += [
        "--option=limit=none",
        "--option=rounds=1",
        "--clock=2+0",
        f"--seed={SEED}",
        "--json",
    ]
    result = json.loads(arena(*words).stdout)
    assert {bot["name"]: bot["forfeits"] for bot in result["bots"]} == {
        "random": {},
        "first": {},
        "bad": {bad.verdict: 1},
    }
    (game,) = json.loads(arena("replay", result["record"], "--json").stdout)["games"]
    (forfeit,) = game["forfeits"]
    assert bad.evidence in f"{forfeit['detail']} {forfeit['log_tail']}"
    assert game["ranks"][forfeit["seat"]] == 3
    clean = game["seats"].index("random")
    assert sum(move["seat"] == clean and not move["fallback"] for move in game["moves"]) >= 10
    arena("replay", result["record"], "--verify")


def test_a_bot_without_the_sdk_may_answer_by_index(arena: Run, tmp_path: Path) -> None:
    """It plays as the bot that answers by the move, and the record says the moves all the same."""
    answers = {
        "index": "index=len(turn.legal) - 1",
        "move": "move=turn.legal[-1]",
    }
    games = {}
    for name, answer in answers.items():
        source = f"say(pb.BotMessage(choice=pb.Choice(turn=turn.number, {answer})))"
        bot = BadBot("ok", "", f"{RAW}{JOIN}while True:\n    turn = wait_turn()\n    {source}\n")
        folder = bot.write(tmp_path / name)
        words = ["play", "six_nimmt", f"bot={folder}", "first", f"--seed={SEED}", "--json"]
        result = json.loads(arena(*words, "--games=2", f"--out={name}-records").stdout)
        assert [bot["forfeits"] for bot in result["bots"]] == [{}, {}]
        arena("replay", result["record"], "--verify")
        shown = json.loads(arena("replay", result["record"], "--json").stdout)["games"]
        games[name] = [[move["move"] for move in game["moves"]] for game in shown]
    assert games["index"] == games["move"]
    assert all(map(all, games["index"]))


def test_the_log_of_a_crashed_bot_is_shown_to_its_author(arena: Run, tmp_path: Path) -> None:
    folder = BAD_BOTS["that_raises"].write(tmp_path / "bad")
    shown = arena("play", "six_nimmt", "random", folder, "--games=2").stdout
    assert "RuntimeError: my own fault" in shown
    assert "2 crashed" in shown


def test_strict_stops_at_the_first_forfeit(arena: Run, tmp_path: Path) -> None:
    folder = BAD_BOTS["that_raises"].write(tmp_path / "bad")
    words = ["play", "six_nimmt", "random", str(folder), "--games=10", "--strict", "--json"]
    result = json.loads(arena(*words, check=1).stdout)
    assert {bot["games"] for bot in result["bots"]} == {1}


def test_after_two_forfeits_a_bot_sits_out(arena: Run, tmp_path: Path) -> None:
    folder = BAD_BOTS["that_raises"].write(tmp_path / "bad")
    words = ["play", "six_nimmt", "random", str(folder), "--games=4", "--json"]
    result = json.loads(arena(*words).stdout)
    games = json.loads(arena("replay", result["record"], "--json").stdout)["games"]
    details = [game["forfeits"][0]["detail"] for game in games]
    assert [detail.startswith("sits out") for detail in details] == [False, False, True, True]
