"""The log of a ladder: all that ever happened on it, in order. Nothing else counts.

Entries are only ever added. Each has a digest over itself and the digest before it, so that no
entry can be changed, left out or moved without changing all that come after it. The last digest
stands for the whole log.
"""

from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec

from ladder.matches import Division, Player, Result
from ladder.settings.limits import LIMITS


class Body(
    msgspec.Struct, frozen=True, tag_field="kind", tag=str.lower, forbid_unknown_fields=True
):
    """Content of an entry; its kind is the tag: its name, unless another one is said.

    As a string it is the beginning of a sentence.
    """


# The ladder's organiser, and the author of the bots that come in without one: no limit holds for
# them, and they may meet.
ORGANISER: Final = "organiser"


class Act(Body, frozen=True, kw_only=True):
    """Decision of somebody, with their name."""

    by: str = ORGANISER
    """Owner of the token that it was sent with; at the command line on its machine the
    author that was named, or ORGANISER; empty where the season did it by itself."""


LONGEST_REASON: Final = 500
"""Characters of a reason, by whom it was said or by which machine, and of an announcement."""
MOST_GAMES: Final = 10_000
"""Most games of a match, about."""
MOST_LIMIT: Final = 1_000_000
SaidLimit: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MOST_LIMIT)] | Literal["none"]
"""A limit as somebody says it: never 0, by which one might mean that nothing is allowed."""


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Limits of each author on a ladder; 0 sets no limit. The organiser has none."""

    bots: int = 0
    """Number of its bots that play."""
    submissions_a_day: int = 0
    """How many versions come in within 24 hours."""
    unsettled: int = 0
    """Number of the versions that play with too few games for a rank."""
    requests_a_day: int = 0
    """How many unrated matches it asks for within 24 hours."""
    old_versions: int = 0
    """Number of versions of a bot before the newest that keep their files, and so can be chosen."""
    megabytes: int | msgspec.UnsetType = msgspec.UNSET
    """How many MB the files have together that are kept of its versions, packed."""

    def __str__(self) -> str:
        return ", ".join(self.words())

    def changed(self, said: Mapping[str, SaidLimit | None]) -> "Limits":
        """Return these with those in their places that somebody has said."""
        numbers = {
            name: 0 if one == "none" else one for name, one in said.items() if one is not None
        }
        return msgspec.structs.replace(self, **numbers)

    def words(self) -> list[str]:
        """Return each limit as some words."""
        numbers = [(getattr(self, name), said) for name, said in LIMITS.items()]
        return [f"{number or 'any number of'} {said[number != 1]}" for number, said in numbers]


class Opened(Body, frozen=True):
    """The ladder began, and these are its rules for as long as it lasts."""

    format: int
    """The version of the log's format."""
    divisions: tuple[Division, ...]
    games_a_match: int
    """About how many; a multiple of the number of seats."""
    clock: str
    """BANK+INCREMENT, in seconds."""
    limits: Limits
    """Until another entry changes them."""
    versions: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    """By which releases' rules of each game, dealing and rating: `ladder.log.versions`."""

    @property
    def games(self) -> list[str]:
        """The games that are played, in the order of the divisions."""
        return [division.game for division in self.divisions]

    def __str__(self) -> str:
        return f"the ladder begins; it plays {', '.join(map(str, self.divisions))}"


class Limited(Act, frozen=True):
    """From now on other limits hold."""

    limits: Limits

    def __str__(self) -> str:
        return f"each author may have {self.limits}"


BY_CODE: Final = "organiser's code"
"""As whom a guest comes in who has that."""


class Joined(Act, frozen=True):
    """Somebody may hand in bots."""

    author: str

    def __str__(self) -> str:
        return f"{self.author} may hand in bots"


class TokenIssued(Act, frozen=True, tag="token"):
    """Somebody got a token, with which the server lets them do what their role may."""

    author: str
    """ORGANISER for a token that is of no author."""
    organiser: bool
    """Whether it has the role of the organiser, or that of an author."""
    number: int
    """From 1 on."""

    def __str__(self) -> str:
        role = " with the organiser's rights" if self.organiser else ""
        return f"{self.author} has token {self.number}{role}"


class TokenRevoked(Act, frozen=True, tag="revoked"):
    """A token opens nothing any more."""

    author: str
    number: int

    def __str__(self) -> str:
        return f"token {self.number} of {self.author} is revoked"


class Announced(Act, frozen=True):
    """Words on top of the leaderboard until something else is announced."""

    text: str
    """Empty for nothing."""

    def __str__(self) -> str:
        return f"announced: {self.text}" if self.text else "the announcement is taken away"


class Entered(Body, frozen=True):
    """A version of a bot came in; where the bot had one before, it takes its place."""

    player: Player
    author: str
    """Owner of the bot; ORGANISER for the organiser's own."""
    digest: str
    """Digest of its files, in hexadecimal."""
    games: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.player} of {self.author} comes in"


class Chosen(Act, frozen=True):
    """Choice of an author: the version of its bot that plays."""

    player: Player

    def __str__(self) -> str:
        return f"{self.player} plays for its bot"


class Withdrawn(Act, frozen=True):
    """Its author wants a version to play no more; the one before it plays again."""

    player: Player

    def __str__(self) -> str:
        return f"{self.player} is withdrawn"


class Planned(Body, frozen=True):
    """A match is to be played: who plays what, and a commitment to its random seed."""

    match: int
    season: int
    game: str
    players: tuple[Player, ...]
    plan: str
    """Digest of its plan with the secret seed, in hexadecimal: `ladder.log.proof`."""

    def __str__(self) -> str:
        return f"match {self.match} of {self.game} is planned: {', '.join(self.players)}"


class Voided(Body, frozen=True):
    """A match was void, by a failure of ours; it is played again with other cards."""

    match: int
    attempt: int
    """Which attempt at playing it this was, from 0 on."""
    reason: str

    def __str__(self) -> str:
        return f"match {self.match} is void in attempt {self.attempt + 1}: {self.reason}"


class Played(Body, frozen=True):
    """A match was played to its end. The lists are in the order of its bots."""

    match: int
    season: int
    game: str
    options: dict[str, str]
    players: tuple[Player, ...]
    ranks: tuple[tuple[int, ...], ...]
    """For each game the rank of each player: 1 is best, ties are equal, partners are equal."""
    teams: tuple[tuple[int, ...], ...]
    """For each game the team of each player, from 0 on; empty where all play for themselves."""
    scores: tuple[int, ...]
    """The sum over all games of each player, in teams what its team scored."""
    forfeits: tuple[dict[str, int], ...]
    """How many games each player has forfeited, by verdict."""
    attempt: int
    """How often it was void before."""
    box: str
    """Kind of box of the bots: "process", "container" or "gvisor"."""
    allow_missing: tuple[str, ...]
    """The protections of a container that the organiser did without."""
    record: str
    """Digest of the match's record, in hexadecimal."""

    @property
    def games(self) -> int:
        """How many were played."""
        return len(self.ranks)

    def __str__(self) -> str:
        return f"match {self.match} is played: {', '.join(self.players)}"


class Cancelled(Act, frozen=True):
    """A planned match will not be played."""

    match: int
    reason: str

    def __str__(self) -> str:
        return f"match {self.match} is cancelled: {self.reason}"


class Benched(Act, frozen=True):
    """A bot failed again and again; it plays no more, and stays on the board."""

    player: Player
    reason: str
    matches: tuple[int, ...]
    """Those that show it."""

    def __str__(self) -> str:
        return f"{self.player} is benched: {self.reason}"


class Returned(Act, frozen=True):
    """A benched bot was sent back in by its author."""

    player: Player

    def __str__(self) -> str:
        return f"{self.player} plays again"


class Ruling(Act, frozen=True):
    """The organiser decides what counts: of one player, bot, author or match."""

    reason: str
    player: Player | None = None
    bot: str | None = None
    """All versions of a bot, also those that are yet to come in."""
    author: str | None = None
    """All bots of an author, also those that are yet to come in."""
    match: int | None = None

    @property
    def target(self) -> str:
        """Its subject, in some words."""
        if self.match is not None:
            return f"match {self.match}"
        if self.author is not None:
            return f"every bot of {self.author}"
        return self.player or f"every version of {self.bot}"


class Excluded(Ruling, frozen=True):
    """It counts no more, from the first entry on, and nobody like that comes in."""

    def __str__(self) -> str:
        return f"{self.target} counts no more: {self.reason}"


class Admitted(Ruling, frozen=True):
    """An exclusion was taken back."""

    def __str__(self) -> str:
        return f"{self.target} counts again: {self.reason}"


class Frozen(Act, frozen=True):
    """No bots come in, or again."""

    frozen: bool

    def __str__(self) -> str:
        return "no bots come in any more" if self.frozen else "bots come in again"


class Paused(Act, frozen=True):
    """No matches are planned, or again."""

    paused: bool

    def __str__(self) -> str:
        return "no matches are planned any more" if self.paused else "matches are planned again"


class SeasonBegun(Act, frozen=True, tag="begun"):
    """A season began, with boards of its own that begin from nothing. The first needs no entry."""

    season: int
    """From 2 on."""
    format: str
    """As `ladder.matchmaking.written` has it: "endless", "round-robin 2"."""
    players: tuple[Player, ...]
    """Those that take part; empty for everybody that plays."""

    def __str__(self) -> str:
        who = f"{len(self.players)} players" if self.players else "everybody that plays"
        return f"season {self.season} begins, {self.format}, with {who}"


AnyBody: TypeAlias = (
    Opened
    | Limited
    | Joined
    | TokenIssued
    | TokenRevoked
    | Announced
    | Entered
    | Chosen
    | Withdrawn
    | Planned
    | Voided
    | Played
    | Cancelled
    | Benched
    | Returned
    | Excluded
    | Admitted
    | Frozen
    | Paused
    | SeasonBegun
)


class LogEntry(msgspec.Struct, frozen=True):
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
        """Content of the first entry; TypeError for any other."""
        if not isinstance(self.body, Opened):
            raise TypeError(f"entry {self.number} does not open a log")
        return self.body

    @property
    def played(self) -> Played:
        """Content of the entry of a match; TypeError for any other."""
        if not isinstance(self.body, Played):
            raise TypeError(f"entry {self.number} is not that of a match")
        return self.body


# The version of the format of the log's entries, and all that are read. In logs of format 3 bots
# play that were benched, withdrawn, superseded or excluded a moment before. Those of format 4 are
# not asked who decided, or whether what they speak of is there: `ladder.log.rulebook`.
FORMAT: Final = 5
FORMATS: Final = (3, 4, FORMAT)
# The digest before the first entry.
BEGINNING: Final = "0" * 64
_encode: Final = msgspec.json.Encoder(order="deterministic").encode
_BODIES: Final[msgspec.json.Decoder[AnyBody]] = msgspec.json.Decoder(AnyBody)
_ENTRIES: Final = msgspec.json.Decoder(LogEntry)


def kind_of(body: AnyBody | type[Body]) -> str:
    return str(body.__struct_config__.tag)


KINDS: Final = frozenset(kind_of(body) for body in get_args(AnyBody))
"""All kinds of entries."""
NO_MATCH: Final = KINDS - {kind_of(body) for body in (Planned, Voided, Played, Cancelled)}
"""Those that are not of a match: few, so that an index finds them."""


def write_body(body: AnyBody) -> str:
    """Return the canonical JSON of a body: what its digest is made of."""
    return _encode(body).decode()


def read_body(text: str | bytes) -> AnyBody:
    return _BODIES.decode(text)


def make_entry(before: str, number: int, time: datetime, body: AnyBody) -> LogEntry:
    """Return the entry that follows the one with the digest `before`."""
    entry = LogEntry(number, time, body, "")
    return msgspec.structs.replace(entry, digest=digest_after(before, entry))


def digest_after(before: str, entry: LogEntry) -> str:
    """Return the digest that an entry has to have after the one with the digest `before`."""
    said = [before, entry.number, entry.time, entry.body]
    return sha256(_encode(said)).hexdigest()


def write_entry(entry: LogEntry) -> bytes:
    """Return the canonical JSON of an entry."""
    return _encode(entry)


def read_entry(text: bytes) -> LogEntry:
    """Return an entry, whatever its digest; ValueError if the text is none."""
    return _ENTRIES.decode(text)


def result_of(entry: LogEntry) -> Result:
    """Return a match as the ratings see it."""
    played = entry.played
    return Result(
        entry.number,
        played.match,
        played.season,
        played.game,
        played.players,
        played.ranks,
        played.teams,
        entry.time,
    )


def describe_forfeits(counts: Mapping[str, int]) -> str:
    """Return how many games were forfeited by which verdict, the most first."""
    most_first = sorted(counts.items(), key=lambda item: -item[1])
    return ", ".join(f"{number} {verdict}" for verdict, number in most_first) or "none"
