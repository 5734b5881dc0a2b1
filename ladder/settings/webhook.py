"""The webhook of a course: what happens on its ladder is posted to one address.

A post has our own words, numbers, keys and names of bots, and nothing else of a stranger.
"""

import hmac
from datetime import datetime
from enum import StrEnum
from typing import ClassVar, Final
from urllib.parse import urlsplit

import msgspec

from arena.errors import UserError
from ladder.machine.listening import is_loopback

SIGNATURE: Final = "Card-Arena-Signature"
"""The header of the signature."""
SHORTEST_SECRET: Final = 16
"""In letters."""
# Between two tries, in seconds: twice as long each time.
_FIRST_PAUSE: Final = 10.0
_LONGEST_PAUSE: Final = 3600.0


class Webhook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The address of the posts, and the secret of their signature; no address for none."""

    setting: ClassVar[str] = "webhook"
    url: str
    secret: str = ""

    @property
    def host(self) -> str:
        """The one part of the address that may be shown: the rest may let anybody post there."""
        return urlsplit(self.url).hostname or ""

    def __post_init__(self) -> None:
        if not self.url and not self.secret:
            return
        if fault := _find_fault(self.url):
            raise ValueError(f"expected an address such as https://hooks.example.org/1, {fault}")
        if len(self.secret) < SHORTEST_SECRET:
            raise ValueError(f"expected a secret of at least {SHORTEST_SECRET} letters")


NOWHERE: Final = Webhook("")


class EventKind(StrEnum):
    """The kinds of events."""

    CHECK_DONE = "check_done"
    """An upload came in, was refused, or could not be checked."""
    BENCHED = "benched"
    SEASON_WAITS = "season_waits"
    """Something is to be played or checked, and no season runs."""
    DEADLINE_NEAR = "deadline_near"
    """It is within a day."""
    FINAL_OVER = "final_over"
    """Nothing of it is left to be played."""


class WebhookEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event, as it is posted."""

    id: str
    """The same whenever it is posted; of another event another one."""
    event: EventKind
    time: datetime
    text: str
    """All of it, as a sentence."""
    author: str = ""
    bot: str = ""
    upload: int = 0
    state: str = ""


def sign(secret: str, seconds: int, body: bytes) -> str:
    """Return the value of the header for a body that is sent at a time (seconds since 1970)."""
    signed = hmac.digest(secret.encode(), b"%d." % seconds + body, "sha256").hex()
    return f"t={seconds},v1={signed}"


def pause_after(attempts: int) -> float:
    """Return for how long an event rests that was posted in vain so often."""
    return min(_LONGEST_PAUSE, _FIRST_PAUSE * 2.0 ** min(attempts - 1, 20))


def read_host(text: str) -> str:
    """Return a host as `Webhook.host` has it; UserError for what is none."""
    url = f"https://[{text}]/" if ":" in text else f"https://{text}/"
    if _find_fault(url) or urlsplit(url).hostname != text.lower():
        raise UserError(f"Expected a host such as hooks.example.org, got {text!r}.")
    return text.lower()


def _find_fault(url: str) -> str:
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        return f"and {error}"
    if parts.scheme not in {"http", "https"} or not host or port == 0:
        return "which begins with https:// and a host"
    if parts.username is not None or parts.fragment:
        return "without a user and without a '#'"
    if not url.isascii() or any(one.isspace() or not one.isprintable() for one in url):
        return "in letters of ASCII, without a space"
    if parts.scheme == "http" and not is_loopback(host):
        return "since over http others read what is posted"
    return ""
