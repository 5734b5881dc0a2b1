"""TonTon by Tori Hasegawa (Happy Baobab 2018), 3 to 5 seats.

A game is three rounds under three missions. In a round everybody holds eight cards and plays seven
tricks: the colour that is led has to be followed, the highest number of any colour wins, the later
one of equals, and anyone who played the last 4 leads next. The winner sorts the trick into a pile
for each colour, with the lowest card won on top. The sum of the cards on top counts: the mission
wants it to be high, low or exact, but not too much, which is bust. Every six won is one point.

The advanced missions and team play for four are options. The complete rules, and which decisions
are ours, are in `docs/tonton.md`.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from random import Random

from arena.games.colours import LETTERS, name_card
from arena.games.contract import ONLY, Game, IllegalMove
from arena.games.deal import Deal
from arena.games.tonton.cards import (
    CARD,
    HAND,
    MISSION_SETS,
    MISSIONS,
    RED_EIGHT,
    Move,
    deck_of,
    hand_of,
    parse_move,
)
from arena.games.tonton.events import KINDS
from arena.games.tonton.options import Options
from arena.games.tonton.options import Options as TonTonOptions
from arena.games.tonton.rules import TonTonState as State
from arena.games.tonton.rules import deal_unseen, start_match
from arena.games.tonton.table import describe_table, guide, narrate, tell_rules
from arena.games.unseen import UnseenDeals
from arena.v1 import tonton_pb2 as pb
from arena.v1.tonton_pb2 import TontonView as View

# All but GAME are names of the SDK's module for this game.
__all__ = ["GAME", "Move", "Options", "State", "View", "name_card"]


class TonTon(Game[State, Move, View, pb.TontonMove]):
    """The rules are in `rules.py`; this is how the rest of the arena meets them."""

    name = "tonton"
    title = "TonTon"
    rules = "1.0"
    seats = range(3, 6)
    unit = "points"
    kinds = KINDS
    spread = 0.21
    house_playouts = 400
    Options = TonTonOptions

    start = staticmethod(start_match)
    parse = staticmethod(parse_move)
    narrate = staticmethod(narrate)
    guide = staticmethod(guide)
    rules_in_short = staticmethod(tell_rules)
    scene = staticmethod(describe_table)

    def seats_for(self, options: TonTonOptions) -> Sequence[int]:
        if options.teams:
            return [4]
        # A colour for each seat, and red, whose 8 leads, among them.
        colours = options.colours
        return [n for n in self.seats if n <= len(colours) and "R" in colours[:n]]

    def teams(self, seats: int, options: TonTonOptions) -> Sequence[int]:
        return (0, 1, 0, 1) if options.teams else range(seats)

    def view(self, state: State, seat: int) -> View:
        options = state.options
        view = View(
            seats=state.seats,
            seat=seat,
            advanced=options.missions == "advanced",
            teams=options.teams,
            colours=map(LETTERS.index, options.colours[: state.seats]),  # type: ignore[arg-type]  # enum numbers
            rank_points=options.rank_points,
            missions=state.missions[: state.game + 1],  # type: ignore[arg-type]  # enum numbers
            hand=[move.card for move in state.hands[seat]],
            totals=state.totals,
        )
        for leader, cards in state.tricks:
            view.tricks.add(leader=leader, cards=cards)
        view.tricks.add(leader=state.leader, cards=state.trick)
        for tops, sixes in zip(state.tops, state.sixes, strict=True):
            view.piles.add(tops=filter(None, tops), sixes=sixes)
        for changes in state.results:
            view.results.add(changes=changes)
        return view

    def imaginer(self, view: View) -> Callable[[Random], State]:
        state = State(view.seats, _options_of(view), Deal(0))
        state.to_act = ONLY[view.seat]
        state.missions = tuple(view.missions)
        state.game = len(view.missions) - 1
        state.tricks = [(trick.leader, tuple(trick.cards)) for trick in view.tricks[:-1]]
        state.leader = view.tricks[-1].leader
        state.trick = list(view.tricks[-1].cards)
        state.led = state.trick[0] // 10 if state.trick else 0
        state.sixes = [pile.sixes for pile in view.piles]
        state.totals = list(view.totals)
        state.results = [tuple(result.changes) for result in view.results]
        for pile in view.piles:
            by_colour = {top // 10: top for top in pile.tops}
            state.tops.append([by_colour.get(colour, 0) for colour in range(6)])
        state.hands = [
            hand_of(view.hand) if seat == view.seat else [] for seat in range(view.seats)
        ]
        missions = MISSION_SETS[state.options.missions]
        to_come = [mission for mission in missions if mission not in state.missions]
        return partial(deal_unseen, state, *_read_unseen(view, state), to_come)

    def unseen(self, state: State, seat: int) -> Iterable[tuple[int, int]]:
        for position in range(state.game + 1, len(state.missions)):
            yield 0, position
        is_on = bool(state.to_act)
        held = [tuple(move.card for hand in state.hands for move in hand)] if is_on else []
        for number, cards in enumerate([*state.leftover, *held], start=1):
            for position, card in enumerate(state.shuffles[number]):
                if card in cards and position // HAND != seat:
                    yield number, position

    def encode(self, move: Move) -> pb.TontonMove:
        return pb.TontonMove(card=move.card)

    def decode(self, message: pb.TontonMove) -> Move:
        if message.card not in CARD:
            raise IllegalMove(f"{message.card} is no card of TonTon; 15, for example, is R5")
        return CARD[message.card]

    def longest_text(self, options: TonTonOptions) -> int:  # noqa: ARG002 - the same for all
        return 1000

    def card_name(self, card: int) -> str:
        return MISSIONS[card].name if card in MISSIONS else name_card(card)


def _options_of(view: View) -> TonTonOptions:
    # Colours that are not in play are not in the view either; they do not matter any more.
    return TonTonOptions(
        "advanced" if view.advanced else "basic",
        view.teams,
        "".join(LETTERS[colour] for colour in view.colours),
        tuple(view.rank_points),
    )


def _read_unseen(view: View, state: State) -> tuple[list[Move], UnseenDeals]:
    """Return what is in the hands of the others, and the deals of that which fit the tricks."""
    room = [0 if seat == view.seat else HAND for seat in range(view.seats)]
    lacking: list[set[int]] = [set() for _ in range(view.seats)]
    seen = {*view.hand}
    for trick in view.tricks:
        for place, card in enumerate(trick.cards):
            seat = (trick.leader + place) % view.seats
            seen.add(card)
            if seat != view.seat:
                room[seat] -= 1
            if card // 10 != trick.cards[0] // 10:
                lacking[seat].add(trick.cards[0] // 10)
    unseen = [card for card in deck_of(state.options.colours) if card not in seen]
    # All know who holds it: anyone who led the first trick.
    owners = {RED_EIGHT: view.tricks[0].leader}
    return [CARD[card] for card in unseen], UnseenDeals(unseen, room, lacking, owners)


GAME = TonTon()
