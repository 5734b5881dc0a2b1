"""Games with one fault: the names of the checks that find it."""

from typing import Any, TypeVar

from arena.games import State
from arena.games.contract import Nonconformance
from arena.games.six_nimmt import Options, SixNimmt
from arena.games.testing.conformance import CHECKS
from arena.games.testing.random_play import Table

FaultT = TypeVar("FaultT", bound=State[Any])
SAME = "the_same_deal_and_moves_make_the_same_game"
COPIES = "copies_are_independent"
LEGAL = "legal_lists_exactly_what_play_accepts"
CARDS = "no_card_comes_or_goes"
RANKS = "every_seat_has_a_score_and_a_rank"
NOTATION = "moves_and_cards_have_a_notation"
WIRE = "views_and_moves_survive_the_wire"
SIZE = "a_turn_is_no_larger_than_may_be_sent"
REPLAY = "a_game_can_be_replayed_from_its_record"
SECRECY = "a_seat_cannot_see_what_it_may_not_know"
UNSEEN = "unseen_lists_every_place_that_was_not_seen"
HIDDEN = "a_scene_shows_nothing_that_its_seat_may_not_know"
SCENES = "scenes_describe_the_table"
VIEWED = "a_seat_can_draw_its_scene_from_its_view"
IMAGINE = "an_imagined_state_agrees_with_the_view"
EVENTS = "events_explain_every_change"
SENTENCES = "events_are_told_in_short_sentences"


def failing(game: SixNimmt, seats: int = 2) -> list[str]:
    """Return the names of the checks that fail at a short table."""
    names = []
    for check in CHECKS:
        try:
            check(Table(game, seats, Options(limit=None, rounds=2), seed=0))
        except Nonconformance:
            names.append(check.__name__.removeprefix("check_"))
    return names


def disguise(state: State[Any], fault: type[FaultT]) -> FaultT:
    state.__class__ = fault
    assert isinstance(state, fault)
    return state
