"""Wire messages of games: a question as it is sent, enums, and lists of cards."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, Generic, Protocol, TypeVar

from arena.games.contract import AnyGame, Move, State
from arena.games.events import Event
from arena.v1 import arena_pb2 as pb

# More bytes than any move has in its envelope.
_LONGEST: Final = 64

WordT = TypeVar("WordT", bound=str)
NumberT = TypeVar("NumberT", bound=int)


class WireEnum(Protocol[NumberT]):
    """An enum as protoc makes it: for example `SixNimmtVariant`."""

    def items(self) -> list[tuple[str, NumberT]]:
        """The names and the numbers of its values, in the order of the proto file."""


class EnumMap(Generic[WordT, NumberT]):
    """An enum of the wire as our words and back: CHAIR_KIND_SOFT is `soft`.

    The first value, CHAIR_KIND_UNSPECIFIED, has no word. ValueError if the words are not those of
    all others, in their order.
    """

    def __init__(self, enum: WireEnum[NumberT], words: tuple[WordT, ...]) -> None:
        (unspecified, _), *values = enum.items()
        prefix = unspecified.removesuffix("UNSPECIFIED")
        names, numbers = zip(*values, strict=True)
        if list(names) != [prefix + word.upper() for word in words]:
            raise ValueError(f"{', '.join(words)} are not the words of {', '.join(names)}")
        self.number: Final[dict[WordT, NumberT]] = dict(zip(words, numbers, strict=True))
        self.word: Final[dict[NumberT, WordT]] = dict(zip(numbers, words, strict=True))


class CardList(Protocol):
    """A game's own message with one repeated field, `cards`: for example `SixNimmtCards`."""

    @property
    def cards(self) -> Iterable[int]:
        """The cards in their order."""


def fill_lists(field: Any, lists: Iterable[Iterable[int]]) -> None:
    """Add lists of cards to a repeated field of such messages."""
    for cards in lists:
        field.add(cards=cards)


def read_lists(field: Iterable[CardList]) -> list[list[int]]:
    """Return the lists of such a field."""
    return [list(message.cards) for message in field]


def make_turn(game: AnyGame, state: State[Any], seat: int) -> pb.Turn:
    """Return what a seat is sent: its view and its legal moves, without number and times."""
    turn = pb.Turn(legal=[envelope(game, move) for move in state.legal(seat)])
    getattr(turn.view, game.name).CopyFrom(game.view(state, seat))
    return turn


def write_events(events: Iterable[Event]) -> list[pb.Event]:
    """Return events as they are sent to who hears them like that."""
    return [
        pb.Event(
            kind=event.kind,
            seat=event.seat,
            cards=event.cards,
            source=event.source,
            target=event.target,
            points=event.points,
        )
        for event in events
    ]


def read_events(sent: Iterable[pb.Event]) -> list[Event]:
    """Return events as they were sent."""
    return [
        Event(
            one.kind,
            one.seat if one.HasField("seat") else None,
            tuple(one.cards),
            one.source,
            one.target,
            one.points,
        )
        for one in sent
    ]


@lru_cache(maxsize=4096)
def envelope(game: AnyGame, move: Move) -> pb.Move:
    """Return a move as it is sent. Shared: do not change it."""
    # One keyword, named by the game.
    return pb.Move(**{game.name: game.encode(move)})


def read_envelope(game: AnyGame, sent: pb.Move) -> Move:
    """Return the move of an envelope; IllegalMove if it is none of this game's."""
    content = sent.SerializeToString()
    # A longer content is none that we sent, and not worth a place in the cache.
    if len(content) > _LONGEST:
        return _decode(game, sent)
    return _read_envelope(game, content)


@lru_cache(maxsize=4096)
def _read_envelope(game: AnyGame, content: bytes) -> Move:
    return _decode(game, pb.Move.FromString(content))


def _decode(game: AnyGame, sent: pb.Move) -> Move:
    move: Move = game.decode(getattr(sent, game.name))
    return move
