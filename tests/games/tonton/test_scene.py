"""What onlookers and seats are shown of TonTon."""

from arena.games.tonton import Options
from tests.games.shown import counter_of, marked, offered, shown, zone_of
from tests.games.tonton.scripted import GAMES, dealt, holding, play


def test_a_seat_sees_its_own_hand_and_the_missions_so_far() -> None:
    state = dealt("R8 R7", "P1 P2", "G1 G2", first="12")
    scene = GAMES.scene(state, 1)
    assert shown(scene, "hand 1").startswith("P1")
    assert {*shown(scene, "hand 0").split()} == {"?"}
    assert (shown(scene, "mission"), shown(scene, "missions to come")) == ("12", "? ?")
    assert zone_of(scene, "mission").note == "the highest sum; 12 or more is bust"


def test_the_next_mission_lies_on_top_of_those_to_come() -> None:
    state = dealt("R8 R7", "P1 P2", "G1 G2", first="12")
    to_come = shown(GAMES.scene(state), "missions to come").split()
    assert to_come[-1] == GAMES.card_name(state.missions[1])


def test_who_has_to_follow_may_touch_only_that_colour() -> None:
    state = holding("R1 G4", "R2 G5 P6", "P1 P2", trick="G4")
    scene = GAMES.scene(state, 1)
    assert offered(scene) == {"G5": "hand 1: G5"}
    assert marked(scene) == ["trick"]
    assert zone_of(scene, "trick").note == "led by seat 0"


def test_won_cards_lie_on_top_or_are_covered() -> None:
    state = dealt("R8 R5 P8", "R2 R6 P1", "R1 R7 G8")
    play(state, "R8", "R2", "R1")
    scene = GAMES.scene(state, 2)
    assert (shown(scene, "top 0"), shown(scene, "covered")) == ("R1", "R2 R8")
    assert counter_of(scene, "sum 0").value == 1
    assert counter_of(scene, "sixes 0").value == 0


def test_in_teams_every_hand_says_whose_partner_it_is() -> None:
    state = dealt("R8", "P1", "B2", "G3", options=Options(teams=True))
    notes = [zone_of(GAMES.scene(state), f"hand {seat}").note for seat in range(4)]
    assert notes == [f"partner of seat {seat}" for seat in (2, 3, 0, 1)]


def test_what_finished_games_brought_is_counted() -> None:
    state = dealt("R8", "P1", "G3")
    while state.game == 0:
        seat = state.to_act[0]
        state.play(seat, state.legal(seat)[0])
    scene = GAMES.scene(state, 0)
    assert [counter_of(scene, f"game 1 {seat}").value for seat in range(3)] == [*state.results[0]]
    assert shown(scene, "past missions") == "9"
