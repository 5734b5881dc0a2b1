"""Hints at the terminal: a person asks at a question of a real stream, and leaves."""

from pathlib import Path

import pytest

from arena.errors import NotNow
from arena.games import find_game, game_names
from arena.review.hint import Hint, find_hint
from arena.review.worth import AskedDecision
from tests.human.terminal import read_lines


class Adviser:
    """Makes hints in this process; the first fails, as one does whose process has ended."""

    def __init__(self, failures: int = 0) -> None:
        self.failures = failures
        self.asked: list[AskedDecision] = []
        self.hints: list[Hint] = []

    async def find(self, asked: AskedDecision) -> Hint:
        self.asked.append(asked)
        if len(self.asked) <= self.failures:
            raise NotNow("No hint could be made; ask once more.")
        self.hints.append(find_hint(asked, 8))
        return self.hints[-1]


@pytest.mark.parametrize("name", game_names())
def test_a_hint_is_a_legal_move_and_says_why(name: str, tmp_path: Path) -> None:
    adviser = Adviser()
    said = read_lines(find_game(name), "Hint\n", tmp_path, find_hint=adviser.find)
    (asked,), (hint,) = adviser.asked, adviser.hints
    assert hint.move in map(str, asked.legal)
    assert said.count("The moves are weighed.\n") == 1
    assert said.count(f"Hint: {hint.move}.\n") == 1
    assert said.count(f"{hint.why}\n") == 1


def test_a_hint_that_fails_is_a_sentence_and_can_be_asked_for_again(tmp_path: Path) -> None:
    said = read_lines(
        find_game("tonton"), "hint\nhint\n", tmp_path, find_hint=Adviser(failures=1).find
    )
    assert said.count("No hint could be made; ask once more.\n") == 1
    assert said.count("Hint: ") == 1
