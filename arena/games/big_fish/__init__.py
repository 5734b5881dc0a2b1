"""Big Fish by Wolfgang Kramer, Bernhard Lach and Uwe Rapp (HUCH! 2018, Fat Fish), 2 to 6 seats.

Three rows of fish lie open. The player lays one to four of the four cards in hand, one after
another, at the right end of one row: each has the colour in which that row ends, or one in which no
row ends. The fifth card takes the row: the highest fish of each colour counts plus, every other one
minus. A lay against the rules brings the fiasco card, which costs its last owner five points, and a
second try.

The advanced game has fishing licences: bonuses for certain rows and at the end. The complete rules,
and which decisions are ours, are in `docs/big_fish.md`.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain
from random import Random
from typing import Final

from arena.games.big_fish.cards import (
    DEALT,
    DRAWN,
    POINTS,
    ROW,
    ROW_NAMES,
    ROWS,
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
    I,
    Move,
    count_points,
    fish_of,
    keep,
    keep_highest,
    lay,
    licences_met,
    name_fish_or_licence,
    parse_move,
    take_licence,
    the_others,
)
from arena.games.big_fish.events import KINDS
from arena.games.big_fish.options import KEEPS, Options
from arena.games.big_fish.options import Options as BigFishOptions
from arena.games.big_fish.rules import DECISIONS, NONE, deal_unseen, start_game
from arena.games.big_fish.rules import BigFishState as State
from arena.games.big_fish.table import describe_table, guide, narrate, tell_rules
from arena.games.colours import name_card
from arena.games.contract import ONLY, Game
from arena.games.deal import Deal
from arena.games.messages import EnumMap, fill_lists, read_lists
from arena.v1 import big_fish_pb2 as pb
from arena.v1.big_fish_pb2 import BigFishView as View

# All but GAME are names of the SDK's module for this game.
__all__ = [
    "GAME",
    "POINTS",
    "ROW",
    "ROW_NAMES",
    "A",
    "B",
    "C",
    "D",
    "E",
    "F",
    "G",
    "H",
    "I",
    "Move",
    "Options",
    "State",
    "View",
    "count_points",
    "keep_highest",
    "licences_met",
    "name_card",
    "the_others",
]


_KEEPS: Final = EnumMap(pb.BigFishKeep, KEEPS)
_DECISIONS: Final = EnumMap(pb.BigFishDecision, DECISIONS)


class BigFish(Game[State, Move, View, pb.BigFishMove]):
    """The rules are in `rules.py`; this is how the rest of the arena meets them."""

    name = "big_fish"
    title = "Big Fish"
    rules = "1.0"
    seats = range(2, 7)
    unit = "points"
    kinds = KINDS
    spread = 0.72
    Options = BigFishOptions

    start = staticmethod(start_game)
    parse = staticmethod(parse_move)
    narrate = staticmethod(narrate)
    guide = staticmethod(guide)
    rules_in_short = staticmethod(tell_rules)
    scene = staticmethod(describe_table)
    card_name = staticmethod(name_fish_or_licence)

    def view(self, state: State, seat: int) -> View:
        options = state.options
        view = View(
            seats=state.seats,
            seat=seat,
            licences=options.licences,
            copies=options.copies,
            keep=_KEEPS.number[options.keep],
            a_counts_as_one=options.a_counts_as_one,
            decision=_DECISIONS.number[state.decision],
            refused=state.refused,
            hand=state.hands[seat],
            hand_sizes=map(len, state.hands),
            stack_sizes=[len(state.stack(other)) for other in range(state.seats)],
            reserve=len(state.reserve),
            completed=None if state.completed == NONE else state.completed + 1,
            available=state.available,  # type: ignore[arg-type]  # numbers of an enum
            fiasco=None if state.fiasco == NONE else state.fiasco,
            display=state.display,  # type: ignore[arg-type]  # the same
        )
        fill_lists(view.rows, state.rows)
        fill_lists(view.plus, state.plus)
        fill_lists(view.minus, state.minus)
        for licences in state.owned:
            view.owned.add(licences=licences)
        for laid_by, row, cards in state.lays:
            view.lays.add(seat=laid_by, row=row + 1, cards=cards)
        return view

    def imaginer(self, view: View) -> Callable[[Random], State]:
        options = BigFishOptions(
            view.licences, _KEEPS.word[view.keep], view.a_counts_as_one, tuple(view.copies)
        )
        state = State(view.seats, options, Deal(0))
        state.to_act = ONLY[view.seat]
        state.decision = _DECISIONS.word[view.decision]
        state.refused = view.refused
        state.drawn = [0] * view.seats
        state.rows = read_lists(view.rows)
        state.completed = view.completed - 1 if view.HasField("completed") else NONE
        state.available = tuple(view.available)
        state.plus = read_lists(view.plus)
        state.minus = read_lists(view.minus)
        state.fiasco = view.fiasco if view.HasField("fiasco") else NONE
        state.display = list(view.display)
        state.owned = [list(pile.licences) for pile in view.owned]
        state.lays = [(laid.seat, laid.row - 1, tuple(laid.cards)) for laid in view.lays]
        state.hands = [[] for _ in range(view.seats)]
        state.hands[view.seat] = list(view.hand)
        if options.licences:
            in_game = {*state.display}.union(*state.owned)
            state.rest = tuple(licence for licence in DRAWN if licence not in in_game)
        seen = chain(view.hand, *state.rows, *state.plus, *state.minus)
        hidden = sorted((Counter(fish_of(options.copies)) - Counter(seen)).elements())
        hands = [0 if seat == view.seat else n for seat, n in enumerate(view.hand_sizes)]
        sizes = list(zip(hands, view.stack_sizes, strict=True))
        return partial(deal_unseen, state, sizes, view.reserve, hidden)

    def unseen(self, state: State, seat: int) -> Iterable[tuple[int, int]]:
        dealt = DEALT * state.seats
        for place in range(dealt):
            # Only its owner knows where in its stack a laid card was.
            if place // DEALT != seat or place % DEALT >= DEALT - len(state.stack(seat)):
                yield 0, place
        opened = dealt + ROWS + ROWS * (state.seats - 1) - len(state.reserve)
        yield from ((0, place) for place in range(opened, len(state.shuffles[0])))
        if state.options.licences:
            yield from ((1, place) for place in range(1, len(DRAWN)))

    def encode(self, move: Move) -> pb.BigFishMove:
        if move.action == "licence":
            return pb.BigFishMove(licence=move.cards[0])  # type: ignore[arg-type]  # enum number
        row = 0 if move.action == "keep" else ROW_NAMES.index(move.action) + 1
        return pb.BigFishMove(row=row, cards=move.cards)

    def decode(self, message: pb.BigFishMove) -> Move:
        cards = tuple(message.cards)
        if message.row:
            return lay(message.row, cards)
        return keep(cards) if cards else take_licence(message.licence)


GAME = BigFish()
