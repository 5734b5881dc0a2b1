"""Every bad bot gets its verdict with evidence, and the others' games are finished."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.bots.manifest import open_bot
from arena.errors import Unavailable, UserError
from arena.match.verdict import read_verdict
from arena.runner.host import Host
from arena.v1 import record_pb2 as rec
from tests.bad_bots import BAD_BOTS, BadBot
from tests.bots.taking import taken
from tests.bots.writing import JOIN, RAW
from tests.boxes.containers import FIRST, plan_match
from tests.boxes.tables import Seat, play_all
from tests.programs import SEED, Run


@pytest.fixture(scope="module")
def seats(processes: None, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Seat]:
    """Return where each bad bot sat in a game, and where `first` did."""
    folder = tmp_path_factory.mktemp("bad")
    return play_all({name: bad.write(folder / name) for name, bad in BAD_BOTS.items()})


@pytest.mark.parametrize("name", BAD_BOTS)
def test_a_bot_pays_for_its_own_fault_and_the_game_goes_on(
    name: str, seats: Mapping[str, Seat]
) -> None:
    bad, (game, seat, innocent) = BAD_BOTS[name], seats[name]
    forfeit = seats[name].forfeit
    assert read_verdict(forfeit.verdict) == bad.verdict
    assert bad.evidence in f"{forfeit.detail} {forfeit.log_tail}"
    assert game.ranks[innocent] < game.ranks[seat]
    played = [one for one in game.entries if one.seat == innocent]
    assert len(played) >= 10
    assert {one.verdict for one in played} == {rec.VERDICT_OK}


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
    shown = arena("play", "six_nimmt", "random", folder, "--games=2", check=1).stdout
    assert "RuntimeError: my own fault" in shown
    assert "2 crashed" in shown


# One by its files, by its command, by its end and by its silence.
@pytest.mark.parametrize(
    "name",
    ["without_manifest", "with_no_such_command", "that_exits_at_once", "that_never_joins"],
)
def test_nothing_is_played_at_home_against_a_bot_that_does_not_start(
    arena: Run, tmp_path: Path, name: str
) -> None:
    folder = BAD_BOTS[name].write(tmp_path / "bad")
    words = ["--games=10", "--start-limit=3", "--json"]
    done = arena("play", "six_nimmt", "random", folder, *words, check=2)
    *printed, sentence = done.stderr.splitlines()
    assert done.stdout == ""
    assert sentence.startswith(("bad cannot be started. ", "bad does not start: "))
    assert BAD_BOTS[name].evidence in done.stderr
    assert [line for line in printed if not line.startswith("  | ")] == []
    assert [*tmp_path.glob("records/*")] == []


def test_a_start_that_fails_later_is_a_forfeit_and_ends_nothing(arena: Run, tmp_path: Path) -> None:
    once = "import pathlib\npathlib.Path('HERE/begun').touch(exist_ok=False)\n"
    raising = BAD_BOTS["that_raises"].source
    folder = BadBot("crashed", "", once + raising).write(tmp_path / "bad")
    words = ["--games=4", "--json"]
    result = json.loads(arena("play", "six_nimmt", "random", folder, *words, check=1).stdout)
    assert result["games"] == 4
    (bad,) = [bot for bot in result["bots"] if bot["name"] == "bad"]
    assert bad["forfeits"] == {"crashed": 1, "no_start": 3}


def test_after_two_forfeits_a_bot_sits_out(arena: Run, tmp_path: Path) -> None:
    folder = BAD_BOTS["that_raises"].write(tmp_path / "bad")
    words = ["play", "six_nimmt", "random", str(folder), "--games=4", "--json"]
    result = json.loads(arena(*words, check=1).stdout)
    games = json.loads(arena("replay", result["record"], "--json").stdout)["games"]
    details = [game["forfeits"][0]["detail"] for game in games]
    assert [detail.startswith("sits out") for detail in details] == [False, False, True, True]


def test_a_bot_in_its_authors_folder_is_not_played() -> None:
    task = plan_match([FIRST, FIRST])
    bots: Any = (task.bots[0], open_bot(FIRST))
    with pytest.raises(UserError, match="first is in its author's folder; expected a bot that was"):
        replace(task, bots=bots)


def test_a_host_that_is_closed_opens_nothing() -> None:
    host = Host("process")

    async def claim() -> None:
        async with host.claim(1) as boxes:
            host.__exit__()
            boxes.open(taken(FIRST))

    for _ in range(2):
        with pytest.raises(Unavailable, match="this host is closed"):
            asyncio.run(claim())
        host.__enter__()
    host.__exit__()
