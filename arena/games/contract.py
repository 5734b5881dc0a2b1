"""The interface of a game and of its states: what the referee, the SDK and every bot rely on.

Games here have imperfect information, sequential and simultaneous decisions, and 2 to 10 players,
who are called seats. Names that other projects use for the same stand in `docs/glossary.md`. Read
this page before adding a game; `testing/` checks that a game keeps to it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final, Generic, Self, TypeAlias, TypeVar

from google.protobuf.message import Message
from mypy_extensions import mypyc_attr

from arena.games.deal import Deal
from arena.games.events import Event
from arena.games.scene import Scene
from arena.games.words import Guide

# A question to a seat, its view and all its legal moves, has at most this many bytes on the wire.
LARGEST_TURN: Final = 256 * 1024

# A NamedTuple whose str() is the move's text notation, for example "14" or "row 2".
Move: TypeAlias = tuple[Any, ...]
MoveT = TypeVar("MoveT", bound=Move)
ViewT = TypeVar("ViewT", bound=Message)
MessageT = TypeVar("MessageT", bound=Message)
StateT = TypeVar("StateT", bound="State[Any]")


class IllegalMove(Exception):  # noqa: N818 - a fact of the game, not an error of the program
    """The rules do not allow this move now; the text says why. The state is as it was."""


@mypyc_attr(native_class=False)
class Nonconformance(AssertionError):  # noqa: N818 - the word for it
    """A promise of the contract is broken. Says which, where, and what would have been right."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC, Generic[MoveT]):
    """The state of one game, hidden information included. Mutable, small, and fast to search.

    The members here are the same in every game, and a bot may call and read them. A game's state
    has fields of its own, in its `rules.py`: a bot may read them, too, but only `play` and `refuse`
    may change them. They follow the rules of the game and may have other names in another version.
    """

    to_act: tuple[int, ...]
    """The players to move, as ascending seats: none in a terminal state, one, or all that still owe
    a move of a simultaneous decision."""

    shuffles: tuple[tuple[int, ...], ...]
    """The chance outcomes so far: one tuple of cards for each shuffle, the top card first.

    An imagined state has only those since it was imagined.
    """

    events: list[Event] | None = None
    """The events since this was set to an empty list, in public order: no card moves and no score
    changes without one. None: nothing is noted, which costs nothing. So it is in a copy.
    """

    @abstractmethod
    def legal(self, seat: int) -> Sequence[MoveT]:
        """Return the legal actions of a seat that is to act: never none, each once.

        A seat that has forfeited plays the first.
        """

    @abstractmethod
    def play(self, seat: int, move: MoveT) -> None:
        """Apply an action: make a move, or raise IllegalMove and change nothing.

        A simultaneous move stays hidden from all views until the last seat has made its own.
        """

    def refuse(self, seat: int) -> bool:  # noqa: ARG002 - for those games that need it
        """Be told that a seat that is to act gave an answer that is no legal move.

        Return whether the rulebook has its own penalty for this and lets the seat try once more.
        Otherwise, as in most games, it forfeits. The decision and its seats stay as they are.
        """
        return False

    @abstractmethod
    def copy(self) -> Self:
        """Return a clone: an equal state that shares nothing with this one that can change."""

    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """Return the returns: the score of every seat as it stands, higher is better in every game.

        They need not sum to zero.
        """

    @abstractmethod
    def ranks(self) -> tuple[int, ...]:
        """Return the rank of every seat by the rulebook, 1 is best; equal numbers are ties."""

    @abstractmethod
    def cards(self) -> Iterable[int]:
        """Return every card of the game, wherever it lies, so that a check can count them."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(ABC, Generic[StateT, MoveT, ViewT, MessageT]):
    """The rules of one game, its views and its wire format. All that changes is in the State."""

    name: ClassVar[str]
    """The folder's name, the proto file's and the field's in the envelopes View and Move."""

    title: ClassVar[str]
    rules: ClassVar[str]
    """The release since which any seed and moves make the same game: "1.0"."""
    seats: ClassVar[range]
    unit: ClassVar[str]
    """The unit of a score, in the plural: "points"."""
    kinds: ClassVar[tuple[str, ...]]
    """The kinds of its events."""

    spread: ClassVar[float] = 0.5
    """The deviation of the strengths of a field of bots, in logits: 1.13 times the skill / luck of
    `bench.luck`, where the best errs in every fifth move and the worst in four of five."""

    house_playouts: ClassVar[int] = 100
    """Playouts a decision by which the sample bot searcher is two steps strong. They take a slow
    CPU a tenth of the usual clock."""

    Options: ClassVar[type]
    """A frozen dataclass of the rulebook's variants; see `options.py`."""
    short: ClassVar[Mapping[str, str]] = {}
    """Options of a short game as text, where the usual one takes long."""

    def seats_for(self, options: Any) -> Sequence[int]:  # noqa: ARG002 - the same
        """Return how many seats can play with these options: all of `self.seats`, or some."""
        return self.seats

    def teams(self, seats: int, options: Any) -> Sequence[int]:  # noqa: ARG002 - the same
        """Return the team of every seat as a number. The seats of a team always share its rank."""
        return range(seats)

    @abstractmethod
    def start(self, seats: int, deal: Deal, options: Any) -> StateT:
        """Deal a game. `seats` is one of `self.seats_for(options)`, `options` a `self.Options`."""

    @abstractmethod
    def view(self, state: StateT, seat: int) -> ViewT:
        """Return the information state of a seat that is to act: all that it may know, no more.

        It holds what still matters of the history; who wants more of that has to remember it, or
        asks for the events.
        """

    def imagine(self, view: ViewT, rng: Random) -> StateT:
        """Return a determinization: a full state of the view's information set, drawn uniformly.

        Cards that the seat has not seen are dealt again by `rng`. Every deal that agrees with the
        view is as likely as the others, however the other seats are likely to play. These have not
        yet made their part of a simultaneous decision. Later shuffles are drawn by `rng`, too.
        """
        return self.imaginer(view)(rng)

    @abstractmethod
    def imaginer(self, view: ViewT) -> Callable[[Random], StateT]:
        """Return `imagine` for one view: a function that draws another state every time.

        The view is read once, so this is the way to draw many.
        """

    @abstractmethod
    def unseen(self, state: StateT, seat: int) -> Iterable[tuple[int, int]]:
        """Return the hidden information of a seat: (shuffle, position) pairs, both from 0 on.

        They are the places of `state.shuffles` whose cards it has not seen.
        Dealing these places again must not change what the seat is sent; that is checked.
        """

    @abstractmethod
    def encode(self, move: MoveT) -> MessageT:
        """Return the game's own wire message of a move."""

    @abstractmethod
    def decode(self, message: MessageT) -> MoveT:
        """Return the move of a wire message, or raise IllegalMove if it is none of this game's."""

    @abstractmethod
    def parse(self, text: str) -> MoveT:
        """Return the move of a text notation, or raise IllegalMove if it is none."""

    def tell(self, events: Iterable[Event], seat: int | None = None) -> list[str]:
        """Return events in sentences of at most 20 words, as a seat may hear them; or as all may.

        Changes that its scene shows besides, such as where a deck went, need not be told.
        """
        return [*self.narrate([event.seen_by(seat) for event in events], seat)]

    @abstractmethod
    def narrate(self, events: Sequence[Event], seat: int | None) -> Iterator[str]:
        """Word events that are made for a seat, which is called "you"; for None there is none."""

    @abstractmethod
    def guide(self, state: StateT, seat: int) -> Guide:
        """Return the rule of the moment for a seat that is to act, with a note on each legal move.

        It says what the rules make of a move as far as the seat may know, not whether it is good.
        """

    @abstractmethod
    def rules_in_short(self, seats: int, options: Any) -> Iterable[str]:
        """Return the rules in sentences of at most 20 words: enough to play by, and no more."""

    def longest_text(self, options: Any) -> int:  # noqa: ARG002 - the same
        """Return how many characters a question as text (`text.py`) has at most, without moves."""
        return 2000

    def card_name(self, card: int) -> str:
        """Return the notation of a card: its number, if nothing else is said."""
        return str(card)

    @abstractmethod
    def scene(self, state: StateT, seat: int | None = None) -> Scene:
        """Return the table for an onlooker, who sees every card; or as a seat sees it, at any time.

        A seat's scene holds nothing that its view does not; that is checked as the view is.
        """


AnyGame: TypeAlias = Game[Any, Any, Any, Any]


# The seats to act where it is one alone, by that seat. Each made once, which is faster.
ONLY: Final = tuple((seat,) for seat in range(10))


def give_up(hand: list[MoveT], move: MoveT) -> bool:
    """Take a move out of a hand that is held as moves; return whether it was there."""
    for place, held in enumerate(hand):
        # Nearly always it is the very same object, which is soon seen.
        if held is move:
            del hand[place]
            return True
    if move not in hand:
        return False
    hand.remove(move)
    return True


def not_to_act(seat: int) -> IllegalMove:
    """Return what to raise for a move of a seat that owes none."""
    return IllegalMove(f"seat {seat} is not to act")


def not_possible(move: Move, legal: Iterable[Move]) -> IllegalMove:
    """Return what to raise for a move that is none of the legal ones."""
    return IllegalMove(f"{move} is not possible; possible is {', '.join(map(str, legal))}")


def team_scores(scores: Sequence[int], teams: Sequence[int]) -> tuple[int, ...]:
    """Return for every seat what all seats of its team have scored together."""
    sums = dict.fromkeys(teams, 0)
    for team, score in zip(teams, scores, strict=True):
        sums[team] += score
    return tuple(sums[team] for team in teams)


def competition_ranks(keys: Sequence[Any]) -> tuple[int, ...]:
    """Rank by key, the greatest first: 1, 1, 3, 4. Equal keys are ties."""
    ordered = sorted(keys, reverse=True)
    return tuple(ordered.index(key) + 1 for key in keys)
