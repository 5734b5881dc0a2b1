"""The code by which guests join. A ladder keeps its digest alone, with its end and for how many."""

import re
import secrets
from datetime import datetime
from hashlib import sha256
from hmac import compare_digest
from typing import ClassVar, Final

import msgspec

from arena.errors import UserError
from ladder.machine.clock import describe_time

MOST: Final = 200
_LETTERS: Final = 10
# Fewer kinds than this are no random letters.
_KINDS: Final = 5
# Without those that are taken for one another.
_DRAWN: Final = "abcdefghjkmnpqrstuvwxyz23456789"


class JoinCode(msgspec.Struct, frozen=True, omit_defaults=True):
    """A code; without a digest there is none."""

    setting: ClassVar[str] = "join_code"
    digest: str = ""
    end: datetime | None = None
    """In UTC; None for no end of its own."""
    most: int = MOST
    """How many may come by a code in all, whatever it was then."""

    def __str__(self) -> str:
        end = f" until {describe_time(self.end)}" if self.end else ""
        return f"with the code{end}, {self.most} at most" if self.digest else "nobody"

    def opens(self, code: str) -> bool:
        """Say whether this is the code, ended or not."""
        return compare_digest(digest_code(code), self.digest)


def draw_code() -> str:
    """Return a new code, in groups that can be read aloud."""
    return "-".join("".join(secrets.choice(_DRAWN) for _ in range(4)) for _ in range(3))


def digest_code(code: str) -> str:
    """Return by what the database knows a code."""
    return sha256(_letters(code).encode()).hexdigest()


def check_code(code: str) -> None:
    """UserError for a code that could be guessed."""
    letters = _letters(code)
    if not letters.isalnum() or len(letters) < _LETTERS or len({*letters}) < _KINDS:
        raise UserError(f"expected at least {_LETTERS} random letters, such as {draw_code()!r}")


def _letters(code: str) -> str:
    """Return a code without what makes no difference: case, spaces and hyphens."""
    return re.sub(r"[\s-]", "", code).casefold()
