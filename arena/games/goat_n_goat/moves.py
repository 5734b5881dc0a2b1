"""The moves of Goat 'n' Goat and their notation: `lay R2 R2 B2`, `take R3 G1 B1`, `claim R5`."""

from itertools import chain, combinations
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from arena.games.colours import name_cards, read_cards
from arena.games.contract import IllegalMove

Action: TypeAlias = Literal["lay", "take", "discard", "claim", "pass"]
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
    """What can be laid of cards of one number, in increasing order: one of them, or more."""

    def __missing__(self, cards: Cards) -> tuple[Move, ...]:
        sizes = range(1, len(cards) + 1)
        choices = chain.from_iterable(combinations(cards, size) for size in sizes)
        # What a lost seat lays comes first: one card, red before blue before green.
        single = cards[0] if cards[0] // 10 == RED else cards[-1]
        self[cards] = tuple(Move("lay", lay) for lay in dict.fromkeys(chain(((single,),), choices)))
        return self[cards]


# The tables grow as they are asked; there are some hundred ways to hold cards of one number.
LAYS: Final = _Lays().__getitem__
TAKE: Final = _Moves("take").__getitem__
DISCARD: Final = _Moves("discard").__getitem__
CLAIM: Final = _Moves("claim").__getitem__
PASS: Final = Move("pass", ())


def make_move(action: Action, cards: Cards) -> Move:
    """Make a move of an action and cards in any order; IllegalMove if they do not go together."""
    few = {"claim": 1, "pass": 0}.get(action)
    if len(cards) > 12 or (not cards if few is None else len(cards) != few):
        raise IllegalMove(f"{action} does not go with {len(cards)} cards; {FORMS}")
    return Move(action, tuple(sorted(cards)))


_ACTIONS: Final[dict[str, Action]] = {action: action for action in get_args(Action)}
FORMS: Final = "a move is written lay R2 R2 B2, take R3 G1 B1, discard R1 R1, claim R5 or pass"


def parse_move(text: str) -> Move:
    """Read the notation; IllegalMove if it is none."""
    word, space, cards = text.partition(" ")
    if word not in _ACTIONS:
        raise IllegalMove(f"{text!r} is no move; {FORMS}")
    return make_move(_ACTIONS[word], read_cards(cards) if space else ())
