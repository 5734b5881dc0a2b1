"""Bots of a ladder's records are played again, and said to repeat their answers or not."""

import json
import shlex
from pathlib import Path

import pytest
from sqlalchemy import delete, update

from arena.bots.manifest import open_bot
from ladder.log.entries import ORGANISER, Entered
from ladder.matches import read_division
from ladder.store import schema
from ladder.store.store import Store
from ladder.submissions.files import pack_folder
from ladder.submissions.repeats import draw_matches
from tests.ladder.ladders import files_like, finish, make_ladder, plan_match
from tests.programs import Run

BOT = """from arena_sdk import Bot, Turn, run


class MyBot(Bot):
    def choose(self, turn: Turn):
        {body}


if __name__ == "__main__":
    run(MyBot)
"""
# One that carries something on from game to game repeats itself in a whole match alone.
COUNTS = """self.__class__.asked = getattr(self.__class__, "asked", 0) + 1
        if self.asked > 15:
            raise ValueError("enough")
        return turn.legal[self.asked % len(turn.legal)]"""
DRAWS = "import os; return turn.legal[os.urandom(1)[0] % len(turn.legal)]"

# Three plays alike, and then others.
SWINGS = """return turn.legal[0 if self.plays < 4 else -1]

    with open({file!r}, "ab") as file:
        file.write(b"x")
        plays = file.tell()"""

THREE = read_division("six_nimmt limit=none rounds=1 seats=3")


@pytest.fixture
def played(ladder: Run, tmp_path: Path) -> Run:
    """Return what runs commands on a ladder in plain processes, with matches by its season."""
    place = str(tmp_path / "ladder.db")
    with make_ladder(place, "first", divisions=(THREE,), games_a_match=3) as store:
        for name, body in {"counts": COUNTS, "draws": DRAWS}.items():
            _enter(store, tmp_path / name, body)
    ladder("run", "--trust", "--matches", "2")
    return ladder


def _enter(store: Store, folder: Path, body: str) -> None:
    """Enter a bot that chooses so, under its folder's name."""
    folder.mkdir()
    (folder / "bot.toml").write_text(f'name = "{folder.name}"\n')
    (folder / "bot.py").write_text(BOT.format(body=body))
    entered = Entered(f"{folder.name}@1", ORGANISER, open_bot(folder).digest, ())
    store.enter(entered, pack_folder(folder))


def test_bots_are_said_to_repeat_themselves_or_not(played: Run, tmp_path: Path) -> None:
    drawn = json.loads(played("verify", "--play", "1", "--seed", "a word", "--json").stdout)
    assert (drawn["seed"], drawn["matches"]) == ("a word", draw_matches(range(1, 3), 1, "a word"))
    findings = {one["player"]: one["finding"] for one in drawn["bots"]}
    assert findings == {"first@1": "repeats", "counts@1": "repeats", "draws@1": "unsteady"}


def test_answers_of_no_bot_are_found_files_that_are_gone_told_and_what_is_alike_by_chance(
    ladder: Run, tmp_path: Path
) -> None:
    place = str(tmp_path / "ladder.db")
    with make_ladder(place, "one", "two", divisions=(THREE,), games_a_match=3) as store:
        _enter(store, tmp_path / "swings", SWINGS.format(file=str(tmp_path / "plays")))
        plan = plan_match(store)
        plan.box = "process"
        finish(store, plan)
        with store.connections.writing() as here:
            kept = schema.submissions
            here.connection.execute(delete(kept).where(kept.c.digest == files_like("two")[0]))
    done = ladder("verify", "--play", "1", check=1)
    one, swings, two = sorted(done.stdout.splitlines()[:3], key=lambda line: line.split()[2])
    assert one.startswith(
        "match 1: one@1 differs from the record, alike in 8 plays: game 1, question"
    )
    assert swings.startswith("match 1: swings@1 does not repeat itself, so nothing is shown: game")
    assert two == "match 1: two@1 cannot be played again: its files are not on this ladder"
    assert "--seed repeats it" in done.stdout
    # What it advises can be typed, and the advice after it.
    advised = shlex.split(done.stdout.splitlines()[-1])[2:]
    assert advised == ["match", "1", "--record", "records"]
    assert "arena replay records/" in ladder(*advised).stdout


def test_each_match_is_told_as_it_is_over(ladder: Run, tmp_path: Path) -> None:
    with make_ladder(str(tmp_path / "ladder.db"), "one", "two") as store:
        for _ in range(2):
            plan = plan_match(store)
            plan.box = "process"
            finish(store, plan)
        with store.connections.writing() as here:
            theirs = update(schema.records).where(schema.records.c.match == 2)
            here.connection.execute(theirs.values(content=b"damaged"))
            # So nothing has to be played.
            here.connection.execute(delete(schema.submissions))
    done = ladder("verify", "--play", "2", check=2)
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == ["match 1"] * 2


def test_what_to_check_is_named_and_there_has_to_be_a_match(ladder: Run, tmp_path: Path) -> None:
    make_ladder(str(tmp_path / "ladder.db"), "one", "two").close()
    assert "Name an export to be checked, or --play N" in ladder("verify", check=2).stderr
    assert "No match is played" in ladder("verify", "--play", "1", check=2).stderr


def test_a_seed_draws_the_same_matches_whatever_others_there_are() -> None:
    few = draw_matches(range(1, 11), 3, "some words")
    assert few == sorted({*few})
    assert draw_matches([*range(10, 0, -1)], 3, "some words") == few
    assert draw_matches(range(1, 11), 3, "others") != few
    assert draw_matches([2, 1], 9, "") == [1, 2]
