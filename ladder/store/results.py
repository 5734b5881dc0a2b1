"""The results of a ladder once more, beside its log: by match, by player, and how many."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from itertools import groupby
from typing import Any, Final

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Select,
    TextClause,
    bindparam,
    func,
    insert,
    select,
    text,
)

from ladder.log.entries import Admitted, Excluded, LogEntry, result_of
from ladder.log.roster import Roster
from ladder.matches import Player, Result
from ladder.store import schema
from ladder.store.log import read_entry
from ladder.store.view import MOST, View

_TABLE: Final = schema.results.c
_SEEN: Final = schema.appearances.c
# The entries of matches that were played.
_ENTRIES: Final = select(schema.entries).join(
    schema.results, _TABLE.number == schema.entries.c.number
)


def newest_of_each(table: str, columns: str, those: str = "TRUE") -> TextClause:
    """Return the question for each player's newest row up to `:last`: a look at the index each."""
    return text(f"""
WITH RECURSIVE everybody(player) AS (
    SELECT min(player) FROM {table} WHERE {those}
    UNION ALL
    SELECT (SELECT min(one.player) FROM {table} one WHERE {those} AND one.player > everybody.player)
    FROM everybody WHERE everybody.player IS NOT NULL
)
SELECT everybody.player, {columns} FROM everybody
JOIN {table} own ON {those} AND own.player = everybody.player AND own.number = (
    SELECT max(one.number) FROM {table} one
    WHERE {those} AND one.player = everybody.player AND one.number <= :last
)
""")  # noqa: S608 - of our own words


_MATCHES: Final = newest_of_each("appearances", "own.ordinal")


class ResultReader(View):
    """Questions to the results."""

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
        asked = select(schema.results).where(*_are(game, season))
        asked = asked.where(_TABLE.number > after, _TABLE.number <= self._until(last))
        return map(_read_result, self._stream(asked.order_by(_TABLE.number)))

    def last_result(self) -> int:
        """Return the entry of the last result; 0 if there is none."""
        return self._value(select(func.max(_TABLE.number)).where(_TABLE.number <= self._last)) or 0

    def results_before(self, moment: datetime) -> tuple[int, int]:
        """Return the entry of the last result before a moment, in UTC, and how many there were.

        Zeros if there was none.
        """
        asked = select(_TABLE.number, _TABLE.ordinal).where(_TABLE.number <= self._last)
        asked = asked.where(_TABLE.time < moment.isoformat())
        row = self._one(asked.order_by(_TABLE.time.desc(), _TABLE.number.desc()).limit(1))
        return (row.number, row.ordinal) if row else (0, 0)

    def results_after(self, number: int) -> int:
        """Return how many results came after an entry."""
        return max(0, self._ordinal(self._last) - self._ordinal(number))

    def count_results(self) -> int:
        """Return how many matches were played."""
        return self._ordinal(self._last)

    def _ordinal(self, last: int) -> int:
        """Return how many results there are up to an entry."""
        asked = select(_TABLE.ordinal).where(_TABLE.number <= last)
        return self._value(asked.order_by(_TABLE.number.desc()).limit(1)) or 0

    def played(self, match: int) -> LogEntry | None:
        """Return the entry of a match; None if it has no result."""
        asked = _ENTRIES.where(_TABLE.number <= self._last, _TABLE.match == min(match, MOST))
        return None if (row := self._one(asked)) is None else read_entry(row)

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
        asked, number = _ENTRIES.where(*_are(game, season)), _TABLE.number
        if player is not None:
            # Its index has them in order, so no more are read than are wanted.
            number = _SEEN.number
            asked = asked.join(schema.appearances, number == _TABLE.number)
            asked = asked.where(_SEEN.player == player)
        asked = asked.where(number <= self._until(last)).order_by(number.desc())
        return map(read_entry, self._stream(asked.limit(most)))

    def matches_of(self, player: Player, newest: int | None = None) -> list[LogEntry]:
        """Return the entries of a player's matches, the newest first; all, or `newest`."""
        return list(self.played_before(player=player, most=newest))

    def count_matches(self) -> dict[Player, int]:
        """Return how many matches all that have played have."""
        return {row[0]: row[1] for row in self._all(_MATCHES, {"last": self._last})}

    def count_matches_of(self, player: Player) -> int:
        """Return how many matches a player has."""
        asked = select(_SEEN.ordinal).where(_SEEN.player == player, _SEEN.number <= self._last)
        return self._value(asked.order_by(_SEEN.number.desc()).limit(1)) or 0

    def waits(self, since: datetime) -> Iterator[tuple[datetime, dict[Player, float]]]:
        """Yield when matches ended since a moment, in UTC, and the seconds waited for players."""
        asked = select(_TABLE.time, _TABLE.players, _TABLE.waits).where(_TABLE.waits.is_not(None))
        asked = asked.where(_TABLE.time >= since.isoformat(), _TABLE.number <= self._last)
        for row in self._stream(asked.order_by(_TABLE.number)):
            waits = zip(json.loads(row.players), json.loads(row.waits), strict=True)
            yield datetime.fromisoformat(row.time), dict(waits)

    def common_matches(
        self, player: Player, other: Player, newest: int, skipped: int
    ) -> list[LogEntry]:
        """Return the newest matches that two have played together, after the skipped."""
        one, two = schema.appearances.alias().c, schema.appearances.alias().c
        asked = select(schema.entries).where(one.player == player, two.player == other)
        asked = asked.where(one.number == schema.entries.c.number, one.number == two.number)
        asked = asked.where(one.number <= self._last).order_by(one.number.desc())
        return list(map(read_entry, self._all(asked.offset(skipped).limit(newest))))

    def ordinals(self) -> Iterator[tuple[int, int, dict[Player, int]]]:
        """Yield the results in order, by their entries, each with how many there are up to it.

        The counts are for all, and for each player that is noted to have played in it.
        """
        asked = select(_TABLE.number, _TABLE.ordinal, _SEEN.player, _SEEN.ordinal.label("own"))
        asked = asked.join_from(schema.results, schema.appearances)
        rows = self._stream(asked.where(_TABLE.number <= self._last).order_by(_TABLE.number))
        for (number, ordinal), its in groupby(rows, key=lambda row: (row.number, row.ordinal)):
            yield number, ordinal, {row.player: row.own for row in its}

    def games_of(self, players: Collection[Player]) -> dict[Player, int]:
        """Return how many games these have played, each of the game that it has played most."""
        asked = select(_SEEN.player, _TABLE.game, _TABLE.players, func.length(_TABLE.ranks))
        asked = asked.join_from(schema.results, schema.appearances)
        asked = asked.where(_SEEN.player.in_(players), _SEEN.number <= self._last)
        found = Counter[tuple[Player, str]]()
        for player, game, table, ranks in self._all(asked):
            found[player, game] += ranks // len(json.loads(table))
        most: dict[Player, int] = {}
        for (player, _), games in found.items():
            most[player] = max(games, most.get(player, 0))
        return most


def _are(game: str | None, season: int | None) -> list[ColumnElement[bool]]:
    """Return what is asked of results: to be of a game and of a season, or of any."""
    wanted = ((_TABLE.game, game), (_TABLE.season, season))
    return [column == value for column, value in wanted if value is not None]


def first_changed(
    connection: Connection, ruling: Excluded | Admitted, roster: Roster
) -> int | None:
    """Return the entry of the first result that counts no more, or again; None if there is none."""
    if ruling.match is not None:
        asked = select(_TABLE.number).where(_TABLE.match == ruling.match)
    else:
        its = _SEEN.player.in_(roster.versions_in(ruling))
        asked = select(func.min(_SEEN.number)).where(its)
    return connection.scalar(asked)


def insert_result(connection: Connection, entry: LogEntry) -> None:
    """Put a result beside the log that has it, and who appeared in it."""
    result, players = result_of(entry), entry.played.players
    connection.execute(
        insert(schema.results).values(
            number=entry.number,
            match=result.match,
            time=entry.time.isoformat(),
            game=result.game,
            season=result.season,
            players=json.dumps(result.players),
            ranks=_pack(result.ranks),
            teams=_pack(result.teams),
            ordinal=_next(select(_TABLE.ordinal), _TABLE.number),
        )
    )
    theirs = select(_SEEN.ordinal).where(_SEEN.player == bindparam("who"))
    row = insert(schema.appearances).values(ordinal=_next(theirs, _SEEN.number))
    number = entry.number
    connection.execute(row, [{"player": one, "who": one, "number": number} for one in players])


def _next(ordinals: Select[tuple[int]], number: Column[int]) -> ColumnElement[int]:
    """Return the ordinal after the newest of these."""
    newest = ordinals.order_by(number.desc()).limit(1).scalar_subquery()
    return func.coalesce(newest, 0) + 1


def _read_result(row: Any) -> Result:
    players = tuple(json.loads(row.players))
    return Result(
        row.number,
        row.match,
        row.season,
        row.game,
        players,
        _unpack(row.ranks, len(players)),
        _unpack(row.teams, len(players)),
        datetime.fromisoformat(row.time),
    )


def _pack(games: Iterable[Iterable[int]]) -> bytes:
    """Return a byte a number: nobody has a rank or a team above 255."""
    return b"".join(map(bytes, games))


def _unpack(content: bytes, size: int) -> tuple[tuple[int, ...], ...]:
    numbers = iter(content)
    return tuple(zip(*[numbers] * size, strict=True))
