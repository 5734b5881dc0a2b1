"""Live games: those that are over of matches that are being played, for anyone who looks on.

Nothing of a game is here before its end. They go in the transaction in which their match is
finished, void, stopped or cancelled, so a kill leaves none of a match that is not played any more.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from google.protobuf.message import DecodeError
from sqlalchemy import Connection, insert, select

from arena.v1 import record_pb2 as rec
from ladder.last_lines import hide_last_lines_of_game
from ladder.queue.plans import Queued
from ladder.store import schema
from ladder.store.connections import Changes
from ladder.store.database import Damaged
from ladder.store.queue import read_queued


@dataclass(frozen=True, slots=True)
class LiveRecord:
    """A match that is being played, with its games that are over and may be shown."""

    queued: Queued
    games: tuple[rec.GameRecord, ...] = ()

    @property
    def record(self) -> rec.Record:
        """The record of the match so far. It has the seed of all games: tell nobody."""
        return rec.Record(plan=self.queued.plan, games=self.games)


class LiveGames(Changes):
    """The live games of a ladder."""

    def add(self, games: Iterable[tuple[int, rec.GameRecord]]) -> None:
        """Show games, each with the number of its match; may be repeated.

        Nothing is kept for a match that another program has cancelled, or for an earlier attempt.
        """
        now = datetime.now(UTC).isoformat()
        playing, live = schema.queue.c, schema.live_games.c
        with self.writing() as transaction:
            begun = transaction.execute(select(playing.match, playing.attempt).where(playing.begun))
            attempts = {row.match: row.attempt for row in begun}
            there = {*map(tuple, transaction.execute(select(live.match, live.number)))}
            new = [
                {"match": match, "number": game.number, "time": now, "content": _pack(game)}
                for match, game in games
                if attempts.get(match) == game.attempt and (match, game.number) not in there
            ]
            if new:
                transaction.execute(insert(schema.live_games), new)

    def read(self, until: datetime, before: Sequence[LiveRecord] = ()) -> list[LiveRecord]:
        """Return the matches that are being played, in order, with their games over by a time.

        Only the games since are read for matches known from before; without any, the very same
        object is returned.
        """
        known = {(one.queued.match, one.queued.attempt): one for one in before}
        asked = select(schema.queue).where(schema.queue.c.begun).order_by(schema.queue.c.match)
        with self._connect() as connection:
            return [
                _read(connection, row, until, known.get((row.match, row.attempt)))
                for row in connection.execute(asked).all()
            ]


def _read(
    connection: Connection, row: Any, until: datetime, known: LiveRecord | None
) -> LiveRecord:
    found = known or LiveRecord(read_queued(row))
    table = schema.live_games
    last = found.games[-1].number if found.games else -1
    asked = select(table.c.content).where(table.c.match == row.match, table.c.number > last)
    asked = asked.where(table.c.time <= until.isoformat()).order_by(table.c.number)
    new = tuple(_unpack(content, row.match) for content in connection.scalars(asked))
    return LiveRecord(found.queued, (*found.games, *new)) if new else found


def _pack(game: rec.GameRecord) -> bytes:
    return hide_last_lines_of_game(game).SerializeToString(deterministic=True)


def _unpack(content: bytes, match: int) -> rec.GameRecord:
    try:
        return rec.GameRecord.FromString(content)
    except DecodeError as error:
        raise Damaged(f"a game of match {match}") from error
