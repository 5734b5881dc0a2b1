"""Texts with one fault: the conformance suite finds it."""

from typing import Any

from arena.games.six_nimmt.game import SixNimmt
from tests.games.testing.faults import failing


class Terse(SixNimmt):
    def longest_text(self, options: Any) -> int:
        return 100


class Rambling(SixNimmt):
    def rules_in_short(self, seats: int, options: Any) -> list[str]:
        return [f"Lay{' and lay' * 20} a card."]


class Endless(SixNimmt):
    def rules_in_short(self, seats: int, options: Any) -> list[str]:
        return ["Lay a card and lay another card."] * 50


def test_a_question_that_is_longer_than_its_game_says_is_found() -> None:
    assert failing(Terse()) == ["a_question_as_text_is_no_longer_than_its_game_says"]


def test_rules_in_short_are_short() -> None:
    for game in (Rambling(), Endless()):
        assert failing(game) == ["rules_in_short_are_short_sentences"]
