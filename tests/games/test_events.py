"""What happens is told to whom it may be told, once, and in the words of its game."""

from collections.abc import Sequence

import pytest

from arena.games import AnyGame, find_game, game_names
from arena.games.deal import Deal
from arena.games.events import Event, Telling
from arena.games.six_nimmt import State
from tests.games.six_nimmt.scripted import dealt, laid_out, play

NIMMT, FISH, TONTON, GOATS = map(find_game, ("six_nimmt", "big_fish", "tonton", "goat_n_goat"))


def trick() -> State:
    """Return a trick of which seat 0 has to take a row, and seat 2 will."""
    state = laid_out([[5, 6, 7, 8], [20], [30, 31, 33, 34, 35], [90]], [[2], [21], [36]])
    state.events = []
    play(state, "2", "21", "36")
    return state


def test_a_trick_is_told_in_the_order_in_which_all_see_it() -> None:
    state = trick()
    kinds = [event.kind for event in state.events or ()]
    assert kinds == ["laid"] * 3
    play(state, "row 1")
    assert NIMMT.tell(state.events or (), seat=0)[:3] == [
        "You laid 2; it fitted nowhere, so you took row 1: 5 heads.",
        "Seat 1 laid 21; it went to row 2.",
        "Seat 2 laid 36, the sixth card of row 3, and took it: 12 heads.",
    ]


def test_what_is_laid_and_waits_for_a_decision_is_told_before_it() -> None:
    state = trick()
    told = Telling(state, 3)
    assert not told.news(1)
    play(state, "row 1")
    assert NIMMT.tell(told.news(1), seat=1)[:3] == [
        "Seat 0 took row 1 for 2: 5 heads.",
        "You placed 21 on row 2.",
        "Seat 2 placed 36, the sixth card of row 3, and took it: 12 heads.",
    ]
    assert NIMMT.tell(trick().events or ())[-1] == "Seat 2 laid 36."


def test_everybody_is_told_what_is_new_to_them_and_only_their_own_cards() -> None:
    state = dealt([[], []], [40, 50, 60, 70])
    telling = Telling(state, 2)
    while state.round == 0:
        play(state, str(state.legal(state.to_act[0])[0]))
    first, second = telling.news(0), telling.news(1)
    assert not telling.news(0)
    for seat, heard in enumerate((first, second)):
        hands = {event.seat: event.cards for event in heard if event.kind == "dealt"}
        assert sorted(hands[seat]) == [move.number for move in state.hands[seat]]
        assert hands[1 - seat] == (0,) * 10
        assert f"You were dealt {' '.join(map(str, hands[seat]))}." in NIMMT.tell(heard, seat)
    assert "dealt" not in " ".join(NIMMT.tell(state.events or ()))


@pytest.mark.parametrize("name", game_names())
def test_nobody_notes_events_who_was_not_asked_to(name: str) -> None:
    game = find_game(name)
    state = game.start(3, Deal(1), game.Options())
    assert state.events is None
    state.events = []
    copy = state.copy()
    for one in (copy, state):
        seat = one.to_act[0]
        one.play(seat, one.legal(seat)[-1])
    assert copy.events is None


@pytest.mark.parametrize(
    ("game", "events", "told"),
    [
        (
            FISH,
            [
                Event("laid", 1, (26, 31), "hand 1", "row I"),
                Event("caught_plus", 1, (15, 26, 31), "row I", "plus 1", 12),
                Event("caught_minus", 1, (12, 23), "row I", "minus 1", -5),
                Event("took_licence", 1, (1,), "licences 0", "licences 1", 10),
                Event("lost_licence", 0, (1,), points=-10),
                Event("drew", 1, (11, 12), "stack 1", "hand 1", secret=True),
                Event("opened", None, (44,), "reserve", "row I"),
            ],
            [
                "Seat 1 laid Y6 G1 on row I.",
                "Seat 1 caught R5 Y6 G1 plus, R2 Y3 minus: 7 points.",
                "Seat 1 took licence A: 10 points.",
                "You lost licence A.",
                "B4 began row I.",
            ],
        ),
        (
            FISH,
            [
                Event("got_fiasco", 0, points=-5),
                Event("lost_fiasco", 2, points=5),
                Event("drew", 0, (11, 12), "stack 0", "hand 0", secret=True),
                Event("bonus", 2, (2,), points=5),
            ],
            [
                "You made a lay that is against the rules and got the fiasco card.",
                "Seat 2 got rid of the fiasco card.",
                "You drew R1 R2.",
                "Seat 2 won licence B: 5 points.",
            ],
        ),
        (
            TONTON,
            [
                Event("played", 2, (18,), "hand 2", "trick"),
                Event("played", 0, (14,), "hand 0", "trick"),
                Event("played", 1, (37,), "hand 1", "trick"),
                Event("won", 2, (18, 14, 37), "trick", "top 2"),
                Event("covered", 2, (18,), "top 2", "covered"),
                Event("leads", 0),
            ],
            [
                "Seat 2 played R8, you R4, seat 1 G7.",
                "Seat 2 won the trick R8 R4 G7.",
                "You played the last 4 and lead.",
            ],
        ),
        (
            TONTON,
            [
                Event("went_bust", 1),
                Event("scored", 0, points=10),
                Event("scored", 1),
                Event("mission_revealed", None, (3,), "missions to come", "mission"),
                Event("dealt", 0, (11, 12), "", "hand 0", secret=True),
                Event("dealt", 1, (13, 14), "", "hand 1", secret=True),
            ],
            [
                "Seat 1 went bust.",
                "You scored 10, seat 1 0.",
                "The next mission is 5.",
                "You were dealt R1 R2.",
            ],
        ),
        (
            GOATS,
            [
                Event("lost_herd", 1, (13, 14), "red herd 1", "penalties 1", -2),
                Event("laid", 1, (12,), "hand 1", "red herd 1", 1),
                Event("laid", 1, (42,), "hand 1", "blue herd 1", 1),
                Event("took", 1, (13, 31), "open", "hand 1", -2),
                Event("discarded", 1, (11,), "hand 1", "penalties 1"),
                Event("claimed", 1, (44,), "mountains", "mountains 1", 4),
                Event("herd_spent", 1, (41, 42, 42, 43), "blue herd 1", "discards"),
                Event("opened", None, (31, 31), "deck", "open"),
            ],
            [
                "Seat 1 laid R2 B2 and lost the red herd: 2 penalties.",
                "Seat 1 took R3 G1.",
                "Seat 1 discarded R1: 1 penalty.",
                "Seat 1 claimed mountain B4: 4 points.",
                "Seat 1 gave the blue herd for it, 4 goats.",
                "Opened: G1 G1.",
            ],
        ),
        (
            GOATS,
            [
                Event("laid", 0, (12,), "hand 0", "red herd 0", 1),
                Event("passed", 0),
                Event("reshuffled", None, (11, 12), "discards", "deck"),
                Event("last_round"),
            ],
            [
                "You laid R2.",
                "You claimed no mountain.",
                "The deck ran out; the discards were shuffled and are the new one.",
                "The last round began: everybody has one more turn.",
            ],
        ),
    ],
)
def test_every_event_has_words(game: AnyGame, events: Sequence[Event], told: list[str]) -> None:
    assert game.tell(events, seat=0) == told
