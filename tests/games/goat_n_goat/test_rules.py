"""The rules of Goat 'n' Goat, sentence by sentence, with the examples of the rulebook."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from arena.games import Deal, IllegalMove, find_game
from arena.games.goat_n_goat import Options
from arena.games.goat_n_goat.cards import GOATS, mountains_of
from arena.games.goat_n_goat.rules import GoatNGoatState
from tests.games.goat_n_goat.scripted import GAMES, goats, herds, laid_out, legal, names, play

CANNOT_DRAW = Options("cannot_draw")


# --- the deal ---


def test_there_are_84_goats_28_of_each_of_three_colours() -> None:
    assert Counter(names([card])[0] for card in GOATS) == {"R": 28, "G": 28, "B": 28}
    values = Counter(card % 10 for card in GOATS)
    assert values == {1: 30, 2: 24, 3: 15, 4: 9, 5: 6}


@pytest.mark.parametrize(
    ("seats", "hands", "deck"),
    [
        (2, [3, 4], 71),
        (3, [3, 4, 4], 67),
        (4, [3, 4, 4, 5], 62),
        (5, [3, 4, 4, 5, 5], 57),
    ],
)
def test_later_seats_start_with_more_cards(seats: int, hands: list[int], deck: int) -> None:
    state = GAMES.start(seats, Deal(1), Options())
    assert [len(hand) for hand in state.hands] == hands
    assert (len(state.open), len(state.deck)) == (6, deck)


def test_cards_are_dealt_from_the_top_in_blocks_then_the_open_row_then_the_deck() -> None:
    state = GAMES.start(2, Deal(1), Options())
    (order,) = state.shuffles
    assert state.hands == [sorted(order[:3]), sorted(order[3:7])]
    assert state.open == list(order[7:13])
    assert state.deck[::-1] == list(order[13:])


@pytest.mark.parametrize(("seats", "total"), [(2, 126), (3, 126), (4, 108), (5, 96)])
def test_the_mountains_depend_on_how_many_play(seats: int, total: int) -> None:
    mountains = mountains_of(seats)
    assert len(mountains) == 21
    assert sum(mountain % 10 for mountain in mountains) == total


# --- laying ---


def test_any_cards_of_one_number_are_laid_in_any_colours() -> None:
    assert legal(laid_out("R1 B1 G2 B2")) == [
        "lay R1", "lay B1", "lay R1 B1", "lay B2", "lay G2", "lay G2 B2",
    ]  # fmt: skip


def test_cards_of_several_numbers_or_of_other_hands_are_refused() -> None:
    with pytest.raises(IllegalMove, match="the cards of a lay have one number"):
        play(laid_out("R1 B2"), "lay R1 B2")
    with pytest.raises(IllegalMove, match="the hand does not have all of these cards"):
        play(laid_out("R1 B2"), "lay R1 R1")


def test_a_lower_goat_sends_the_old_herd_to_the_penalty_pile() -> None:
    state = play(laid_out("R2 R2 G5", "R1 R4"), "lay R2 R2")
    assert (herds(state), names(state.penalties[0])) == ("R2 R2 / - / -", "R1 R4")
    assert (state.decision, state.number) == ("take", 2)


def test_a_goat_that_is_not_lower_is_added() -> None:
    state = play(laid_out("G2 G2 G2", "G1 G2"), "lay G2 G2 G2")
    assert (herds(state), state.penalties[0]) == ("- / G1 G2 G2 G2 G2 / -", [])
    assert state.number == 2


def test_every_colour_of_a_lay_goes_to_its_own_herd() -> None:
    state = play(laid_out("R2 G2 B2", "R3", "B1"), "lay R2 G2 B2")
    assert herds(state) == "R2 / G2 / B1 B2"
    assert names(state.penalties[0]) == "R3"


def test_a_lost_seat_lays_its_lowest_number_red_before_blue_before_green() -> None:
    assert legal(laid_out("G2 B2 R3"))[0] == "lay B2"
    assert legal(laid_out("R2 B2 G2"))[0] == "lay R2"
    assert legal(laid_out("G2 G2 R3"))[0] == "lay G2"


# --- taking ---


def test_as_many_cards_as_the_number_on_the_goats_are_taken() -> None:
    state = play(laid_out("R1 R1 R1 G1 B1 B5"), "lay R1 R1 R1 G1 B1")
    assert {len(move.split()) - 1 for move in legal(state)} == {1}
    with pytest.raises(IllegalMove, match="1 cards are to be taken, not 2"):
        play(state, "take R1 R2")
    with pytest.raises(IllegalMove, match="the open row does not have all of these cards"):
        play(state, "take G5")


def test_cards_that_look_the_same_are_the_same_take() -> None:
    state = play(laid_out("B2 B5", row="R2 R1 R1 R1 B1 B1"), "lay B2")
    assert legal(state) == ["take R1 R2", "take R2 B1", "take R1 R1", "take R1 B1", "take B1 B1"]


def test_a_lost_seat_takes_the_left_most_cards() -> None:
    assert legal(play(laid_out("B2", row="G5 R3 R1 R1 B1 B1"), "lay B2"))[0] == "take R3 G5"


def test_a_hand_of_nine_or_more_is_discarded_to_eight_at_once() -> None:
    state = play(laid_out("R4 R1 R1 R1 R1 R2 R2"), "lay R4", "take R1 R2 R3 B1")
    assert (state.decision, state.to_act) == ("discard", (0,))
    assert legal(state)[0] == "discard R1 R1"
    with pytest.raises(IllegalMove, match="2 cards are to be discarded, not 1"):
        play(state, "discard B1")
    play(state, "discard R3 B1")
    assert names(state.hands[0]) == "R1 R1 R1 R1 R1 R2 R2 R2"
    assert names(state.penalties[0]) == "R3 B1"


def test_a_hand_of_eight_is_kept() -> None:
    state = play(laid_out("R3 R1 R1 R1 R1 R2"), "lay R3", "take R1 R2 R3")
    assert (len(state.hands[0]), state.to_act) == (8, (1,))


def test_the_largest_discard_is_four_cards() -> None:
    state = play(laid_out("R5 R1 R1 R1 R1 R2 R2 R2"), "lay R5", "take R1 R2 R3 B1 B2")
    assert {len(move.split()) - 1 for move in legal(state)} == {4}


# --- claiming ---


def test_a_herd_as_large_as_a_mountain_may_claim_it_or_pass() -> None:
    state = laid_out("G5", "B2 B3 B3 B4")
    state.mountains = goats("G3 B3 B5 B6")
    play(state, "lay G5", "take R1 R2 R3 B1 B2")
    assert legal(state) == ["pass", "claim B3"]
    play(state, "claim B3")
    assert (names(state.claimed[0]), names(state.mountains)) == ("B3", "G3 B5 B6")
    assert (names(state.discards), herds(state)) == ("B2 B3 B3 B4", "- / G5 / -")
    assert state.penalties[0] == []


def test_who_passes_keeps_herd_and_mountain() -> None:
    state = play(laid_out("G5", "B2 B3 B3 B4"), "lay G5", "take R1 R2 R3 B1 B2", "pass")
    assert (herds(state), state.claimed[0], state.to_act) == ("- / G5 / B2 B3 B3 B4", [], (1,))


def test_only_one_mountain_is_claimed_a_turn() -> None:
    state = laid_out("G5", "B2 B3 B3 B4", "R1 R1 R1")
    play(state, "lay G5", "take R1 R2 R3 B1 B2")
    assert legal(state) == ["pass", "claim R3", "claim B3", "claim B4"]
    assert play(state, "claim R3").to_act == (1,)


def test_mountains_that_look_the_same_are_the_same_claim() -> None:
    state = laid_out("G5", "B2 B3 B3", seats=4)
    assert legal(play(state, "lay G5", "take R1 R2 R3 B1 B2")) == ["pass", "claim B3"]


def test_nobody_is_asked_where_nothing_can_be_claimed() -> None:
    state = laid_out("G5", "B2 B3 B3")
    state.mountains = goats("B4 R3")
    assert play(state, "lay G5", "take R1 R2 R3 B1 B2").to_act == (1,)
    with pytest.raises(IllegalMove, match="what is asked for is to lay"):
        play(state, "claim B4")


# --- refilling, and the end ---


def turn(state: GoatNGoatState) -> GoatNGoatState:
    """Play a whole turn of seat 0 that takes one card and claims nothing."""
    return play(state, "lay R1", "take R1")


def ready(
    seats: int, deck: str, discards: str = "", options: Options | None = None
) -> GoatNGoatState:
    """Return a game in which seat 0 has one card and the deck is nearly empty."""
    state = laid_out("R1", seats=seats, options=options)
    state.deck, state.discards = goats(deck)[::-1], goats(discards)
    return state


def test_the_open_row_is_filled_at_its_right_end_to_six() -> None:
    state = turn(ready(3, "G5 G4"))
    assert names(state.open) == "R2 R3 B1 B2 B3 G5"
    assert (names(state.deck), state.exhaustions) == ("G4", 0)


def test_with_two_seats_an_empty_deck_triggers_the_end() -> None:
    state = turn(ready(2, "G5", discards="B1 B2"))
    assert (state.exhaustions, state.last_turns, state.to_act) == (1, 2, (1,))
    assert (len(state.open), names(state.discards)) == (6, "B1 B2")


def test_with_more_seats_the_discard_pile_becomes_the_deck_once() -> None:
    state = turn(ready(3, "G5", discards="B1 B2 B3"))
    assert (state.exhaustions, state.last_turns) == (1, None)
    assert state.shuffles[1] == tuple(reversed(state.deck))
    assert (sorted(state.deck), state.discards) == (goats("B1 B2 B3"), [])
    state.exhaustions, state.deck, state.discards = 1, goats("G1"), goats("B1")
    state.hands[1] = goats("B5 R1")
    play(state, "lay R1", "take B1")
    assert (state.exhaustions, state.last_turns, names(state.discards)) == (2, 3, "B1")


def test_the_row_is_filled_from_the_new_deck() -> None:
    state = ready(3, "G5", discards="B1 B2 B3")
    state.hands[0] = goats("R2")
    play(state, "lay R2", "take R1 R2")
    assert (len(state.open), len(state.deck)) == (6, 2)
    assert state.open[-2:] == [*goats("G5"), state.shuffles[1][0]]


def test_an_empty_discard_pile_is_the_second_exhaustion_at_once() -> None:
    state = turn(ready(3, "G5"))
    assert (state.exhaustions, state.last_turns, len(state.shuffles)) == (2, 3, 1)
    assert find_game("goat_n_goat").view(state, 1).exhaustions == 2


def test_a_discard_pile_too_small_to_fill_the_row_triggers_the_end() -> None:
    state = ready(3, "", discards="B1")
    state.hands[0] = goats("R2")
    play(state, "lay R2", "take R1 R2")
    assert (state.exhaustions, state.last_turns, len(state.open)) == (2, 3, 5)


def test_a_discard_pile_that_is_used_up_by_the_refill_triggers_the_end() -> None:
    state = turn(ready(3, "", discards="B1"))
    assert (state.exhaustions, state.last_turns, len(state.open)) == (2, 3, 6)


def test_cannot_draw_waits_until_a_card_is_needed() -> None:
    state = turn(ready(2, "G5", options=CANNOT_DRAW))
    assert (state.exhaustions, state.last_turns, state.deck) == (0, None, [])
    state.hands[1] = goats("R1")
    play(state, "lay R1", "take B1")
    assert (state.exhaustions, state.last_turns, len(state.open)) == (1, 2, 5)


def test_every_player_has_one_last_turn_and_the_one_who_triggered_it_is_last() -> None:
    state = turn(ready(3, "G5"))
    order = []
    while state.to_act:
        order.append(state.to_act[0])
        play(state, legal(state)[0])
    assert order == [1, 2, 0]


def test_a_last_turn_is_to_lay_and_to_claim() -> None:
    state = turn(ready(2, "G5"))
    state.hands[1], state.herds[1][0] = goats("R1 R5"), goats("R1 R1")
    play(state, "lay R1")
    assert (state.decision, state.to_act) == ("claim", (1,))
    play(state, "claim R3")
    assert state.to_act == (0,)
    assert len(state.open) == 6


def test_the_score_is_the_mountains_less_penalties_and_hand() -> None:
    state = laid_out("R1 R1")
    state.claimed[0], state.penalties[0] = goats("R3 G5 B7"), goats("R1 R1 R5 G1")
    state.herds[0][0] = goats("R1 R1 R1 R1 R1 R1")
    assert state.scores()[0] == 9


@pytest.mark.parametrize(
    ("claimed", "ranks"),
    [
        (["R6", "R4", "R3"], (1, 2, 3)),
        # Equal scores: the better best mountain, then the next, and a longer list of equals.
        (["R5 R3", "G6 R3 X", "B8"], (3, 2, 1)),
        (["R5 R4 X", "B5 B3", "G3 B5"], (1, 2, 2)),
        (["R5", "G5 R3 XXX", "B3"], (2, 1, 3)),
    ],
)
def test_a_tie_goes_to_the_higher_best_mountain_then_to_the_next(
    claimed: Sequence[str], ranks: tuple[int, ...]
) -> None:
    """An X is a penalty."""
    state = laid_out("", seats=3)
    state.hands = [[], [], []]
    for seat, text in enumerate(claimed):
        state.claimed[seat] = goats(text.rstrip(" X"))
        state.penalties[seat] = goats("R1 " * (text.count("X") - 1) + "R1") if "X" in text else []
    assert state.ranks() == ranks


# --- numbers from outside ---


@pytest.mark.parametrize("options", [Options(), CANNOT_DRAW], ids=str)
@pytest.mark.parametrize("seats", range(2, 6))
def test_the_84_goats_are_always_there_and_every_turn_has_a_card_and_six_open(
    seats: int, options: Options
) -> None:
    source = Random(seats)
    for seed in range(30):
        state = GAMES.start(seats, Deal(seed), options)
        assert state.to_act
        while state.to_act:
            (seat,) = state.to_act
            if state.decision == "lay":
                assert state.hands[seat]
                assert state.last_turns is not None or len(state.open) == 6
            assert len(state.hands[seat]) <= 8 or state.decision == "discard"
            state.play(seat, source.choice(state.legal(seat)))
            assert sorted(card for card in state.cards() if card > 0) == sorted(GOATS)
            assert all(herd == sorted(herd) for own in state.herds for herd in own)


def test_random_games_are_as_long_as_somebody_else_found_them() -> None:
    """The rules' author saw 25 to 36 turns of two players and 22 to 42 of five."""
    for seats, low, high in ((2, 22, 42), (5, 20, 50)):
        turns = []
        for seed in range(100):
            source, count = Random(seed), 0
            state = GAMES.start(seats, Deal(seed), Options())
            while state.to_act:
                count += state.decision == "lay"
                state.play(state.to_act[0], source.choice(state.legal(state.to_act[0])))
            turns.append(count)
        assert low <= min(turns) <= max(turns) <= high
