"""Parameters of a bot: `bot.toml` declares them with their defaults, and a command may set others.

    [parameters]
    depth = 2

`my_bot?depth=3` is then the same bot with another depth. The default says the type of a parameter:
a whole number, a number, true or false, or a word. Words begin with a letter, so every value can be
told from its text alone.
"""

import re
from collections.abc import Mapping
from math import isfinite
from typing import Any, Final, TypeAlias

from arena.errors import UserError

Parameter: TypeAlias = bool | int | float | str

MAX_PARAMETERS: Final = 20
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,29}")
# At most 15 digits, which a number of 64 bits holds exactly in every language.
_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,15}")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,15}(\.[0-9]{1,15})?([eE][+-]?[0-9]{1,2})?")
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9._:/+-]{0,99}")
_TRUTH: Final = {"true": True, "false": False}
_RIGHT: Final = "expected for example my_bot?depth=3&time=0.1"
_KINDS: Final[dict[type, str]] = {
    bool: "true or false",
    int: "a whole number of up to 15 digits",
    float: "a number, for example 0.5",
    str: "a word of up to 100 letters of a to z, digits and . _ : / + - that begins with a letter",
}


def split_parameters(text: str) -> tuple[str, dict[str, str]]:
    """Return the words before the question mark, and what is said behind it by name."""
    where, mark, behind = text.partition("?")
    given: dict[str, str] = {}
    for part in behind.split("&") if mark else ():
        name, _, value = part.partition("=")
        if not name or not value:
            raise UserError(f"{part!r} gives no parameter a value; {_RIGHT}.")
        if name in given:
            raise UserError(f"The parameter {name!r} is given twice; {_RIGHT}.")
        given[name] = value
    return where, given


def check_parameters(declared: Mapping[str, Any]) -> None:
    """UserError, as the end of a sentence, if these cannot be the parameters of a bot."""
    if len(declared) > MAX_PARAMETERS:
        raise UserError(f"has {len(declared)} parameters; {MAX_PARAMETERS} are the most.")
    for name, value in declared.items():
        if not _NAME.fullmatch(name):
            raise UserError(
                f"has a parameter {name!r}; expected a name of up to 30 letters of a to z, digits"
                " and _ that begins with a letter."
            )
        if type(value) not in _KINDS or _read(write_value(value), type(value)) != value:
            kinds = "; or ".join(_KINDS.values())
            raise UserError(f"has a parameter {name} that cannot be; expected {kinds}.")


def set_parameters(
    declared: Mapping[str, Parameter], given: Mapping[str, str]
) -> dict[str, Parameter]:
    """Return the parameters with those values that were given; UserError if that makes no sense."""
    changed = dict(declared)
    for name, text in given.items():
        if name not in declared:
            known = f"its parameters are {', '.join(declared)}" if declared else _NONE
            raise UserError(f"The bot has no parameter {name!r}; {known}.")
        kind = type(declared[name])
        value = _read(text, kind)
        if value is None:
            raise UserError(f"The parameter {name} cannot be {text!r}; expected {_KINDS[kind]}.")
        changed[name] = value
    return changed


_NONE: Final = "its bot.toml declares none, as it would by [parameters] and a line like depth = 2"


def write_value(value: Parameter) -> str:
    """Return a value as text, as a bot is sent it and as TOML has numbers: `true`, `3`, `0.1`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def write_parameters(parameters: Mapping[str, Parameter]) -> dict[str, str]:
    return {name: write_value(value) for name, value in parameters.items()}


def tell_parameters(written: Mapping[str, str]) -> str:
    """Return parameters in one line, as a table shows them; empty if there are none."""
    return ", ".join(f"{name}={value}" for name, value in sorted(written.items()))


def _read(text: str, kind: type) -> Parameter | None:
    """Return a value of this type; None if the text is none."""
    if kind is bool:
        return _TRUTH.get(text)
    if kind is int:
        return int(text) if _WHOLE.fullmatch(text) else None
    if kind is float:
        return float(text) if _NUMBER.fullmatch(text) and isfinite(float(text)) else None
    return text if _WORD.fullmatch(text) and text not in _TRUTH else None
