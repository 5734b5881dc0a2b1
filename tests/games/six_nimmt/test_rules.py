"""The rules of the base game, sentence by sentence."""

from collections import Counter
from itertools import chain
from random import Random

import pytest

from arena.games import Deal, IllegalMove
from arena.games.six_nimmt.cards import count_heads, deck_of
from arena.games.six_nimmt.options import Options, Variant
from arena.games.six_nimmt.rules import SixNimmtState
from tests.games.six_nimmt.scripted import GAMES, dealt, laid_out, legal, play, play_first_legal

FIVE = [12, 13, 14, 16, 17]  # five heads


def third_trick() -> SixNimmtState:
    state = dealt([[14, 21, 3], [15, 26, 38], [44, 30, 45], [61, 36, 62]], [12, 37, 43, 58])
    play(state, "14", "15", "44", "61")
    play(state, "21", "26", "30", "36")
    return state


# --- the cards ---


def test_there_are_104_cards_with_171_heads() -> None:
    assert len(deck_of(4, "base")) == 104
    assert sum(map(count_heads, deck_of(4, "base"))) == 171


def test_one_card_has_7_heads_eight_have_5_ten_have_3_nine_have_2_and_the_rest_1() -> None:
    assert Counter(map(count_heads, range(1, 105))) == {7: 1, 5: 8, 3: 10, 2: 9, 1: 76}


@pytest.mark.parametrize(
    ("card", "heads"), [(55, 7), (11, 5), (99, 5), (10, 3), (100, 3), (5, 2), (95, 2), (104, 1)]
)
def test_the_heads_of_a_card_follow_from_its_number(card: int, heads: int) -> None:
    assert count_heads(card) == heads


@pytest.mark.parametrize(("seats", "cards", "heads"), [(2, 24, 38), (3, 34, 55), (4, 44, 72)])
def test_tactics_plays_with_the_lowest_cards_and_deals_them_all(
    seats: int, cards: int, heads: int
) -> None:
    state = GAMES.start(seats, Deal(1), Options(variant="tactics"))
    held = [move.number for hand in state.hands for move in hand]
    assert sorted(chain(held, *state.rows)) == list(range(1, cards + 1))
    assert sum(map(count_heads, state.cards())) == heads
    assert state.rest == []


@pytest.mark.parametrize("variant", ["base", "tactics", "logic", "professional"])
def test_ten_seats_play_with_all_104_cards_in_every_variant(variant: Variant) -> None:
    state = GAMES.start(10, Deal(1), Options(variant=variant))
    assert sorted(state.cards()) == list(range(1, 105))


def test_ten_cards_go_to_every_seat_from_the_top_of_the_deck_then_four_start_the_rows() -> None:
    order = (*range(104, 0, -1),)
    state = GAMES.start(2, Deal(0, (order,)), Options())
    assert [[move.number for move in hand] for hand in state.hands] == [
        [*range(95, 105)],
        [*range(85, 95)],
    ]
    assert state.rows == [[84], [83], [82], [81]]


# --- a trick ---


def test_cards_go_in_ascending_order_to_the_row_with_the_nearest_lower_last_card() -> None:
    state = dealt([[61], [44], [15], [14]], [12, 37, 43, 58])
    play(state, "61", "44", "15", "14")
    assert state.rows == [[12, 14, 15], [37], [43, 44], [58, 61]]
    assert state.scores() == (0, 0, 0, 0)


def test_whoever_places_a_sixth_card_takes_the_five_and_starts_the_row_anew() -> None:
    state = third_trick()
    assert state.rows == [[30, 36], [37], [43, 44], [58, 61]]
    assert state.scores() == (0, 0, -6, 0)
    assert state.piles == [[], [], [12, 14, 15, 21, 26], []]


def test_the_owner_of_a_card_below_all_rows_takes_the_row_of_its_choice() -> None:
    state = third_trick()
    play(state, "3", "38", "45", "62")
    assert state.to_act == (0,)
    play(state, "row 2")
    assert state.rows == [[30, 36, 38], [3], [43, 44, 45], [58, 61, 62]]
    assert state.scores() == (-1, 0, -6, 0)


def test_which_row_is_taken_changes_where_later_cards_of_the_trick_go() -> None:
    state = third_trick()
    play(state, "3", "38", "45", "62")
    play(state, "row 1")
    assert state.rows == [[3], [37, 38], [43, 44, 45], [58, 61, 62]]
    assert state.scores() == (-4, 0, -6, 0)


def test_the_rows_to_take_are_listed_with_the_fewest_heads_first() -> None:
    state = third_trick()
    play(state, "3", "38", "45", "62")
    assert legal(state) == ["row 2", "row 4", "row 1", "row 3"]


def test_of_rows_with_equal_heads_the_upper_one_is_listed_first() -> None:
    state = laid_out([[10], [23], [20], [21]], [[1, 2], [30, 31]])
    play(state, "1", "30")
    assert legal(state) == ["row 2", "row 4", "row 1", "row 3"]


def test_the_row_is_chosen_with_all_cards_of_the_trick_in_sight() -> None:
    state = third_trick()
    play(state, "3", "38", "45", "62")
    view = GAMES.view(state, 0)
    assert [*view.tricks[-1].cards] == [3, 38, 45, 62]
    assert [*view.unplaced] == [3, 38, 45, 62]
    assert [[*row.cards] for row in view.rows] == [[30, 36], [37], [43, 44], [58, 61]]


def test_one_seat_can_take_a_row_and_another_a_sixth_card_in_the_same_trick() -> None:
    state = laid_out([FIVE, [30], [40], [50]], [[2, 60], [18, 61]])
    play(state, "2", "18", "row 2")
    assert state.rows == [[18], [2], [40], [50]]
    assert state.scores() == (-3, -5)


def test_a_row_taken_for_a_low_card_can_save_a_later_seat_from_the_sixth_place() -> None:
    state = laid_out([FIVE, [30], [40], [50]], [[2, 60], [18, 61]])
    play(state, "2", "18", "row 1")
    assert state.rows == [[2, 18], [30], [40], [50]]
    assert state.scores() == (-5, 0)


def test_nothing_is_revealed_before_the_last_seat_has_laid() -> None:
    state = dealt([[61], [44], [15]], [12, 37, 43, 58])
    state.play(2, GAMES.parse("15"))
    state.play(0, GAMES.parse("61"))
    assert state.to_act == (1,)
    assert state.rows == [[12], [37], [43], [58]]
    assert state.tricks == []


def test_a_laid_card_cannot_be_changed() -> None:
    state = dealt([[61, 62], [44]], [12, 37, 43, 58])
    state.play(0, GAMES.parse("61"))
    with pytest.raises(IllegalMove, match="seat 0 is not to act"):
        state.play(0, GAMES.parse("62"))


def test_the_lowest_card_of_a_hand_is_listed_first() -> None:
    state = dealt([[61, 3, 99, 44], [5]], [12, 37, 43, 58])
    numbers = [move.number for move in state.legal(0)]
    assert numbers == sorted(numbers)


@pytest.mark.parametrize("seats", range(2, 11))
def test_only_the_lowest_card_of_a_trick_can_fit_nowhere(seats: int) -> None:
    source = Random(seats)
    choices = 0
    for seed in range(20):
        state = GAMES.start(seats, Deal(seed), Options(limit=None, rounds=3))
        while state.to_act:
            if state.decision == "row":
                choices += 1
                trick = state.tricks[-1]
                assert state.unplaced == sorted(trick)
                assert state.to_act == (trick.index(min(trick)),)
            seat = source.choice(state.to_act)
            state.play(seat, source.choice(state.legal(seat)))
    assert choices > 20


# --- the end ---


def test_a_game_goes_on_to_the_end_of_the_round_in_which_the_limit_is_reached() -> None:
    state = laid_out([FIVE, [30], [40], [50]], [[18, 60], [31, 61]], heads=[65, 0])
    play(state, "18", "31")
    assert state.scores() == (-70, 0)
    assert state.to_act == (0, 1)
    play(state, "60", "61")
    assert not state.to_act


def test_exactly_the_limit_ends_the_game() -> None:
    state = laid_out([FIVE, [30], [40], [50]], [[18], [31]], Options(limit=5))
    play(state, "18", "31")
    assert state.scores() == (-5, 0)
    assert not state.to_act


def test_one_head_less_than_the_limit_begins_another_round() -> None:
    state = laid_out([FIVE, [30], [40], [50]], [[18], [31]], Options(limit=6))
    play(state, "18", "31")
    assert state.to_act == (0, 1)
    assert state.round == 1
    assert [len(hand) for hand in state.hands] == [10, 10]
    assert sorted(state.cards()) == list(range(1, 105))
    assert state.piles == [[], []]
    assert state.scores() == (-5, 0)


def test_a_game_ends_after_its_rounds_when_nobody_has_reached_the_limit() -> None:
    state = GAMES.start(3, Deal(5), Options(limit=1000, rounds=2))
    while state.to_act:
        play_first_legal(state, 1)
    assert state.round + 1 == 2
    assert len(state.shuffles) == 2


def test_a_game_ends_at_the_limit_when_rounds_would_be_left() -> None:
    state = GAMES.start(3, Deal(5), Options(limit=1, rounds=100))
    while state.to_act:
        play_first_legal(state, 1)
    assert state.round + 1 == 1


def test_a_game_without_a_limit_lasts_exactly_its_rounds() -> None:
    state = GAMES.start(10, Deal(5), Options(limit=None, rounds=30))
    while state.to_act:
        play_first_legal(state, 1)
    assert state.round + 1 == 30
    assert min(state.scores()) < -66


def test_the_fewest_heads_win_and_equal_heads_share_a_rank() -> None:
    state = laid_out([[1], [2], [3], [4]], [[10], [11], [12], [13]], heads=[7, 3, 7, 9])
    assert state.ranks() == (2, 1, 2, 4)
    assert state.scores() == (-7, -3, -7, -9)


def test_several_seats_can_win() -> None:
    state = laid_out([[1], [2], [3], [4]], [[10], [11], [12]], heads=[3, 70, 3])
    assert state.ranks() == (1, 3, 1)


# --- what a refusal says ---


def test_a_card_that_is_not_in_the_hand_is_refused_with_the_cards_that_are() -> None:
    state = laid_out([[1], [2], [3], [4]], [[10, 20], [11, 21]])
    with pytest.raises(IllegalMove, match=r"11 is not possible; .* 10\W+20"):
        play(state, "11")


def test_a_row_is_refused_when_a_card_is_asked_for() -> None:
    state = laid_out([[1], [2], [3], [4]], [[10, 20], [11, 21]])
    with pytest.raises(IllegalMove, match="row 1 is not possible"):
        play(state, "row 1")
