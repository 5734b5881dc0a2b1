"""The kinds of questions that a game asks: the decisions that its view names."""

from collections import Counter
from functools import cache

from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message

from arena.games import AnyGame
from arena.v1 import arena_pb2 as pb


def decisions_of(game: AnyGame) -> tuple[str, ...]:
    """Return a word for each decision that a game asks for, under any of its options."""
    return tuple(_words(pb.View.DESCRIPTOR.fields_by_name[game.name].message_type).values())


def view_of(turn: pb.Turn) -> Message:
    """Return the game's own view of a question."""
    view: Message = getattr(turn.view, turn.view.WhichOneof("game") or "")
    return view


def decision_of(view: Message) -> str:
    """Return the word for the decision that a game's own view asks for."""
    return _words(view.DESCRIPTOR)[getattr(view, "decision", 0)]


@cache
def _words(view: Descriptor) -> dict[int, str]:
    field = view.fields_by_name.get("decision")
    if field is None or field.enum_type is None:
        return {0: "move"}
    unspecified, *values = field.enum_type.values
    prefix = unspecified.name.removesuffix("UNSPECIFIED")
    return {value.number: value.name.removeprefix(prefix).lower() for value in values}


def tell_kinds(kinds: Counter[str]) -> str:
    """Return how many questions there were, and of which kinds, in words."""
    said = f"{kinds.total()} questions"
    if len(kinds) == 1:
        return said
    return f"{said}: {', '.join(f'{number} {kind}' for kind, number in kinds.items())}"
