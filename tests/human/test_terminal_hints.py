"""Hints at the terminal: a person asks at a question of a real stream, and leaves."""

import asyncio
import io
import os
from pathlib import Path

import pytest

from arena.boxes.leftovers import runtime_folder
from arena.boxes.person import PersonConnection
from arena.cli.human import Terminal
from arena.cli.keyboard import Keyboard
from arena.errors import NotNow, Unavailable
from arena.games import AnyGame, find_game, game_names
from arena.match.clock import NO_CLOCK
from arena.match.connection import Connection
from arena.match.plan import scheduled_games
from arena.match.referee import Referee
from arena.match.unfinished import keep_match
from arena.review.hint import Hint, find_hint
from arena.review.worth import AskedDecision
from arena.runner.play import run_referee
from arena.runner.task import Task
from arena.terminal.console import PlainConsole
from tests.human.test_secret_lines import people_and_bots, plan_of, replaying


class Adviser:
    """Makes hints in this process; the first fails, as one does whose process has ended."""

    def __init__(self, failures: int = 0) -> None:
        self.failures = failures
        self.asked: list[AskedDecision] = []

    async def find(self, asked: AskedDecision) -> Hint:
        self.asked.append(asked)
        if len(self.asked) <= self.failures:
            raise NotNow("No hint could be made; ask once more.")
        return find_hint(asked, 8)


def read_lines(game: AnyGame, typed: str, adviser: Adviser, folder: Path) -> str:
    """Type this at the person's first questions; return all that they have read."""
    said = io.StringIO()

    async def main(door: Path) -> None:
        competitors = people_and_bots(door)
        plan = plan_of(game, competitors)
        (planned,) = scheduled_games(plan)
        person = planned.seating.index(0)
        reading, writing = os.pipe()
        os.write(writing, typed.encode())
        os.close(writing)
        match = keep_match(folder, plan, fresh=True, same_luck=True)
        console, keyboard = PlainConsole(file=said, width=80), Keyboard(reading)
        terminal = Terminal(Task(plan, competitors), match, console, keyboard, adviser.find)
        now = asyncio.get_running_loop().time
        seats: list[Connection] = [replaying(game, []) for _ in competitors]
        seats[person] = PersonConnection("Ann", door, now)
        sitting = asyncio.create_task(terminal.sit(0))
        assert await seats[person].open(NO_CLOCK.start) is None
        with pytest.raises(Unavailable, match="Ann has left the table"):
            await Referee(plan, planned, seats).play()
        await sitting
        await seats[person].close()
        match.close()
        os.close(reading)

    with runtime_folder() as door:
        run_referee(main(door))
    return said.getvalue()


@pytest.mark.parametrize("name", game_names())
def test_a_hint_is_a_legal_move_made_once_a_question_and_says_why(
    name: str, tmp_path: Path
) -> None:
    adviser = Adviser()
    said = read_lines(find_game(name), "hint\nWhy\nhint\n", adviser, tmp_path)
    (asked,) = adviser.asked
    hint = find_hint(asked, 8)
    assert hint.move in map(str, asked.legal)
    assert said.count("The moves are weighed.\n") == 1
    assert said.count(f"Hint, an estimate by the policy of reviews: {hint.move}.\n") == 3
    assert said.count(f"{hint.why}\n") == 1


def test_another_question_has_another_hint(tmp_path: Path) -> None:
    adviser = Adviser()
    first = f"{find_move(tmp_path)}\n"
    said = read_lines(find_game("six_nimmt"), f"hint\n{first}hint\n", adviser, tmp_path)
    assert said.count("The moves are weighed.") == len(adviser.asked) == 2


def find_move(folder: Path) -> str:
    adviser = Adviser()
    read_lines(find_game("six_nimmt"), "hint\n", adviser, folder)
    return str(adviser.asked[0].legal[0])


def test_a_hint_that_fails_is_a_sentence_and_can_be_asked_for_again(tmp_path: Path) -> None:
    said = read_lines(find_game("tonton"), "hint\nhint\n", Adviser(failures=1), tmp_path)
    assert said.count("No hint could be made; ask once more.\n") == 1
    assert said.count("Hint, an estimate by the policy of reviews: ") == 1
