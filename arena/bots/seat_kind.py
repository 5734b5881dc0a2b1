"""The kinds of seats: the one list of what sits at a table, and what may be done with each."""

from enum import StrEnum


class SeatKind(StrEnum):
    """The kind of a seat's player. A bot has files and a box; the others answer from outside."""

    BOT = "bot"
    PERSON = "person"
    FUNCTION = "function"
    """One of the caller's, in the caller's program."""

    @property
    def is_bot(self) -> bool:
        """Whether it has files, and so a digest, and needs a box. Such alone may be rated."""
        return self is SeatKind.BOT

    @property
    def may_leave(self) -> bool:
        """Whether its match waits for it when it goes away; else it has crashed then."""
        return self is SeatKind.PERSON
