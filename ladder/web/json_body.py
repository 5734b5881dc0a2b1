"""The body of a request as JSON, read into what it has to be."""

from typing import Final, TypeVar

import msgspec
from fastapi import Request

from arena.errors import UserError
from ladder.web.refused import RefusedError

BodyT = TypeVar("BodyT")


def _read_number(text: str) -> float:
    """Return a number of JSON, in which 1.0 is a whole number, too."""
    number = float(text)
    return int(number) if number.is_integer() else number


_JSON: Final = msgspec.json.Decoder(float_hook=_read_number)


async def read_json(
    request: Request, kind: type[BodyT], wrong: str = "The body is not right"
) -> BodyT:
    """Return what was sent. UserError, which begins with `wrong`, if it is something else."""
    try:
        return msgspec.convert(_JSON.decode(await request.body()), kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UserError(f"{wrong}: {error}.") from error


def require_json(request: Request) -> None:
    """RefusedError for a body that does not say that it is JSON.

    No other site can have a browser send JSON here without being asked first.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise RefusedError(415, "This takes JSON, with the content type application/json.")
