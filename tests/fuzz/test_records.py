"""Whatever a record says, with a digest that fits, it can be played again or is one sentence."""

from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import DecodeError, Message
from hypothesis import given
from hypothesis import strategies as st

from arena.cli.replay import narrate, narrate_events
from arena.errors import UserError
from arena.games import find_game, game_names
from arena.games.testing.random_play import Table
from arena.match.record import pack_record, unpack_record
from arena.match.replay import describe, open_replays, verify
from arena.v1 import record_pb2 as rec
from ladder.log.proof import conclude
from tests.fuzz.fuzzing import accept, assert_sentence, fuzz, mutations
from tests.match.playing import make_record

# Of every game one without and one with forfeits.
RECORDS = [
    make_record(Table(game, game.seats[1], game.Options(), 5), erring)
    for game in map(find_game, game_names())
    for erring in (0.0, 0.1)
]
EDGES = (0, 1, 2, 3, 9, 10, 99, 104, 105, 2**31 - 1, 2**32 - 1, 2**63)
TEXTS = ("", "x", "six_nimmt", "none", "9" * 300, "\x1b[2J", "\u202e", "[/b]")


def read(record: rec.Record) -> None:
    """Do with it all that a command does."""
    try:
        record = unpack_record(pack_record(record), "x.arena")
        verify(record)
        for replay in open_replays(record):
            describe(replay)
            list(narrate(replay))
            list(narrate_events(replay))
        check(record)
        accept()
    except UserError as mistake:
        assert_sentence(mistake)


def check(record: rec.Record) -> None:
    """What was believed is about the seats that there are, and a ladder can count it."""
    seats = {*range(len(record.plan.bots))}
    for played in record.games:
        assert {*played.seating} == seats
        lost = [forfeit.seat for forfeit in played.forfeits]
        assert sorted(lost) == sorted({entry.seat for entry in played.entries if entry.fallback})
        assert len(played.scores) == len(played.ranks) == len(seats)
    concluded = conclude(1, 1, record, "")
    assert len(concluded.ranks) == len(record.games)
    assert all(len(ranks) == len(seats) for ranks in concluded.ranks)


@fuzz(75)
@given(data=st.data())
def test_a_record_of_changed_bytes_is_played_again_or_one_sentence(data: st.DataObject) -> None:
    whole = data.draw(st.sampled_from(RECORDS)).SerializeToString(deterministic=True)
    try:
        record = rec.Record.FromString(data.draw(mutations(whole)))
    except DecodeError:
        return
    if record.plan.games <= 1000:
        read(record)


@fuzz(60)
@given(data=st.data())
def test_a_record_of_changed_fields_is_played_again_or_one_sentence(data: st.DataObject) -> None:
    record = rec.Record()
    record.CopyFrom(data.draw(st.sampled_from(RECORDS)))
    for _ in range(data.draw(st.integers(1, 4))):
        change(record, data)
    if record.plan.games <= 1000:
        read(record)


def change(message: Message, data: st.DataObject) -> None:
    """Change a field of a message, or of one within it: set, cleared, doubled or moved."""
    fields: list[Any] = list(message.DESCRIPTOR.fields)
    field = data.draw(st.sampled_from(fields))
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        getattr(message, field.name)[data.draw(st.sampled_from(TEXTS))] = "x"
    elif field.is_repeated:
        change_list(getattr(message, field.name), field, data)
    elif data.draw(st.integers(0, 9)) == 0:
        message.ClearField(field.name)
    elif field.message_type is not None:
        change(getattr(message, field.name), data)
    else:
        setattr(message, field.name, value_of(field, data))


def change_list(values: Any, field: FieldDescriptor, data: st.DataObject) -> None:
    deed = data.draw(st.integers(0, 5))
    at = data.draw(st.integers(0, max(len(values) - 1, 0)))
    if not values:
        if field.message_type is not None:
            values.add()
    elif deed == 0:
        values.extend([values[at]])
    elif deed == 1:
        del values[at]
    elif field.message_type is not None:
        change(values[at], data)
    else:
        values[at] = value_of(field, data)


def value_of(field: FieldDescriptor, data: st.DataObject) -> Any:
    kinds = {
        FieldDescriptor.CPPTYPE_BOOL: st.booleans(),
        FieldDescriptor.CPPTYPE_STRING: st.sampled_from(TEXTS),
        FieldDescriptor.CPPTYPE_UINT32: numbers(0, 2**32 - 1),
        FieldDescriptor.CPPTYPE_UINT64: numbers(0, 2**64 - 1),
        FieldDescriptor.CPPTYPE_INT32: numbers(-(2**31), 2**31 - 1),
        FieldDescriptor.CPPTYPE_INT64: numbers(-(2**63), 2**63 - 1),
        FieldDescriptor.CPPTYPE_ENUM: numbers(0, 2**31 - 1),
    }
    if field.type == FieldDescriptor.TYPE_BYTES:
        return data.draw(st.binary(max_size=20))
    return data.draw(kinds[field.cpp_type])


def numbers(least: int, most: int) -> st.SearchStrategy[int]:
    usual = st.sampled_from([edge for edge in (*EDGES, least) if least <= edge <= most])
    return usual | st.integers(least, most)
