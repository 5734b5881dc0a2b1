"""A ladder's store: what may be done to its database, each thing whole or not at all."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

from sqlalchemy import Connection, delete, func, insert, select, update

from arena.match.record import digest_of, pack_record
from arena.mistake import Mistake
from arena.v1 import record_pb2 as rec
from ladder.bot_logs import KEPT_MATCHES, pack_log
from ladder.log import AnyBody, Cancelled, Entered, Entry
from ladder.outcome import conclude
from ladder.result import Player
from ladder.store import schema
from ladder.store.database import alone, reading, writing
from ladder.store.reader import Reader
from ladder.store.rows import append_entry, forget_voids, has_changed, lock_head

# Of how many entries the live ratings are kept: few, since they are those of all players.
MOST_CHECKPOINTS: Final = 32


@dataclass(frozen=True, slots=True)
class Planned:
    """A match that has no result yet."""

    match: int
    plan: rec.Plan
    voids: int = 0
    """How often it was void; each attempt at playing it has other cards."""
    reason: str = ""
    """Why it was void the last time."""

    @property
    def players(self) -> tuple[Player, ...]:
        return tuple(entrant.name for entrant in self.plan.entrants)


class Store(Reader):
    """An open ladder. To be closed, or used as a context."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _at: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def alone(self, patience: float = 0) -> Iterator[None]:
        """Run a season that is the only one of the ladder; Mistake if one goes on for so long."""
        with alone(self._engine, patience):
            yield

    def append(self, *bodies: AnyBody) -> list[Entry]:
        """Add entries to the log."""
        with writing(self._engine) as connection:
            return [append_entry(connection, body) for body in bodies]

    def enter(self, entered: Entered, content: bytes) -> Entry:
        """Take a submission in, with its entry. Mistake if that version was taken meanwhile."""
        kept, log = schema.submissions, schema.entries
        with writing(self._engine) as connection:
            lock_head(connection)
            known = connection.execute(select(kept.c.digest).where(kept.c.digest == entered.digest))
            if known.one_or_none() is None:
                connection.execute(insert(kept).values(digest=entered.digest, content=content))
            bodies = connection.execute(select(log.c.body).where(log.c.kind == "entered")).scalars()
            taken = {json.loads(body)["player"].casefold() for body in bodies}
            if entered.player.casefold() in taken:
                raise Mistake(f"{entered.player} has come in meanwhile; submit it again.")
            return append_entry(connection, entered)

    # --- the queue of matches ---

    def plan(self, plan: rec.Plan) -> Planned:
        """Put a match in the queue; it gets its number."""
        with writing(self._engine) as connection:
            match = lock_head(connection).matches + 1
            connection.execute(update(schema.head).values(matches=match))
            content = plan.SerializeToString(deterministic=True)
            connection.execute(
                insert(schema.queue).values(match=match, plan=content, voids=0, reason="")
            )
        return Planned(match, plan)

    def queue(self) -> list[Planned]:
        """Return the matches that have no result yet, the oldest first."""
        with reading(self._engine) as connection:
            found = connection.execute(select(schema.queue).order_by(schema.queue.c.match)).all()
        return [
            Planned(row.match, rec.Plan.FromString(row.plan), row.voids, row.reason)
            for row in found
        ]

    def finish(
        self, match: int, record: rec.Record, logs: Mapping[Player, str] | None = None
    ) -> Entry | None:
        """Put result, record and entry into the log, once; None if the match is not open.

        So a match that was run twice counts once. What its bots have printed is kept for a while.
        """
        content = pack_record(record)
        body = conclude(match, record, digest_of(content))
        with writing(self._engine) as connection:
            if not _take_from_queue(connection, match):
                return None
            connection.execute(insert(schema.records).values(match=match, content=content))
            for player, text in (logs or {}).items():
                _keep_log(connection, match, player, text)
            return append_entry(connection, body)

    def void(self, match: int, reason: str) -> None:
        """Take note that a match was void; it is to be played again."""
        theirs = schema.queue.c.match == match
        with writing(self._engine) as connection:
            lock_head(connection)
            row = connection.execute(select(schema.queue).where(theirs)).one_or_none()
            if row is None:
                return
            voided = update(schema.queue).where(theirs)
            connection.execute(voided.values(voids=row.voids + 1, reason=reason))
            names = [entrant.name for entrant in rec.Plan.FromString(row.plan).entrants]
            _keep_void(connection, match, names, reason)

    def void_alone(self, player: Player, reason: str) -> None:
        """Take note that a match was void that a suspect was to play alone with the samples."""
        with writing(self._engine) as connection:
            lock_head(connection)
            _keep_void(connection, None, [player], reason)

    def clear(self, player: Player) -> None:
        """Forget the voids of a suspect that has played alone with the samples."""
        with writing(self._engine) as connection:
            forget_voids(connection, [player])

    def cancel(self, match: int, reason: str) -> Entry | None:
        """Say in the log that a match will not be played; None if it is not open.

        How often it was void is forgotten.
        """
        with writing(self._engine) as connection:
            if not _take_from_queue(connection, match):
                return None
            connection.execute(delete(schema.voids).where(schema.voids.c.match == match))
            return append_entry(connection, Cancelled(match, reason))

    # --- checkpoints ---

    def keep_checkpoint(self, number: int, state: str, known: int) -> None:
        """Keep the live ratings as they were after an entry, of what counts.

        Nothing is kept of who knows the log up to an entry only after which it has changed that.
        """
        table = schema.checkpoints
        with writing(self._engine) as connection:
            lock_head(connection)
            if has_changed(connection, known):
                return
            kept = sorted(connection.execute(select(table.c.number)).scalars())
            if number in kept:
                return
            if len(kept) >= MOST_CHECKPOINTS:
                connection.execute(delete(table).where(table.c.number == _least_missed(kept)))
            connection.execute(insert(table).values(number=number, state=state))


def _keep_void(
    connection: Connection, match: int | None, players: Iterable[Player], reason: str
) -> None:
    table = schema.voids
    last = connection.execute(select(func.max(table.c.number))).scalar_one() or 0
    void = {"number": last + 1, "match": match, "reason": reason}
    after = connection.execute(select(schema.head.c.number)).scalar_one()
    rows = [void | {"player": player, "after": after} for player in players]
    connection.execute(insert(table), rows)


def _keep_log(connection: Connection, match: int, player: Player, text: str) -> None:
    """Keep what a player has printed in a match, and forget what it had long before."""
    table = schema.logs
    if text:
        connection.execute(insert(table).values(match=match, player=player, content=pack_log(text)))
    theirs = table.c.player == player
    newest = select(table.c.match).where(theirs).order_by(table.c.match.desc())
    oldest = connection.execute(newest.offset(KEPT_MATCHES).limit(1)).scalar_one_or_none()
    if oldest is not None:
        connection.execute(delete(table).where(theirs, table.c.match <= oldest))


def _least_missed(kept: list[int]) -> int:
    """Return which of these, but for the last, leaves the smallest gap."""
    gaps = [later - earlier for earlier, later in zip([0, *kept], kept[1:], strict=False)]
    return kept[gaps.index(min(gaps))]


def _take_from_queue(connection: Connection, match: int) -> bool:
    done = connection.execute(delete(schema.queue).where(schema.queue.c.match == match))
    return bool(done.rowcount)
