"""Twins: pairs of games that a seat must not be able to tell apart, and some that it must."""

from arena.games.big_fish.rules import BigFishState
from arena.games.testing.random_play import Table, what_is_sent
from tests.games.big_fish.scripted import ADVANCED, GAMES, fish, laid_out, licences, play

ROWS = ("R5 R2", "G2 R4", "B4 B2")


def look_alike(first: BigFishState, second: BigFishState, seat: int = 0) -> bool:
    table = Table(GAMES, first.seats, first.options, seed=0)
    same_scene = GAMES.scene(first, seat) == GAMES.scene(second, seat)
    return same_scene and what_is_sent(table, first, seat) == what_is_sent(table, second, seat)


# --- what must look alike ---


def test_the_hand_of_another_seat_is_not_seen() -> None:
    assert look_alike(laid_out(ROWS, "Y6 G1", "B4 R5"), laid_out(ROWS, "Y6 G1", "P1 P2"))


def test_what_a_seat_will_draw_is_not_seen_not_even_its_own() -> None:
    first, second = laid_out(ROWS, "Y6 G1"), laid_out(ROWS, "Y6 G1")
    second.stacks = tuple(stack[::-1] for stack in first.stacks)
    assert first.stacks != second.stacks
    assert look_alike(first, second)


def test_the_reserve_is_not_seen() -> None:
    first, second = laid_out(ROWS, "Y6"), laid_out(ROWS, "Y6")
    first.reserve, second.reserve = fish("R1 R2 R3"), fish("P4 P5 P6")
    assert look_alike(first, second)


def test_the_order_in_which_the_hand_was_drawn_is_not_seen() -> None:
    assert look_alike(laid_out(ROWS, "Y6 G1"), laid_out(ROWS, "G1 Y6"))


def test_which_lay_was_refused_is_not_seen_but_who_has_the_fiasco_card_is() -> None:
    first, second = laid_out(ROWS, "Y6", "P1 P2"), laid_out(ROWS, "Y6", "P1 P2")
    play(first, "I Y6")
    play(second, "I Y6")
    first.refuse(1)
    assert not look_alike(first, second, seat=1)
    play(first, "II P1")
    play(second, "II P1")
    assert not look_alike(first, second, seat=0)


# --- what must not ---


def test_a_seat_sees_what_others_have_laid_and_where() -> None:
    first, second = (laid_out(ROWS, "Y6", "P1 P2 P3 P4") for _ in range(2))
    play(first, "I Y6", "II P1")
    play(second, "I Y6", "II P2")
    assert not look_alike(first, second)


def test_a_seat_sees_the_licences_of_all() -> None:
    first, second = (laid_out(ROWS, "Y6", options=ADVANCED) for _ in range(2))
    second.owned[1] = licences("D")
    assert not look_alike(first, second)


def test_a_seat_sees_that_it_has_one_more_try() -> None:
    first, second = laid_out(ROWS, "Y6"), laid_out(ROWS, "Y6")
    first.fiasco = second.fiasco = 0
    first.refuse(0)
    assert not look_alike(first, second)
