"""The cards and the moves of Goat 'n' Goat, and their notation.

A mountain is a card of its colour and number, as a goat is. A move is written `lay R2 R2 B2`,
`take R3 G1 B1`, `discard R1 R1`, `claim R5` or `pass`.
"""

from collections.abc import Callable
from itertools import chain, combinations
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from arena.games.choices import Choices
from arena.games.colours import card_of, name_cards, read_cards
from arena.games.contract import IllegalMove

OPEN: Final = 6
MOST_IN_HAND: Final = 8
# A seat's herds are in this order: red, green, blue.
COLOURS: Final = "RGB"
# By the number of the colour, the place of its herd.
HERD: Final[tuple[int, ...]] = (-1, 0, -1, 1, 2)

_COPIES: Final = {1: 10, 2: 8, 3: 5, 4: 3, 5: 2}
_HANDS: Final = (3, 4, 4, 5, 5)
# Every colour has these mountains; two cards show another number on the back.
_MOUNTAINS: Final = {
    2: (3, 4, 5, 6, 7, 8, 9),
    3: (3, 4, 5, 6, 7, 8, 9),
    4: (3, 3, 4, 5, 6, 7, 8),
    5: (3, 3, 4, 4, 5, 6, 7),
}
LOWEST: Final = 3  # of all mountains

GOATS: Final = tuple(
    card_of(colour, value)
    for colour in COLOURS
    for value, copies in _COPIES.items()
    for _ in range(copies)
)


def mountains_of(seats: int) -> list[int]:
    """Return the mountains in increasing order."""
    return [card_of(colour, height) for colour in COLOURS for height in _MOUNTAINS[seats]]


def hand_ranges(seats: int) -> list[range]:
    """Return the places of every seat's first hand in the shuffled goats."""
    ends = [sum(_HANDS[: seat + 1]) for seat in range(seats)]
    return [range(end - _HANDS[seat], end) for seat, end in enumerate(ends)]


Action: TypeAlias = Literal["lay", "take", "discard", "claim", "pass"]
ACTIONS: Final[tuple[Action, ...]] = get_args(Action)
Cards: TypeAlias = tuple[int, ...]

RED: Final = 1


class Move(NamedTuple):
    """An action with its cards in increasing order: `claim` has one, the mountain, `pass` none."""

    action: Action
    cards: Cards

    def __str__(self) -> str:
        return f"{self.action} {name_cards(self.cards)}" if self.cards else self.action


class _Moves(dict[Cards, Move]):
    """The moves of one action by their cards, each made once: moves are values."""

    def __init__(self, action: Action) -> None:
        super().__init__()
        self._action = action

    def __missing__(self, cards: Cards) -> Move:
        self[cards] = Move(self._action, cards)
        return self[cards]


class _Lays(dict[Cards, tuple[Move, ...]]):
    """The lays from cards of one number, in increasing order: one of them, or more."""

    def __missing__(self, cards: Cards) -> tuple[Move, ...]:
        sizes = range(1, len(cards) + 1)
        choices = chain.from_iterable(combinations(cards, size) for size in sizes)
        # The lay of a lost seat comes first: one card, red before blue before green.
        single = cards[0] if cards[0] // 10 == RED else cards[-1]
        self[cards] = tuple(Move("lay", lay) for lay in dict.fromkeys(chain(((single,),), choices)))
        return self[cards]


class _Patterns(dict[tuple[Cards, int], tuple[Cards, ...]]):
    """The ways to choose this many cards, by their places; equal cards have that of the first."""

    def __missing__(self, key: tuple[Cards, int]) -> tuple[Cards, ...]:
        places, number = key
        chosen = dict.fromkeys(tuple(sorted(way)) for way in combinations(places, number))
        self[key] = tuple(chosen)
        return self[key]


# The tables grow as they are asked; there are some hundred ways to hold cards of one number, and
# some thousand to hold equal ones among a few.
LAYS: Final = _Lays().__getitem__
TAKE: Final = _Moves("take").__getitem__
DISCARD: Final = _Moves("discard").__getitem__
CLAIM: Final = _Moves("claim").__getitem__
PASS: Final = Move("pass", ())
_PATTERNS: Final = _Patterns().__getitem__


class Picks(Choices[Move]):
    """The moves with this many of some cards, equal ones being alike.

    The first, which is a lost seat's, has the left-most cards.
    """

    def __init__(self, move: Callable[[Cards], Move], cards: list[int], number: int) -> None:
        self._move = move
        self._cards = cards
        self._patterns = _PATTERNS((tuple([cards.index(card) for card in cards]), number))

    def __len__(self) -> int:
        return len(self._patterns)

    def make(self, place: int) -> Move:
        return self._move(tuple(sorted([self._cards[card] for card in self._patterns[place]])))


def make_move(action: Action, cards: Cards) -> Move:
    """Make a move of an action and cards in any order; IllegalMove if they do not go together."""
    few = {"claim": 1, "pass": 0}.get(action)
    if len(cards) > 12 or (not cards if few is None else len(cards) != few):
        raise IllegalMove(f"{action} does not go with {len(cards)} cards; {FORMS}")
    return Move(action, tuple(sorted(cards)))


_ACTION: Final[dict[str, Action]] = {action: action for action in ACTIONS}
FORMS: Final = "a move is written lay R2 R2 B2, take R3 G1 B1, discard R1 R1, claim R5 or pass"


def parse_move(text: str) -> Move:
    """Read the notation; IllegalMove if it is none."""
    word, space, cards = text.partition(" ")
    if word not in _ACTION:
        raise IllegalMove(f"{text!r} is no move; {FORMS}")
    return make_move(_ACTION[word], read_cards(cards) if space else ())
