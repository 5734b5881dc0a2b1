"""Texts with one fault: the conformance suite finds it."""

from typing import Any

from arena.games.six_nimmt import SixNimmt
from arena.games.words import Guide
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


class Silent(SixNimmt):
    def guide(self, state: Any, seat: int) -> Guide:
        return Guide("no rule", ("",) * len(state.legal(seat)))


class Short(SixNimmt):
    def guide(self, state: Any, seat: int) -> Guide:
        return Guide("Lay a card.", ())


class Telltale(SixNimmt):
    def guide(self, state: Any, seat: int) -> Guide:
        """Tell of the cards of another hand."""
        other = state.hands[seat - 1][0].number if state.hands[seat - 1] else 0
        return Guide(f"Seat {other} lays a card.", ("",) * len(state.legal(seat)))


def test_a_rule_of_the_moment_is_a_sentence_with_a_note_on_each_move() -> None:
    for game in (Silent(), Short()):
        assert failing(game) == ["each_question_has_a_rule_of_the_moment"]


def test_a_rule_of_the_moment_that_tells_a_secret_is_found() -> None:
    assert {
        "a_scene_shows_nothing_that_its_seat_may_not_know",
        "a_seat_can_draw_its_scene_from_its_view",
    } <= {*failing(Telltale())}
