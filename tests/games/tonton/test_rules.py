"""The rules of TonTon, sentence by sentence, with the examples of the rulebook."""

from collections.abc import Sequence

import pytest

from arena.games import Deal, IllegalMove
from arena.games.tonton import Options
from arena.games.tonton.cards import MISSION_SETS
from arena.games.tonton.rules import TonTonState
from tests.games.tonton.scripted import (
    GAMES,
    dealt,
    end_of_game,
    holding,
    legal,
    mission,
    play,
    tops,
)

# --- the deal ---


@pytest.mark.parametrize(("seats", "colours"), [(3, "RPG"), (4, "RPGB"), (5, "RPGBY")])
def test_a_colour_a_seat_is_played_and_all_its_cards_are_dealt(seats: int, colours: str) -> None:
    state = GAMES.start(seats, Deal(1), Options())
    held = [str(move) for hand in state.hands for move in hand]
    assert [len(hand) for hand in state.hands] == [8] * seats
    assert sorted(held) == sorted(f"{c}{value}" for c in colours for value in range(1, 9))


def test_the_missions_are_shuffled_first_then_a_deck_a_game() -> None:
    state = GAMES.start(3, Deal(1), Options("advanced"))
    assert sorted(state.shuffles[0]) == [*MISSION_SETS["advanced"]]
    assert state.mission.name == GAMES.card_name(state.shuffles[0][0])
    assert {str(move) for move in state.hands[1]} == {
        GAMES.card_name(card) for card in state.shuffles[1][8:16]
    }


def test_a_basic_match_has_the_three_ranked_missions() -> None:
    names = {GAMES.card_name(number) for number in MISSION_SETS["basic"]}
    assert names == {"9", "12", "5"}


def test_who_holds_the_red_8_leads_but_need_not_play_it() -> None:
    state = dealt("R1", "R8 G1", "G2")
    assert state.to_act == (1,)
    assert "G1" in legal(state)


# --- tricks ---


@pytest.mark.parametrize(
    ("trick", "allowed"),
    [("", "R1 G4 P6"), ("R5", "R1"), ("G8", "G4"), ("Y5", "R1 G4 P6")],
)
def test_the_led_colour_has_to_be_followed_if_one_can(trick: str, allowed: str) -> None:
    state = holding("R2", "R1 G4 P6", "P1", "G1", leader=1 if not trick else 0, trick=trick)
    assert legal(state) == allowed


def test_a_card_that_does_not_follow_is_refused() -> None:
    with pytest.raises(IllegalMove, match="P6 is not possible; possible is R1"):
        play(holding("R2", "R1 G4 P6", "P1", trick="R5"), "P6")


def test_a_hand_is_by_value_then_red_purple_yellow_green_blue() -> None:
    state = holding("B1 G1 Y1 P1 R1 R2", "R3", "R4", "R5", "R6")
    assert legal(state) == "R1 P1 Y1 G1 B1 R2"


def test_the_highest_number_of_any_colour_wins_the_trick() -> None:
    state = play(holding("R2 R3", "R1 R4", "G7 G1", trick="R5"), "R1", "G7")
    assert state.to_act == (2,)
    assert tops(state, 2) == "R1 G7"


def test_of_equal_highest_numbers_the_later_one_wins() -> None:
    state = play(holding("R5 P1", "R8 P2", "G8 P3", "R2 P4"), "R5", "R8", "G8", "R2")
    assert state.to_act == (2,)
    assert tops(state, 2) == "R2 G8"


def test_who_played_the_last_4_leads_next_whether_or_not_it_won() -> None:
    state = play(holding("G7 R1", "G4 R2", "P4 R3", "G1 R5"), "G7", "G4", "P4", "G1")
    assert state.to_act == (2,)
    assert tops(state, 0) == "G1 P4"


def test_the_lowest_new_card_of_a_colour_covers_what_was_there() -> None:
    state = holding("R3 G1", "R5 G2", "G8 P1")
    state.tops[2][1] = 11
    play(state, "R3", "R5", "G8")
    assert tops(state, 2) == "R3 G8"


def test_sixes_that_are_won_are_counted() -> None:
    state = play(holding("R6 P1", "R8 P2", "R1 P3"), "R6", "R8", "R1")
    assert state.sixes == [0, 1, 0]


# --- the end of a game ---


@pytest.mark.parametrize(
    ("name", "piles", "sixes", "totals"),
    [
        # The examples of the rulebook.
        ("12", ["R8 P5", "R8 P1", "R7 P2", ""], [1, 2, 1, 0], (1, 12, 11, 4)),
        ("10", ["R8 P1", "R8 P2", "", "R4"], [0, 3, 0, 1], (9, 3, 0, 5)),
        ("9", ["R8 P1", "R8 P4", "R8 P7"], [1, 0, 2], (1, 0, 2)),
        # Bust is at the number, not beyond it.
        ("9", ["R8", "R8 P1", "R7"], [0, 0, 0], (10, 0, 6)),
        ("12", ["R8 P3", "R8 P4", "R1"], [0, 0, 0], (10, 0, 6)),
        ("5", ["R5", "R6", "R7"], [0, 0, 0], (0, 10, 6)),
        # Nothing taken is a sum of 0.
        ("5", ["", "R6", "R7"], [0, 0, 0], (0, 10, 6)),
        ("9", ["", "R6", "R7"], [0, 0, 0], (4, 6, 10)),
        # Ties have the points of their place in full, and the next place is lost.
        ("9", ["R7", "P7", "R6", "R5"], [0, 0, 0, 0], (10, 10, 4, 0)),
        ("5", ["R6", "P6", "G6", "R7"], [0, 0, 0, 0], (10, 10, 10, 0)),
        # Green and blue count minus.
        ("11", ["R8 P3", "R8 P2", "R8 G3", ""], [0, 0, 0, 0], (0, 10, 5, 0)),
    ],
)
def test_the_mission_says_what_the_cards_on_top_are_worth(
    name: str, piles: Sequence[str], sixes: Sequence[int], totals: tuple[int, ...]
) -> None:
    assert end_of_game(name, piles, sixes).scores() == totals


def test_a_total_never_falls_below_zero_but_sixes_count_after_that() -> None:
    state = end_of_game("11", ["G5 B2", "G1", "R1"], [2, 0, 0], totals=[3, 3, 3])
    assert state.scores() == (2, 2, 4)
    assert state.results == [(-1, -1, 1)]


def test_the_points_of_the_ranks_are_an_option() -> None:
    options = Options(rank_points=(9, 5, 3, 2, 1))
    state = end_of_game("5", ["R6", "R7", "R8", "R8 P1", "R8 P2"], [0] * 5, options=options)
    assert state.scores() == (9, 5, 3, 2, 1)


def played_out(options: Options, seats: int, *missions: str) -> TonTonState:
    """Deal every seat a colour of its own, three times; all play their lowest card."""
    deck = [10 * colour + value for colour in (1, 5, 2, 3, 4)[:seats] for value in range(1, 9)]
    orders = (tuple(map(mission, missions)), *[tuple(deck)] * 3)
    state = GAMES.start(seats, Deal(0, orders), options)
    while state.to_act:
        state.play(state.to_act[0], state.legal(state.to_act[0])[0])
    return state


def test_five_seats_with_a_colour_each_score_as_worked_out_by_hand() -> None:
    """Every trick is five equal numbers, so its last card wins, and its owner leads or is next.

    Led by seats 0 4 3 2 1 0 4, the tricks of the numbers 1 to 7 go to 4 3 2 1 0 4 3. So the sums
    are 25, 20, 15, 35 and 30, and seat 4 has five sixes in every game. Under 9 and 12 all are bust.
    """
    options = Options(colours="RPYGB")
    state = played_out(options, 5, "5", "9", "12")
    assert state.results == [(4, 6, 10, 0, 5), (0, 0, 0, 0, 5), (0, 0, 0, 0, 5)]
    assert state.scores() == (4, 6, 10, 0, 15)
    assert state.ranks() == (4, 3, 2, 5, 1)


def test_the_same_five_seats_under_the_advanced_missions() -> None:
    """With three colours plus and two minus, five equal numbers count as one of them."""
    state = played_out(Options("advanced", colours="RPYGB"), 5, "11", "10", "5", "9", "12")
    assert state.results == [(5, 4, 3, 7, 11), (0, 0, 0, 0, 5), (4, 6, 10, 0, 5)]


def test_a_game_has_seven_tricks_and_the_eighth_card_counts_for_nothing() -> None:
    state = played_out(Options(colours="RPYGB"), 5, "5", "9", "12")
    assert [len(hand) for hand in state.hands] == [1] * 5
    assert state.leftover == [(18, 58, 28, 38, 48)] * 3
    assert len(state.shuffles) == 4


# --- the end of a match ---


def finished(totals: Sequence[int], *results: Sequence[int], teams: bool = False) -> TonTonState:
    state = GAMES.start(len(totals), Deal(0), Options(teams=teams))
    state.totals, state.results = list(totals), [tuple(changes) for changes in results]
    return state


def test_the_highest_total_wins() -> None:
    assert finished([5, 9, 7], [1, 3, 2], [2, 3, 2], [2, 3, 3]).ranks() == (3, 1, 2)


def test_a_tie_goes_to_the_better_last_game_then_to_the_one_before() -> None:
    assert finished([9, 9, 9], [3, 2, 4], [2, 4, 2], [4, 3, 3]).ranks() == (1, 2, 3)
    assert finished([9, 9, 9], [3, 2, 3], [3, 4, 3], [3, 3, 3]).ranks() == (2, 1, 2)


def test_teams_are_ranked_by_their_sums_and_partners_alike() -> None:
    state = finished([10, 6, 1, 6], [4, 2, 0, 2], [3, 2, 1, 2], [3, 2, 0, 2], teams=True)
    assert state.ranks() == (3, 1, 3, 1)
    assert state.scores() == (10, 6, 1, 6)


def test_a_tie_of_teams_is_broken_by_the_sums_of_the_games() -> None:
    state = finished([6, 6, 6, 6], [2, 2, 2, 2], [2, 3, 2, 2], [2, 1, 2, 2], teams=True)
    assert state.ranks() == (1, 3, 1, 3)
    even = finished([6, 6, 6, 6], [2, 2, 2, 2], [2, 2, 2, 2], [2, 2, 2, 2], teams=True)
    assert even.ranks() == (1, 1, 1, 1)


# --- options ---


def test_teams_are_for_four_seats_and_partners_sit_opposite() -> None:
    assert [*GAMES.teams(4, Options(teams=True))] == [0, 1, 0, 1]
    assert [*GAMES.teams(4, Options())] == [0, 1, 2, 3]
    assert [*GAMES.seats_for(Options(teams=True))] == [4]


@pytest.mark.parametrize(
    ("colours", "seats"), [("RPGBY", [3, 4, 5]), ("RPG", [3]), ("PGYR", [4]), ("PGYBR", [5])]
)
def test_there_has_to_be_a_colour_a_seat_and_red(colours: str, seats: list[int]) -> None:
    assert [*GAMES.seats_for(Options(colours=colours))] == seats


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"colours": "RPX"}, "letters R P Y G B"),
        ({"colours": "RPP"}, "each once"),
        ({"colours": "RP"}, "at least three letters"),
        ({"colours": "PGB"}, "R among them"),
        ({"rank_points": (10, 6, 4)}, "five numbers"),
        ({"rank_points": (10, 6, 7, 0, 0)}, "none above the one before"),
        ({"rank_points": (101, 6, 4, 0, 0)}, "up to 100"),
        ({"teams": True, "colours": "PGYBR"}, "teams are four seats"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Options(**options)  # type: ignore[arg-type]
