"""The answer to a request that is refused: a sentence, with a status of HTTP."""

from collections.abc import Mapping
from typing import Final

from arena.errors import NotFound, NotNow, NotOwn, UsedUp, UserError

STATUSES: Final[Mapping[type[UserError], int]] = {
    NotOwn: 403,
    NotFound: 404,
    NotNow: 409,
    UserError: 422,
    UsedUp: 429,
}
"""The status of each kind of bad input, wherever it is found out."""


class RefusedError(UserError):
    """A request is refused for how it came, and nothing of it is done."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


def status_of(mistake: UserError) -> int:
    """Return the status with which a mistake is answered."""
    if isinstance(mistake, RefusedError):
        return mistake.status
    return next(STATUSES[kind] for kind in type(mistake).__mro__ if kind in STATUSES)
