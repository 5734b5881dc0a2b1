"""The exceptions that are no bugs, by whose fault it is.

A bot's fault is none of them: that is a value, `arena.match.verdict.Fault`, since the match goes
on. Any other exception is a bug and propagates.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

_LONGEST_NAME: Final = 100


class UserError(Exception):
    """Bad input. Its text is one sentence: what was wrong and what would have been right."""


class NotFound(UserError):  # noqa: N818 - named as what it says, like the next ones
    """The thing that was named is not there."""


class NotOwn(UserError):  # noqa: N818
    """It is somebody else's."""


class NotNow(UserError):  # noqa: N818
    """It cannot be so as things are; something else has to change first."""


class UsedUp(UserError):  # noqa: N818
    """There is no more of it for now, and there will be."""


class HostFailure(Exception):  # noqa: N818 - named as the verdict is
    """Our own machinery failed; nobody's bot is to blame. The text says what and how to mend it."""


class Unavailable(HostFailure):
    """Something that we need is not there, and trying again would not help."""


class ServiceAway(Unavailable):
    """A service that a bot asks is away, by the bot's own word. Games that were played are kept."""


class CannotPlay(Unavailable):
    """Something that one bot needs is not there. Matches without it can be played."""

    def __init__(self, bot: str, why: str) -> None:
        super().__init__(f"{bot} cannot play: {why}")
        self.bot = bot


@contextmanager
def saying_why(fault: str) -> Iterator[None]:
    """Have an OSError be a UserError, which says what cannot be, and why the system does not."""
    try:
        yield
    except OSError as error:
        raise UserError(f"{fault}: {error.strerror}.") from error


def guess(text: str, known: Iterable[str]) -> str:
    """Return which of these names may have been meant, for a sentence; nothing if none is near."""
    # Here, since most commands are told no wrong name.
    from difflib import get_close_matches  # noqa: PLC0415

    names = {_letters(name): name for name in known}
    near = get_close_matches(_letters(text[:_LONGEST_NAME]), names, n=1)
    return f" (did you mean {names[near[0]]}?)" if near else ""


def _letters(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())
