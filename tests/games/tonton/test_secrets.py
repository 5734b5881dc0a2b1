"""Twins: pairs of games that a seat must not be able to tell apart, and some that it must."""

from arena.games import Deal
from arena.games.testing.random_play import Table, what_is_sent
from arena.games.tonton import Options
from arena.games.tonton.cards import deck_of
from arena.games.tonton.rules import TonTonState
from tests.games.tonton.scripted import GAMES, dealt, holding, play

OWN = "R8 R1 R2 R3 G1 G2 G3 G4"


def look_alike(first: TonTonState, second: TonTonState) -> bool:
    (seat,) = first.to_act
    table = Table(GAMES, first.seats, first.options, seed=0)
    same_scene = GAMES.scene(first, seat) == GAMES.scene(second, seat)
    return same_scene and what_is_sent(table, first, seat) == what_is_sent(table, second, seat)


# --- what must look alike ---


def test_who_holds_which_of_the_other_cards_is_not_seen() -> None:
    assert look_alike(dealt(OWN, "R4 P1", "R5 P2"), dealt(OWN, "R5 P2", "R4 P1"))


def test_the_order_in_which_a_hand_was_dealt_is_not_seen() -> None:
    backwards = " ".join(reversed(OWN.split()))
    assert look_alike(dealt(OWN, "R4", "R5"), dealt(backwards, "R4", "R5"))


def test_the_missions_to_come_are_not_seen() -> None:
    deck = tuple(deck_of("RPG"))
    first, second = (
        GAMES.start(3, Deal(0, (missions, deck)), Options("advanced"))
        for missions in ((1, 2, 3, 4, 5), (1, 5, 4, 3, 2))
    )
    assert look_alike(first, second)


def test_the_next_deal_is_not_seen() -> None:
    first = dealt(OWN, "R4", "R5")
    second = GAMES.start(3, Deal(1, first.deal.orders), Options())
    assert first.deal.shuffle(2, deck_of("RPG")) != second.deal.shuffle(2, deck_of("RPG"))
    assert look_alike(first, second)


def test_the_eighth_cards_of_an_earlier_game_are_not_seen() -> None:
    first, second = holding("R1", "R2", "R3"), holding("R1", "R2", "R3")
    first.leftover, second.leftover = [(11, 12, 13)], [(11, 13, 12)]
    assert look_alike(first, second)


# --- what must not ---


def test_a_seat_sees_the_mission() -> None:
    assert not look_alike(dealt(OWN, "R4", "R5"), dealt(OWN, "R4", "R5", first="5"))


def test_a_seat_sees_who_played_what() -> None:
    first, second = (holding("R1 G1", "R2 P2", "R3 P3") for _ in range(2))
    play(first, "R1", "R2", "R3")
    play(second, "R1", "R2", "R3")
    assert look_alike(first, second)
    second.tricks[0] = (second.tricks[0][0], (11, 13, 12))
    assert not look_alike(first, second)


def test_a_seat_sees_all_totals_and_what_every_game_brought() -> None:
    first, second = holding("R1", "R2", "R3"), holding("R1", "R2", "R3")
    first.totals = [0, 1, 0]
    assert not look_alike(first, second)
    second.totals = [0, 1, 0]
    second.results = [(0, 1, 0)]
    assert not look_alike(first, second)
