"""The tables. The log is the truth; the others are kept in step with it, or say what is to be done.

Every change of them is a migration in `migrations/`; a test compares the two.
"""

from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)
from sqlalchemy.types import TypeEngine

metadata = MetaData()
# A column of a job that is read alone (`ladder.store.jobs`).
_LARGE = {"large": True}


def _text(length: int) -> String:
    """Text whose order is that of its code points, as times need, in a database of any locale."""
    return String(length).with_variant(String(length, collation="C"), "postgresql")


def _key(
    name: str, kind: TypeEngine[Any] | type[TypeEngine[Any]] = Integer, *more: Any, **also: Any
) -> Column[Any]:
    """A column by which a row is found; numbers are given, not drawn."""
    return Column(name, kind, *more, primary_key=True, autoincrement=False, **also)


def _filled(name: str, kind: TypeEngine[Any] | type[TypeEngine[Any]], **also: Any) -> Column[Any]:
    """A column of which every row has something."""
    return Column(name, kind, nullable=False, **also)


entries = Table(
    "entries",
    metadata,
    _key("number"),
    _filled("time", _text(32)),  # ISO 8601, in UTC
    _filled("arrived", _text(32)),  # the same by the clock, which may be behind
    _filled("kind", _text(16), index=True),
    _filled("body", Text),  # canonical JSON
    _filled("digest", _text(64)),
)

# One row: where the log ends, and the number of the last match that was planned.
head = Table(
    "head",
    metadata,
    _key("id"),
    _filled("number", Integer),
    _filled("digest", _text(64)),
    _filled("matches", Integer),
)

# The results once more, for boards: who played with whom, and who came where in each game.
results = Table(
    "results",
    metadata,
    _key("number", Integer, ForeignKey("entries.number")),
    _filled("match", Integer, unique=True),
    _filled("time", _text(32), index=True),
    _filled("game", _text(32), index=True),
    _filled("season", Integer),
    _filled("players", Text),  # JSON: a list
    # A byte a number, a game after the other: the rank of each player, and where there are
    # partners the team of each.
    _filled("ranks", LargeBinary),
    _filled("teams", LargeBinary),
    _filled("ordinal", Integer),  # how many there are up to it
    Column("waits", Text),  # JSON: a list, of the seconds it waited for each; or unknown
)

appearances = Table(
    "appearances",
    metadata,
    _key("player", _text(64)),
    _key("number", Integer, ForeignKey("results.number")),
    _filled("ordinal", Integer),  # how many of the player there are up to it
)

records = Table(
    "records",
    metadata,
    _key("match"),
    _filled("content", LargeBinary),
)

# The output of the bots of a match, for their authors only: never in an export.
logs = Table(
    "logs",
    metadata,
    _key("match"),
    _key("player", _text(64), index=True),
    _filled("content", LargeBinary),  # zlib of UTF-8
)

# The last lines of a bot before a forfeit, by game and seat: the same.
last_lines = Table(
    "last_lines",
    metadata,
    _key("match"),
    _key("game"),
    _key("seat"),
    _filled("content", LargeBinary),  # zlib of UTF-8
)

submissions = Table(
    "submissions",
    metadata,
    _key("digest", _text(64)),
    _filled("content", LargeBinary),  # a gzipped tar
)

# Planned matches that have no result yet.
queue = Table(
    "queue",
    metadata,
    _key("match"),
    _filled("season", Integer),
    _filled("plan", LargeBinary),  # a serialised arena.v1.Plan, with its seeds
    _filled("attempt", Integer, default=0),  # how often it was void, or stopped
    _filled("voids", Integer, default=0),  # how often it was void by a failure
    _filled("reason", Text, default=""),  # why it was not played the last time; may be empty
    _filled("begun", Boolean, default=False),  # it is being played, or was when a season was killed
)

# How often matches were void: a row for each time and each of its bots, until that bot has played a
# match to its end.
voids = Table(
    "voids",
    metadata,
    _key("number"),  # in the order of the voids
    _key("player", _text(64)),
    Column("match", Integer),  # absent where the player was alone with the sample bots
    _filled("after", Integer),  # the last entry of the log by then
    _filled("reason", Text),
)

# Tokens for more than looking at pages. A token is told once; here is its SHA-256.
tokens = Table(
    "tokens",
    metadata,
    _key("number"),
    _filled("author", _text(64)),
    _filled("organiser", Boolean),
    _filled("digest", _text(64), unique=True),
    _filled("time", _text(32)),
    _filled("revoked", Boolean),
)

# Logins with a browser. A cookie is told once; here is its SHA-256. No export has them.
sessions = Table(
    "sessions",
    metadata,
    _key("digest", _text(64)),
    _filled("token", Integer, index=True),
    _filled("begun", Double),  # seconds since 1970
)

# Facts about authors beside the log. No export has them.
people = Table(
    "people",
    metadata,
    _key("author", _text(64)),
    _filled("content", Text),  # JSON: `settings.people.Participant`
)

# All of which a ladder has one, or none yet: by the name of its type. No export has them.
settings = Table(
    "settings",
    metadata,
    _key("name", _text(16)),  # `Setting.setting`
    _filled("value", Text),  # JSON: a struct of `ladder.settings`, or a dataclass
)

# Lines for a course's webhook, from the transaction of the event on. No export has them.
outbox = Table(
    "outbox",
    metadata,
    _key("number"),
    _filled("id", _text(64), unique=True),  # of each event its own
    _filled("content", Text),  # JSON: a `WebhookEvent`; empty if posted
    _filled("problem", Text, default=""),  # why the last try was in vain; empty if none was
)

# Uploads of authors to the server, with their outcome; the season checks them and takes them in.
uploads = Table(
    "uploads",
    metadata,
    _key("number"),
    _filled("author", _text(64), index=True),
    _filled("name", _text(64)),  # as the file or folder was called
    Column("bot", _text(64)),  # what the bot is to be called, if not as its bot.toml says
    _filled("time", _text(32)),
    Column("content", LargeBinary, info=_LARGE),  # the archive as it came; absent when it is over
    _filled("digest", _text(64)),  # of the archive
    _filled("state", _text(16), index=True),  # `ladder.wire.UploadState`
    _filled("attempts", Integer, default=0),  # how often its check was begun
    _filled("looked", Boolean, default=False),  # it has passed the steps before the games alone
    _filled("begun", Double, default=0.0),  # when its check began last: seconds since 1970
    _filled("seconds", Double, default=0.0),  # how long its checks have taken that are over
    _filled("steps", Text, default="[]", info=_LARGE),  # JSON: the steps of its check so far
    _filled("outcome", Text, default=""),  # a sentence; may be empty before it is over
    _filled("seed", _text(64), default=""),  # of a check that refused it; may be empty
    Column("record", LargeBinary, info=_LARGE),  # of the match in which it was refused
    Column("player", _text(64)),  # who it became
)

# Matches that an author has asked for, and reviews. They are in no log and count for nothing.
requests = Table(
    "requests",
    metadata,
    _key("number"),
    _filled("author", _text(64), index=True),
    _filled("time", _text(32)),
    _filled("player", _text(64)),
    _filled("plan", LargeBinary),  # a serialised arena.v1.Plan, with its seed
    _filled("state", _text(16), index=True),  # `ladder.queue.requests.RequestState`
    _filled("voids", Integer, default=0),  # how often it was void by a failure of ours
    _filled("reason", Text, default=""),  # why it was not played; may be empty
    Column("record", LargeBinary, info=_LARGE),
    Column("log", LargeBinary, info=_LARGE),  # what the author's own bot has printed: zlib of UTF-8
    Column("reviewed", Integer),  # the match of the ladder that is reviewed; else a match is played
    Column("digest", _text(64), index=True),  # of record, bot and policy of a review
    Column("review", LargeBinary, info=_LARGE),  # `ladder.queue.reviews`
    # The plan of a comparison's old version; `plan` is that of the new one.
    Column("old", LargeBinary),
    _filled("begun", Double, default=0.0),  # when it was begun last: seconds since 1970
    _filled("seconds", Double, default=0.0),  # how long its matches took that are over
)

# The rounds of comparisons that both versions have played, packed by `ladder.queue.paired`. A round
# that only the old version has played has its record in its request.
rounds = Table(
    "rounds",
    metadata,
    _key("request"),
    _key("number"),
    _filled("counted", LargeBinary),
)

# The games that are over of matches that are being played. They go when their match ends.
live_games = Table(
    "live_games",
    metadata,
    _key("match"),
    _key("number"),
    _filled("time", _text(32)),
    _filled("content", LargeBinary),  # a serialised arena.v1.GameRecord
)

# Figures that follow from the results. They are written with each result, and made again from the
# log if they are missing or rulings have changed (`ladder.store.derived`). `ladder doctor` compares
# them.

# The live rating of each player after each result of its that counts.
ratings = Table(
    "ratings",
    metadata,
    _key("season"),
    _key("game", _text(32)),
    _key("player", _text(64)),
    _key("number", Integer, ForeignKey("results.number"), index=True),
    _filled("mean", Double),
    _filled("deviation", Double),
    _filled("matches", Integer),
    _filled("games", Integer),
    _filled("note", Text),  # how they were found if not in the usual way, else empty
    Index("ix_ratings_curve", "season", "game", "player", "matches"),
)

# In how many games of all results one player came in front of another, level with it, and behind.
pairs = Table(
    "pairs",
    metadata,
    _key("player", _text(64)),  # before `other`, by name
    _key("other", _text(64), index=True),
    _key("game", _text(32)),
    _filled("ahead", Integer),
    _filled("level", Integer),
    _filled("behind", Integer),
    _filled("matches", Integer),  # in how many matches they met
)

# How many games each player has forfeited, in all results.
forfeits = Table(
    "forfeits",
    metadata,
    _key("player", _text(64)),
    _key("season"),
    _key("game", _text(32)),
    _key("verdict", _text(16)),
    _filled("games", Integer),
)
