"""Twins: pairs of games that a seat must not be able to tell apart, and some that it must."""

from arena.games.goat_n_goat.rules import GoatNGoatState
from arena.games.testing.random_play import Table, what_is_sent
from tests.games.goat_n_goat.scripted import GAMES, goats, laid_out, play


def look_alike(first: GoatNGoatState, second: GoatNGoatState, seat: int = 0) -> bool:
    table = Table(GAMES, first.seats, first.options, seed=0)
    same_scene = GAMES.scene(first, seat) == GAMES.scene(second, seat)
    return same_scene and what_is_sent(table, first, seat) == what_is_sent(table, second, seat)


def twins(hand: str = "R1 R5") -> tuple[GoatNGoatState, GoatNGoatState]:
    return laid_out(hand, seats=3), laid_out(hand, seats=3)


# --- what must look alike ---


def test_the_first_hand_of_another_seat_is_not_seen() -> None:
    first, second = twins()
    first.hands[1], second.hands[1] = goats("R1 R1 R1 R1"), goats("G5 G5 B5 B5")
    assert look_alike(first, second)


def test_the_order_of_the_deck_is_not_seen() -> None:
    first, second = twins()
    second.deck = first.deck[::-1]
    assert first.deck != second.deck
    assert look_alike(first, second)


def test_after_the_reshuffle_the_order_of_the_deck_is_not_seen_either() -> None:
    first, second = twins()
    for state, deck in ((first, "R1 G2 B3"), (second, "B3 R1 G2")):
        state.exhaustions, state.deck = 1, goats(deck)
    assert look_alike(first, second)


def test_which_of_two_equal_cards_another_seat_has_played_is_not_seen() -> None:
    """It took a G1 that all saw, and plays a G1: whether it holds another one is not seen."""
    first, second = twins()
    for state, hand in ((first, "G1 R2"), (second, "R2 B5")):
        state.hands[1] = sorted([*goats(hand), *goats("G1")])
        state.known[1] = goats("G1")
        play(state, "lay R1", "take R1", "lay G1", "take R2")
    assert look_alike(first, second, seat=2)
    assert first.known[1] == goats("R2")


# --- what must not ---


def test_a_seat_sees_what_another_has_taken_from_the_open_row() -> None:
    first, second = twins()
    play(first, "lay R1", "take R1")
    play(second, "lay R1", "take B1")
    first.open = second.open
    assert not look_alike(first, second, seat=1)


def test_a_seat_sees_what_another_has_discarded() -> None:
    first, second = twins()
    first.penalties[1], second.penalties[1] = goats("R1"), goats("R2")
    assert not look_alike(first, second)


def test_a_seat_sees_which_cards_the_deck_has_after_the_reshuffle() -> None:
    first, second = twins()
    for state, deck in ((first, "R1 G2 B3"), (second, "R1 G2 B4")):
        state.exhaustions, state.deck = 1, goats(deck)
    assert not look_alike(first, second)


def test_a_seat_sees_every_card_that_was_ever_open() -> None:
    first, second = twins()
    second.opened.append(11)
    assert not look_alike(first, second)


def test_a_seat_sees_how_many_turns_are_left() -> None:
    first, second = twins()
    first.last_turns, second.last_turns = 2, 1
    assert not look_alike(first, second)
