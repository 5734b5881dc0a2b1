"""The log of a ladder: all that ever happened on it, in order. Nothing else counts.

Entries are only ever added. Each has a digest over itself and the digest before it, so that no
entry can be changed, left out or moved without changing all that come after it. The last digest
stands for the whole log.
"""

from datetime import datetime
from hashlib import sha256
from typing import Final, TypeAlias

import msgspec

from ladder.division import Division
from ladder.result import Player


class Body(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """What an entry says; its kind is the tag."""


class Opened(Body, frozen=True, tag="opened"):
    """The ladder began, and these are its rules for as long as it lasts."""

    divisions: tuple[Division, ...]
    games_a_match: int
    """About how many; a multiple of the number of seats."""
    clock: str
    """BANK+INCREMENT, in seconds."""


class Entered(Body, frozen=True, tag="entered"):
    """A version of a bot came in; where the bot had one before, it takes its place."""

    player: Player
    digest: str
    """Of its files, in hexadecimal."""
    games: tuple[str, ...]


class Played(Body, frozen=True, tag="played"):
    """A match was played to its end. The lists are in the order of its entrants."""

    match: int
    game: str
    options: dict[str, str]
    players: tuple[Player, ...]
    teams: tuple[int, ...]
    """The team of each player, from 0 on; who is partnered anew in every game is one of its own."""
    ranks: tuple[int, ...]
    """The rank of each team."""
    scores: tuple[int, ...]
    """The sum over all games of each player, in teams what its team scored."""
    forfeits: tuple[dict[str, int], ...]
    """How many games each player has forfeited, by verdict."""
    games: int
    record: str
    """Digest of the match's record, in hexadecimal."""


class Cancelled(Body, frozen=True, tag="cancelled"):
    """A planned match will not be played: one of its bots plays no more."""

    match: int
    reason: str


class Benched(Body, frozen=True, tag="benched"):
    """A bot failed again and again; it plays no more, and stays on the board."""

    player: Player
    reason: str
    matches: tuple[int, ...]
    """Those that show it."""


class Returned(Body, frozen=True, tag="returned"):
    """A benched bot was sent back in by its author."""

    player: Player


class Excluded(Body, frozen=True, tag="excluded"):
    """A player or a match counts no more, from the first entry on."""

    reason: str
    player: Player | None = None
    match: int | None = None


class Admitted(Body, frozen=True, tag="admitted"):
    """An exclusion was taken back."""

    reason: str
    player: Player | None = None
    match: int | None = None


AnyBody: TypeAlias = (
    Opened | Entered | Played | Cancelled | Benched | Returned | Excluded | Admitted
)


class Entry(msgspec.Struct, frozen=True):
    """One line of the log."""

    number: int
    """From 1 on, without gaps."""
    time: datetime
    """In UTC."""
    body: AnyBody
    digest: str
    """SHA-256 of the digest before it and of this entry without it, in hexadecimal."""

    @property
    def opened(self) -> Opened:
        """What the first entry says; TypeError for any other."""
        if not isinstance(self.body, Opened):
            raise TypeError(f"entry {self.number} does not open a log")
        return self.body

    @property
    def played(self) -> Played:
        """What the entry of a match says; TypeError for any other."""
        if not isinstance(self.body, Played):
            raise TypeError(f"entry {self.number} is not that of a match")
        return self.body


# The digest before the first entry.
BEGINNING: Final = "0" * 64
_BODIES: Final[msgspec.json.Decoder[AnyBody]] = msgspec.json.Decoder(AnyBody)
_ENTRIES: Final = msgspec.json.Decoder(Entry)


def kind_of(body: AnyBody) -> str:
    return str(type(body).__struct_config__.tag)


def write_body(body: AnyBody) -> str:
    """Return the canonical JSON of a body: what its digest is made of."""
    return msgspec.json.encode(body, order="deterministic").decode()


def read_body(text: str | bytes) -> AnyBody:
    return _BODIES.decode(text)


def make_entry(before: str, number: int, time: datetime, body: AnyBody) -> Entry:
    """Return the entry that follows the one with the digest `before`."""
    return Entry(number, time, body, _digest(before, number, time, body))


def digest_after(before: str, entry: Entry) -> str:
    """Return the digest that an entry has to have after the one with the digest `before`."""
    return _digest(before, entry.number, entry.time, entry.body)


def write_entry(entry: Entry) -> bytes:
    """Return the canonical JSON of an entry."""
    return msgspec.json.encode(entry, order="deterministic")


def read_entry(text: bytes) -> Entry:
    """Return an entry, whatever its digest; ValueError if the text is none."""
    return _ENTRIES.decode(text)


def _digest(before: str, number: int, time: datetime, body: AnyBody) -> str:
    said = msgspec.json.encode([before, number, time, body], order="deterministic")
    return sha256(said).hexdigest()
