"""A bot in a seat of a match that was played: the others answer as they did."""

import json
from pathlib import Path
from typing import Any

import pytest

from arena.match.record import read_record
from arena.match.replay import Replay, open_replays
from tests.bots.writing import choosing, write_bot
from tests.programs import SEED, Run

BOTS = {
    "six_nimmt": ["careful", "first", "random"],
    "big_fish": ["angler", "first", "random"],
    "tonton": ["juggler", "first", "random"],
    "goat_n_goat": ["shepherd", "first", "random"],
}


# Where it matters what becomes of a bot that errs.
PROCESS = "--box=process"


def play(run: Run, folder: Path, game: str, *bots: str | Path, check: int = 0) -> list[Replay]:
    run("play", game, "--games", "3", "--seed", SEED, "--box=inline", *bots, check=check)
    (path,) = folder.glob("records/*")
    return open_replays(read_record(path))


def rerun(run: Run, game: int, seat: int, bot: str | Path, *words: str) -> Any:
    asked = ("rerun", "records", "--game", game, "--seat", seat, "--bot", bot, "--json", *words)
    return json.loads(run(*asked).stdout)


@pytest.mark.parametrize("game", BOTS)
def test_the_same_bot_plays_the_same_game(arena: Run, tmp_path: Path, game: str) -> None:
    replay = play(arena, tmp_path, game, *BOTS[game])[1]
    seat = replay.names.index(BOTS[game][0])
    found = rerun(arena, 2, seat, BOTS[game][0])
    answers = [one for one in replay.recorded.entries if one.seat == seat]
    assert found["departure"] is None
    assert found["same"] == len(answers) > 0
    assert found["game"]["scores"] == [*replay.recorded.scores]
    assert found["game"]["ranks"] == [*replay.recorded.ranks]


def test_who_erred_then_errs_again(arena: Run, tmp_path: Path) -> None:
    for name, body in {"liar": "return (1, 2)", "raiser": "raise ValueError('no plan')"}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.toml").write_text(f'name = "{name}"\n')
        (tmp_path / name / "bot.py").write_text(choosing(body))
    bots: list[str | Path] = ["angler", tmp_path / "liar", tmp_path / "raiser"]
    replay = play(arena, tmp_path, "big_fish", *bots, PROCESS, check=1)[0]
    assert len(replay.recorded.forfeits) == 2
    found = rerun(arena, 1, replay.names.index("angler"), "angler")
    assert found["departure"] is None
    told = {(one["seat"], one["detail"]) for one in found["game"]["forfeits"]}
    assert told == {(one.seat, one.detail) for one in replay.recorded.forfeits}
    assert found["game"]["scores"] == [*replay.recorded.scores]


CRASHING = """self.asked = getattr(self, "asked", 0) + 1
        if self.asked == 4: raise ValueError("no plan")
        return turn.legal[0]"""


@pytest.fixture
def crashed(arena: Run, tmp_path: Path) -> Replay:
    """Return a game that the bot `clumsy` has lost by its fourth question."""
    write_bot(tmp_path / "clumsy", choosing(CRASHING))
    (tmp_path / "clumsy" / "bot.toml").write_text('name = "clumsy"\n')
    return play(arena, tmp_path, "six_nimmt", "clumsy", "first", PROCESS, check=1)[0]


def test_a_forfeit_of_the_record_is_where_another_bot_leaves_it(
    arena: Run, crashed: Replay
) -> None:
    seat = crashed.names.index("clumsy")
    found = rerun(arena, 1, seat, "first")
    assert found["same"] == 3
    ended = "the bot ended with exit code 1 in the middle of the match"
    assert found["departure"]["then"] == f"crashed: {ended}"
    assert found["departure"]["now"].isdigit()
    assert (found["forfeit"], found["game"]) == (None, None)
    told = arena("rerun", "records", "--seat", seat, "--bot", "first").stdout
    assert "then: crashed: " in told
    assert "as recorded" not in told


def test_a_bot_that_forfeits_where_the_recorded_one_has_answered_leaves_the_record(
    arena: Run, tmp_path: Path, crashed: Replay
) -> None:
    seat = crashed.names.index("first")
    words = ("rerun", "records", "--seat", seat, "--json", "--bot")
    found = json.loads(arena(*words, "clumsy", check=1).stdout)
    # Its opponent answers from the record, and is blamed for nothing.
    assert (found["same"], found["game"]) == (3, None)
    assert found["departure"]["then"].isdigit()
    assert found["departure"]["now"].startswith("crashed: ")
    assert "no plan" in found["forfeit"]["log_tail"]
    write_bot(tmp_path / "broken", "raise SystemExit(7)")
    found = json.loads(arena(*words, "broken", check=1).stdout)
    assert found["departure"]["question"] == 1 + seat
    assert found["forfeit"]["verdict"] == "no_start"


def test_a_bot_that_forfeits_as_the_recorded_one_goes_as_recorded(
    arena: Run, crashed: Replay
) -> None:
    # Without a seat it is that of the bot of its name.
    done = arena("rerun", "records", "--bot", "clumsy", "--json", check=1)
    found = json.loads(done.stdout)
    assert (found["departure"], found["same"]) == (None, 3)
    assert found["forfeit"]["verdict"] == "crashed"
    assert found["game"]["scores"] == [*crashed.recorded.scores]
    errors = arena("rerun", "records", "--bot", "random", check=2).stderr
    assert "'random' has not played game 1; --seat N takes another's seat: 0 " in errors


def test_another_bot_leaves_the_record_at_its_first_other_move(arena: Run, tmp_path: Path) -> None:
    replay = play(arena, tmp_path, "six_nimmt", *BOTS["six_nimmt"])[0]
    seat = replay.names.index("careful")
    found = rerun(arena, 1, seat, "first")
    departure = found["departure"]
    assert found["game"] is None
    answers = [replay.text(one) for one in replay.recorded.entries if one.seat == seat]
    assert departure["then"] == answers[found["same"]] != departure["now"]
    told = arena("rerun", "records", "--seat", seat, "--bot", "first").stdout
    assert f"then: {departure['then']}" in told
    assert f"now:  {departure['now']}" in told
    assert "Row 1" in told


def test_it_plays_on_with_live_bots(arena: Run, tmp_path: Path) -> None:
    replay = play(arena, tmp_path, "tonton", *BOTS["tonton"])[0]
    seat = replay.names.index("juggler")
    found = rerun(arena, 1, seat, "first", "--against", "juggler", "--against", "random")
    assert found["departure"] is not None
    assert not found["game"]["forfeits"]
    assert sorted(found["game"]["ranks"])[0] == 1
    assert found["game"]["scores"] != [*replay.recorded.scores]


def test_a_bot_may_be_looked_at_as_it_thinks(arena: Run, tmp_path: Path) -> None:
    play(arena, tmp_path, "six_nimmt", "first", "random")
    (tmp_path / "bot.toml").write_text('name = "slow"\n')
    body = "import time; time.sleep(0.3); print('I see', turn.view.hand[0]); return turn.legal[0]"
    (tmp_path / "bot.py").write_text(choosing(body))
    told = arena("rerun", "records", "--seat", 0, "--bot", ".", "--debug").stdout
    assert "I see" in told
    assert "The bots ran in their authors' folders, with what was changed there" in told
    assert "timeout" not in told


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--seat", "2", "--bot", "first"], "Game 1 has the seats 0 to 1, not 2."),
        (["--seat", "0", "--bot", "nobody"], "There is no bot 'nobody'"),
        (["--seat", "0", "--bot", "human"], "Only bots can be compared or rerun"),
        (["--seat", "0", "--bot", "angler"], "plays only big_fish"),
        (["--seat", "0", "--bot", "first", "--game", "9"], "there is no game 9"),
    ],
)
def test_what_is_not_there_is_said(
    arena: Run, tmp_path: Path, words: list[str], sentence: str
) -> None:
    play(arena, tmp_path, "six_nimmt", "first", "random")
    assert sentence in arena("rerun", "records", *words, check=2).stderr
