"""The variants: cards on both sides of a row, and hands drafted from the open cards."""

from random import Random

import pytest

from arena.games import Deal, IllegalMove
from arena.games.six_nimmt.options import Options, Variant
from tests.games.six_nimmt.scripted import GAMES, laid_out, legal, play, play_first_legal

PROFESSIONAL = Options(variant="professional")
LOGIC = Options(variant="logic", limit=None, rounds=3)
NESTED = [[10, 90], [20, 80], [30, 70], [40, 60]]

# --- professional ---


@pytest.mark.parametrize(
    ("card", "rows"),
    [
        ("13", [[10, 13], [20], [40], [60]]),
        ("18", [[10], [18, 20], [40], [60]]),
        ("9", [[9, 10], [20], [40], [60]]),
        ("75", [[10], [20], [40], [60, 75]]),
    ],
)
def test_a_card_goes_to_the_nearest_of_all_ends(card: str, rows: list[list[int]]) -> None:
    state = laid_out([[10], [20], [40], [60]], [[int(card), 98], [61, 99]], PROFESSIONAL)
    play(state, card, "61")
    assert [[number for number in row if number != 61] for row in state.rows] == rows


def test_both_ends_of_a_row_with_one_card_are_that_card() -> None:
    state = laid_out([[10], [20], [40], [60]], [[58, 98], [62, 99]], PROFESSIONAL)
    play(state, "58", "62")
    assert state.rows[3] == [58, 60, 62]


@pytest.mark.parametrize(
    ("choice", "rows"),
    [
        ("right 1", [[10, 15], [20], [40], [60, 61]]),
        ("left 2", [[10], [15, 20], [40], [60, 61]]),
    ],
)
def test_of_two_equally_near_ends_the_owner_chooses(choice: str, rows: list[list[int]]) -> None:
    state = laid_out([[10], [20], [40], [60]], [[98, 61], [15, 99]], PROFESSIONAL)
    play(state, "61", "15")
    assert state.to_act == (1,)
    assert [*GAMES.view(state, 1).unplaced] == [15, 61]
    play(state, choice)
    assert state.rows == rows


def test_the_right_side_is_listed_before_the_left_even_of_an_upper_row() -> None:
    state = laid_out([[20], [10], [40], [60]], [[15, 98], [61, 99]], PROFESSIONAL)
    play(state, "15", "61")
    assert legal(state) == ["right 2", "left 1"]


def test_ends_that_are_not_the_nearest_are_refused() -> None:
    state = laid_out([[10], [20], [40], [60]], [[15, 98], [61, 99]], PROFESSIONAL)
    play(state, "15", "61")
    for move in ("left 1", "right 2", "left 3", "row 1", "15"):
        with pytest.raises(IllegalMove):
            play(state, move)


def test_a_sixth_card_on_the_left_takes_the_five() -> None:
    rows = [[30, 31, 32, 33, 34], [3], [60], [80]]
    state = laid_out(rows, [[28, 98], [81, 99]], PROFESSIONAL)
    play(state, "28", "81")
    assert state.rows == [[28], [3], [60], [80, 81]]
    assert state.scores() == (-11, 0)


@pytest.mark.parametrize(("choice", "taken"), [("right 1", 5), ("left 2", 11)])
def test_a_sixth_card_at_a_chosen_end_takes_the_five(choice: str, taken: int) -> None:
    rows = [[12, 13, 14, 16, 17], [31, 32, 33, 34, 40], [60], [80]]
    state = laid_out(rows, [[24, 98], [81, 99]], PROFESSIONAL)
    play(state, "24", "81", choice)
    assert state.scores() == (-taken, 0)
    assert [24] in state.rows


def test_a_card_inside_all_four_rows_takes_a_row_of_its_owners_choice() -> None:
    state = laid_out(NESTED, [[50, 98], [99, 100]], PROFESSIONAL)
    play(state, "50", "99")
    assert legal(state) == ["row 1", "row 2", "row 3", "row 4"]
    play(state, "row 4")
    assert state.rows == [[10, 90, 99], [20, 80], [30, 70], [50]]
    assert state.scores() == (-6, 0)


def test_a_card_below_all_rows_needs_no_row_when_it_can_go_to_the_left() -> None:
    state = laid_out([[10], [20], [40], [60]], [[1, 98], [61, 99]], PROFESSIONAL)
    play(state, "1", "61")
    assert state.rows[0] == [1, 10]
    assert state.scores() == (0, 0)


def test_not_only_the_lowest_card_of_a_trick_can_fit_nowhere() -> None:
    rows = [[50, 90], [20, 80], [30, 70], [40, 60]]
    state = laid_out(rows, [[45, 98], [55, 99]], PROFESSIONAL)
    play(state, "45", "55")
    assert state.to_act == (1,)
    view = GAMES.view(state, 1)
    assert [*view.unplaced] == [55]
    assert [*view.rows[0].cards] == [45, 50, 90]


def test_a_row_taken_for_one_card_has_room_for_all_later_ones() -> None:
    state = laid_out(NESTED, [[50, 98], [52, 99], [54, 100]], PROFESSIONAL)
    play(state, "50", "52", "54", "row 1")
    assert state.rows == [[50, 52, 54], [20, 80], [30, 70], [40, 60]]


def test_one_trick_can_ask_for_several_sides() -> None:
    state = laid_out([[10], [20], [40], [50]], [[15, 98], [45, 99]], PROFESSIONAL)
    play(state, "15", "45")
    assert state.to_act == (0,)
    play(state, "left 2")
    assert state.to_act == (1,)
    play(state, "right 3")
    assert state.rows == [[10], [15, 20], [40, 45], [50]]


@pytest.mark.parametrize("seats", [2, 5, 10])
def test_a_trick_that_asks_for_a_row_asks_for_nothing_else(seats: int) -> None:
    # A card that goes to neither end of any row is above all left ends, and so are all later ones:
    # they can only go to the right. One that is between two ends is above a right end, and so are
    # all later ones: they go somewhere.
    source = Random(seats)
    asked: dict[tuple[int, int, int], list[str]] = {}
    for seed in range(40):
        state = GAMES.start(seats, Deal(seed), Options("professional", limit=None, rounds=3))
        while state.to_act:
            if state.decision in ("row", "side"):
                trick = (seed, state.round, len(state.tricks))
                asked.setdefault(trick, []).append(state.decision)
            if state.decision == "side":
                # Last cards all differ and so do first cards: one end is a right one, one a left.
                assert [move.kind for move in state.legal(*state.to_act)] == ["right", "left"]
            seat = source.choice(state.to_act)
            state.play(seat, source.choice(state.legal(seat)))
    assert ["row"] in asked.values()
    assert ["side", "side"] in asked.values() or seats == 2
    assert not any("row" in decisions and len(decisions) > 1 for decisions in asked.values())


# --- logic ---


def test_all_cards_lie_open_and_are_drafted_one_at_a_time_going_round() -> None:
    state = GAMES.start(3, Deal(1), LOGIC)
    assert legal(state) == [f"draft {card}" for card in range(1, 35)]
    order: list[int] = []
    for _ in range(30):
        order.extend(state.to_act)
        play_first_legal(state, 1)
    assert order == [0, 1, 2] * 10


def test_the_first_to_draft_is_the_next_seat_in_every_round() -> None:
    state = GAMES.start(2, Deal(1), LOGIC)
    first: list[int] = []
    while state.to_act:
        if state.decision == "draft" and len(state.rest) == 24:
            first.extend(state.to_act)
        play_first_legal(state, 1)
    assert first == [0, 1, 0]


def test_the_four_cards_that_are_left_start_the_rows_in_ascending_order() -> None:
    state = GAMES.start(2, Deal(1), LOGIC)
    left = [23, 4, 17, 11]
    for card in range(24, 0, -1):
        if card not in left:
            play(state, f"draft {card}")
    assert state.rows == [[4], [11], [17], [23]]
    assert state.to_act == (0, 1)
    assert state.rest == []


def test_a_drafted_card_is_gone_and_lies_in_the_hand_in_its_order() -> None:
    state = GAMES.start(2, Deal(1), LOGIC)
    play(state, "draft 7", "draft 3", "draft 5")
    with pytest.raises(IllegalMove):
        play(state, "draft 7")
    assert legal(state)[:4] == ["draft 1", "draft 2", "draft 4", "draft 6"]
    assert [*GAMES.view(state, 1).hands[0].cards] == [5, 7]


def test_a_draft_needs_no_luck() -> None:
    states = [GAMES.start(4, Deal(seed), LOGIC) for seed in (1, 2)]
    for state in states:
        while state.to_act:
            play_first_legal(state, 1)
        assert state.shuffles == ()
    assert states[0].scores() == states[1].scores()


def test_everybody_knows_all_hands_but_not_which_card_is_laid() -> None:
    state = GAMES.start(2, Deal(1), LOGIC)
    play_first_legal(state, 20)
    before = GAMES.view(state, 1)
    assert [[*hand.cards] for hand in before.hands] == [[*range(1, 20, 2)], [*range(2, 21, 2)]]
    play(state, "5")
    assert GAMES.view(state, 1) == before
    play(state, "6")
    assert 5 not in GAMES.view(state, 1).hands[0].cards


def test_hands_are_not_told_in_the_other_variants() -> None:
    variants: tuple[Variant, ...] = ("base", "tactics", "professional")
    for variant in variants:
        state = GAMES.start(3, Deal(1), Options(variant=variant))
        view = GAMES.view(state, 0)
        assert not view.hands
        assert not view.pool
