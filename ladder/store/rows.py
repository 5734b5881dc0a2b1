"""Rows of the tables: log entries, what bots printed and kept ratings, packed and unpacked."""

import json
import zlib
from collections.abc import Iterable, Iterator
from datetime import datetime
from hashlib import sha256
from typing import Any, Final

import msgspec
from google.protobuf.message import DecodeError
from sqlalchemy import Connection, delete, func, insert, select

from arena.v1 import record_pb2 as rec
from ladder.log import (
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
from ladder.matches import Player, Result, name_of
from ladder.queue import Queued
from ladder.store import schema
from ladder.store.database import StoreFailure

# Of how many matches of a player logs are kept, the newest.
KEPT_MATCHES: Final = 20
# How many letters of one are kept: the beginning, and 4 096 of the end.
MOST_LETTERS: Final = 64 * 1024
_END_LETTERS: Final = 4 * 1024
_CUT: Final = "\n[...]\n"


def forget_ratings(connection: Connection, ruling: Excluded | Admitted) -> None:
    """Keep no ratings from the first result on that counts no more, or again."""
    seen, results, kept = schema.appearances, schema.results, schema.checkpoints
    if ruling.match is not None:
        asked = select(results.c.number).where(results.c.match == ruling.match)
    else:
        players = list(_players_of(connection, ruling))
        asked = select(func.min(seen.c.number)).where(seen.c.player.in_(players))
    first = connection.execute(asked).scalar_one_or_none()
    if first is not None:
        connection.execute(delete(kept).where(kept.c.number >= first))


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
    changes = log.c.kind.in_(["excluded", "admitted"])
    asked = select(log.c.number).where(log.c.number > known, changes).limit(1)
    return connection.execute(asked).one_or_none() is not None


def insert_entry(connection: Connection, entry: LogEntry) -> None:
    """Put an entry into the log, and what follows from it into the other tables."""
    connection.execute(
        insert(schema.entries).values(
            number=entry.number,
            time=entry.time.isoformat(),
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
            )
        )
        seen = [{"player": player, "number": entry.number} for player in entry.body.players]
        connection.execute(insert(schema.appearances), seen)
        forget_voids(connection, entry.body.players)
    if isinstance(entry.body, Benched):
        forget_voids(connection, [entry.body.player])


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
        raise StoreFailure(
            f"entry {row.number} in the ladder's database is damaged; take its last copy, or an"
            " export"
        ) from error


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
    if len(text) > MOST_LETTERS:
        text = text[: MOST_LETTERS - _END_LETTERS - len(_CUT)] + _CUT + text[-_END_LETTERS:]
    return zlib.compress(text.encode())


def unpack_log(content: bytes) -> str:
    return zlib.decompress(content).decode()


# --- ratings that are kept: what they are of, and that nobody has changed them ---


def sealed(
    connection: Connection, season: int, model: str, number: int, state: str
) -> dict[str, Any]:
    """Return a row of what `model` has made of a season up to an entry."""
    row = {"season": season, "model": model, "number": number, "state": state}
    entry = _digest_of_entry(connection, number)
    return row | {"entry": entry, "digest": _seal(season, model, number, entry, state)}


def is_whole(connection: Connection, row: Any) -> bool:
    """Say whether a row is as it was kept, and the log, up to its entry, as it was then."""
    own = _seal(row.season, row.model, row.number, row.entry, row.state)
    return bool(row.digest == own) and _digest_of_entry(connection, row.number) == row.entry


def _digest_of_entry(connection: Connection, number: int) -> str:
    """Return the digest of an entry; of one that there is not it is empty."""
    table = schema.entries
    asked = select(table.c.digest).where(table.c.number == number)
    return connection.execute(asked).scalar_one_or_none() or ""


def _seal(season: int, model: str, number: int, entry: str, state: str) -> str:
    return sha256(f"{season} {model} {number} {entry} {state}".encode()).hexdigest()
