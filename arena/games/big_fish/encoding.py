"""Big Fish for learning: a lay is a row, then fish after fish, then the end.

Up to four of 30 kinds of fish, in any order, on one of three rows, are 2.5 million lays; 43 actions
spell them all. A fish that has been chosen is shown as if it lay there already.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from arena.games.big_fish.cards import (
    DEALT,
    HAND,
    LICENCES,
    ROW,
    ROW_NAMES,
    ROWS,
    Move,
    all_ways_to_keep,
    count_points,
    keep_highest,
)
from arena.games.big_fish.rules import DECISIONS, NONE, BigFishState
from arena.games.colours import LETTERS, name_card
from arena.games.encoding import Encoding, Numbers, Span, Word, one_hot, starts

_SEATS: Final = 6
_COLOURS: Final = len(LETTERS) - 1
_VALUES: Final = 6
_FISH: Final = _COLOURS * _VALUES
# All kinds of fish, by colour, then by value; and by fish, its place among them.
_CARD: Final = tuple([10 * (kind // _VALUES + 1) + kind % _VALUES + 1 for kind in range(_FISH)])
_PLACE: Final = [_CARD.index(card) if card in _CARD else -1 for card in range(_CARD[-1] + 1)]
_KINDS: Final = "R1 to R6, Y1 to Y6, G, B, P"

_FEATURES: Final = (
    Span("decision", len(DECISIONS), one_hot(DECISIONS)),
    Span("seats", 1, "how many seats play / 6"),
    Span("options", 3, "1 if it is so: licences, keep=choice, a_counts_as_one"),
    Span("copies", _VALUES, "fish of value k + 1 in each colour / 5"),
    Span("refused", 1, "1 if the last lay of this seat was refused"),
    Span("hand", _FISH, f"how many of the fish are in the own hand: {_KINDS}"),
    Span("chosen row", ROWS, "1 at the row that has been chosen in this lay"),
    Span("chosen to keep", _FISH, f"how many of the fish have been chosen to be kept: {_KINDS}"),
    Span("rows", ROWS * _FISH, f"by row: how many of the fish lie there: {_KINDS}"),
    Span("ends", ROWS * _COLOURS, "by row: 1 at the colour in which it ends: R, Y, G, B, P"),
    Span("lengths", ROWS, "by row: fish in it / 5"),
    Span("worth", ROWS, "by row: plus less minus of its fish, the highest kept / 10"),
    Span("completed", ROWS, "1 at the row that has been completed in this turn"),
    Span("caught", _FISH, f"how many of the fish have been caught by anybody / 4: {_KINDS}"),
    Span("piles", 4 * _SEATS, "by seat: plus / 20, minus / 20, plus fish / 10, plus ones / 5"),
    Span("hand sizes", _SEATS, "by seat: fish in hand / 4"),
    Span("stack sizes", _SEATS, "by seat: fish still to be drawn / 8"),
    Span("reserve", 1, "fish in the reserve / 15"),
    Span("fiasco", _SEATS, "1 at the seat that has the fiasco card"),
    Span("display", len(LICENCES), "1 if nobody has licence A to I, and it is in the game"),
    Span("available", len(LICENCES), "1 if licence A to I can be chosen now"),
    Span("owned", _SEATS * len(LICENCES), "by seat: 1 if it has licence A to I"),
)
_AT: Final = starts(_FEATURES)

_FIRST_FISH: Final = ROWS
_END: Final = _FIRST_FISH + _FISH
_FIRST_LICENCE: Final = _END + 1


class BigFishEncoding(Encoding[BigFishState, Move]):
    """The kept cards are chosen fish by fish, too. The cards laid in each turn are left out."""

    features = _FEATURES
    actions = (
        Span("row", ROWS, "lay on row I, II or III"),
        Span("fish", _FISH, f"lay this fish next, or keep it: {_KINDS}"),
        Span("end", 1, "lay no more"),
        Span("licence", len(LICENCES), "take licence A to I"),
    )
    action_names = (
        *(f"row {name}" for name in ROW_NAMES),
        *map(name_card, _CARD),
        "end",
        *(f"licence {name}" for name in LICENCES),
    )

    def write(self, state: BigFishState, seat: int, begun: Word, out: Numbers) -> None:
        _write_rules(state, out)
        fish = _fish_of(begun)
        hand = state.hands[seat]
        rows = state.rows
        if state.decision == "keep":
            _write_fish(fish, _AT["chosen to keep"], out)
        elif begun:
            hand = _without(hand, fish)
            rows = rows[:]
            rows[begun[0]] = rows[begun[0]] + fish
            out[_AT["chosen row"] + begun[0]] = 1
        _write_fish(hand, _AT["hand"], out)
        _write_rows(rows, out)
        if state.completed != NONE:
            out[_AT["completed"] + state.completed] = 1
        _write_seats(state, seat, out)

    def next_actions(self, state: BigFishState, seat: int, begun: Word) -> Sequence[int]:
        if state.decision == "lay":
            return _next_of_a_lay(state, state.hands[seat], begun)
        if state.decision == "keep":
            return _next_to_keep(state, begun)
        return () if begun else [_FIRST_LICENCE + licence - 1 for licence in state.available]

    def read(self, state: BigFishState, word: Word) -> Move:
        if state.decision == "lay":
            return Move(ROW_NAMES[word[0]], tuple(_fish_of(word)))
        if state.decision == "keep":
            return Move("keep", tuple(_fish_of(word)))
        return Move("licence", (word[0] - _FIRST_LICENCE + 1,))

    def spell(self, move: Move) -> Word:
        action, cards = move
        if action == "licence":
            return (_FIRST_LICENCE + cards[0] - 1,)
        fish = tuple([_FIRST_FISH + _PLACE[card] for card in cards])
        if action == "keep":
            return fish
        end = () if len(cards) == HAND else (_END,)
        return (ROW_NAMES.index(action), *fish, *end)


# --- words ---


def _fish_of(word: Word) -> list[int]:
    return [_CARD[action - _FIRST_FISH] for action in word if _FIRST_FISH <= action < _END]


def _without(pile: Sequence[int], cards: Sequence[int]) -> list[int]:
    rest = list(pile)
    for card in cards:
        rest.remove(card)
    return rest


def _next_of_a_lay(state: BigFishState, hand: Sequence[int], begun: Word) -> Sequence[int]:
    """Return the rows, or what can follow on one: a fish is possible as `cards.py` says."""
    ends = [row[-1] // 10 if row else 0 for row in state.rows]
    if not begun:
        colours = {card // 10 for card in hand}
        free = not colours.issubset(ends)
        return [row for row, end in enumerate(ends) if end and (free or end in colours)]
    if begun[-1] == _END:
        return ()
    row, laid = begun[0], _fish_of(begun)
    if len(state.rows[row]) + len(laid) == ROW:
        return ()
    others = [end for other, end in enumerate(ends) if other != row]
    end = laid[-1] // 10 if laid else ends[row]
    rest = _without(hand, laid)
    fish = [card for card in rest if card // 10 == end or card // 10 not in others]
    follow = [_FIRST_FISH + _PLACE[card] for card in dict.fromkeys(fish)]
    if laid and follow:
        follow.append(_END)
    return follow


def _next_to_keep(state: BigFishState, begun: Word) -> Sequence[int]:
    """Return which fish can follow, in increasing order, so that each choice has one word."""
    chosen = tuple(_fish_of(begun))
    ways = [
        way for way in all_ways_to_keep(state.rows[state.completed]) if way[: len(chosen)] == chosen
    ]
    follow = dict.fromkeys(way[len(chosen)] for way in ways if len(way) > len(chosen))
    return [_FIRST_FISH + _PLACE[card] for card in follow]


# --- features ---


def _write_fish(cards: list[int], place: int, out: Numbers) -> None:
    for card in cards:
        out[place + _PLACE[card]] = cards.count(card)


def _write_rules(state: BigFishState, out: Numbers) -> None:
    options = state.options
    out[_AT["decision"] + DECISIONS.index(state.decision)] = 1
    out[_AT["seats"]] = state.seats / _SEATS
    place = _AT["options"]
    out[place] = options.licences
    out[place + 1] = options.keep == "choice"
    out[place + 2] = options.a_counts_as_one
    for place, copies in enumerate(options.copies, start=_AT["copies"]):
        out[place] = copies / 5
    out[_AT["refused"]] = state.refused


def _write_rows(rows: list[list[int]], out: Numbers) -> None:
    for index, row in enumerate(rows):
        if row:
            _write_fish(row, _AT["rows"] + _FISH * index, out)
            out[_AT["ends"] + _COLOURS * index + row[-1] // 10 - 1] = 1
            out[_AT["lengths"] + index] = len(row) / ROW
            out[_AT["worth"] + index] = _worth(tuple(row)) / 10


# Most rows are the same from one decision to the next.
@lru_cache(maxsize=4096)
def _worth(row: tuple[int, ...]) -> int:
    return 2 * count_points(keep_highest(row)) - count_points(row)


def _write_seats(state: BigFishState, seat: int, out: Numbers) -> None:
    seats = state.seats
    piles = _AT["piles"]
    hands, stacks, owned = _AT["hand sizes"], _AT["stack sizes"], _AT["owned"]
    caught = [0] * _FISH
    for other in range(seats):
        who = (other - seat) % seats
        place = piles + 4 * who
        plus, minus = state.plus[other], state.minus[other]
        ones = 0
        for card in plus:
            caught[_PLACE[card]] += 1
            if card % 10 == 1:
                ones += 1
        for card in minus:
            caught[_PLACE[card]] += 1
        out[place] = count_points(plus) / 20
        out[place + 1] = count_points(minus) / 20
        out[place + 2] = len(plus) / 10
        out[place + 3] = ones / 5
        out[hands + who] = len(state.hands[other]) / HAND
        out[stacks + who] = (len(state.stacks[other]) - state.drawn[other]) / (DEALT - HAND)
        for licence in state.owned[other]:
            out[owned + len(LICENCES) * who + licence - 1] = 1
    for place, number in enumerate(caught, start=_AT["caught"]):
        if number:
            out[place] = number / 4
    out[_AT["reserve"]] = len(state.reserve) / 15
    if state.fiasco != NONE:
        out[_AT["fiasco"] + (state.fiasco - seat) % seats] = 1
    for licence in state.display:
        out[_AT["display"] + licence - 1] = 1
    for licence in state.available:
        out[_AT["available"] + licence - 1] = 1


ENCODING: Final = BigFishEncoding()
