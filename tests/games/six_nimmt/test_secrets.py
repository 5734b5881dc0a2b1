"""Twins: pairs of games that a seat must not be able to tell apart, and some that it must."""

from arena.games import Deal
from arena.games.six_nimmt import Options
from arena.games.six_nimmt.rules import SixNimmtState
from arena.games.testing.random_play import Table, what_is_sent
from tests.games.six_nimmt.scripted import GAMES, dealt, play, play_first_legal

OWN = (5, 15, 25, 35, 45, 55, 65, 75, 85, 95)
ROWS = (10, 40, 70, 100)


def look_alike(first: SixNimmtState, second: SixNimmtState, seat: int = 0) -> bool:
    table = Table(GAMES, first.seats, first.options, seed=0)
    same_scene = GAMES.scene(first, seat) == GAMES.scene(second, seat)
    return same_scene and what_is_sent(table, first, seat) == what_is_sent(table, second, seat)


# --- what must look alike ---


def test_a_card_of_another_hand_looks_like_one_that_was_not_dealt() -> None:
    assert look_alike(dealt([OWN, [1, 2, 3]], ROWS), dealt([OWN, [1, 2, 99]], ROWS))


def test_two_other_hands_look_alike_when_they_are_exchanged() -> None:
    low, high = (16, 17, 18, 19, 20, 21, 22, 23, 24, 26), (86, 87, 88, 89, 90, 91, 92, 93, 94, 96)
    assert look_alike(dealt([OWN, low, high], ROWS), dealt([OWN, high, low], ROWS))


def test_the_order_in_which_a_hand_was_dealt_is_not_seen() -> None:
    assert look_alike(dealt([OWN, [1]], ROWS), dealt([OWN[::-1], [1]], ROWS))


def test_what_another_seat_has_laid_is_not_seen_nor_whether_it_has() -> None:
    waiting, low, high = (dealt([OWN, [1, 99]], ROWS) for _ in range(3))
    low.play(1, GAMES.parse("1"))
    high.play(1, GAMES.parse("99"))
    assert look_alike(low, high)
    assert look_alike(low, waiting)


def test_in_a_draft_game_too_a_laid_card_is_not_seen() -> None:
    low, high = (GAMES.start(3, Deal(0), Options(variant="logic")) for _ in range(2))
    for state, place in ((low, 0), (high, -1)):
        play_first_legal(state, 30)
        state.play(1, state.legal(1)[place])
    assert look_alike(low, high)


def test_the_seat_that_chooses_a_row_does_not_see_what_the_others_still_hold() -> None:
    states = dealt([[1, *OWN[1:]], [11, 2]], ROWS), dealt([[1, *OWN[1:]], [11, 99]], ROWS)
    for state in states:
        play(state, "1", "11")
        assert state.to_act == (0,)
    assert look_alike(*states)


def test_the_cards_that_stayed_out_of_an_earlier_round_are_never_seen() -> None:
    out = range(25, 105)
    orders = ((*range(1, 25), *out), (*range(1, 25), *reversed(out)))
    first, second = (GAMES.start(2, Deal(0, (order,)), Options(limit=1000)) for order in orders)
    for state in (first, second):
        while state.round == 0:
            play_first_legal(state, 1)
    assert look_alike(first, second)


def test_the_secret_seed_and_the_next_round_are_not_seen() -> None:
    order = tuple(range(1, 105))
    first, second = (GAMES.start(2, Deal(seed, (order,)), Options()) for seed in (1, 2))
    assert look_alike(first, second)
    assert first.deal.shuffle(1, order) != second.deal.shuffle(1, order)


# --- what must not ---


def test_a_seat_sees_its_own_cards() -> None:
    assert not look_alike(dealt([OWN, [1]], ROWS), dealt([[*OWN[1:], 6], [1]], ROWS))


def test_a_seat_sees_the_order_of_the_rows() -> None:
    assert not look_alike(dealt([OWN, [1]], ROWS), dealt([OWN, [1]], ROWS[::-1]))


def test_a_seat_sees_who_laid_which_card_of_a_trick() -> None:
    first = dealt([OWN, [11, 13], [12, 14]], ROWS)
    second = dealt([OWN, [12, 13], [11, 14]], ROWS)
    play(first, "95", "11", "12")
    play(second, "95", "12", "11")
    assert first.rows == second.rows
    assert not look_alike(first, second)


def test_a_seat_sees_when_the_game_will_end() -> None:
    usual, nearer, short = (
        dealt([OWN, [1]], ROWS, options)
        for options in (Options(), Options(limit=65), Options(rounds=3))
    )
    assert not look_alike(usual, nearer)
    assert not look_alike(usual, short)


def test_once_revealed_another_card_is_another_game() -> None:
    first, second = (dealt([OWN, [1, 99]], ROWS) for _ in range(2))
    play(first, "95", "99")
    play(second, "95", "1", "row 1")
    assert not look_alike(first, second)
