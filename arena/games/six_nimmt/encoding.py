"""6 nimmt! for learning: cards of the hand and rows are the actions."""

from bisect import bisect
from collections.abc import Sequence
from typing import Final

from arena.games.encoding import Encoding, Numbers, Span, Word, one_hot, starts
from arena.games.six_nimmt.cards import CARD, DRAFT, ROW_CAPACITY, ROWS, Move
from arena.games.six_nimmt.options import VARIANTS
from arena.games.six_nimmt.rules import DECISIONS, SixNimmtState

_CARDS: Final = len(CARD) - 1
_SEATS: Final = 10
_ROW: Final = _CARDS
_LEFT: Final = _ROW + ROWS

_FEATURES: Final = (
    Span("decision", len(DECISIONS), one_hot(DECISIONS)),
    Span("variant", len(VARIANTS), one_hot(VARIANTS)),
    Span("seats", 1, "how many seats play / 10"),
    Span("limit", 1, "heads that end the game / 100; 0: no limit"),
    Span("rounds left", 1, "rounds to come, this one included / 10; 0: no such end"),
    Span("hand", _CARDS, "1 if card k + 1 is in the own hand"),
    Span("pool", _CARDS, "1 if card k + 1 is open to be drafted"),
    Span("unplaced", _CARDS, "1 if card k + 1 is to be placed; the lowest is the own one"),
    Span("open", _CARDS, "1 if card k + 1 lies in a row"),
    Span("taken", _CARDS, "1 if card k + 1 has been taken in this round"),
    Span("known", _CARDS, "logic: d / 10 if card k + 1 is held by the d-th seat after this one"),
    Span("rows", 4 * ROWS, "by row: first card / 104, last card / 104, cards / 5, heads / 10"),
    Span("gap", _CARDS, "own card k + 1: how far it is above the row it would go to / 104"),
    Span("room", _CARDS, "own card k + 1: cards that this row has room for / 5"),
    Span("price", _CARDS, "own card k + 1: heads that it would take, were it next / 10"),
    Span("heads", _SEATS, "heads of every seat / 66"),
)
_AT: Final = starts(_FEATURES)
_HAND: Final = _AT["hand"] - 1
_OPEN: Final = _AT["open"] - 1
_TAKEN: Final = _AT["taken"] - 1
_KNOWN: Final = _AT["known"] - 1
_GAP: Final = _AT["gap"] - 1
_ROOM: Final = _AT["room"] - 1
_PRICE: Final = _AT["price"] - 1


class SixNimmtEncoding(Encoding[SixNimmtState, Move]):
    """A card is laid or drafted, by what is asked; a row is taken, or gets a card at an end.

    In the professional variant `gap`, `room` and `price` are 0. Which seat took or laid which card
    is left out.
    """

    features = _FEATURES
    actions = (
        Span("card", _CARDS, "lay card k + 1, or draft it"),
        Span("row", ROWS, "take row k + 1, or put the card at its right end"),
        Span("left", ROWS, "put the card at the left end of row k + 1"),
    )
    action_names = (
        *map(str, CARD[1:]),
        *(f"row {row}" for row in range(1, ROWS + 1)),
        *(f"left {row}" for row in range(1, ROWS + 1)),
    )

    def write(self, state: SixNimmtState, seat: int, begun: Word, out: Numbers) -> None:  # noqa: ARG002
        options, seats = state.options, state.seats
        out[_AT["decision"] + DECISIONS.index(state.decision)] = 1
        out[_AT["variant"] + VARIANTS.index(options.variant)] = 1
        out[_AT["seats"]] = seats / 10
        out[_AT["limit"]] = (options.limit or 0) / 100
        if options.rounds is not None:
            out[_AT["rounds left"]] = (options.rounds - state.round) / 10
        for move in state.hands[seat]:
            out[_HAND + move[1]] = 1
        for pile in state.piles:
            for card in pile:
                out[_TAKEN + card] = 1
        for card in state.unplaced:
            out[_AT["unplaced"] - 1 + card] = 1
        for place, heads in enumerate(state.heads):
            out[_AT["heads"] + (place - seat) % seats] = heads / 66
        if state.rows:
            _write_rows(state, out)
        if options.variant == "logic":
            _write_known(state, seat, out)
        if state.rows and options.variant != "professional":
            _write_prospects(state, seat, out)

    def next_actions(self, state: SixNimmtState, seat: int, begun: Word) -> Sequence[int]:
        if begun:
            return ()
        if state.decision == "card":
            return [move[1] - 1 for move in state.hands[seat]]
        return [self.spell(move)[0] for move in state.legal(seat)]

    def read(self, state: SixNimmtState, word: Word) -> Move:
        (action,) = word
        if action < _ROW:
            return (CARD if state.decision == "card" else DRAFT)[action + 1]
        if action >= _LEFT:
            return Move("left", action - _LEFT + 1)
        return Move("row" if state.decision == "row" else "right", action - _ROW + 1)

    def spell(self, move: Move) -> Word:
        kind, number = move
        if kind in ("card", "draft"):
            return (number - 1,)
        return ((_LEFT if kind == "left" else _ROW) + number - 1,)


def _write_rows(state: SixNimmtState, out: Numbers) -> None:
    place = _AT["rows"]
    for row, heads in zip(state.rows, state.row_heads, strict=True):
        for card in row:
            out[_OPEN + card] = 1
        out[place] = row[0] / _CARDS
        out[place + 1] = row[-1] / _CARDS
        out[place + 2] = len(row) / ROW_CAPACITY
        out[place + 3] = heads / 10
        place += 4


def _write_known(state: SixNimmtState, seat: int, out: Numbers) -> None:
    """Write the pool of a draft, and the hands that everybody saw drafted."""
    for card in state.rest:
        out[_AT["pool"] - 1 + card] = 1
    for distance in range(1, state.seats):
        other = (seat + distance) % state.seats
        for move in state.hands[other]:
            out[_KNOWN + move[1]] = distance / 10
        if state.chosen[other]:
            # It lies face down: that it is no longer in the hand is not to be seen.
            out[_KNOWN + state.chosen[other]] = distance / 10


def _write_prospects(state: SixNimmtState, seat: int, out: Numbers) -> None:
    """Write where each card of the hand would go if it were the next one to be placed."""
    ends, row_of_end, rows, row_heads = state.ends, state.row_of_end, state.rows, state.row_heads
    cheapest = min(row_heads) / 10
    for _, card in state.hands[seat]:
        nearest = bisect(ends, card) - 1
        if nearest < 0:
            out[_PRICE + card] = cheapest
            continue
        row = row_of_end[nearest]
        room = ROW_CAPACITY - len(rows[row])
        out[_GAP + card] = (card - ends[nearest]) / _CARDS
        if room:
            out[_ROOM + card] = room / ROW_CAPACITY
        else:
            out[_PRICE + card] = row_heads[row] / 10


ENCODING: Final = SixNimmtEncoding()
