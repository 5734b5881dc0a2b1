"""The encoding of a game for learning: what a seat knows as features, and moves as few actions.

A *feature* is a number; all of them together are an observation of always the same length, whatever
the options and however many seats play. An *action* is a number of a fixed action space. A move is
a word of one or more actions, chosen one after another (an autoregressive policy): in 6 nimmt! and
TonTon always one, in Big Fish and Goat 'n' Goat fish after fish and goat after goat.

Nothing here needs more than the rules, so a bot in its box has the same encoding as the learning
program: `arena_sdk.learning`. The site lists every element on the page of the game.
"""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeAlias

from mypy_extensions import mypyc_attr

from arena.games.contract import IllegalMove, MoveT, StateT

# Actions chosen one after another.
Word: TypeAlias = tuple[int, ...]


class Numbers(Protocol):
    """Anything to write features into: a list, an array, or the memory of a numpy row."""

    def __getitem__(self, place: int, /) -> float: ...
    def __setitem__(self, place: int, number: float, /) -> None: ...


class Span(NamedTuple):
    """Some elements of an observation, or some actions, that follow one another."""

    name: str
    size: int
    meaning: str
    """The meaning of element k, or of action k, k from 0 on."""


def starts(spans: Sequence[Span]) -> dict[str, int]:
    """Return where every span begins."""
    places: dict[str, int] = {}
    place = 0
    for span in spans:
        places[span.name] = place
        place += span.size
    return places


def one_hot(names: Sequence[str]) -> str:
    """Return the meaning of a span that has 1 at one of these and 0 at the others."""
    return f"1 at what it is: {', '.join(names)}"


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoding(ABC, Generic[StateT, MoveT]):
    """How one game is encoded. Pure, and without state: one object a game.

    Seats come in the order of play, the seat itself first, so that a policy learnt in one seat
    holds in all. If fewer seats play than could, the elements of the others are 0.
    """

    features: ClassVar[Sequence[Span]]
    """The elements of an observation, in order."""

    actions: ClassVar[Sequence[Span]]
    """The fixed action space, in order."""

    action_names: ClassVar[Sequence[str]]
    """Every action in the notation of the game: "55", "row 2", "end"."""

    @abstractmethod
    def write(self, state: StateT, seat: int, begun: Word, out: Numbers) -> None:
        """Write the features that are not 0 into `out`, which has nothing but zeros.

        They follow from what the seat may know at this time, whether it is asked or not, and from
        the actions with which it has begun its move. So they are the same of a state imagined from
        its view.
        """

    @abstractmethod
    def next_actions(self, state: StateT, seat: int, begun: Word) -> Sequence[int]:
        """Return the actions that can follow, each once; none if the move is complete."""

    @abstractmethod
    def read(self, state: StateT, word: Word) -> MoveT:
        """Return the move that a complete word means for the decision of this state."""

    @abstractmethod
    def spell(self, move: MoveT) -> Word:
        """Return the word of a move, for example of one to be imitated.

        A `MoveBuilder` that is to make it takes `word[len(builder.begun)]` as its next action.
        """

    def observe(self, state: StateT, seat: int, begun: Word = ()) -> "array[float]":
        """Return all features as 32-bit floats; `numpy.asarray` takes them without a copy."""
        numbers = array("f", bytes(4 * count_elements(self.features)))
        self.write(state, seat, begun, numbers)
        return numbers


AnyEncoding: TypeAlias = Encoding[Any, Any]


@cache
def count_elements(spans: Sequence[Span]) -> int:
    """Return how many elements or actions some spans have together."""
    return sum(span.size for span in spans)


@cache
def find_encoding(game: str) -> AnyEncoding:
    """Return the encoding of the game of this name."""
    encoding: AnyEncoding = import_module(f"arena.games.{game}.encoding").ENCODING
    return encoding


class MoveBuilder(Generic[StateT, MoveT]):
    """One move of a seat that is to act, put together action by action.

    A single action that can follow is taken at once: a policy is never asked in the middle of a
    move without a choice.
    """

    __slots__ = ("_encoding", "_state", "actions", "begun", "seat")

    actions: Sequence[int]
    """The actions that can be chosen now."""
    begun: Word
    """The actions chosen so far."""

    def __init__(self, encoding: Encoding[StateT, MoveT], state: StateT, seat: int) -> None:
        self._encoding = encoding
        self._state = state
        self.seat = seat
        self.begun = ()
        self.actions = encoding.next_actions(state, seat, ())

    def observe(self) -> "array[float]":
        """Return the features at this point of the move."""
        return self._encoding.observe(self._state, self.seat, self.begun)

    def add(self, action: Any) -> MoveT | None:
        """Choose an action; return the move once it is complete. IllegalMove if it cannot follow.

        An action is a number, be it an `int` or one of numpy's.

        The move is not yet made in the state.
        """
        if action not in self.actions:
            raise IllegalMove(explain(self._encoding, action, self.actions))
        self.begun = (*self.begun, int(action))
        follow = self._encoding.next_actions(self._state, self.seat, self.begun)
        while len(follow) == 1:
            self.begun = (*self.begun, *follow)
            follow = self._encoding.next_actions(self._state, self.seat, self.begun)
        self.actions = follow
        return None if follow else self._encoding.read(self._state, self.begun)


def explain(encoding: AnyEncoding, action: object, possible: Sequence[int]) -> str:
    """Say why an action cannot be chosen, and which ones can, some of many."""
    names = encoding.action_names
    told = [f"{other} ({names[other]})" for other in possible[:8]]
    if len(possible) > len(told):
        told.append("others")
    what = repr(action)[:40]
    if isinstance(action, int) and 0 <= action < len(names):
        what = f"{action} ({names[action]})"
    return f"action {what} is not possible; possible is {', '.join(told)}"
