"""`arena measure`: real games of a bot and the house bots, up to the steps."""

import json
from pathlib import Path
from typing import Any

import pytest

from arena.match.match import MAX_FORFEITS
from arena.match.record import read_record
from tests.bots.writing import choosing, write_bot
from tests.programs import SEED, Run

QUICK = ["--game=six_nimmt", "--option=rounds=1", "--box=inline", f"--seed={SEED}"]


def measure(arena: Run, *words: str) -> dict[str, Any]:
    done = arena("measure", *words, "--json")
    assert done.stderr == ""
    return dict(json.loads(done.stdout))


def test_the_sample_bot_of_a_game_plays_just_the_games_of_the_house_bot(
    arena: Run, tmp_path: Path
) -> None:
    found = measure(arena, "careful", *QUICK, "--games=12")
    assert (found["games"], found["faults"], found["stopped"]) == (12, {}, False)
    assert found["house"] == ["random", "careful", "searcher"]
    assert found["steps"] is None or found["steps"] == pytest.approx(1)
    folder = tmp_path / found["folder"]
    records = [read_record(folder / f"00000-{arm}.arena") for arm in ("bot", "house-1")]
    ours, house = ([[*game.scores] for game in record.games] for record in records)
    assert ours == house


def test_all_arms_have_the_same_deals_and_it_goes_on_where_it_was(
    arena: Run, tmp_path: Path
) -> None:
    found = measure(arena, "all_rounder", *QUICK, "--games=12")
    folder = tmp_path / found["folder"]
    files = sorted(path.name for path in folder.glob("00000-*.arena"))
    assert files == [f"00000-{arm}.arena" for arm in ("bot", "house-0", "house-1", "house-2")]
    plans = [read_record(folder / name).plan for name in files]
    assert len({plan.seed for plan in plans}) == 1
    before = {path: path.stat().st_mtime_ns for path in folder.glob("*.arena")}
    again = measure(arena, "all_rounder", *QUICK, "--games=24")
    assert (again["folder"], again["games"]) == (found["folder"], 24)
    assert before == {path: path.stat().st_mtime_ns for path in before}


def test_it_says_first_what_it_will_ask_and_at_the_end_what_was_forfeited(
    arena: Run, tmp_path: Path
) -> None:
    write_bot(tmp_path / "failing", choosing("raise ValueError('no idea')"), 'name = "failing"')
    done = arena("measure", "failing", *QUICK, "--games=12")
    assert "failing plays at most 12 games of about 12 questions: 144, as text" in " ".join(
        done.stderr.split()
    )
    assert f"failing forfeited: {MAX_FORFEITS} crashed. A forfeited game is lost." in done.stdout


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("--width=0", "--width is in steps, more than 0, for example 0.25; 0 is none."),
        ("--width=nan", "--width is in steps, more than 0, for example 0.25; nan is none."),
        ("--games=0", "--games is 1 to 100000, not 0."),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(arena: Run, word: str, said: str) -> None:
    assert said in " ".join(arena("measure", "careful", *QUICK, word, check=2).stderr.split())
