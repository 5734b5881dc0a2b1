"""Words of a course about itself on the pages of its ladder, and the readers of each part."""

from hashlib import sha256
from typing import ClassVar, Final, Literal

import msgspec

LARGEST_LOGO: Final = 256 * 1024
"""In bytes."""
# By how they begin, pictures that can have nothing but a picture in them.
_PICTURES: Final = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpg", b"GIF8": "gif"}


class About(msgspec.Struct, frozen=True, omit_defaults=True):
    """Words of a course about itself; empty for nothing."""

    setting: ClassVar[str] = "about"
    title: str = ""
    text: str = ""
    """A sentence or some for the front page."""
    link: str = ""
    """Address with more about the course."""
    logo: str = ""
    """Under what name the site has its picture; another picture has another name."""
    names: Literal["shown", "pseudonyms"] = "pseudonyms"
    """Whether pages and API have the names of authors, or their keys alone, as the log has."""
    rows: Literal["all", "own"] = "all"
    """Whether everybody reads all rows of the boards, or each author its own alone."""
    closed: bool = False
    """Whether only those who are logged in see anything."""


class Logo(msgspec.Struct, frozen=True):
    """The picture of a course; empty for none."""

    setting: ClassVar[str] = "logo"
    content: bytes = b""


def name_logo(content: bytes) -> str:
    """Return by what name the site has a picture. ValueError if it is none, or too large."""
    kind = next((kind for start, kind in _PICTURES.items() if content.startswith(start)), "")
    if not kind or len(content) > LARGEST_LOGO:
        got = f"{len(content) // 1024} kB" if kind else "something else"
        raise ValueError(
            f"expected a PNG, JPEG or GIF of at most {LARGEST_LOGO // 1024} kB, got {got}"
        )
    return f"logo-{sha256(content).hexdigest()[:8]}.{kind}"
