"""6 nimmt! by Wolfgang Kramer (AMIGO 1994), 2 to 10 seats.

The deck is 104 numbered cards; each carries bull heads, and heads are bad. A round deals ten cards
to every seat and four cards that start four rows. Ten times, all seats lay a card face down at
once; the cards are revealed and placed in ascending order, each at the right end of the row with
the greatest last card below it. Anyone who places a sixth card takes the five that lie there and
starts the row again. A card below all four last cards takes a row of its owner's choice. When a
round ends with somebody at 66 heads or more, the game is over and the fewest heads win.

Variants: `tactics` plays with the cards 1 to 10n+4 only; `logic` also has the hands drafted from
the open cards; `professional` lets cards be placed at both ends of a row. The complete rules, and
which decisions are ours, are in `docs/six_nimmt.md`.
"""

from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from typing import ClassVar, Final

from arena.games.contract import Game, IllegalMove
from arena.games.deal import Deal
from arena.games.messages import EnumMap, fill_lists, read_lists
from arena.games.six_nimmt.cards import (
    HAND,
    HEADS,
    ROW_CAPACITY,
    ROWS,
    Kind,
    Move,
    deck_of,
    hand_of,
    parse_move,
)
from arena.games.six_nimmt.events import KINDS
from arena.games.six_nimmt.options import VARIANTS, Options
from arena.games.six_nimmt.options import Options as SixNimmtOptions
from arena.games.six_nimmt.rules import DECISIONS, deal_unseen, start_game
from arena.games.six_nimmt.rules import SixNimmtState as State
from arena.games.six_nimmt.table import describe_table, guide, narrate, tell_rules
from arena.v1 import six_nimmt_pb2 as pb
from arena.v1.six_nimmt_pb2 import SixNimmtView as View

# All but GAME are names of the SDK's module for this game.
__all__ = ["GAME", "HEADS", "ROW_CAPACITY", "Move", "Options", "State", "View"]


_VARIANTS: Final = EnumMap(pb.SixNimmtVariant, VARIANTS)
_DECISIONS: Final = EnumMap(pb.SixNimmtDecision, DECISIONS)


class SixNimmt(Game[State, Move, View, pb.SixNimmtMove]):
    """The rules are in `rules.py`; this is how the rest of the arena meets them."""

    name = "six_nimmt"
    title = "6 nimmt!"
    rules = "1.0"
    seats = range(2, 11)
    unit = "heads"
    kinds = KINDS
    spread = 0.54
    Options = SixNimmtOptions
    short: ClassVar = {"limit": "none", "rounds": "1"}

    start = staticmethod(start_game)
    parse = staticmethod(parse_move)
    narrate = staticmethod(narrate)
    guide = staticmethod(guide)
    rules_in_short = staticmethod(tell_rules)
    scene = staticmethod(describe_table)

    def view(self, state: State, seat: int) -> View:
        view = View(
            seats=state.seats,
            seat=seat,
            variant=_VARIANTS.number[state.options.variant],
            limit=state.options.limit,
            rounds=state.options.rounds,
            round=state.round + 1,
            decision=_DECISIONS.number[state.decision],
            hand=_numbers(state.hands[seat]),
            heads=state.heads,
            unplaced=state.unplaced,
        )
        fill_lists(view.rows, state.rows)
        fill_lists(view.piles, state.piles)
        fill_lists(view.tricks, state.tricks)
        if state.options.variant == "logic":
            view.pool.extend(state.rest)
            fill_lists(view.hands, (_held(state, other) for other in range(state.seats)))
        return view

    def imaginer(self, view: View) -> Callable[[Random], State]:
        options = SixNimmtOptions(
            _VARIANTS.word[view.variant],
            view.limit if view.HasField("limit") else None,
            view.rounds if view.HasField("rounds") else None,
        )
        state = State(view.seats, options, Deal(0))
        state.decision = _DECISIONS.word[view.decision]
        state.round = view.round - 1
        state.rows = read_lists(view.rows)
        state.tricks = [tuple(trick.cards) for trick in view.tricks]
        state.piles = read_lists(view.piles)
        state.heads = list(view.heads)
        state.chosen = [0] * view.seats
        state.unplaced = list(view.unplaced)
        everybody = tuple(range(view.seats)) if state.decision == "card" else (view.seat,)
        state.to_act = everybody
        if state.rows:
            state.read_rows()
        if options.variant == "logic":
            state.hands = [hand_of(hand.cards) for hand in view.hands]
            state.rest = list(view.pool)
            return partial(deal_unseen, state, view.seat, ())
        state.hands = [[] for _ in range(view.seats)]
        state.hands[view.seat] = hand_of(view.hand)
        seen = {*view.hand, *view.unplaced}.union(*state.rows, *state.piles)
        unseen = [card for card in deck_of(view.seats, options.variant) if card not in seen]
        return partial(deal_unseen, state, view.seat, unseen)

    def unseen(self, state: State, seat: int) -> Iterable[tuple[int, int]]:
        dealt = HAND * state.seats + ROWS
        current = len(state.shuffles) - 1
        held = [{*_held(state, other)} for other in range(state.seats)]
        hidden = {*state.rest}.union(*held) - held[seat]
        for number, order in enumerate(state.shuffles):
            for position, card in enumerate(order):
                if position >= dealt or (number == current and card in hidden):
                    yield number, position

    def encode(self, move: Move) -> pb.SixNimmtMove:
        kind, number = move
        # One keyword of five, named by the kind of move.
        return pb.SixNimmtMove(**{kind: number})

    def decode(self, message: pb.SixNimmtMove) -> Move:
        kind: Kind | None = message.WhichOneof("move")
        if kind is None:
            raise IllegalMove(
                "a move of 6 nimmt! is one of card, row, draft, right, left; none is set"
            )
        return Move(kind, getattr(message, kind))

    def longest_text(self, options: SixNimmtOptions) -> int:
        return 2000 if options.variant == "logic" else 1000


def _held(state: State, seat: int) -> list[int]:
    """Return a hand with the card that its seat has laid but not shown."""
    laid = state.chosen[seat]
    cards = _numbers(state.hands[seat])
    return sorted([*cards, laid]) if laid else cards


def _numbers(hand: Iterable[Move]) -> list[int]:
    return [move.number for move in hand]


GAME = SixNimmt()
