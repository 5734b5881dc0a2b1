"""The tables. The log is the truth; the others are kept in step with it, or say what is to be done.

Every change of them is a migration in `migrations/`; a test compares the two.
"""

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

metadata = MetaData()


def _text(length: int) -> String:
    """Text whose order is that of its code points, as times need, in a database of any locale."""
    return String(length).with_variant(String(length, collation="C"), "postgresql")


entries = Table(
    "entries",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("time", _text(32), nullable=False),  # ISO 8601, in UTC
    Column("arrived", _text(32), nullable=False),  # the same by the clock, which may be behind
    Column("kind", _text(16), nullable=False, index=True),
    Column("body", Text, nullable=False),  # canonical JSON
    Column("digest", _text(64), nullable=False),
)

# One row: where the log ends, and the number of the last match that was planned.
head = Table(
    "head",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
    Column("digest", _text(64), nullable=False),
    Column("matches", Integer, nullable=False),
)

# The results once more, for boards: who played with whom, and who came where in each game.
results = Table(
    "results",
    metadata,
    Column("number", Integer, ForeignKey("entries.number"), primary_key=True, autoincrement=False),
    Column("match", Integer, nullable=False, unique=True),
    Column("time", _text(32), nullable=False, index=True),
    Column("game", _text(32), nullable=False, index=True),
    Column("season", Integer, nullable=False),
    Column("players", Text, nullable=False),  # JSON: a list
    # A byte a number, a game after the other: the rank of each player, and where there are
    # partners the team of each.
    Column("ranks", LargeBinary, nullable=False),
    Column("teams", LargeBinary, nullable=False),
    Column("ordinal", Integer, nullable=False),  # how many there are up to it
    Column("waits", Text),  # JSON: a list, of the seconds it waited for each; or unknown
)

appearances = Table(
    "appearances",
    metadata,
    Column("player", _text(64), primary_key=True),
    Column("number", Integer, ForeignKey("results.number"), primary_key=True),
    Column("ordinal", Integer, nullable=False),  # how many of the player there are up to it
)

records = Table(
    "records",
    metadata,
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("content", LargeBinary, nullable=False),
)

# The output of the bots of a match, for their authors only: never in an export.
logs = Table(
    "logs",
    metadata,
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("player", _text(64), primary_key=True, index=True),
    Column("content", LargeBinary, nullable=False),  # zlib of UTF-8
)

# The last lines of a bot before a forfeit, by game and seat: the same.
last_lines = Table(
    "last_lines",
    metadata,
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("content", LargeBinary, nullable=False),  # zlib of UTF-8
)

submissions = Table(
    "submissions",
    metadata,
    Column("digest", _text(64), primary_key=True),
    Column("content", LargeBinary, nullable=False),  # a gzipped tar
)

# Planned matches that have no result yet.
queue = Table(
    "queue",
    metadata,
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("season", Integer, nullable=False),
    Column("plan", LargeBinary, nullable=False),  # a serialised arena.v1.Plan, with its seeds
    Column("attempt", Integer, nullable=False),  # how often it was void, or stopped
    Column("voids", Integer, nullable=False),  # how often it was void by a failure
    Column("reason", Text, nullable=False),  # why it was not played the last time; may be empty
    Column("begun", Boolean, nullable=False),  # it is being played, or was when a season was killed
)

# How often matches were void: a row for each time and each of its bots, until that bot has played a
# match to its end.
voids = Table(
    "voids",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),  # in the order of the voids
    Column("player", _text(64), primary_key=True),
    Column("match", Integer),  # absent where the player was alone with the sample bots
    Column("after", Integer, nullable=False),  # the last entry of the log by then
    Column("reason", Text, nullable=False),
)

# Tokens for more than looking at pages. A token is told once; here is its SHA-256.
tokens = Table(
    "tokens",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("author", _text(64), nullable=False),
    Column("organiser", Boolean, nullable=False),
    Column("digest", _text(64), nullable=False, unique=True),
    Column("time", _text(32), nullable=False),
    Column("revoked", Boolean, nullable=False),
)

# Logins with a browser. A cookie is told once; here is its SHA-256. No export has them.
sessions = Table(
    "sessions",
    metadata,
    Column("digest", _text(64), primary_key=True),
    Column("token", Integer, nullable=False, index=True),
    Column("begun", Double, nullable=False),  # seconds since 1970
)

# Facts about authors beside the log. No export has them.
people = Table(
    "people",
    metadata,
    Column("author", _text(64), primary_key=True),
    Column("content", Text, nullable=False),  # JSON: `settings.people.Participant`
)

# All of which a ladder has one, or none yet: by the name of its type. No export has them.
settings = Table(
    "settings",
    metadata,
    Column("name", _text(16), primary_key=True),  # `Setting.setting`
    Column("value", Text, nullable=False),  # JSON: a struct of `ladder.settings`, or a dataclass
)

# Lines for a course's webhook, from the transaction of the event on. No export has them.
outbox = Table(
    "outbox",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("id", _text(64), nullable=False, unique=True),  # of each event its own
    Column("content", Text, nullable=False),  # JSON: a `WebhookEvent`; empty if posted
    Column("problem", Text, nullable=False),  # why the last try was in vain; empty if none was
)

# Uploads of authors to the server, with their outcome; the season checks them and takes them in.
uploads = Table(
    "uploads",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("author", _text(64), nullable=False, index=True),
    Column("name", _text(64), nullable=False),  # as the file or folder was called
    Column("bot", _text(64)),  # what the bot is to be called, if not as its bot.toml says
    Column("time", _text(32), nullable=False),
    Column("content", LargeBinary),  # the archive as it came; absent when it is over
    Column("digest", _text(64), nullable=False),  # of the archive
    Column("state", _text(16), nullable=False, index=True),  # `ladder.wire.UploadState`
    Column("attempts", Integer, nullable=False),  # how often its check was begun
    Column("looked", Boolean, nullable=False),  # it has passed the steps before the games alone
    Column("begun", Double, nullable=False),  # when its check began last: seconds since 1970
    Column("seconds", Double, nullable=False),  # how long its checks have taken that are over
    Column("steps", Text, nullable=False),  # JSON: the steps of its check so far
    Column("outcome", Text, nullable=False),  # a sentence; may be empty before it is over
    Column("seed", _text(64), nullable=False),  # of a check that refused it; may be empty
    Column("record", LargeBinary),  # of the match in which it was refused
    Column("player", _text(64)),  # who it became
)

# Matches that an author has asked for, and reviews. They are in no log and count for nothing.
requests = Table(
    "requests",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("author", _text(64), nullable=False, index=True),
    Column("time", _text(32), nullable=False),
    Column("player", _text(64), nullable=False),
    Column("plan", LargeBinary, nullable=False),  # a serialised arena.v1.Plan, with its seed
    Column("state", _text(16), nullable=False, index=True),  # `ladder.queue.requests.RequestState`
    Column("voids", Integer, nullable=False),  # how often it was void by a failure of ours
    Column("reason", Text, nullable=False),  # why it was not played; may be empty
    Column("record", LargeBinary),
    Column("log", LargeBinary),  # what the author's own bot has printed: zlib of UTF-8
    Column("reviewed", Integer),  # the match of the ladder that is reviewed; else a match is played
    Column("digest", _text(64), index=True),  # of record, bot and policy of a review
    Column("review", LargeBinary),  # `ladder.queue.reviews`
    # The plan of a comparison's old version; `plan` is that of the new one.
    Column("old", LargeBinary),
    Column("begun", Double, nullable=False),  # when it was begun last: seconds since 1970
    Column("seconds", Double, nullable=False),  # how long its matches took that are over
)

# The rounds of comparisons that both versions have played, packed by `ladder.queue.paired`. A round
# that only the old version has played has its record in its request.
rounds = Table(
    "rounds",
    metadata,
    Column("request", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("counted", LargeBinary, nullable=False),
)

# The games that are over of matches that are being played. They go when their match ends.
live_games = Table(
    "live_games",
    metadata,
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("time", _text(32), nullable=False),
    Column("content", LargeBinary, nullable=False),  # a serialised arena.v1.GameRecord
)

# Figures that follow from the results. They are written with each result, and made again from the
# log if they are missing or rulings have changed (`ladder.store.derived`). `ladder doctor` compares
# them.

# The live rating of each player after each result of its that counts.
ratings = Table(
    "ratings",
    metadata,
    Column("season", Integer, primary_key=True, autoincrement=False),
    Column("game", _text(32), primary_key=True),
    Column("player", _text(64), primary_key=True),
    Column("number", Integer, ForeignKey("results.number"), primary_key=True, index=True),
    Column("mean", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("games", Integer, nullable=False),
    Column("note", Text, nullable=False),  # how they were found if not in the usual way, else empty
    Index("ix_ratings_curve", "season", "game", "player", "matches"),
)

# In how many games of all results one player came in front of another, level with it, and behind.
pairs = Table(
    "pairs",
    metadata,
    Column("player", _text(64), primary_key=True),  # before `other`, by name
    Column("other", _text(64), primary_key=True, index=True),
    Column("game", _text(32), primary_key=True),
    Column("ahead", Integer, nullable=False),
    Column("level", Integer, nullable=False),
    Column("behind", Integer, nullable=False),
    Column("matches", Integer, nullable=False),  # in how many matches they met
)

# How many games each player has forfeited, in all results.
forfeits = Table(
    "forfeits",
    metadata,
    Column("player", _text(64), primary_key=True),
    Column("season", Integer, primary_key=True, autoincrement=False),
    Column("game", _text(32), primary_key=True),
    Column("verdict", _text(16), primary_key=True),
    Column("games", Integer, nullable=False),
)
