"""The rules of 6 nimmt!: what happens when cards are laid."""

from bisect import bisect
from collections.abc import Iterable, Sequence
from itertools import chain
from random import Random
from typing import Final, Literal, TypeAlias, get_args

from mypy_extensions import mypyc_attr

from arena.games.contract import State, competition_ranks, give_up, not_possible, not_to_act
from arena.games.deal import Deal, fisher_yates
from arena.games.events import Event
from arena.games.six_nimmt import events
from arena.games.six_nimmt.cards import (
    CARD,
    DRAFT,
    HAND,
    HEADS,
    ROW,
    ROW_CAPACITY,
    ROWS,
    Move,
    deck_of,
    hand_of,
)
from arena.games.six_nimmt.options import Options

Decision: TypeAlias = Literal["card", "row", "draft", "side"]
DECISIONS: Final[tuple[Decision, ...]] = get_args(Decision)

EVERYBODY: Final = tuple(tuple(range(seats)) for seats in range(11))
_heads_on: Final = HEADS.__getitem__


@mypyc_attr(allow_interpreted_subclasses=True)
class SixNimmtState(State[Move]):
    """The state of a game. Rows count from 0 here; only moves and scenes number them from 1."""

    def __init__(self, seats: int, options: Options, deal: Deal) -> None:
        self.seats = seats
        self.options = options
        self.deal = deal
        self.to_act: tuple[int, ...] = ()
        self.shuffles: tuple[tuple[int, ...], ...] = ()
        self.decision: Decision = "card"
        self.round = -1
        # By seat: the hand, held as the moves that it allows, ascending.
        self.hands: list[list[Move]] = []
        # By row: one to five cards from left to right. No rows during a draft.
        self.rows: list[list[int]] = []
        # The last cards of the rows, ascending, and the row of each: a card's row is a binary
        # search away, and putting the card there keeps the order. Not kept in the professional
        # variant.
        self.ends: list[int] = []
        self.row_of_end: list[int] = []
        # By row: the heads that taking it would cost.
        self.row_heads: list[int] = []
        # By seat: the card that it has laid face down, 0 for none.
        self.chosen: list[int] = []
        # Cards of the revealed trick still to be placed, ascending.
        self.unplaced: list[int] = []
        # The revealed tricks of this round; each is a card by seat.
        self.tricks: list[tuple[int, ...]] = []
        # By seat: the cards taken in this round, in that order; the heads taken in all rounds.
        self.piles: list[list[int]] = []
        self.heads: list[int] = []
        # Cards that nobody holds: out of the round, or still open in a draft.
        self.rest: list[int] = []

    def copy(self) -> "SixNimmtState":
        new = SixNimmtState.__new__(SixNimmtState)
        new.seats = self.seats
        new.options = self.options
        new.deal = self.deal
        new.to_act = self.to_act
        new.shuffles = self.shuffles
        new.decision = self.decision
        new.round = self.round
        new.hands = [hand[:] for hand in self.hands]
        new.rows = [row[:] for row in self.rows]
        new.ends = self.ends[:]
        new.row_of_end = self.row_of_end[:]
        new.row_heads = self.row_heads[:]
        new.chosen = self.chosen[:]
        new.unplaced = self.unplaced[:]
        new.tricks = self.tricks[:]
        new.piles = [pile[:] for pile in self.piles]
        new.heads = self.heads[:]
        new.rest = self.rest[:]
        return new

    def cards(self) -> Iterable[int]:
        held = (move.number for hand in self.hands for move in hand)
        laid = filter(None, self.chosen)
        return chain(held, laid, self.unplaced, *self.rows, *self.piles, self.rest)

    def scores(self) -> tuple[int, ...]:
        return tuple(-heads for heads in self.heads)

    def ranks(self) -> tuple[int, ...]:
        return competition_ranks(self.scores())

    # --- a round begins ---

    def start_round(self) -> None:
        """Deal the next round, or lay out the cards of its draft."""
        if self.events is not None:
            self.events.extend(events.gathered(self.rows, self.piles, self.rest))
        self.round += 1
        self.piles = [[] for _ in range(self.seats)]
        self.chosen = [0] * self.seats
        self.tricks = []
        deck = deck_of(self.seats, self.options.variant)
        if self.options.variant == "logic":
            self._open_draft(deck)
        else:
            self._deal_hands(deck)

    def _deal_hands(self, deck: range) -> None:
        dealt = HAND * self.seats
        order = self.deal.shuffle(self.round, deck, drawn=dealt + ROWS)
        self.shuffles += (order,)
        self.hands = [hand_of(order[top : top + HAND]) for top in range(0, dealt, HAND)]
        self.rest = list(order[dealt + ROWS :])
        if self.events is not None:
            hands = [order[top : top + HAND] for top in range(0, dealt, HAND)]
            self.events.extend(events.dealt(hands, self.rest))
        self._open_rows(order[dealt : dealt + ROWS])

    def _open_draft(self, deck: range) -> None:
        self.hands = [[] for _ in range(self.seats)]
        self.rows = []
        self.rest = list(deck)
        if self.events is not None:
            self.events.append(events.laid_out(deck))
        self.decision = "draft"
        self.to_act = (self.round % self.seats,)

    def _open_rows(self, cards: Sequence[int], source: str = "") -> None:
        self.rows = [[card] for card in cards]
        if self.events is not None:
            self.events.extend(events.opened(cards, source))
        self.read_rows()
        self._open_trick()

    def _open_trick(self) -> None:
        self.decision = "card"
        self.to_act = EVERYBODY[self.seats]

    # --- moves ---

    def legal(self, seat: int) -> Sequence[Move]:
        decision = self.decision
        if decision == "card":
            return self.hands[seat][:]
        if decision == "draft":
            return [DRAFT[card] for card in self.rest]
        if decision == "row":
            return [ROW[index] for index in sorted(range(ROWS), key=self.row_heads.__getitem__)]
        return [move for _, move in self.nearest_ends(self.unplaced[0])]

    def play(self, seat: int, move: Move) -> None:
        owing = self.to_act
        if seat not in owing:
            raise not_to_act(seat)
        if self.decision != "card":
            self._decide(seat, move)
            return
        if not give_up(self.hands[seat], move):
            raise not_possible(move, self.hands[seat])
        self.chosen[seat] = move[1]
        if len(owing) == 1:
            self._reveal()
        else:
            self.to_act = owing[1:] if owing[0] == seat else tuple(s for s in owing if s != seat)

    def _decide(self, seat: int, move: Move) -> None:
        # Any row may be taken: there is no need to put them in order first.
        if move not in (ROW if self.decision == "row" else self.legal(seat)):
            raise not_possible(move, self.legal(seat))
        if self.decision == "draft":
            self._draft(seat, move.number)
            return
        card, *self.unplaced = self.unplaced
        if self.decision == "row":
            self._take_row(seat, move.number - 1, card, chosen=True)
        else:
            self._put(move.number - 1, card, at_left=move.kind == "left")
        if self.options.variant == "professional":
            self._place_at_either_end()
        else:
            self._lower_end(move.number - 1, card)
            self._place_at_right()

    def _draft(self, seat: int, card: int) -> None:
        self.rest.remove(card)
        self.hands[seat] = sorted([*self.hands[seat], CARD[card]])
        if self.events is not None:
            self.events.append(events.drafted(seat, card))
        if len(self.rest) > ROWS:
            self.to_act = ((seat + 1) % self.seats,)
        else:
            leftover, self.rest = self.rest, []
            self._open_rows(leftover, "pool")

    def _reveal(self) -> None:
        chosen = self.chosen
        self.chosen = [0] * self.seats
        self.tricks.append(tuple(chosen))
        if self.events is not None:
            self.events.extend(events.laid(chosen))
        chosen.sort()
        self.unplaced = chosen
        if self.options.variant == "professional":
            self._place_at_either_end()
        elif chosen[0] < self.ends[0]:
            self._ask("row")
        else:
            self._place_at_right()

    # --- placing the cards of a trick, in ascending order ---

    def _place_at_right(self) -> None:
        """Put every card at the right of its row: the lowest one has a row, so all have."""
        ends, row_of_end, rows, row_heads = self.ends, self.row_of_end, self.rows, self.row_heads
        for card in self.unplaced:
            nearest = bisect(ends, card) - 1
            ends[nearest] = card
            index = row_of_end[nearest]
            if len(rows[index]) < ROW_CAPACITY:
                rows[index].append(card)
                row_heads[index] += HEADS[card]
                if self.events is not None:
                    self.events.append(events.placed(self._owner(card), index, card))
            else:
                self._take_row(self._owner(card), index, card)
        self._end_trick()

    def _lower_end(self, index: int, card: int) -> None:
        """Note the new end of a row that was taken for a card below all four ends."""
        place = self.row_of_end.index(index)
        del self.ends[place], self.row_of_end[place]
        self.ends.insert(0, card)
        self.row_of_end.insert(0, index)

    def _place_at_either_end(self) -> None:
        """Professional: put cards at the nearest of all ends, until one needs a decision."""
        while self.unplaced:
            ends = self.nearest_ends(self.unplaced[0])
            if len(ends) != 1:
                self._ask("side" if ends else "row")
                return
            ((index, move),) = ends
            self._put(index, self.unplaced.pop(0), at_left=move.kind == "left")
        self._end_trick()

    def _ask(self, decision: Decision) -> None:
        """Let the owner of the lowest card say where it goes."""
        self.decision = decision
        self.to_act = (self._owner(self.unplaced[0]),)

    def _end_trick(self) -> None:
        self.unplaced = []
        if self.hands[0]:
            self._open_trick()
        else:
            self._end_round()

    def nearest_ends(self, card: int) -> list[tuple[int, Move]]:
        """Return the ends with the smallest difference to the card, as (row, move), right first."""
        ends = [(card - row[-1], 0, index) for index, row in enumerate(self.rows) if card > row[-1]]
        ends += [(row[0] - card, 1, index) for index, row in enumerate(self.rows) if card < row[0]]
        smallest = min(ends)[0] if ends else 0
        return [
            (index, Move("left" if at_left else "right", index + 1))
            for difference, at_left, index in sorted(ends)
            if difference == smallest
        ]

    def _put(self, index: int, card: int, *, at_left: bool) -> None:
        row = self.rows[index]
        if len(row) == ROW_CAPACITY:
            self._take_row(self._owner(card), index, card)
        else:
            row.insert(0 if at_left else len(row), card)
            self.row_heads[index] += HEADS[card]
            if self.events is not None:
                owner = self._owner(card)
                self.events.append(events.placed(owner, index, card, at_left=at_left))

    def _take_row(self, seat: int, index: int, card: int, *, chosen: bool = False) -> None:
        taken, self.rows[index] = self.rows[index], [card]
        if self.events is not None:
            heads = self.row_heads[index]
            self.events.append(events.took(seat, index, taken, heads, chosen=chosen))
            self.events.append(events.placed(seat, index, card))
        self.piles[seat] += taken
        self.heads[seat] += self.row_heads[index]
        self.row_heads[index] = HEADS[card]

    def _owner(self, card: int) -> int:
        return self.tricks[-1].index(card)

    def read_rows(self) -> None:
        """Take up the ends and the heads of the rows again, after they have been set outright."""
        last = [row[-1] for row in self.rows]
        self.ends = sorted(last)
        self.row_of_end = sorted(range(ROWS), key=last.__getitem__)
        self.row_heads = [sum(map(_heads_on, row)) for row in self.rows]

    # --- a round ends ---

    def _end_round(self) -> None:
        if self.events is not None:
            self.events.append(Event("round_over"))
        limit, rounds = self.options.limit, self.options.rounds
        at_limit = limit is not None and max(self.heads) >= limit
        if at_limit or self.round + 1 == rounds:
            self.to_act = ()
        else:
            self.start_round()


def start_game(seats: int, deal: Deal, options: Options) -> SixNimmtState:
    """Deal the first round."""
    state = SixNimmtState(seats, options, deal)
    state.heads = [0] * seats
    state.start_round()
    return state


def deal_unseen(
    known: SixNimmtState, seat: int, unseen: Sequence[int], rng: Random
) -> SixNimmtState:
    """Return what is known with hands for the others; all hold as many cards as the seat does."""
    state = known.copy()
    state.deal = Deal(rng.getrandbits(128))
    if not unseen:
        return state
    size = len(known.hands[seat])
    dealt = size * (known.seats - 1)
    order = fisher_yates(unseen, rng.randbytes, dealt)
    top = 0
    for other in range(known.seats):
        if other != seat:
            state.hands[other] = hand_of(order[top : top + size])
            top += size
    state.rest = list(order[dealt:])
    return state
