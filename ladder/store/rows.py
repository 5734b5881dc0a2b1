"""Rows of the tables: log entries, results and what bots printed, packed and unpacked."""

import json
import zlib
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Final

import msgspec
from google.protobuf.message import DecodeError
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Select,
    bindparam,
    delete,
    func,
    insert,
    select,
)

from arena.boxes.supervision.bot_log import CUT
from arena.v1 import record_pb2 as rec
from ladder.log.entries import (
    Admitted,
    Benched,
    Excluded,
    LogEntry,
    Played,
    kind_of,
    read_body,
    result_of,
    write_body,
)
from ladder.log.roster import RULINGS
from ladder.matches import Player, Result, name_of
from ladder.queue.plans import Queued
from ladder.store import schema
from ladder.store.database import Damaged, StoreFailure

# The number of newest matches of a player whose logs are kept.
KEPT_MATCHES: Final = 20
# How many characters of one are kept: the beginning, and 4 096 of the end.
MAX_LOG_CHARS: Final = 64 * 1024
_END_CHARS: Final = 4 * 1024
_CUT: Final = f"\n{CUT}\n"


def first_changed(connection: Connection, ruling: Excluded | Admitted) -> int | None:
    """Return the entry of the first result that counts no more, or again; None if there is none."""
    seen, results = schema.appearances, schema.results
    if ruling.match is not None:
        asked = select(results.c.number).where(results.c.match == ruling.match)
    else:
        players = list(_players_of(connection, ruling))
        asked = select(func.min(seen.c.number)).where(seen.c.player.in_(players))
    return connection.execute(asked).scalar_one_or_none()


def _players_of(connection: Connection, ruling: Excluded | Admitted) -> Iterator[Player]:
    """Yield the versions that a ruling is about."""
    log = schema.entries
    for body in connection.execute(select(log.c.body).where(log.c.kind == "entered")).scalars():
        entered = json.loads(body)
        player, author = entered["player"], entered["author"]
        about = (ruling.player, ruling.bot, ruling.author)
        if any(
            one == own for one, own in zip(about, (player, name_of(player), author), strict=True)
        ):
            yield player


def has_changed(connection: Connection, known: int) -> bool:
    """Say whether what counts was changed after an entry."""
    log = schema.entries
    changes = log.c.kind.in_(RULINGS)
    asked = select(log.c.number).where(log.c.number > known, changes).limit(1)
    return connection.execute(asked).one_or_none() is not None


def insert_entry(connection: Connection, entry: LogEntry, arrived: datetime) -> None:
    """Put an entry into the log, and what follows from it into the other tables."""
    connection.execute(
        insert(schema.entries).values(
            number=entry.number,
            time=entry.time.isoformat(),
            arrived=arrived.isoformat(),
            kind=kind_of(entry.body),
            body=write_body(entry.body),
            digest=entry.digest,
        )
    )
    if isinstance(entry.body, Played):
        result = result_of(entry)
        connection.execute(
            insert(schema.results).values(
                number=entry.number,
                match=entry.body.match,
                time=entry.time.isoformat(),
                game=result.game,
                season=result.season,
                players=json.dumps(result.players),
                ranks=_pack(result.ranks),
                teams=_pack(result.teams),
                ordinal=_next(select(schema.results.c.ordinal), schema.results.c.number),
            )
        )
        seen = schema.appearances
        theirs = select(seen.c.ordinal).where(seen.c.player == bindparam("who"))
        row = insert(seen).values(ordinal=_next(theirs, seen.c.number))
        players, number = entry.body.players, entry.number
        connection.execute(row, [{"player": one, "who": one, "number": number} for one in players])
        forget_voids(connection, entry.body.players)
    if isinstance(entry.body, Benched):
        forget_voids(connection, [entry.body.player])


def _next(ordinals: Select[tuple[int]], number: Column[int]) -> ColumnElement[int]:
    """Return the ordinal after the newest of these."""
    newest = ordinals.order_by(number.desc()).limit(1).scalar_subquery()
    return func.coalesce(newest, 0) + 1


def forget_voids(connection: Connection, players: Iterable[Player]) -> None:
    """Keep the voids of these players no longer."""
    connection.execute(delete(schema.voids).where(schema.voids.c.player.in_(list(players))))


def forget_live_games(connection: Connection, matches: Iterable[int]) -> None:
    """Show the games of these matches no longer: they are not being played any more."""
    connection.execute(
        delete(schema.live_games).where(schema.live_games.c.match.in_(list(matches)))
    )


def read_entry(row: Any) -> LogEntry:
    try:
        return LogEntry(
            row.number, datetime.fromisoformat(row.time), read_body(row.body), row.digest
        )
    except (msgspec.MsgspecError, ValueError) as error:
        raise Damaged(f"entry {row.number}") from error


def read_result(row: Any) -> Result:
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


def read_queued(row: Any) -> Queued:
    try:
        plan = rec.Plan.FromString(row.plan)
    except DecodeError as error:
        raise StoreFailure(
            f"the plan of match {row.match} in the ladder's database is damaged; ladder cancel"
            f" {row.match} gives it up"
        ) from error
    return Queued(row.match, row.season, plan, row.attempt, row.voids, row.reason)


def _pack(games: Iterable[Iterable[int]]) -> bytes:
    """Return a byte a number: nobody has a rank or a team above 255."""
    return b"".join(map(bytes, games))


def _unpack(content: bytes, size: int) -> tuple[tuple[int, ...], ...]:
    numbers = iter(content)
    return tuple(zip(*[numbers] * size, strict=True))


# --- what bots have printed ---


def pack_log(text: str) -> bytes:
    """Return a log as it is kept; of a long one the beginning and the end."""
    if len(text) > MAX_LOG_CHARS:
        text = text[: MAX_LOG_CHARS - _END_CHARS - len(_CUT)] + _CUT + text[-_END_CHARS:]
    return zlib.compress(text.encode())


def unpack_log(content: bytes) -> str:
    return zlib.decompress(content).decode()
