"""The rules of 6 nimmt!: what happens when cards are laid."""

from bisect import bisect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Final, Literal, TypeAlias

from arena.games.contract import IllegalMove, State, competition_ranks
from arena.games.deal import Deal
from arena.games.six_nimmt.moves import CARD, DRAFT, ROW, Move

Variant: TypeAlias = Literal["base", "tactics", "logic", "professional"]
Decision: TypeAlias = Literal["card", "row", "draft", "side"]

ROWS: Final = 4
ROW_CAPACITY: Final = 5
HAND: Final = 10
_card_move: Final = CARD.__getitem__
EVERYBODY: Final = tuple(tuple(range(seats)) for seats in range(11))


def count_heads(card: int) -> int:
    """Return the bull heads printed on a card."""
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    return 2 if card % 5 == 0 else 1


# Heads by card; there is no card 0.
HEADS: Final = (0, *map(count_heads, range(1, 105)))


@dataclass(frozen=True, slots=True)
class Options:
    """The variants of the rulebook. The game ends at `limit` or after `rounds`, whichever is first.

    ValueError if neither would ever end it, or a number is out of range.
    """

    variant: Variant = field(
        default="base", metadata={"help": "which cards, and where they may go"}
    )
    limit: int | None = field(
        default=66, metadata={"help": "heads that end the game after a round"}
    )
    rounds: int | None = field(
        default=None, metadata={"help": "rounds after which it ends at last"}
    )

    def __post_init__(self) -> None:
        if self.limit is None and self.rounds is None:
            raise ValueError("limit and rounds cannot both be none, or the game would never end")
        if self.limit is not None and not 1 <= self.limit <= 1000:
            raise ValueError("limit is 1 to 1000 heads")
        if self.rounds is not None and not 1 <= self.rounds <= 100:
            raise ValueError("rounds is 1 to 100")


def hand_of(cards: Iterable[int]) -> tuple[Move, ...]:
    """Return a hand of these cards."""
    return tuple(map(_card_move, sorted(cards)))


def deck_of(seats: int, variant: Variant) -> range:
    """Return the cards in play: all 104, or exactly those that are dealt (tactics, logic)."""
    few = variant in ("tactics", "logic")
    return range(1, HAND * seats + ROWS + 1) if few else range(1, 105)


@dataclass(slots=True, eq=False)
class SixNimmtState(State[Move]):
    """One game. Seats and rows count from 0 here; only moves and pictures number rows from 1."""

    seats: int
    options: Options
    deal: Deal
    to_act: tuple[int, ...] = ()
    shuffles: tuple[tuple[int, ...], ...] = ()
    decision: Decision = "card"
    round: int = -1
    # A hand is held as the moves that it allows, ascending: `legal` has nothing to make, and
    # copies share it.
    hands: list[tuple[Move, ...]] = field(default_factory=list)
    rows: list[list[int]] = field(default_factory=list)
    # The last cards of the rows, ascending, and the row of each: a card's row is a binary search
    # away, and putting the card there keeps the order. Not kept in the professional variant.
    ends: list[int] = field(default_factory=list)
    row_of_end: list[int] = field(default_factory=list)
    # What lies face down before each seat, 0 for nothing.
    chosen: list[int] = field(default_factory=list)
    # Cards of the revealed trick still to be placed, ascending.
    unplaced: list[int] = field(default_factory=list)
    tricks: list[tuple[int, ...]] = field(default_factory=list)
    piles: list[list[int]] = field(default_factory=list)
    heads: list[int] = field(default_factory=list)
    # Cards that nobody holds: out of the round, or still open in a draft.
    rest: list[int] = field(default_factory=list)

    def copy(self) -> "SixNimmtState":
        return SixNimmtState(
            self.seats,
            self.options,
            self.deal,
            self.to_act,
            self.shuffles,
            self.decision,
            self.round,
            self.hands[:],
            [row[:] for row in self.rows],
            self.ends[:],
            self.row_of_end[:],
            self.chosen[:],
            self.unplaced[:],
            self.tricks[:],
            [pile[:] for pile in self.piles],
            self.heads[:],
            self.rest[:],
        )

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
        self._open_rows(order[dealt : dealt + ROWS])

    def _open_draft(self, deck: range) -> None:
        self.hands = [()] * self.seats
        self.rows = []
        self.rest = list(deck)
        self.decision = "draft"
        self.to_act = (self.round % self.seats,)

    def _open_rows(self, cards: Sequence[int]) -> None:
        self.rows = [[card] for card in cards]
        self.sort_ends()
        self._open_trick()

    def _open_trick(self) -> None:
        self.decision = "card"
        self.to_act = EVERYBODY[self.seats]

    # --- moves ---

    def legal(self, seat: int) -> Sequence[Move]:
        decision = self.decision
        if decision == "card":
            return self.hands[seat]
        if decision == "draft":
            return [DRAFT[card] for card in self.rest]
        if decision == "row":
            costs = [sum([HEADS[card] for card in row]) for row in self.rows]
            return [ROW[index] for _, index in sorted(zip(costs, range(ROWS), strict=True))]
        return [move for _, move in self._nearest_ends(self.unplaced[0])]

    def play(self, seat: int, move: Move) -> None:
        owing = self.to_act
        if seat not in owing:
            raise IllegalMove(f"seat {seat} is not to act")
        if self.decision != "card":
            self._decide(seat, move)
            return
        hand = self.hands[seat]
        if move not in hand:
            raise IllegalMove(f"{move} is not possible; the hand is {' '.join(map(str, hand))}")
        place = hand.index(move)
        self.hands[seat] = hand[:place] + hand[place + 1 :]
        self.chosen[seat] = move[1]
        if len(owing) == 1:
            self._reveal()
        else:
            self.to_act = owing[1:] if owing[0] == seat else tuple(s for s in owing if s != seat)

    def _decide(self, seat: int, move: Move) -> None:
        if move not in self.legal(seat):
            allowed = ", ".join(map(str, self.legal(seat)))
            raise IllegalMove(f"{move} is not possible; possible is {allowed}")
        if self.decision == "draft":
            self._draft(seat, move.number)
            return
        card = self.unplaced.pop(0)
        if self.decision == "row":
            self._take_row(seat, move.number - 1, card)
            self.sort_ends()
        else:
            self._put(move.number - 1, card, at_left=move.kind == "left")
        self._place_all()

    def _draft(self, seat: int, card: int) -> None:
        self.rest.remove(card)
        self.hands[seat] = tuple(sorted([*self.hands[seat], CARD[card]]))
        if len(self.rest) > ROWS:
            self.to_act = ((seat + 1) % self.seats,)
        else:
            leftover, self.rest = self.rest, []
            self._open_rows(leftover)

    def _reveal(self) -> None:
        self.tricks.append(tuple(self.chosen))
        self.unplaced = sorted(self.chosen)
        self.chosen = [0] * self.seats
        self._place_all()

    # --- placing the cards of a trick ---

    def _place_all(self) -> None:
        """Place the revealed cards in ascending order, until one of them needs a decision."""
        if self.options.variant == "professional":
            placed = self._place_at_either_end()
        else:
            placed = self._place_at_right()
        if placed < len(self.unplaced):
            self.unplaced = self.unplaced[placed:]
            self.to_act = (self._owner(self.unplaced[0]),)
            return
        self.unplaced = []
        if self.hands[0]:
            self._open_trick()
        else:
            self._end_round()

    def _place_at_right(self) -> int:
        """Put every card at its row's right end; return how many, before one fits nowhere."""
        ends = self.ends
        rows, row_of_end = self.rows, self.row_of_end
        for placed, card in enumerate(self.unplaced):
            nearest = bisect(ends, card) - 1
            if nearest < 0:
                self.decision = "row"
                return placed
            ends[nearest] = card
            row = rows[row_of_end[nearest]]
            if len(row) < ROW_CAPACITY:
                row.append(card)
            else:
                self._take_row(self._owner(card), row_of_end[nearest], card)
        return len(self.unplaced)

    def _place_at_either_end(self) -> int:
        """Professional: the same at the nearest of all ends, before two are equally near."""
        for placed, card in enumerate(self.unplaced):
            ends = self._nearest_ends(card)
            if len(ends) != 1:
                self.decision = "side" if ends else "row"
                return placed
            ((index, move),) = ends
            self._put(index, card, at_left=move.kind == "left")
        return len(self.unplaced)

    def _nearest_ends(self, card: int) -> list[tuple[int, Move]]:
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
        elif at_left:
            row.insert(0, card)
        else:
            row.append(card)

    def _take_row(self, seat: int, index: int, card: int) -> None:
        taken, self.rows[index] = self.rows[index], [card]
        self.piles[seat] += taken
        for lost in taken:
            self.heads[seat] += HEADS[lost]

    def _owner(self, card: int) -> int:
        return self.tricks[-1].index(card)

    def sort_ends(self) -> None:
        """Take up the rows' last cards anew, after rows have been set from outside."""
        ends = sorted([(row[-1], index) for index, row in enumerate(self.rows)])
        self.ends = [end for end, _ in ends]
        self.row_of_end = [index for _, index in ends]

    # --- a round ends ---

    def _end_round(self) -> None:
        limit, rounds = self.options.limit, self.options.rounds
        at_limit = limit is not None and max(self.heads) >= limit
        if at_limit or self.round + 1 == rounds:
            self.to_act = ()
        else:
            self.start_round()


def start_game(seats: int, deal: Deal, options: Options) -> SixNimmtState:
    """Deal the first round."""
    state = SixNimmtState(seats, options, deal, heads=[0] * seats)
    state.start_round()
    return state
