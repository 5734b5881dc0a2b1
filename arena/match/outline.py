"""Size limits of a record, counted on its bytes before any message is built.

A message without content takes two bytes of a file and a hundred times as many of the memory. So a
record is first read as an outline, in which a part is no more than its bytes. The messages built
then take no more memory than an honest record of the same size.
"""

from typing import Any, Final

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.descriptor_pb2 import FieldDescriptorProto as Field

# The bots, options and missing protections of a plan, each; no game has more than ten seats.
_MOST_IN_PLAN: Final = 100
# An answer that was refused and could not be read has six: nobody's has less.
_ENTRY_BYTES: Final = 4
_PARTS: Final = Field.LABEL_REPEATED, Field.TYPE_BYTES, ""
# The fields that are counted, as in `record.proto`: number, label, type and its name.
_MESSAGES: Final = {
    "Record": {
        "plan": (2, Field.LABEL_OPTIONAL, Field.TYPE_MESSAGE, ".outline.Plan"),
        "games": (3, *_PARTS),
    },
    "Plan": {
        "options": (2, *_PARTS),
        "bots": (3, *_PARTS),
        "games": (4, Field.LABEL_OPTIONAL, Field.TYPE_UINT32, ""),
        "allow_missing": (8, *_PARTS),
    },
    "Game": {"entries": (3, *_PARTS), "forfeits": (4, *_PARTS)},
}


def find_excess(payload: bytes) -> str:
    """Return what a serialised record has too much of, as the end of a sentence; empty if nothing.

    DecodeError if it is no record at all.
    """
    record = _RECORD.FromString(payload)
    plan = record.plan
    if max(len(plan.options), len(plan.bots), len(plan.allow_missing)) > _MOST_IN_PLAN:
        return "a plan that no match has"
    if len(record.games) > plan.games:
        return f"{len(record.games):,} games, and its plan {plan.games:,}"
    for number, content in enumerate(record.games, start=1):
        game = _GAME.FromString(content)
        if len(game.entries) * _ENTRY_BYTES > sum(map(len, game.entries)):
            return f"{len(game.entries):,} entries in game {number:,}, most of them with nothing in"
        if len(game.forfeits) > len(plan.bots):
            return f"{len(game.forfeits):,} forfeits in game {number:,}, more than it has seats"
    return ""


def _make_classes() -> dict[str, Any]:
    file = descriptor_pb2.FileDescriptorProto(name="outline", package="outline", syntax="proto3")
    for name, fields in _MESSAGES.items():
        message = file.message_type.add(name=name)
        for field, (number, label, kind, type_name) in fields.items():
            message.field.add(
                name=field, number=number, label=label, type=kind, type_name=type_name or None
            )
    return message_factory.GetMessages([file], descriptor_pool.DescriptorPool())


_CLASSES: Final = _make_classes()
_RECORD: Final = _CLASSES["outline.Record"]
_GAME: Final = _CLASSES["outline.Game"]
