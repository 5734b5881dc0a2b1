"""The rules of Big Fish, sentence by sentence, with the examples of the rulebooks."""

from random import Random

import pytest

from arena.games import Deal, IllegalMove
from arena.games.big_fish import Options
from arena.games.big_fish.cards import fish_of, keep_highest, licences_met, the_others
from tests.games.big_fish.scripted import (
    ADVANCED,
    GAMES,
    fish,
    laid_out,
    legal,
    licences,
    names,
    play,
)

FIRST = ("R5 R2 Y3", "G2 R4", "B4 B2")


# --- the deal ---


def test_there_are_a_hundred_fish_twenty_of_each_colour() -> None:
    deck = fish_of(Options().copies)
    assert len(deck) == 100
    assert [sum(card // 10 == colour for card in deck) for colour in range(1, 6)] == [20] * 5


@pytest.mark.parametrize(("seats", "reserve"), [(2, 3), (3, 6), (4, 9), (5, 12), (6, 15)])
def test_everybody_has_twelve_fish_four_of_them_in_hand(seats: int, reserve: int) -> None:
    state = GAMES.start(seats, Deal(1), Options())
    assert [len(hand) for hand in state.hands] == [4] * seats
    assert [len(state.stack(seat)) for seat in range(seats)] == [8] * seats
    assert [len(row) for row in state.rows] == [1, 1, 1]
    assert len(state.reserve) == reserve


def test_cards_are_dealt_from_the_top_in_blocks_then_the_rows_then_the_reserve() -> None:
    state = GAMES.start(2, Deal(1), Options())
    (order,) = state.shuffles
    assert state.hands[1] == sorted(order[12:16])
    assert state.stack(1) == order[16:24]
    assert state.rows == [[order[24]], [order[25]], [order[26]]]
    assert state.reserve[::-1] == list(order[27:30])


def test_with_licences_one_of_a_b_and_c_lies_open_beside_d_to_i() -> None:
    state = GAMES.start(2, Deal(1), ADVANCED)
    drawn, *others = state.shuffles[1]
    assert names(state.display) == f"{GAMES.card_name(drawn)} D E F G H I"
    assert sorted([drawn, *others]) == licences("ABC")


# --- what may be laid ---


def test_a_fish_has_the_colour_of_its_rows_end_or_one_at_no_end() -> None:
    """The first example of the rulebooks."""
    state = laid_out(FIRST, "Y6 G1 B4 R5")
    assert {*legal(state)} == {
        "I Y6", "I Y6 G1", "I G1", "I G1 Y6",
        "II R5", "II R5 G1", "II G1", "II G1 R5",
        "III B4", "III B4 G1", "III G1", "III G1 B4",
    }  # fmt: skip
    for illegal in ("I Y6 B4", "I Y6 R5", "I R5", "III Y6"):
        with pytest.raises(IllegalMove, match="not all of these fish have the colour"):
            play(state, illegal)


def test_a_colour_at_two_ends_may_be_laid_on_either_of_these_rows() -> None:
    state = laid_out(("R1", "R2", "Y1"), "R4 Y5 P5")
    singles = [move for move in legal(state) if move.count(" ") == 1]
    assert sorted(singles) == ["I P5", "I R4", "II P5", "II R4", "III P5", "III Y5"]


def test_a_colour_at_two_ends_comes_before_others_on_its_row() -> None:
    state = laid_out(("R1", "R2", "Y1"), "R4 P5")
    assert "I R4 P5" in legal(state)
    assert "I P5 R4" not in legal(state)


def test_what_lies_at_the_ends_counts_anew_after_every_single_fish() -> None:
    state = laid_out(("Y2", "R1", "B1"), "Y6 G1 Y3 P2")
    moves = legal(state)
    assert "I Y6 G1 Y3 P2" in moves
    assert "II G1 P2" in moves
    assert "II G1 Y6" not in moves
    play(state, "I Y6 G1 Y3 P2")
    assert (names(state.plus[0]), names(state.minus[0])) == ("Y6 G1 P2", "Y2 Y3")


def test_at_least_one_fish_is_laid_and_a_row_holds_five() -> None:
    state = laid_out(("R1 R1 R2 R2", "Y1", "B1"), "R4 R5 R6")
    assert legal(state) == ["I R4", "I R5", "I R6"]
    with pytest.raises(IllegalMove, match="row I has no place for 2 fish"):
        play(state, "I R4 R5")


def test_only_fish_of_the_own_hand_are_laid() -> None:
    with pytest.raises(IllegalMove, match="the hand does not have all of these fish"):
        play(laid_out(FIRST, "Y6 G1 B4 R5"), "I Y6 Y6")


def test_fish_that_look_the_same_are_the_same_lay() -> None:
    assert legal(laid_out(("R1", "Y1", "B1"), "R2 R2")) == ["I R2", "I R2 R2"]


def test_a_lost_seat_lays_the_first_fish_of_its_hand_that_fits_the_first_row() -> None:
    assert legal(laid_out(("R1", "R2", "B1"), "R3 Y2 G6"))[0] == "I R3"
    assert legal(laid_out(("", "Y2", "B1"), "Y3 B2 R1"))[0] == "II R1"


@pytest.mark.parametrize("seed", range(20))
def test_every_player_with_cards_can_lay(seed: int) -> None:
    source = Random(seed)
    state = laid_out(("", "", "R1"), "")
    state.hands[0] = sorted(source.sample(fish_of(Options().copies), 4))
    assert legal(state)


# --- a turn ---


def test_after_laying_the_hand_is_filled_to_four_from_the_own_stack() -> None:
    state = laid_out(FIRST, "Y6 G1 B4 R5")
    drawn = state.stack(0)[:2]
    play(state, "III B4 G1")
    assert state.hands[0] == sorted([*fish("Y6 R5"), *drawn])
    assert state.to_act == (1,)


def test_the_fifth_fish_ends_the_turn_and_takes_the_row() -> None:
    state = play(laid_out(FIRST, "Y6 G1 B4 R5"), "I Y6 G1")
    assert (names(state.plus[0]), names(state.minus[0])) == ("R5 Y6 G1", "R2 Y3")
    assert state.scores()[0] == 12 - 5
    assert state.to_act == (1,)


def test_the_top_of_the_reserve_starts_a_new_row_in_the_same_place() -> None:
    state = laid_out(FIRST, "Y6 G1 B4 R5")
    following = state.reserve[-1]
    play(state, "I Y6 G1")
    assert state.rows == [[following], fish("G2 R4"), fish("B4 B2")]


def test_without_reserve_the_place_stays_empty_and_its_colour_is_free() -> None:
    state = laid_out(FIRST, "Y6 G1 B4 R5", "Y1")
    state.reserve = []
    play(state, "I Y6 G1")
    assert state.rows[0] == []
    assert legal(state) == ["II Y1", "III Y1"]
    with pytest.raises(IllegalMove, match="row I has no place for 1 fish"):
        play(state, "I Y1")


def test_who_has_no_fish_is_passed_over() -> None:
    state = laid_out(FIRST, "Y6 G1 B4 R5", "", "G1")
    state.drawn[1] = 8
    play(state, "I Y6")
    assert state.to_act == (2,)


# --- a catch ---


@pytest.mark.parametrize(
    ("row", "plus", "minus", "met"),
    [
        ("R5 R2 Y3 Y6 G1", "R5 Y6 G1", "R2 Y3", "A"),
        ("B5 B4 B4 B2 B1", "B4 B5", "B1 B2 B4", "H"),
        ("R4 R4 R3 B2 B2", "R4 B2", "R3 R4 B2", "EI"),
        ("R1 G2 B3 Y3 P1", "R1 Y3 G2 B3 P1", "", "AG"),
        ("R1 R2 R3 R4 G6", "R4 G6", "R1 R2 R3", "DI"),
        ("R1 R1 R1 Y2 Y1", "R1 Y2", "R1 R1 Y1", "AFGI"),
        ("R6 R5 R4 R3 Y1", "R6 Y1", "R3 R4 R5", "ADEI"),
    ],
)
def test_the_highest_of_each_colour_counts_plus(row: str, plus: str, minus: str, met: str) -> None:
    kept = keep_highest(fish(row))
    others = the_others(fish(row), kept)
    assert (names(kept), names(others)) == (plus, minus)
    assert names([*licences_met(kept, others)]) == " ".join(met)


@pytest.mark.parametrize(
    ("values", "met"), [("12346", True), ("23456", True), ("34561", True), ("12356", False)]
)
def test_licence_d_wants_four_consecutive_values_in_any_order(values: str, met: bool) -> None:
    row = [10 * (place % 3 + 1) + int(value) for place, value in enumerate(values)]
    kept = keep_highest(row)
    assert (licences("D")[0] in licences_met(kept, the_others(row, kept))) == met


def test_with_keep_choice_one_fish_of_each_colour_is_chosen() -> None:
    state = laid_out(("R4 R2 R2 B2", "Y1", "G1"), "B3", options=Options(keep="choice"))
    play(state, "I B3")
    assert (state.decision, state.to_act) == ("keep", (0,))
    assert legal(state) == ["keep R4 B3", "keep R2 B3", "keep R4 B2", "keep R2 B2"]
    play(state, "keep B3 R2")
    assert (names(state.plus[0]), names(state.minus[0])) == ("R2 B3", "R2 R4 B2")


def test_with_keep_choice_two_of_a_single_colour_are_chosen() -> None:
    state = laid_out(("R4 R2 R2 R1", "Y1", "G1"), "R3", options=Options(keep="choice"))
    assert legal(play(state, "I R3"))[:2] == ["keep R3 R4", "keep R2 R4"]
    assert "keep R2 R2" in legal(state)


def test_with_keep_choice_nobody_is_asked_where_there_is_nothing_to_choose() -> None:
    state = laid_out(("R4 R4 B2 Y1", "B1", "P1"), "G3", options=Options(keep="choice"))
    assert play(state, "I G3").decision == "lay"


# --- licences ---


def test_a_single_licence_is_taken_without_asking() -> None:
    state = laid_out(("B5 B4 B4 B2", "Y1", "R1"), "B1", options=ADVANCED)
    play(state, "I B1")
    assert (names(state.owned[0]), names(state.display)) == ("H", "D E F G I")
    assert state.scores()[0] == 9 - 7 + 7


def test_of_several_licences_one_is_chosen_and_the_others_stay() -> None:
    state = laid_out(("R4 R4 R3 B2", "Y1", "G1"), "B2", options=ADVANCED)
    play(state, "I B2")
    assert (state.to_act, legal(state)) == ((0,), ["licence E", "licence I"])
    with pytest.raises(IllegalMove, match="possible is licence E, licence I"):
        play(state, "licence D")
    play(state, "licence I")
    assert (names(state.owned[0]), names(state.display)) == ("I", "D E F G H")
    assert state.to_act == (1,)


def test_licences_that_somebody_has_are_not_available() -> None:
    state = laid_out(("R4 R4 R3 B2", "Y1", "G1"), "B2", options=ADVANCED, display="DFGH")
    state.owned[1] = licences("EI")
    state = play(state, "I B2")
    assert (state.owned[0], names(state.owned[1])) == ([], "E I")
    assert (state.decision, state.to_act) == ("lay", (1,))


def test_licence_a_is_taken_from_its_owner_by_the_next_one_to_count_plus() -> None:
    state = laid_out(("R6 G4 B4 Y6", "Y1", "R1"), "P1", options=ADVANCED, display="")
    state.owned[1] = licences("A")
    play(state, "I P1")
    assert (names(state.owned[0]), names(state.owned[1])) == ("A", "")


def test_licence_a_is_no_new_claim_for_its_owner() -> None:
    state = laid_out(("R1 G2 B3 Y3", "Y1", "R1"), "P1", options=ADVANCED, display="G")
    state.owned[0] = licences("A")
    assert names(play(state, "I P1").owned[0]) == "A G"


def test_licence_a_is_one_of_those_of_which_only_one_is_taken() -> None:
    state = laid_out(("R1 G2 B3 Y3", "Y1", "R1"), "P1", options=ADVANCED, display="ADEFGHI")
    assert legal(play(state, "I P1")) == ["licence A", "licence G"]


def test_a_counts_as_one_off_gives_licence_a_beside_another() -> None:
    options = Options(licences=True, a_counts_as_one=False)
    state = laid_out(("R1 G2 B3 Y3", "Y1", "R1"), "P1", options=options, display="AG")
    assert names(play(state, "I P1").owned[0]) == "A G"


def over(display: str, *plus: str) -> list[int]:
    """Return the scores of a game that is over with these plus piles, without their fish."""
    state = laid_out(("", "", ""), options=ADVANCED, display=display)
    state.to_act = ()
    state.plus = [fish(pile) for pile in plus]
    return [
        score - sum(card % 10 for card in pile)
        for score, pile in zip(state.scores(), state.plus, strict=False)
    ]


@pytest.mark.parametrize(
    ("display", "plus", "bonus"),
    [
        ("B", ("R1 R2", "R3"), [0, 10]),
        ("B", ("R2", "R3"), [5, 5]),
        ("B", ("", "R3"), [10, 0]),
        ("C", ("R1 R2", "R1 Y1"), [0, 10]),
        ("C", ("R1", "Y1"), [5, 5]),
        ("C", ("R2", "Y3"), [0, 0]),
        ("D", ("R1", "Y3"), [0, 0]),
    ],
)
def test_b_is_for_the_fewest_plus_fish_and_c_for_the_most_ones(
    display: str, plus: tuple[str, str], bonus: list[int]
) -> None:
    assert over(display, *plus) == bonus


def test_b_and_c_count_only_when_the_game_is_over() -> None:
    state = laid_out(FIRST, "Y6", options=ADVANCED, display="B")
    assert state.scores() == (0, 0)


# --- fiasco ---


def test_a_refused_lay_brings_the_fiasco_card_and_one_more_try() -> None:
    state = laid_out(FIRST, "Y6 G1 B4 R5", "R5 G4 G5 G6")
    hand = list(state.hands[0])
    assert state.refuse(0)
    assert (state.fiasco, state.to_act, state.hands[0]) == (0, (0,), hand)
    play(state, "III B4")
    assert state.refuse(1)
    play(state, "II R5")
    assert state.fiasco == 1
    assert state.scores() == (0, -5)


def test_a_second_refused_lay_in_a_row_forfeits() -> None:
    state = laid_out(FIRST, "Y6 G1 B4 R5")
    assert state.refuse(0)
    assert not state.refuse(0)
    assert state.fiasco == 0


def test_after_a_lay_the_next_refusal_is_a_first_one_again() -> None:
    state = laid_out(FIRST, "Y6 G1 B4 R5", "B1")
    state.drawn = [0, 8]
    assert state.refuse(0)
    play(state, "III B4")
    assert state.refuse(1)
    play(state, "III B1")
    assert state.refuse(0)


def test_only_lays_bring_the_fiasco_card() -> None:
    state = laid_out(("R4 R4 R3 B2", "Y1", "G1"), "B2", options=ADVANCED)
    play(state, "I B2")
    assert not state.refuse(0)
    assert state.scores()[0] == 6 - 9


# --- the end ---


def test_the_score_is_plus_minus_minus_less_the_fiasco_and_the_licences() -> None:
    state = laid_out(("", "", ""), options=ADVANCED, display="")
    state.plus[0], state.minus[0] = fish("R6 " * 6 + "R4"), fish("R6 R6 R6 R6 R1")
    state.fiasco = 0
    state.owned[0] = licences("AD")
    assert state.scores()[0] == 40 - 25 - 5 + 10 + 10


def test_the_highest_score_wins_and_equal_scores_share() -> None:
    state = laid_out(FIRST, "", "", "")
    state.plus = [fish("R5"), fish("Y6"), fish("G5")]
    assert state.ranks() == (2, 1, 2)


@pytest.mark.parametrize("seats", range(2, 7))
def test_exactly_three_rows_a_seat_are_completed_and_no_fish_is_left(seats: int) -> None:
    """A number from outside: 3 + 12n + 3(n-1) = 15n fish are 3n rows of five."""
    source = Random(seats)
    for seed in range(60):
        state = GAMES.start(seats, Deal(seed), Options())
        completed = 0
        while state.to_act:
            before = sum(map(len, (*state.plus, *state.minus)))
            state.play(state.to_act[0], source.choice(state.legal(state.to_act[0])))
            completed += sum(map(len, (*state.plus, *state.minus))) > before
        assert completed == 3 * seats
        assert (state.rows, state.reserve) == ([[], [], []], [])


@pytest.mark.parametrize("seats", range(2, 7))
def test_without_reserve_the_free_places_are_as_many_as_the_cards_left(seats: int) -> None:
    source = Random(seats)
    state = GAMES.start(seats, Deal(seats), Options())
    seen = 0
    while state.to_act:
        state.play(state.to_act[0], source.choice(state.legal(state.to_act[0])))
        rows = [row for row in state.rows if row]
        if len(rows) < 3:
            left = sum(len(state.hands[seat]) + len(state.stack(seat)) for seat in range(seats))
            assert sum(5 - len(row) for row in rows) == left
            seen += 1
    assert seen
