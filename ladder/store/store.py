"""A ladder's store: what may be done to its database, each thing whole or not at all."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Final, Self

from sqlalchemy import Connection, delete, func, insert, select, update

from arena.match.record import digest_of, pack_record
from arena.v1 import record_pb2 as rec
from ladder.admission import require_admission
from ladder.bot_logs import KEPT_MATCHES, pack_log
from ladder.commitment import commit_to
from ladder.log import AnyBody, Cancelled, Entered, Entry, Planned, Voided
from ladder.outcome import conclude
from ladder.result import Player
from ladder.store import schema
from ladder.store.database import alone, reading, writing
from ladder.store.reader import Reader
from ladder.store.rows import append_entry, forget_voids, has_changed, lock_head

# Of a reason that comes from a machine, in the log.
MOST_LETTERS: Final = 500
# Of how many entries the live ratings are kept: few, since they are those of all players.
MOST_CHECKPOINTS: Final = 32


@dataclass(frozen=True, slots=True)
class Queued:
    """A match that has no result yet."""

    match: int
    season: int
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
        """Take a submission in, with its entry; Mistake if it may not come in, or not any more."""
        kept = schema.submissions
        with writing(self._engine) as connection:
            lock_head(connection)
            # Other connections, which see the log as it is: nobody adds to it meanwhile.
            roster = self.roster()
            games = self.games_of(roster.versions_of(entered.author))
            require_admission(roster, entered, games, datetime.now(UTC))
            known = connection.execute(select(kept.c.digest).where(kept.c.digest == entered.digest))
            if known.one_or_none() is None:
                connection.execute(insert(kept).values(digest=entered.digest, content=content))
            return append_entry(connection, entered)

    # --- the queue of matches ---

    def plan(self, season: int, plan: rec.Plan) -> Queued:
        """Put a match in the queue; it gets its number, and the log a commitment to its luck."""
        with writing(self._engine) as connection:
            match = lock_head(connection).matches + 1
            connection.execute(update(schema.head).values(matches=match))
            queued = Queued(match, season, plan)
            content = plan.SerializeToString(deterministic=True)
            row = {"match": match, "season": season, "plan": content, "voids": 0, "reason": ""}
            connection.execute(insert(schema.queue).values(row))
            body = Planned(match, season, plan.game, queued.players, commit_to(plan))
            append_entry(connection, body)
        return queued

    def queue(self) -> list[Queued]:
        """Return the matches that have no result yet, the oldest first."""
        with reading(self._engine) as connection:
            found = connection.execute(select(schema.queue).order_by(schema.queue.c.match)).all()
        return [
            Queued(row.match, row.season, rec.Plan.FromString(row.plan), row.voids, row.reason)
            for row in found
        ]

    def finish(
        self, match: int, record: rec.Record, logs: Mapping[Player, str] | None = None
    ) -> Entry | None:
        """Put result, record and entry into the log, once; None if the match is not open.

        So a match that was run twice counts once. What its bots have printed is kept for a while.
        """
        content = pack_record(record)
        with writing(self._engine) as connection:
            queued = _take_from_queue(connection, match)
            if queued is None:
                return None
            body = conclude(match, queued.season, record, digest_of(content))
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
            append_entry(connection, Voided(match, row.voids, reason[:MOST_LETTERS]))
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
            if _take_from_queue(connection, match) is None:
                return None
            connection.execute(delete(schema.voids).where(schema.voids.c.match == match))
            return append_entry(connection, Cancelled(match, reason))

    # --- checkpoints ---

    def keep_checkpoint(self, season: int, model: str, number: int, state: str, known: int) -> None:
        """Keep a season's live ratings as they were after an entry, of what counts.

        What another model has made is kept no longer. Nothing is kept of who knows the log up to an
        entry only after which it has changed what counts.
        """
        table = schema.checkpoints
        with writing(self._engine) as connection:
            lock_head(connection)
            if has_changed(connection, known):
                return
            connection.execute(delete(table).where(table.c.model != model))
            theirs = table.c.season == season
            kept = sorted(connection.execute(select(table.c.number).where(theirs)).scalars())
            if number in kept:
                return
            if len(kept) >= MOST_CHECKPOINTS:
                connection.execute(delete(table).where(table.c.number == _least_missed(kept)))
            row = {"number": number, "season": season, "model": model, "state": state}
            connection.execute(insert(table).values(row))


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


def _take_from_queue(connection: Connection, match: int) -> Any:
    """Return the row of a match, which waits no longer; None if it is not open."""
    lock_head(connection)
    theirs = schema.queue.c.match == match
    row = connection.execute(select(schema.queue).where(theirs)).one_or_none()
    connection.execute(delete(schema.queue).where(theirs))
    return row
