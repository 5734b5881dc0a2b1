"""What onlookers and seats are shown of Goat 'n' Goat."""

from tests.games.goat_n_goat.scripted import GAMES, goats, laid_out, play
from tests.games.shown import counter_of, marked, offered, shown, zone_of


def test_of_another_hand_a_seat_sees_what_it_was_seen_to_take() -> None:
    state = laid_out("R3 R4", seats=3)
    play(state, "lay R3", "take R1 R2 B1")
    assert shown(GAMES.scene(state, 1), "hand 0") == "R1 R2 B1 ?"
    assert shown(GAMES.scene(state, 0), "hand 0") == "R1 R2 R4 B1"


def test_herds_are_rows_of_their_colours() -> None:
    scene = GAMES.scene(laid_out("R3", "R1 R2", "B4"), 1)
    herds = [shown(scene, f"{colour} herd 0") for colour in ("red", "green", "blue")]
    assert herds == ["R1 R2", "", "B4"]


def test_taking_marks_the_open_row_and_touches_its_cards() -> None:
    state = laid_out("R2 R5", row="R1 B1 R1 G1 G2 G3")
    play(state, "lay R2")
    scene = GAMES.scene(state, 0)
    assert marked(scene) == ["open"]
    assert offered(scene)["take R1 R1"] == "open: R1, open: R1"
    assert scene.decision is not None
    first = scene.decision.moves[0]
    assert (first.text, [touch.card for touch in first.touches]) == ("take R1 B1", [0, 1])
    assert scene.decision.question == "Take from the open row; cards to take: 2."


def test_who_holds_too_many_is_told_how_many_to_discard() -> None:
    state = laid_out("R1 R1 R1 R1 R1 R1 R1 R2 R2", row="G1 G2 G3 B1 B2 B3")
    play(state, "lay R2", "take G1 G2")
    scene = GAMES.scene(state, 0)
    assert scene.decision is not None
    assert scene.decision.question == "Discard from the hand; cards to discard: 2."
    assert offered(scene)["discard R1 R1"] == "hand 0: R1, hand 0: R1"


def test_a_mountain_is_claimed_among_the_mountains_and_passing_touches_nothing() -> None:
    state = laid_out("R3 R5", "R1 R2", row="R1 R2 R3 B1 B2 B3")
    play(state, "lay R3", "take R1 R2 R3")
    scene = GAMES.scene(state, 0)
    assert offered(scene) == {"pass": "", "claim R3": "mountains: R3"}
    assert zone_of(scene, "mountains").cards[0].badge == "mountain"
    assert marked(scene) == ["mountains"]


def test_a_shuffled_deck_is_face_down_and_its_cards_are_said_without_their_order() -> None:
    state = laid_out("R3", seats=3)
    state.exhaustions = 1
    state.deck = goats("B2 R1 G3")
    scene = GAMES.scene(state, 0)
    assert shown(scene, "deck") == "? ? ?"
    assert zone_of(scene, "deck").note == "in some order: R1 G3 B2"
    assert shown(GAMES.scene(state), "deck") == "B2 R1 G3"


def test_the_last_round_is_said() -> None:
    state = laid_out("R3")
    state.last_turns = 2
    scene = GAMES.scene(state, 0)
    assert scene.title == "the last round, turns to come: 2"
    assert counter_of(scene, "score 0").value == -1
