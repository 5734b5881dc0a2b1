"""Goat 'n' Goat for learning: goats are laid, taken and discarded one after another.

They are chosen in increasing order, red, green, blue, so that each move has one word.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final

from arena.games.colours import name_card
from arena.games.encoding import Encoding, Numbers, Span, Word, one_hot, starts
from arena.games.goat_n_goat.cards import (
    GOATS,
    MOST_IN_HAND,
    PASS,
    Action,
    Move,
)
from arena.games.goat_n_goat.rules import DECISIONS, GoatNGoatState, count_asked

_SEATS: Final = 5
_CARD: Final = tuple(dict.fromkeys(GOATS))
_KINDS: Final = len(_CARD)
# By goat, its place among all kinds: by colour, then by number.
_PLACE: Final = {card: place for place, card in enumerate(_CARD)}
_LARGEST: Final = max(_CARD) + 1
_HEIGHTS: Final = range(3, 10)
_MOUNTAIN: Final = tuple(_CARD[5 * herd] - 1 + height for herd in range(3) for height in _HEIGHTS)
_MOUNTAIN_PLACE: Final = {mountain: place for place, mountain in enumerate(_MOUNTAIN)}
_ORDER: Final = "R1 to R5, G1 to G5, B1 to B5"
_MOUNTAINS: Final = "R3 to R9, G3 to G9, B3 to B9"

_FEATURES: Final = (
    Span("decision", len(DECISIONS), one_hot(DECISIONS)),
    Span("seats", 1, "how many seats play / 5"),
    Span("cannot_draw", 1, "1 with exhaustion=cannot_draw"),
    Span("count", 1, "goats to be taken, or to be discarded / 5"),
    Span("hand", _KINDS, f"how many of the goats are in the own hand / 4: {_ORDER}"),
    Span("chosen", _KINDS, f"how many of the goats have been chosen in this move / 4: {_ORDER}"),
    Span("row", _KINDS, f"how many of the goats lie in the open row / 4: {_ORDER}"),
    Span("herds", 6 * _SEATS, "by seat and herd R, G, B: its size / 9, its last number / 5"),
    Span("mountains", len(_MOUNTAIN), f"how many are left / 2: {_MOUNTAINS}"),
    Span("claimed", _SEATS, "by seat: points of its mountains / 20"),
    Span("highest", _SEATS, "by seat: its highest mountain / 9"),
    Span("penalties", _SEATS, "by seat: cards in its penalty pile / 20"),
    Span("hand sizes", _SEATS, "by seat: cards in its hand / 8"),
    Span(
        "known", _KINDS * (_SEATS - 1), f"by other seat: goats that it surely holds / 4: {_ORDER}"
    ),
    Span("gone", _KINDS, f"how many of the goats lie in herds and penalty piles / 10: {_ORDER}"),
    Span("discards", _KINDS, f"how many of the goats lie in the discard pile / 10: {_ORDER}"),
    Span("deck", _KINDS, f"goats in the deck after it was shuffled again / 10: {_ORDER}"),
    Span("cards in deck", 1, "how many cards the deck has / 84"),
    Span("exhaustions", 1, "how often the deck has run out / 2"),
    Span("last turns", 1, "turns to come in the last round / 5; 0 before it"),
)
_AT: Final = starts(_FEATURES)

_END: Final = _KINDS
_FIRST_MOUNTAIN: Final = _END + 1
_PASS: Final = _FIRST_MOUNTAIN + len(_MOUNTAIN)


class GoatNGoatEncoding(Encoding[GoatNGoatState, Move]):
    """The order in which cards came into a pile, and to the open row, is left out."""

    features = _FEATURES
    actions = (
        Span("goat", _KINDS, f"lay, take or discard this goat: {_ORDER}"),
        Span("end", 1, "lay no more"),
        Span("mountain", len(_MOUNTAIN), f"claim this mountain: {_MOUNTAINS}"),
        Span("pass", 1, "claim none"),
    )
    action_names = (
        *map(name_card, _CARD),
        "end",
        *(f"claim {name_card(mountain)}" for mountain in _MOUNTAIN),
        "pass",
    )

    def write(self, state: GoatNGoatState, seat: int, begun: Word, out: Numbers) -> None:
        out[_AT["decision"] + DECISIONS.index(state.decision)] = 1
        out[_AT["seats"]] = state.seats / _SEATS
        out[_AT["cannot_draw"]] = state.options.exhaustion == "cannot_draw"
        if seat in state.to_act:
            out[_AT["count"]] = count_asked(state, seat) / 5
        _write_few(state.hands[seat], _AT["hand"], out)
        _write_few(_goats_of(begun), _AT["chosen"], out)
        _write_few(state.open, _AT["row"], out)
        _write_many(chain(*state.herds, state.penalties), _AT["gone"], out)
        if state.discards:
            _write_many((state.discards,), _AT["discards"], out)
        if state.exhaustions:
            _write_many((state.deck,), _AT["deck"], out)
        mountains = _AT["mountains"]
        for mountain in state.mountains:
            out[mountains + _MOUNTAIN_PLACE[mountain]] += 1 / 2
        out[_AT["cards in deck"]] = len(state.deck) / len(GOATS)
        out[_AT["exhaustions"]] = state.exhaustions / 2
        out[_AT["last turns"]] = (state.last_turns or 0) / _SEATS
        _write_seats(state, seat, out)

    def next_actions(self, state: GoatNGoatState, seat: int, begun: Word) -> Sequence[int]:
        if state.decision == "lay":
            return _next_to_lay(state.hands[seat], begun)
        if state.decision == "take":
            return _next_of_many(state.open, state.number, begun)
        if state.decision == "discard":
            return _next_of_many(state.hands[seat], count_asked(state, seat), begun)
        return () if begun else [self.spell(move)[0] for move in state.legal(seat)]

    def read(self, state: GoatNGoatState, word: Word) -> Move:
        if state.decision == "claim":
            (action,) = word
            return (
                PASS if action == _PASS else Move("claim", (_MOUNTAIN[action - _FIRST_MOUNTAIN],))
            )
        return Move(_DONE[state.decision], tuple(_goats_of(word)))

    def spell(self, move: Move) -> Word:
        action, cards = move
        if action == "pass":
            return (_PASS,)
        if action == "claim":
            return (_FIRST_MOUNTAIN + _MOUNTAIN_PLACE[cards[0]],)
        goats = tuple([_PLACE[card] for card in cards])
        return (*goats, _END) if action == "lay" else goats


# The action of each decision about goats.
_DONE: Final[dict[str, Action]] = {"lay": "lay", "take": "take", "discard": "discard"}


# --- words ---


def _goats_of(word: Word) -> list[int]:
    return [_CARD[action] for action in word if action < _END]


def _next_to_lay(hand: Sequence[int], begun: Word) -> Sequence[int]:
    if not begun:
        return [_PLACE[card] for card in dict.fromkeys(hand)]
    if begun[-1] == _END:
        return ()
    laid = _goats_of(begun)
    last = laid[-1]
    like = [card for card in hand if card % 10 == last % 10 and card > last]
    if hand.count(last) > laid.count(last):
        like.append(last)
    follow = [_PLACE[card] for card in dict.fromkeys(sorted(like))]
    return [*follow, _END] if follow else ()


def _next_of_many(pile: Sequence[int], number: int, begun: Word) -> Sequence[int]:
    """Return what can follow of `number` goats of a pile, such that enough are left behind it."""
    missing = number - len(begun)
    if not missing:
        return ()
    rest = sorted(pile)
    for card in _goats_of(begun):
        # All below what has been chosen were passed over.
        rest = rest[rest.index(card) + 1 :]
    return [_PLACE[card] for card in dict.fromkeys(rest[: len(rest) - missing + 1])]


# --- features ---


def _write_few(cards: Sequence[int], place: int, out: Numbers) -> None:
    for card in cards:
        out[place + _PLACE[card]] += 1 / 4


def _write_many(piles: Iterable[Sequence[int]], place: int, out: Numbers) -> None:
    counts = [0] * _LARGEST
    for pile in piles:
        for card in pile:
            counts[card] += 1
    for card in _CARD:
        if counts[card]:
            out[place + _PLACE[card]] = counts[card] / 10


def _write_seats(state: GoatNGoatState, seat: int, out: Numbers) -> None:
    seats = state.seats
    herds, penalties, hands = _AT["herds"], _AT["penalties"], _AT["hand sizes"]
    for other in range(seats):
        who = (other - seat) % seats
        place = herds + 6 * who
        for herd in state.herds[other]:
            if herd:
                out[place] = len(herd) / 9
                out[place + 1] = herd[-1] % 10 / 5
            place += 2
        if state.claimed[other]:
            heights = [mountain % 10 for mountain in state.claimed[other]]
            out[_AT["claimed"] + who] = sum(heights) / 20
            out[_AT["highest"] + who] = max(heights) / 9
        out[penalties + who] = len(state.penalties[other]) / 20
        out[hands + who] = len(state.hands[other]) / MOST_IN_HAND
        if who:
            _write_few(state.known[other], _AT["known"] + _KINDS * (who - 1), out)


ENCODING: Final = GoatNGoatEncoding()
