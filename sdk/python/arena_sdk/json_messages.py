"""Messages as canonical JSON: the JSON of protobuf, as the stdio bridge speaks it.

Names are in lower camel case, what is 0 or empty is left out, 64-bit integers are strings, bytes
are base64. That is what `google.protobuf.json_format` writes, too; it takes five times as long,
since it looks at every field again. Here a message's type is looked at once.

Source: https://protobuf.dev/programming-guides/json/
"""

import json
from base64 import b64encode
from collections.abc import Callable
from functools import cache
from typing import Any, Final, TypeAlias

from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

Plain: TypeAlias = Any
Convert: TypeAlias = Callable[[Any], Plain]

# Those whose numbers a program that reads JSON may not be able to keep.
_LONG: Final = {
    FieldDescriptor.TYPE_INT64,
    FieldDescriptor.TYPE_UINT64,
    FieldDescriptor.TYPE_SINT64,
    FieldDescriptor.TYPE_FIXED64,
    FieldDescriptor.TYPE_SFIXED64,
}


class UnreadableError(ValueError):
    """A text is no message. Says in a sentence without its end why."""


def _read_object(pairs: list[tuple[str, Plain]]) -> dict[str, Plain]:
    """Return an object of JSON. UnreadableError if it has a name twice."""
    plain = dict(pairs)
    if len(plain) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise UnreadableError(f"it has {twice!r} twice in one object")
    return plain


def _refuse_number(name: str) -> Plain:
    raise UnreadableError(f"{name} is no number of JSON")


# Made once: `json.dumps` and `json.loads` make them again each time.
_encode: Final = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
_decode: Final = json.JSONDecoder(
    object_pairs_hook=_read_object, parse_constant=_refuse_number
).decode


def write_message(message: Message) -> bytes:
    """Return a message as one line of JSON, with the end of the line."""
    return _encode(_converter(message.DESCRIPTOR)(message)).encode() + b"\n"


def read_message(line: bytes, message: Message) -> None:
    """Read a line of JSON into a message. UnreadableError if it is none of this type."""
    try:
        plain = _decode(line.decode())
    except RecursionError as error:
        raise UnreadableError("it is nested too deeply") from error
    except UnicodeDecodeError as error:
        raise UnreadableError(f"it is no UTF-8 from byte {error.start + 1} on") from error
    except UnreadableError:
        raise
    except ValueError as error:
        raise UnreadableError(f"it is no JSON: {error}") from error
    if not isinstance(plain, dict):
        raise UnreadableError("it is no JSON object")
    try:
        json_format.ParseDict(plain, message)
    except json_format.ParseError as error:
        # Its other lines list what a type has.
        raise UnreadableError(str(error).splitlines()[0].rstrip(".")) from error


@cache
def _converter(descriptor: Descriptor) -> Convert:
    """Return what turns a message of this type into what `json.dumps` takes."""
    fields = {field: (field.json_name, _convert_field(field)) for field in descriptor.fields}

    def convert(message: Message) -> Plain:
        plain = {}
        for field, value in message.ListFields():
            name, one = fields[field]
            plain[name] = value if one is None else one(value)
        return plain

    return convert


def _convert_field(field: FieldDescriptor) -> Convert | None:
    """Return what converts a field's value; None where it is good as it is."""
    kind = field.message_type
    if kind is not None and kind.GetOptions().map_entry:
        return dict
    one = _convert_value(field)
    if not field.is_repeated:
        return one
    return list if one is None else lambda values: [one(value) for value in values]


def _convert_value(field: FieldDescriptor) -> Convert | None:
    if field.message_type is not None:
        return _converter(field.message_type)
    if field.enum_type is not None:
        names = {value.number: value.name for value in field.enum_type.values}
        # Values of a later revision have no name here yet.
        return lambda number: names.get(number, number)
    if field.type in _LONG:
        return str
    if field.type == FieldDescriptor.TYPE_BYTES:
        return lambda content: b64encode(content).decode()
    return None
