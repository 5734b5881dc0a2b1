"""Goat 'n' Goat by Hisashi Hayashi (OKAZU Brand 2019), 2 to 5 seats.

The player lays goats of one number from the hand, of any colours, at the end of the own herds of
these colours. A herd only rises: a lower goat sends the old herd to the penalty pile and starts a
new one. Then as many cards as that number are taken from the open row, and cards of the hand beyond
eight are discarded as penalty. A herd that is large enough may claim a mountain of its colour and
is gone. The mountains' numbers are points; every penalty card and every card left in hand is one
less.

The meaning of "the deck runs out" is an option. The complete rules, and which decisions are ours,
are in `docs/goat_n_goat.md`.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain
from random import Random
from typing import Final

from arena.games.colours import name_card
from arena.games.contract import ONLY, Game, IllegalMove
from arena.games.deal import Deal
from arena.games.goat_n_goat.cards import (
    ACTIONS,
    FORMS,
    GOATS,
    HERD,
    Move,
    hand_ranges,
    make_move,
    parse_move,
)
from arena.games.goat_n_goat.events import KINDS
from arena.games.goat_n_goat.options import EXHAUSTIONS, Options
from arena.games.goat_n_goat.options import Options as GoatNGoatOptions
from arena.games.goat_n_goat.rules import DECISIONS, count_asked, deal_unseen, start_game
from arena.games.goat_n_goat.rules import GoatNGoatState as State
from arena.games.goat_n_goat.table import describe_table, guide, narrate, tell_rules
from arena.games.messages import EnumMap, fill_lists, read_lists
from arena.v1 import goat_n_goat_pb2 as pb
from arena.v1.goat_n_goat_pb2 import GoatNGoatView as View

# All but GAME are names of the SDK's module for this game.
__all__ = ["GAME", "HERD", "Move", "Options", "State", "View", "name_card"]


_EXHAUSTIONS: Final = EnumMap(pb.GoatNGoatExhaustion, EXHAUSTIONS)
_DECISIONS: Final = EnumMap(pb.GoatNGoatDecision, DECISIONS)
_ACTIONS: Final = EnumMap(pb.GoatNGoatAction, ACTIONS)


class GoatNGoat(Game[State, Move, View, pb.GoatNGoatMove]):
    """The rules are in `rules.py`; this is how the rest of the arena meets them."""

    name = "goat_n_goat"
    title = "Goat 'n' Goat"
    rules = "1.0"
    seats = range(2, 6)
    unit = "points"
    kinds = KINDS
    spread = 0.86
    house_playouts = 50
    Options = GoatNGoatOptions

    start = staticmethod(start_game)
    parse = staticmethod(parse_move)
    narrate = staticmethod(narrate)
    guide = staticmethod(guide)
    rules_in_short = staticmethod(tell_rules)
    scene = staticmethod(describe_table)
    card_name = staticmethod(name_card)

    def view(self, state: State, seat: int) -> View:
        view = View(
            seats=state.seats,
            seat=seat,
            exhaustion=_EXHAUSTIONS.number[state.options.exhaustion],
            decision=_DECISIONS.number[state.decision],
            count=count_asked(state, seat),
            hand=state.hands[seat],
            hand_sizes=map(len, state.hands),
            open=state.open,
            opened=state.opened,
            mountains=state.mountains,
            discards=state.discards,
            cards_in_deck=len(state.deck),
            # The cards that were shuffled lay open before.
            deck=sorted(state.deck) if state.exhaustions else (),
            exhaustions=state.exhaustions,
            last_turns=state.last_turns,
        )
        for red, green, blue in state.herds:
            view.herds.add(red=red, green=green, blue=blue)
        # In which order cards became known is of no use; without it there is one list for a hand.
        fill_lists(view.known, map(sorted, state.known))
        fill_lists(view.penalties, state.penalties)
        fill_lists(view.claimed, state.claimed)
        return view

    def imaginer(self, view: View) -> Callable[[Random], State]:
        state = State(
            view.seats,
            GoatNGoatOptions(_EXHAUSTIONS.word[view.exhaustion]),
            Deal(0),
        )
        state.to_act = ONLY[view.seat]
        state.decision = _DECISIONS.word[view.decision]
        state.number = view.count
        state.known = read_lists(view.known)
        state.open = list(view.open)
        state.opened = list(view.opened)
        state.herds = [[list(herd.red), list(herd.green), list(herd.blue)] for herd in view.herds]
        state.penalties = read_lists(view.penalties)
        state.claimed = read_lists(view.claimed)
        state.mountains = list(view.mountains)
        state.discards = list(view.discards)
        state.exhaustions = view.exhaustions
        state.last_turns = view.last_turns if view.HasField("last_turns") else None
        state.hands = [list(cards) for cards in state.known]
        state.hands[view.seat] = list(view.hand)
        state.deck = list(view.deck)
        herds = chain.from_iterable(state.herds)
        places = (*state.hands, *herds, *state.penalties, state.open, state.discards, state.deck)
        hidden = sorted((Counter(GOATS) - Counter(chain(*places))).elements())
        sizes = zip(view.hand_sizes, state.hands, strict=True)
        missing = [size - len(hand) for size, hand in sizes]
        return partial(deal_unseen, state, missing, hidden)

    def unseen(self, state: State, seat: int) -> Iterable[tuple[int, int]]:
        first = state.shuffles[0]
        for other, places in enumerate(hand_ranges(state.seats)):
            if other == seat:
                continue
            # Only its owner knows which one of equal cards has been played.
            hidden = Counter(state.hands[other]) - Counter(state.known[other])
            for place in places:
                if hidden[first[place]]:
                    yield 0, place
        number = len(state.shuffles) - 1
        size = len(state.shuffles[number])
        for place in range(size - len(state.deck), size):
            yield number, place

    def encode(self, move: Move) -> pb.GoatNGoatMove:
        return pb.GoatNGoatMove(action=_ACTIONS.number[move.action], cards=move.cards)

    def decode(self, message: pb.GoatNGoatMove) -> Move:
        action = _ACTIONS.word.get(message.action)
        if action is None:
            raise IllegalMove(f"the move has no action that there is; {FORMS}")
        return make_move(action, tuple(message.cards))


GAME = GoatNGoat()
