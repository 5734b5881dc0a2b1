"""The part of an exception that an author is shown: their own lines first, and none of their
callers."""

import sys
import traceback
from types import TracebackType
from typing import Final

_OURS: Final = ("arena", "arena_sdk", "runpy")


class ProviderAway(Exception):  # noqa: N818 - named as what it says
    """To be raised by a bot when a service that it asks is away; its text says how.

    With `--box inline` the match ends as by Ctrl-C: no game is forfeited, and the same command goes
    on with what is missing. In any other box it is `crashed`, as every exception is.
    """


def print_error(error: BaseException) -> None:
    """Print an exception as Python does that ends a program, from the author's first line on."""
    part = _authors_part(error)
    sys.excepthook(type(error), error.with_traceback(part), part)


def format_error(error: BaseException) -> str:
    """Return what Python prints of an exception, from the author's first line on."""
    return "".join(traceback.format_exception(type(error), error, _authors_part(error)))


def _authors_part(error: BaseException) -> TracebackType | None:
    """Return the traceback without the calls that lead to the author's code.

    If none does, its last call is left: the error is there.
    """
    part = error.__traceback__
    while part is not None and _is_ours(part) and part.tb_next is not None:
        part = part.tb_next
    return part


def _is_ours(part: TracebackType) -> bool:
    module = part.tb_frame.f_globals.get("__name__") or ""
    return module.partition(".")[0] in _OURS
