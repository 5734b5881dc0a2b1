"""What a ladder's database says. Nothing here changes it."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Select, func, select

from ladder.last_lines import LastLines
from ladder.log import NO_MATCH, LogEntry, Opened
from ladder.matches import Player, Result
from ladder.quarantine import Void
from ladder.queue import Queued
from ladder.roster import Roster, read_roster
from ladder.store import schema
from ladder.store.rows import (
    has_changed,
    is_whole,
    read_entry,
    read_queued,
    read_result,
    unpack_log,
)

_CHUNK = 10_000
# What no ladder comes near, and every database can look for.
_MOST = 2**31 - 1
# The kinds of entries that change a board: what was played, who stands on it, and what counts.
_MATTERS = ("played", "entered", "chosen", "withdrawn", "excluded", "admitted", "begun")


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
        end = min(last or _MOST, self._last)
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

    def last_match(self) -> int:
        """Return the number of the match that was planned last; 0 if none was."""
        with self._connect() as connection:
            return int(connection.execute(select(schema.head.c.matches)).scalar_one())

    def changes_boards(self, after: int, last: int) -> bool:
        """Say whether one of these entries changes a board: another result, bot, or ruling."""
        with self._connect() as connection:
            return _matters(connection, after, last)

    def roster(self, season: int | None = None) -> Roster:
        """Return who is on the ladder, and what counts; or who was on it in a season."""
        table = schema.entries
        asked = select(table).where(table.c.kind.in_(NO_MATCH), table.c.number <= self._last)
        with self._connect() as connection:
            rows = connection.execute(asked.order_by(table.c.number))
            return read_roster(map(read_entry, rows), season)

    # --- results ---

    def results(
        self,
        after: int = 0,
        last: int = _MOST,
        *,
        game: str | None = None,
        season: int | None = None,
    ) -> Iterator[Result]:
        """Yield the results of these entries in order, the excluded too.

        Of a game and of a season, or of all.
        """
        table = schema.results
        end = min(last, self._last)
        asked = select(table).where(table.c.number > after, table.c.number <= end)
        if game is not None:
            asked = asked.where(table.c.game == game)
        if season is not None:
            asked = asked.where(table.c.season == season)
        return map(read_result, self._stream(asked.order_by(table.c.number)))

    def last_result_by(self, moment: datetime) -> int:
        """Return the number of the last result's entry by a moment, in UTC; 0 if none was there."""
        table = schema.results.c
        asked = select(func.max(table.number)).where(table.number <= self._last)
        asked = asked.where(table.time <= moment.isoformat())
        with self._connect() as connection:
            return connection.execute(asked).scalar_one() or 0

    def results_after(self, number: int) -> int:
        """Return how many results came after an entry."""
        table = schema.results.c
        asked = select(func.count()).where(table.number > number, table.number <= self._last)
        with self._connect() as connection:
            return int(connection.execute(asked).scalar_one())

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
        game: str | None = None,
        season: int | None = None,
        most: int | None = None,
    ) -> Iterator[LogEntry]:
        """Yield the entries of matches up to an entry, the newest first; at most this many.

        Of a game and of a season, or of all.
        """
        table, kept = schema.entries, schema.results
        asked = select(table).join(kept, kept.c.number == table.c.number)
        asked = asked.where(kept.c.number <= (self._last if last is None else last))
        if game is not None:
            asked = asked.where(kept.c.game == game)
        if season is not None:
            asked = asked.where(kept.c.season == season)
        return map(read_entry, self._stream(asked.order_by(kept.c.number.desc()).limit(most)))

    def matches_of(self, player: Player, newest: int | None = None) -> list[LogEntry]:
        """Return the entries of a player's matches, the newest first; all, or `newest`."""
        table, seen = schema.entries, schema.appearances
        asked = select(table).join(seen, seen.c.number == table.c.number)
        asked = asked.where(seen.c.player == player, seen.c.number <= self._last)
        asked = asked.order_by(table.c.number.desc())
        with self._connect() as connection:
            return list(map(read_entry, connection.execute(asked.limit(newest))))

    def count_results(self) -> int:
        """Return how many matches were played."""
        return self.results_after(0)

    def count_matches(self) -> dict[Player, int]:
        """Return of each player that has played how many matches it has."""
        seen = schema.appearances.c
        asked = select(seen.player, func.count()).where(seen.number <= self._last)
        with self._connect() as connection:
            found = connection.execute(asked.group_by(seen.player))
            return {row[0]: row[1] for row in found}

    def appearances(self) -> Iterator[tuple[int, set[Player]]]:
        """Yield the results in order, by their entries, with who is noted to have played."""
        table = schema.appearances
        asked = select(table).where(table.c.number <= self._last)
        rows = self._stream(asked.order_by(table.c.number))
        for number, its in groupby(rows, key=lambda row: int(row.number)):
            yield number, {row.player for row in its}

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

    def recorded(self) -> set[int]:
        """Return the matches of which there is a record."""
        with self._connect() as connection:
            return set(connection.execute(select(schema.records.c.match)).scalars())

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

    # --- checkpoints ---

    def checkpoint(self, season: int, model: str, last: int, known: int) -> tuple[int, str] | None:
        """Return the newest kept live ratings of a season up to an entry, and after which it was.

        None of those that another model has made or that are not as they were kept; and none for
        who knows the log up to an entry only after which it has changed what counts.
        """
        with self._connect() as connection:
            if has_changed(connection, known):
                return None
            while row := _newest_checkpoint(connection, season, model, last):
                if is_whole(connection, row):
                    return row.number, row.state
                last = row.number - 1
        return None

    def checkpoints(self, model: str) -> list[tuple[int, int, str]]:
        """Return all kept live ratings of a model: after which entry, of which season, and what."""
        kept = schema.checkpoints
        asked = select(kept).where(kept.c.model == model).order_by(kept.c.number)
        with self._connect() as connection:
            rows = connection.execute(asked)
            return [(row.number, row.season, row.state) for row in rows]

    def kept_boards(self, season: int, model: str) -> str | None:
        """Return the boards of a season that were kept, if nothing that matters has come since.

        None of those that another model has made.
        """
        kept = schema.boards
        asked = select(kept).where(kept.c.season == season, kept.c.model == model)
        asked = asked.where(kept.c.number <= self._last)
        with self._connect() as connection:
            row = connection.execute(asked).one_or_none()
            if row is None or not is_whole(connection, row):
                return None
            return None if _matters(connection, row.number, self._last) else str(row.state)


def _matters(connection: Connection, after: int, last: int) -> bool:
    number, kind = schema.entries.c.number, schema.entries.c.kind
    asked = select(number).where(number > after, number <= last, kind.in_(_MATTERS))
    return connection.execute(asked.limit(1)).one_or_none() is not None


def _newest_checkpoint(connection: Connection, season: int, model: str, last: int) -> Any:
    kept = schema.checkpoints
    asked = select(kept).where(kept.c.season == season, kept.c.model == model)
    asked = asked.where(kept.c.number <= last).order_by(kept.c.number.desc()).limit(1)
    return connection.execute(asked).one_or_none()


def _void(rows: list[Any]) -> Void:
    players = tuple(row.player for row in rows)
    return Void(rows[0].match, players, rows[0].after, rows[0].reason)
