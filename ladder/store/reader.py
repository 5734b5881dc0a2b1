"""Questions to a ladder's database. Nothing here changes it."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractContextManager
from datetime import datetime
from itertools import groupby
from typing import Any, Final

from sqlalchemy import Connection, Select, func, select, text

from ladder.last_lines import LastLines
from ladder.log.entries import NO_MATCH, AnyBody, LogEntry, Opened, kind_of, write_body
from ladder.log.roster import Roster, read_roster
from ladder.machine.pulse import Pulse
from ladder.matches import Player, Result
from ladder.queue.plans import Queued
from ladder.queue.quarantine import Void
from ladder.queue.requests import DAY
from ladder.ratings.rating import Rating, Ratings
from ladder.settings.about import About
from ladder.settings.dates import PlannedAct
from ladder.settings.people import Participant
from ladder.store import schema
from ladder.store.dates import read_dates
from ladder.store.derived import (
    Derived,
    GameCounts,
    curve_of,
    is_rated,
    newest_ratings,
    pairs_of,
    ratings_before,
    ratings_of,
    read_counts,
)
from ladder.store.people import read_people
from ladder.store.rows import (
    read_entry,
    read_queued,
    read_result,
    unpack_log,
)
from ladder.store.settings import SettingT, find_pulse, read_setting

_CHUNK = 10_000
# No ladder comes near this number, and every database can look for it.
_MOST = 2**31 - 1
# How many matches each has: a look at the index for everybody, however many there are.
_MATCHES: Final = text("""
WITH RECURSIVE everybody(player) AS (
    SELECT min(player) FROM appearances
    UNION ALL
    SELECT (
        SELECT min(following.player) FROM appearances following
        WHERE following.player > everybody.player
    )
    FROM everybody WHERE everybody.player IS NOT NULL
)
SELECT seen.player, seen.ordinal
FROM everybody JOIN appearances seen ON seen.player = everybody.player
AND seen.number = (
    SELECT max(own.number) FROM appearances own
    WHERE own.player = everybody.player AND own.number <= :last
)
""")


class Reader:
    """Questions to a ladder. Each sees one state of it; two see the same up to an entry.

    `connect` gives a connection for a question: of a pool, or that of a transaction. With `end`,
    the number and the digest of an entry, the log is asked as if it ended there.
    """

    def __init__(
        self,
        connect: Callable[[], AbstractContextManager[Connection]],
        end: tuple[int, str] | None = None,
    ) -> None:
        self._connect = connect
        self._end = end
        self._last = end[0] if end else _MOST

    def setting(self, kind: type[SettingT]) -> SettingT:
        """Return the value of a type of which a ladder has one; its default if there is none."""
        with self._connect() as connection:
            return read_setting(connection, kind)

    def dates(self) -> dict[PlannedAct, bool]:
        """Return what is planned, the first first, each with whether it was carried out."""
        with self._connect() as connection:
            return read_dates(connection)

    def pulse(self) -> Pulse | None:
        """Return the last pulse of a season; None if none has run yet, or it cannot be read."""
        with self._connect() as connection:
            return find_pulse(connection)

    def people(self) -> dict[str, Participant]:
        """Return everybody of whom something is known, by the author's key."""
        with self._connect() as connection:
            return read_people(connection)

    # --- the log ---

    def opened(self) -> Opened:
        """Return the rules of the ladder."""
        (entry,) = self.entries(last=1)
        return entry.opened

    def entries(
        self,
        after: int = 0,
        last: int | None = None,
        *,
        kinds: Collection[str] = (),
        newest_first: bool = False,
        most: int | None = None,
    ) -> Iterator[LogEntry]:
        """Yield the entries of the log in order, of these kinds or all; at most this many."""
        number = schema.entries.c.number
        end = self._last if last is None else min(last, self._last)
        asked = select(schema.entries).where(number > after, number <= end)
        if kinds:
            asked = asked.where(schema.entries.c.kind.in_(kinds))
        order = number.desc() if newest_first else number
        return map(read_entry, self._stream(asked.order_by(order).limit(most)))

    def head(self) -> tuple[int, str]:
        """Return the number and the digest of the last entry."""
        if self._end:
            return self._end
        with self._connect() as connection:
            row = connection.execute(select(schema.head)).one()
            return row.number, row.digest

    def arrivals(self, author: str, now: datetime, *kinds: str) -> list[datetime]:
        """Return when entries of an author, of these kinds, came within 24 hours, in order.

        By the clock and not by the log's time. A later arrival came on a wrong clock.
        """
        table, since = schema.entries, (now - DAY).isoformat()
        asked = select(table.c.arrived, table.c.body).where(
            table.c.kind.in_(kinds), table.c.arrived > since, table.c.arrived <= now.isoformat()
        )
        with self._connect() as connection:
            rows = connection.execute(asked.order_by(table.c.arrived))
            found = [(datetime.fromisoformat(time), json.loads(body)) for time, body in rows]
        return [time for time, said in found if author in {said.get("author"), said.get("by")}]

    def find_last(self, body: AnyBody) -> LogEntry | None:
        """Return the newest entry that says just this, if there is one."""
        table = schema.entries
        said = (table.c.kind == kind_of(body)) & (table.c.body == write_body(body))
        asked = select(table).where(said).order_by(table.c.number.desc()).limit(1)
        return next(map(read_entry, self._stream(asked)), None)

    def last_match(self) -> int:
        """Return the number of the match that was planned last; 0 if none was."""
        with self._connect() as connection:
            return int(connection.execute(select(schema.head.c.matches)).scalar_one())

    def roster(self, season: int | None = None) -> Roster:
        """Return who is on the ladder, and what counts; or who was on it in a season."""
        table = schema.entries
        asked = select(table).where(table.c.kind.in_(NO_MATCH), table.c.number <= self._last)
        with self._connect() as connection:
            rows = connection.execute(asked.order_by(table.c.number))
            return read_roster(map(read_entry, rows), season)

    def roster_for(self, author: str) -> Roster:
        """Return the roster with the bots that an author may name."""
        return self.roster().read_by(author, self.setting(About))

    # --- results ---

    def results(
        self,
        after: int = 0,
        last: int | None = None,
        *,
        game: str | None = None,
        season: int | None = None,
    ) -> Iterator[Result]:
        """Yield the results of these entries in order, the excluded too.

        Only those of a game and of a season, or all.
        """
        table = schema.results
        end = self._last if last is None else min(last, self._last)
        asked = select(table).where(table.c.number > after, table.c.number <= end)
        if game is not None:
            asked = asked.where(table.c.game == game)
        if season is not None:
            asked = asked.where(table.c.season == season)
        return map(read_result, self._stream(asked.order_by(table.c.number)))

    def last_result(self) -> int:
        """Return the entry of the last result; 0 if there is none."""
        results = schema.results.c.number
        with self._connect() as connection:
            asked = select(func.max(results)).where(results <= self._last)
            return connection.execute(asked).scalar_one() or 0

    def results_before(self, moment: datetime) -> tuple[int, int]:
        """Return the entry of the last result before a moment, in UTC, and how many there were.

        Zeros if there was none.
        """
        table = schema.results.c
        asked = select(table.number, table.ordinal).where(table.number <= self._last)
        asked = asked.where(table.time < moment.isoformat())
        newest = asked.order_by(table.time.desc(), table.number.desc()).limit(1)
        with self._connect() as connection:
            row = connection.execute(newest).one_or_none()
        return (row.number, row.ordinal) if row else (0, 0)

    def results_after(self, number: int) -> int:
        """Return how many results came after an entry."""
        with self._connect() as connection:
            return max(0, _ordinal(connection, self._last) - _ordinal(connection, number))

    def played(self, match: int) -> LogEntry | None:
        """Return the entry of a match; None if it has no result."""
        table, kept = schema.entries, schema.results
        asked = select(table).join(kept, kept.c.number == table.c.number)
        with self._connect() as connection:
            asked = asked.where(kept.c.number <= self._last)
            found = connection.execute(asked.where(kept.c.match == min(match, _MOST)))
            row = found.one_or_none()
        return None if row is None else read_entry(row)

    def played_before(
        self,
        last: int | None = None,
        *,
        player: Player | None = None,
        game: str | None = None,
        season: int | None = None,
        most: int | None = None,
    ) -> Iterator[LogEntry]:
        """Yield the entries of matches up to an entry, the newest first; at most this many.

        Only those of a player, a game and a season, or all.
        """
        table, kept, seen = schema.entries, schema.results, schema.appearances
        asked, number = select(table).join(kept, kept.c.number == table.c.number), kept.c.number
        if player is not None:
            # Its index has them in order, so no more are read than are wanted.
            number = seen.c.number
            asked = asked.join(seen, number == kept.c.number).where(seen.c.player == player)
        asked = asked.where(number <= (self._last if last is None else last))
        if game is not None:
            asked = asked.where(kept.c.game == game)
        if season is not None:
            asked = asked.where(kept.c.season == season)
        return map(read_entry, self._stream(asked.order_by(number.desc()).limit(most)))

    def matches_of(self, player: Player, newest: int | None = None) -> list[LogEntry]:
        """Return the entries of a player's matches, the newest first; all, or `newest`."""
        return list(self.played_before(player=player, most=newest))

    def count_results(self) -> int:
        """Return how many matches were played."""
        return self.results_after(0)

    def count_matches(self) -> dict[Player, int]:
        """Return how many matches all that have played have."""
        with self._connect() as connection:
            return {row[0]: row[1] for row in connection.execute(_MATCHES, {"last": self._last})}

    def count_matches_of(self, player: Player) -> int:
        """Return how many matches a player has."""
        seen = schema.appearances.c
        asked = select(seen.ordinal).where(seen.player == player, seen.number <= self._last)
        with self._connect() as connection:
            newest = connection.execute(asked.order_by(seen.number.desc()).limit(1))
            return newest.scalar_one_or_none() or 0

    def waits(self, since: datetime) -> Iterator[tuple[datetime, dict[Player, float]]]:
        """Yield when matches ended since a moment, in UTC, and the seconds waited for players."""
        table = schema.results.c
        asked = select(table.time, table.players, table.waits).where(table.waits.is_not(None))
        asked = asked.where(table.time >= since.isoformat(), table.number <= self._last)
        for row in self._stream(asked.order_by(table.number)):
            waits = zip(json.loads(row.players), json.loads(row.waits), strict=True)
            yield datetime.fromisoformat(row.time), dict(waits)

    def common_matches(
        self, player: Player, other: Player, newest: int, skipped: int
    ) -> list[LogEntry]:
        """Return the newest matches that two have played together, after the skipped."""
        table, one, two = schema.entries, schema.appearances.alias(), schema.appearances.alias()
        asked = select(table).join(one, one.c.number == table.c.number)
        asked = asked.join(two, two.c.number == one.c.number)
        asked = asked.where(one.c.player == player, two.c.player == other)
        asked = asked.where(one.c.number <= self._last).order_by(one.c.number.desc())
        with self._connect() as connection:
            found = connection.execute(asked.offset(skipped).limit(newest))
            return list(map(read_entry, found))

    def count_common(self, player: Player, other: Player) -> int:
        """Return how many matches two have played together."""
        pairs, (one, two) = schema.pairs.c, sorted((player, other))
        asked = select(func.sum(pairs.matches)).where(pairs.player == one, pairs.other == two)
        with self._connect() as connection:
            return connection.execute(asked).scalar_one() or 0

    def ordinals(self) -> Iterator[tuple[int, int, dict[Player, int]]]:
        """Yield the results in order, by their entries, each with how many there are up to it.

        The counts are for all, and for each player that is noted to have played in it.
        """
        kept, seen = schema.results.c, schema.appearances.c
        asked = select(kept.number, kept.ordinal, seen.player, seen.ordinal.label("own"))
        asked = asked.join_from(schema.results, schema.appearances)
        rows = self._stream(asked.where(kept.number <= self._last).order_by(kept.number))
        for (number, ordinal), its in groupby(rows, key=lambda row: (row.number, row.ordinal)):
            yield number, ordinal, {row.player: row.own for row in its}

    def games_of(self, players: Collection[Player]) -> dict[Player, int]:
        """Return how many games these have played, each of the game that it has played most."""
        seen, kept = schema.appearances, schema.results
        asked = select(seen.c.player, kept.c.game, kept.c.players, func.length(kept.c.ranks))
        asked = asked.join(kept, kept.c.number == seen.c.number)
        asked = asked.where(seen.c.player.in_(players), seen.c.number <= self._last)
        found = Counter[tuple[Player, str]]()
        with self._connect() as connection:
            for player, game, table, ranks in connection.execute(asked):
                found[player, game] += ranks // len(json.loads(table))
        most: dict[Player, int] = {}
        for (player, _), games in found.items():
            most[player] = max(games, most.get(player, 0))
        return most

    def count_bytes(self, digests: Collection[str]) -> int:
        """Return how many bytes the submissions with these digests have together, packed."""
        kept = schema.submissions
        asked = select(func.sum(func.length(kept.c.content))).where(kept.c.digest.in_(digests))
        with self._connect() as connection:
            return int(connection.execute(asked).scalar() or 0)

    # --- what follows from results ---

    def is_rated(self, last: int | None = None) -> bool:
        """Say whether the live ratings up to a result, or up to now, are those of what counts.

        Else they are the old ones, and are being made again.
        """
        # First: what is rated meanwhile is not missed.
        end = self.last_result() if last is None else last
        return is_rated(self.setting(Derived), end)

    def ratings(
        self, season: int, games: Iterable[str], last: int | None = None
    ) -> dict[tuple[Player, str], Rating]:
        """Return a season's live ratings after an entry of the log."""
        with self._connect() as connection:
            end = self._last if last is None else min(last, self._last)
            return newest_ratings(connection, season, games, end)

    def rating(self, season: int, game: str, player: Player) -> Rating | None:
        """Return a player's live rating in a season's game; None if none of its results counts."""
        with self._connect() as connection:
            return ratings_before(connection, season, game, [player]).get((player, game))

    def rated(self, entry: LogEntry) -> tuple[Ratings, Ratings, str]:
        """Return the ratings of who played a match, before it and after, and a note on them.

        Those after it are of whom it counts for.
        """
        played = entry.played
        with self._connect() as connection:
            before = ratings_before(
                connection, played.season, played.game, played.players, entry.number
            )
            rows = ratings_of(connection, entry.number)
        after = {key: rating for key, (rating, _) in rows.items()}
        return before, after, next((note for _, note in rows.values()), "")

    def ratings_of(self, number: int) -> Ratings:
        """Return the live ratings after the result with this entry of whom it counts for."""
        with self._connect() as connection:
            return {key: rating for key, (rating, _) in ratings_of(connection, number).items()}

    def rated_results(self, last: int) -> list[int]:
        """Return the entries of the results up to one after which there are ratings."""
        number = schema.ratings.c.number
        with self._connect() as connection:
            asked = select(number).where(number <= last).distinct().order_by(number)
            return list(connection.execute(asked).scalars())

    def counts(self) -> GameCounts:
        """Return the counts of every two players, and of who has forfeited."""
        with self._connect() as connection:
            return read_counts(connection)

    def curve(self, season: int, game: str, player: Player, most: int) -> list[Rating]:
        """Return a player's live ratings after its matches; of many as many as are wanted."""
        with self._connect() as connection:
            return list(curve_of(connection, season, game, player, most))

    def pairs_of(
        self, player: Player, with_whom: Player | None = None
    ) -> list[tuple[Player, str, dict[str, int]]]:
        """Return whom a player met in which game, and in how many games it was where."""
        with self._connect() as connection:
            return pairs_of(connection, player, with_whom)

    def forfeits(
        self, *, season: int | None = None, player: Player | None = None
    ) -> list[tuple[Player, str, str, int]]:
        """Return who has forfeited how many games of which game by which verdict."""
        table = schema.forfeits.c
        asked = select(table.player, table.game, table.verdict, func.sum(table.games))
        if season is not None:
            asked = asked.where(table.season == season)
        if player is not None:
            asked = asked.where(table.player == player)
        asked = asked.group_by(table.player, table.game, table.verdict)
        with self._connect() as connection:
            return [(row[0], row[1], row[2], int(row[3])) for row in connection.execute(asked)]

    # --- the queue of matches, and voids ---

    def queue(self) -> list[Queued]:
        """Return the matches that have no result yet, the oldest first."""
        with self._connect() as connection:
            found = connection.execute(select(schema.queue).order_by(schema.queue.c.match)).all()
        return list(map(read_queued, found))

    def begun(self) -> list[int]:
        """Return the matches that are being played, or were when a season was killed."""
        table = schema.queue
        asked = select(table.c.match).where(table.c.begun).order_by(table.c.match)
        with self._connect() as connection:
            return list(connection.execute(asked).scalars())

    def voids(self) -> list[Void]:
        """Return the voids that are kept, the oldest first."""
        table = schema.voids
        with self._connect() as connection:
            rows = connection.execute(select(table).order_by(table.c.number, table.c.player)).all()
        return [_void(list(its)) for _, its in groupby(rows, key=lambda row: int(row.number))]

    # --- files ---

    def record(self, match: int) -> bytes | None:
        """Return the packed record of a match."""
        return self._bytes(select(schema.records.c.content).where(schema.records.c.match == match))

    def records(self) -> Iterator[tuple[int, bytes]]:
        """Yield all matches with their packed records, in the order of the matches."""
        for row in self._stream(select(schema.records).order_by(schema.records.c.match), 100):
            yield row.match, row.content

    def logs(self, match: int) -> dict[Player, str]:
        """Return what is kept of what the players of a match have printed."""
        table = schema.logs
        asked = select(table).where(table.c.match == match)
        with self._connect() as connection:
            return {row.player: unpack_log(row.content) for row in connection.execute(asked)}

    def last_lines(self, match: int) -> LastLines:
        """Return what the bots of a match had printed last where they forfeited a game."""
        table = schema.last_lines
        asked = select(table).where(table.c.match == match)
        with self._connect() as connection:
            rows = connection.execute(asked).all()
        return {(row.game, row.seat): unpack_log(row.content) for row in rows}

    def submission(self, digest: str) -> bytes | None:
        """Return a submission as a gzipped tar."""
        kept = schema.submissions
        return self._bytes(select(kept.c.content).where(kept.c.digest == digest))

    def digests(self) -> list[str]:
        """Return the digests of all submissions."""
        with self._connect() as connection:
            return sorted(connection.execute(select(schema.submissions.c.digest)).scalars())

    def _stream(self, asked: Select[Any], chunk: int = _CHUNK) -> Iterator[Any]:
        """Yield rows as they are wanted, of the state when the first one was."""
        with (
            self._connect() as connection,
            connection.execute(asked, execution_options={"yield_per": chunk}) as found,
        ):
            yield from found

    def _bytes(self, asked: Select[bytes]) -> bytes | None:
        with self._connect() as connection:
            return connection.execute(asked).scalar_one_or_none()


def _ordinal(connection: Connection, last: int) -> int:
    """Return how many results there are up to an entry."""
    table = schema.results.c
    asked = select(table.ordinal).where(table.number <= last)
    newest = connection.execute(asked.order_by(table.number.desc()).limit(1))
    return newest.scalar_one_or_none() or 0


def _void(rows: list[Any]) -> Void:
    players = tuple(row.player for row in rows)
    return Void(rows[0].match, players, rows[0].after, rows[0].reason)
