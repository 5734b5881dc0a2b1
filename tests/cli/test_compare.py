"""`arena compare`: real matches, up to the answer."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from arena.containers.image import Image
from arena.games import game_names
from arena.match.record import read_record
from arena.v1 import arena_pb2 as pb
from tests.bots.writing import choosing, gated, write_bot
from tests.programs import SEED, Run, killed_alone, seeded
from tests.waiting import wait_until

QUICK = ["--game=six_nimmt", "--option=limit=none", "--option=rounds=1"]
INLINE = [*QUICK, "--box=inline", "--against=random"]


def compare(arena: Run, *words: str) -> dict[str, Any]:
    done = arena("compare", *words, "--json")
    assert done.stderr == ""
    (found,) = json.loads(done.stdout)["games"]
    return dict(found)


def test_a_bot_that_is_better_is_found_in_processes_and_told_with_how_sure_that_is(
    arena: Run,
) -> None:
    shown = arena(
        "compare", "random", "careful", *QUICK, "--against=first", f"--seed={SEED}"
    ).stdout
    told = " ".join(shown.split())
    assert "NEW careful is better than OLD random. Of the table NEW beats +" in told
    assert "95% interval +" in told
    assert "wrong at most 5 times in 100" in told
    advice = shown.splitlines()[-1].split("arena replay ")[1].split()
    assert "careful" in arena("replay", *advice).stdout


def test_a_bot_that_is_worse_is_found_and_the_arms_differ_in_the_candidate_alone(
    arena: Run, tmp_path: Path
) -> None:
    found = compare(arena, "careful", "first", *INLINE, "--parallel=1", f"--seed={SEED}")
    assert found["answer"] == "worse"
    assert found["high"] < 0
    old, new = (
        read_record(tmp_path / found["folder"] / f"00000-{arm}.arena") for arm in ("old", "new")
    )
    assert old.plan.bots[0].name == "careful"
    assert new.plan.bots[0].name == "first"
    assert old.plan.bots[1] == new.plan.bots[1]
    old.plan.ClearField("bots")
    new.plan.ClearField("bots")
    assert old.plan == new.plan
    assert [game.seating for game in old.games] == [game.seating for game in new.games]


@pytest.fixture
def equal(tmp_path: Path) -> str:
    """Return a bot of other files than `first`, that plays as it does."""
    write_bot(tmp_path / "equal", choosing("return turn.legal[0]"), 'name = "equal"')
    return "equal"


def test_equal_bots_end_with_no_difference_and_a_smaller_margin_goes_on_from_there(
    arena: Run, tmp_path: Path, equal: str
) -> None:
    found = compare(arena, "first", equal, *INLINE, "--margin=0.2")
    assert (found["answer"], found["difference"]) == ("no difference", 0)
    assert -0.2 <= found["low"] < 0 < found["high"] <= 0.2
    before = {path: path.stat().st_mtime_ns for path in tmp_path.glob("comparisons/*/*.arena")}
    again = compare(arena, "first", equal, *INLINE, "--margin=0.1")
    assert again["folder"] == found["folder"]
    assert again["pairs"] > found["pairs"]
    assert before.items() <= {path: path.stat().st_mtime_ns for path in before}.items()


def test_killed_in_the_middle_and_gone_on_it_ends_as_if_nothing_had_happened(
    arena: Run, tmp_path: Path
) -> None:
    # In the comparison that is killed it goes no further than three matches, or some at once more.
    waits = f"len([*Path({str(tmp_path)!r}).glob('killed/*/*.arena')]) >= 3"
    write_bot(tmp_path / "gated", gated(tmp_path / "gate", waits), 'name = "gated"')
    words = ["gated", "random", *INLINE, f"--seed={SEED}", "--pairs=120", "--margin=0.01"]
    whole = compare(arena, *words, "--out=whole")
    command = [*seeded("arena"), "compare", *words, "--out=killed"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL) as process:
        wait_until(lambda: len(kept(tmp_path)) >= 3)
        with killed_alone(process):
            (tmp_path / "gate").touch()
            before = kept(tmp_path)
            assert 3 <= len(before) < 2 * whole["pairs"]
            after = compare(arena, *words, "--out=killed", "--parallel=1")
    assert before.items() <= kept(tmp_path).items()
    assert {**after, "folder": ""} == {**whole, "folder": ""}


def kept(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in folder.glob("killed/*/*.arena")}


def test_what_a_candidate_forfeits_is_told_apart_from_its_play(arena: Run, tmp_path: Path) -> None:
    source = choosing("return turn.legal[0] if self.rng.random() < 0.9 else 1 / 0")
    write_bot(tmp_path / "falls", source, 'name = "falls"')
    shown = arena("compare", "first", "falls", *INLINE, f"--seed={SEED}").stdout
    told = " ".join(shown.split())
    assert "NEW falls is worse than OLD first." in told
    assert "NEW falls forfeited: " in told
    assert "ZeroDivisionError" in told
    assert "By play alone, where neither forfeited: +0.0% (95% interval -" in told
    assert "Not counted, since one sat out after 2 forfeits: " in told


def test_all_games_are_compared_one_after_the_other(arena: Run, equal: str) -> None:
    words = ["first", equal, "--all-games", "--against=first", "--against=first"]
    done = arena("compare", *words, "--box=inline", "--margin=0.9", "--json")
    found = json.loads(done.stdout)["games"]
    assert [one["game"] for one in found] == [*game_names()]
    assert {one["answer"] for one in found} == {"no difference"}


def test_without_opponents_they_are_the_sample_bot_of_the_game(arena: Run) -> None:
    words = ["first", "angler", "--all-games", "--box=inline", "--margin=0.9"]
    done = arena("compare", *words)
    told = "Big Fish: NEW angler in the place of OLD first, against angler#2, angler#3, angler#4."
    assert done.stderr.splitlines() == [told]
    assert "NEW angler" in done.stdout
    assert "The bots ran in their authors' folders, with what was changed there" in done.stdout


def test_bots_are_compared_in_containers(arena: Run, image: Image, equal: str) -> None:
    words = ["first", equal, *QUICK, "--against=first", "--box=container", "--margin=0.9"]
    found = compare(arena, *words)
    assert (found["answer"], found["pairs"]) == ("no difference", 12)


def test_a_record_that_is_of_another_match_is_not_counted(
    arena: Run, tmp_path: Path, equal: str
) -> None:
    words = ["first", equal, *INLINE, "--margin=0.9"]
    folder = tmp_path / compare(arena, *words)["folder"]
    (folder / "00000-old.arena").write_bytes((folder / "00000-new.arena").read_bytes())
    said = arena("compare", *words, check=2).stderr.splitlines()[-1]
    assert "is no match of this comparison; remove it, and it is played again." in said
    (folder / "comparison.json").write_text("[]")
    said = arena("compare", *words, check=2).stderr
    assert "does not tell the seed of its comparison" in said
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["first", "nowhere", *QUICK], "There is no bot 'nowhere'"),
        (["first", "broken", *QUICK], "broken cannot be started. "),
        (["first", "angler", *QUICK], "angler plays only big_fish, not six_nimmt."),
        (["first", "same=first", *QUICK], "OLD and NEW have the same files, so there is nothing"),
        (["first", "human", *QUICK], "Only bots can be compared"),
        (["first", "random", "--game=chess"], "There is no game 'chess'"),
        (["first", "random"], "give --game GAME, or --all-games"),
        (["careful", "angler", "--all-games"], "There is no game that all these bots play."),
        (["first", "random", "--all-games", "--option=rounds=1"], "with --all-games leave it out"),
        (["first", "random", *QUICK, "--margin=0"], "0 is none."),
        (["first", "random", *QUICK, "--margin=nan"], "nan is none."),
        (["first", "random", *QUICK, "--pairs=0"], "--pairs is 1 to 100000, not 0."),
        (["first", "random", *QUICK, "--parallel=0"], "--parallel is 1 or more"),
        (["first", "random", *QUICK, "--out=file"], "No comparison can be kept in file"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(
    arena: Run, tmp_path: Path, words: list[str], sentence: str
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "bot.toml").write_text("name = ")
    said = arena("compare", *words, check=2).stderr
    assert sentence in said
    assert len(said.splitlines()) == 1


def test_a_comparison_has_the_clock_and_the_logs_that_a_match_has(
    arena: Run, tmp_path: Path
) -> None:
    source = choosing("print('thought'); return turn.legal[0]")
    write_bot(tmp_path / "says", source, 'name = "says"')
    words = ["first", "says", *INLINE, "--margin=0.9", "--pairs=12", "--logs=logs"]
    found = compare(arena, *words, "--clock=7+1", "--clock-kind=wall", "--start-limit=20")
    folder = tmp_path / found["folder"]
    clock = read_record(folder / "00000-new.arena").plan.clock
    assert (clock.bank_ms, clock.start_ms) == (7000, 20_000)
    assert clock.kind == pb.CLOCK_KIND_WALL
    said = (tmp_path / "logs" / folder.name / "00000-new" / "says.log").read_text()
    assert "game 1" in said
    assert "thought" in said
