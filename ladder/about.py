"""What a course says of itself on the pages of its ladder, and who sees them and what of it."""

from typing import Literal

import msgspec


class About(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a course says of itself; empty for nothing."""

    title: str = ""
    text: str = ""
    """A sentence or some for the front page."""
    link: str = ""
    """Where more of the course is to be found."""
    names: Literal["shown", "pseudonyms"] = "pseudonyms"
    """Whether pages and API have the names of authors, or their keys alone, as the log has."""
    closed: bool = False
    """Whether only those who are logged in see anything."""
