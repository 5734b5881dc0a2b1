"""What has happened is told from what a seat sees, whole and without what it already knows."""

from dataclasses import replace

from arena.games.scene import BACK, Card, Counter, Scene, Zone
from arena.human.news import tell_changes, tell_news

RED, TEN = Card("5", "red", "R"), Card("10")


def scene(hand: tuple[Card, ...], row: tuple[Card, ...], heads: int) -> Scene:
    zones = (
        Zone("row 1", "Row 1", row, "row"),
        Zone("hand 0", "Hand", hand, "fan", 0),
        Zone("hand 1", "Hand", (BACK, BACK), "fan", 1),
    )
    return Scene("now", 2, 0, zones, (Counter("heads 1", "Heads", heads, "heads", 1),), None)


def test_cards_that_came_and_went_and_numbers_that_are_others_are_told() -> None:
    before, now = scene((RED, TEN), (), 3), scene((TEN, TEN), (RED,), 7)
    assert [*tell_changes(before, now)] == [
        "Row 1: R5 came.",
        "You, hand: 10 came.",
        "Seat 1, heads: 7, before 3.",
    ]


def test_to_another_seat_the_same_is_told_of_a_seat() -> None:
    before, now = (replace(one, seat=1) for one in (scene((RED,), (TEN,), 3), scene((), (), 3)))
    assert [*tell_changes(before, now)] == ["Row 1: 10 went.", "Seat 0, hand: R5 went."]


def test_nothing_is_told_where_nothing_has_changed() -> None:
    assert not [*tell_changes(scene((RED,), (TEN,), 3), scene((RED,), (TEN,), 3))]


def test_of_a_history_only_what_is_new_is_told_and_all_of_one_that_began_anew() -> None:
    assert tell_news(["a", "b"], ["a", "b", "c"]) == ["c"]
    assert tell_news(["a", "b"], ["c", "d"]) == ["c", "d"]
    assert tell_news(["a", "b"], ["a"]) == []
    assert tell_news([], ["a"]) == ["a"]
