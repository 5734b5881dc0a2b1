"""What onlookers and seats are shown of Big Fish."""

from arena.games.big_fish import Options
from tests.games.big_fish.scripted import ADVANCED, GAMES, laid_out, licences, play
from tests.games.shown import counter_of, marked, offered, shown, zone_of

ROWS = ("R5 R2 Y3", "G2 R4", "B4 B2")


def test_a_seat_sees_its_hand_and_neither_its_stack_nor_the_reserve() -> None:
    state = laid_out(ROWS, "Y6 G1 B4 R5", "R1 R2 R3 R4")
    scene = GAMES.scene(state, 0)
    assert shown(scene, "hand 0") == "R5 Y6 G1 B4"
    assert shown(scene, "hand 1") == "? ? ? ?"
    assert shown(scene, "stack 0") == " ".join("?" * 8)
    assert shown(scene, "reserve") == "? ? ?"


def test_the_top_of_a_stack_is_the_card_that_is_drawn_next() -> None:
    state = laid_out(ROWS, "Y6 G1 B4 R5", "R1 R2 R3 R4")
    stack = shown(GAMES.scene(state), "stack 0").split()
    assert stack[-1] == GAMES.card_name(state.stack(0)[0])
    assert len(stack) == 8


def test_a_lay_touches_its_row_and_then_its_fish_in_their_order() -> None:
    moves = offered(GAMES.scene(laid_out(ROWS, "Y6 G1 B4 R5", "R1"), 0))
    assert moves["I Y6 G1"] == "row I, hand 0: Y6, hand 0: G1"
    assert moves["I G1 Y6"] == "row I, hand 0: G1, hand 0: Y6"


def test_of_equal_fish_the_first_is_touched_and_then_the_next() -> None:
    scene = GAMES.scene(laid_out(("R5", "Y2", "B4"), "R1 R1 G1 G2", "R2"), 0)
    assert scene.decision is not None
    touched = {move.text: [touch.card for touch in move.touches] for move in scene.decision.moves}
    assert touched["I R1"] == [None, 0]
    assert touched["I R1 R1"] == [None, 0, 1]


def test_a_refused_lay_is_said_and_the_fiasco_card_is_the_seats() -> None:
    state = laid_out(ROWS, "Y6 G1 B4 R5", "R1")
    assert counter_of(GAMES.scene(state), "fiasco").seat is None
    state.refuse(0)
    scene = GAMES.scene(state, 1)
    assert scene.decision is not None
    assert scene.decision.question.startswith("The last lay was refused.")
    assert counter_of(scene, "fiasco").seat == 0
    assert counter_of(scene, "score 0").value == counter_of(scene, "fiasco").value == -5


def test_who_chooses_what_counts_plus_touches_the_fish_of_the_row() -> None:
    state = laid_out(("R5 R2 Y3 Y6", "G2", "B4"), "Y1", "R1", options=Options(keep="choice"))
    play(state, "I Y1")
    scene = GAMES.scene(state, 0)
    assert marked(scene) == ["row I"]
    assert offered(scene)["keep R2 Y3"] == "row I: R2, row I: Y3"


def test_licence_a_is_touched_where_it_lies_with_another_seat() -> None:
    state = laid_out(("R3 R3 R2 R2", "G2", "B4"), "Y1", "R1", options=ADVANCED, display="DEFGH")
    state.owned[1] = licences("A")
    play(state, "I Y1")
    scene = GAMES.scene(state, 0)
    moves = offered(scene)
    assert moves["licence A"] == "licences 1: A"
    assert moves["licence G"] == "licences: G"
    assert zone_of(scene, "licences 1").cards[0].badge == "10 points"
