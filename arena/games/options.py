"""The options of a game (its parameters), as text: `limit=66`, `variant=logic`, `rounds=none`.

A game's Options is a frozen dataclass of options (`option`). Their types are `int`, `bool`, `str`,
`tuple[int, ...]` (written `10,6,4`), `Literal[...]` of strings, or one of these `| None`. Its
`__post_init__` checks bounds that cannot be listed, ranges and forms; it raises ValueError.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from itertools import product
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from arena.errors import UserError
from arena.games.contract import AnyGame

ValueT = TypeVar("ValueT")

_WORDS = {"none": None, "true": True, "false": False}
_FORMS = {
    int: "a number",
    bool: "true | false",
    str: "letters",
    tuple[int, ...]: "numbers with commas",
    NoneType: "none",
}
_NUMBERS = re.compile(r"[0-9]{1,9}(,[0-9]{1,9}){0,99}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game, as a person is told of it."""

    name: str
    default: str
    choices: str
    listed: tuple[str, ...]
    """All that it can be; empty where that cannot be listed."""
    help: str


def option(default: ValueT, told: str, *examples: ValueT) -> ValueT:
    """Declare an option of a game, with what a person is told of it.

    The examples are other values to be tried, where not all that it can be is listed.
    """
    more = {"examples": examples} if examples else {}
    declared: ValueT = field(default=default, metadata={"help": told, **more})
    return declared


def describe_options(game: AnyGame) -> Iterator[Option]:
    """Return every option with its default in text form."""
    defaults = write_options(game.Options())
    for one in fields(game.Options):
        hint = _hint(game, one.name)
        choices, listed = " | ".join(_choices(hint)), tuple(map(write_value, _values(hint)))
        yield Option(one.name, defaults[one.name], choices, listed, one.metadata["help"])


def read_options(game: AnyGame, texts: Mapping[str, str]) -> Any:
    """Return the game's Options; those not named have their defaults. UserError if one is wrong."""
    known = [field.name for field in fields(game.Options)]
    for name in texts:
        if name not in known:
            raise UserError(f"{game.title} has no option {name[:40]!r}; it has {', '.join(known)}.")
    values = {name: _read(name, text, _hint(game, name)) for name, text in texts.items()}
    try:
        return game.Options(**values)
    except ValueError as error:
        raise UserError(f"{game.title}: {error}.") from error


def write_options(options: Any) -> dict[str, str]:
    """Return every option in text form, such that `read_options` gives the same back."""
    return {field.name: write_value(getattr(options, field.name)) for field in fields(options)}


def write_given(options: Mapping[str, Any] | None) -> dict[str, str]:
    """Return options in text form that a caller has given as values, or as text."""
    return {str(name): write_value(value) for name, value in (options or {}).items()}


def option_choices(game: AnyGame) -> Iterator[Any]:
    """Return every combination of choices that can be listed, the defaults first.

    Then, for an option that cannot be listed (a number, a text), the default options with another
    value of it: the examples of its field's metadata, or 2, a short game where it is a length.
    """
    default = game.Options()
    hints = get_type_hints(game.Options)
    listed = {name: _listed(hint, getattr(default, name)) for name, hint in hints.items()}
    for values in product(*listed.values()):
        yield from _changed(default, dict(zip(listed, values, strict=True)))
    for one in fields(game.Options):
        for value in one.metadata.get("examples", _unlisted(hints[one.name])):
            if value != getattr(default, one.name):
                yield from _changed(default, {one.name: value})


def _changed(default: Any, values: dict[str, Any]) -> Iterator[Any]:
    try:
        yield replace(default, **values)
    except ValueError:  # The options refuse it, beside these others.
        return


def _listed(hint: Any, default: Any) -> tuple[Any, ...]:
    """Return the choices of an option, its default first."""
    return default, *(choice for choice in _values(hint) if choice != default)


def _values(hint: Any) -> tuple[Any, ...]:
    """Return all values that an option can have; none where they cannot be listed."""
    return {bool: (False, True)}.get(hint, get_args(hint) if get_origin(hint) is Literal else ())


def _unlisted(hint: Any) -> tuple[Any, ...]:
    values = {int: 2, NoneType: None}
    return tuple(values[part] for part in (hint, *get_args(hint)) if part in values)


@cache  # It costs more than all else in reading the options of a plan.
def _hint(game: AnyGame, name: str) -> Any:
    return get_type_hints(game.Options)[name]


def _choices(hint: Any) -> Iterator[str]:
    if get_origin(hint) is Literal:
        yield from get_args(hint)
    elif get_args(hint) and get_origin(hint) is not tuple:
        for part in get_args(hint):
            yield from _choices(part)
    else:
        yield _FORMS[hint]


def _read(name: str, text: str, hint: Any) -> Any:
    value = _value(text)
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    for part in parts:
        is_choice = get_origin(part) is Literal and value in get_args(part)
        if is_choice or type(value) is (get_origin(part) or part):
            return value
    choices = " | ".join(_choices(hint))
    # A stranger's record may say it at any length.
    raise UserError(f"Option {name} cannot be {text[:40]!r}; it can be {choices}.")


def _value(text: str) -> Any:
    if text in _WORDS:
        return _WORDS[text]
    if _NUMBERS.fullmatch(text):
        numbers = tuple(map(int, text.split(",")))
        return numbers if len(numbers) > 1 else numbers[0]
    return text


def write_value(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)
