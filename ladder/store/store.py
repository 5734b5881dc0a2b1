"""A ladder that is open: to be looked at, or to be changed, each thing whole or not at all."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Self

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from arena.errors import HostFailure, UserError
from arena.v1 import record_pb2 as rec
from ladder.last_lines import LastLines
from ladder.log.admission import require_admission, require_bytes
from ladder.log.entries import (
    LONGEST_REASON,
    ORGANISER,
    AnyBody,
    Cancelled,
    Entered,
    Frozen,
    LogEntry,
    Planned,
    Played,
    SeasonBegun,
    Voided,
)
from ladder.log.proof import Proof, commit_to
from ladder.machine.clock import utc_now
from ladder.matches import Player
from ladder.queue.plans import Queued
from ladder.queue.quarantine import find_solo_voids
from ladder.store import schema
from ladder.store.connections import Connections
from ladder.store.locks import Lock, season_lock
from ladder.store.reader import Reader
from ladder.store.requests import stop_requests
from ladder.store.rows import (
    KEPT_MATCHES,
    forget_live_games,
    forget_voids,
    pack_log,
    read_queued,
)
from ladder.store.transaction import Transaction
from ladder.store.uploads import UploadCheck, accept_upload, stop_checks


class FlawedRecord(HostFailure):
    """A record that is not that of the match as it was planned, or that cannot be a result."""


class Ladder(Reader):
    """An open ladder. To be closed, or used as a context."""

    def __init__(self, connections: Connections, end: tuple[int, str] | None = None) -> None:
        super().__init__(connections.reading, end)
        self.connections = connections

    def as_now(self) -> "Ladder":
        """Return the same ladder with a log that ends where it does now."""
        return Ladder(self.connections, self.head())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.connections.close()


class Store(Ladder):
    """An open ladder, which may be changed."""

    _lock: Lock | None = None

    @contextmanager
    def season_lock(self, patience: float = 0) -> Iterator[None]:
        """Run a season that is the only one of the ladder; UserError if one goes on for so long."""
        with season_lock(self.connections.url, patience) as lock:
            self._lock = lock
            try:
                yield
            finally:
                self._lock = None

    def renew_lock(self) -> None:
        """See that no other season can run, if none could before; take the lock again if need be.

        StoreFailure if the server is away, SeasonTaken if another season has begun meanwhile.
        """
        if self._lock is not None:
            self._lock.keep()

    def append(self, *bodies: AnyBody) -> list[LogEntry]:
        """Add entries to the log; UserError if one may not come next by the rulebook."""
        with self.connections.writing() as transaction:
            return [transaction.append(body) for body in bodies]

    def decide(self, act: Callable[[Transaction], AnyBody]) -> LogEntry:
        """Add to the log what `act` makes of the ladder as it is; if it raises nothing is changed.

        Nobody adds to the log meanwhile: of two that want the same the second one sees the first.
        """
        with self.connections.writing() as transaction:
            return transaction.append(act(transaction))

    def enter(
        self, entered: Entered, content: bytes, upload: UploadCheck | None = None
    ) -> LogEntry:
        """Take a submission in, with its entry; UserError if it may not come in, or no longer.

        An upload is over with it: HostFailure if another check has ended it. The files of the bot's
        older versions go that are more than the ladder keeps.
        """
        with self.connections.writing() as transaction:
            games = transaction.reader.games_of(transaction.roster.versions_of(entered.author))
            times = transaction.reader.arrivals(entered.author, utc_now(), "entered")
            require_admission(transaction.roster, entered, games, times)
            _keep_files(transaction.connection, entered.digest, content)
            gone, kept = transaction.roster.superseded(entered), schema.submissions
            transaction.connection.execute(delete(kept).where(kept.c.digest.in_(gone)))
            own = {*transaction.roster.digests_of(entered.author), entered.digest}
            require_bytes(transaction.roster, entered.author, transaction.reader.count_bytes(own))
            if upload is not None:
                accept_upload(transaction.connection, upload, entered.player)
            return transaction.append(entered)

    def bring_back(
        self, digest: str, content: bytes, upload: UploadCheck | None = None
    ) -> Player | None:
        """Keep the files of a version that has none here, as after an import; it is no new one.

        None if there is no such version, one whose files may come in as a new one, or an excluded.
        """
        with self.connections.writing() as transaction:
            roster = transaction.roster
            player = roster.by_digest.get(digest)
            if player is None or digest in roster.forgotten or roster.why_excluded(player):
                return None
            if not _keep_files(transaction.connection, digest, content):
                return None
            if upload is not None:
                accept_upload(transaction.connection, upload, player)
            return player

    # --- the queue of matches ---

    def plan(self, season: int, plan: rec.Plan) -> Queued:
        """Put a match in the queue; it gets its number, and the log a commitment to its seed.

        UserError if it may not be planned by the rulebook, since somebody in it plays no more.
        """
        with self.connections.writing() as transaction:
            match = transaction.state.matches.planned + 1
            queued = Queued(match, season, plan)
            transaction.append(Planned(match, season, plan.game, queued.players, commit_to(plan)))
            content = plan.SerializeToString(deterministic=True)
            row = {"match": match, "season": season, "plan": content, "attempt": 0, "voids": 0}
            row |= {"reason": "", "begun": False}
            transaction.connection.execute(insert(schema.queue).values(row))
        return queued

    def begin(self, match: int) -> bool:
        """Take note that a match is being played from now on; False if it is not open."""
        theirs = schema.queue.c.match == match
        with self.connections.writing() as transaction:
            begun = transaction.connection.execute(
                update(schema.queue).where(theirs).values(begun=True)
            )
            return begun.rowcount > 0

    def finish(
        self, match: int, proof: Proof, logs: Mapping[Player, str] | None = None
    ) -> LogEntry | None:
        """Put result, record and entry into the log, once; None if the match is not open.

        So a match that was run twice counts once. FlawedRecord if the record is not that of the
        match as it was planned, whole, and such that it can be played again: then nothing is
        changed. The output of its bots is kept for a while, and their last lines before a forfeit
        for good, but not in the record.
        """
        with self.connections.writing() as transaction:
            row = _take_from_queue(transaction, match)
            if row is None:
                return None
            body = _find_result(read_queued(row), proof)
            content = {"match": match, "content": proof.content}
            transaction.connection.execute(insert(schema.records).values(content))
            _keep_last_lines(transaction.connection, match, proof.last_lines)
            for player, text in (logs or {}).items():
                _keep_log(transaction.connection, match, player, text)
            try:
                entry = transaction.append(body)
            except UserError as fault:
                raise FlawedRecord(f"the result of match {match} cannot be: {fault}") from fault
            own = update(schema.results).where(schema.results.c.match == match)
            waits = json.dumps([round(seconds, 3) for seconds in proof.waits.values()])
            transaction.connection.execute(own.values(waits=waits))
            return entry

    def void(self, match: int, attempt: int, reason: str, suspects: Sequence[Player]) -> None:
        """Take note, once, that an attempt at a match was void; it is to be played again.

        Bots are quarantined by the voids in which they are suspects.
        """
        with self.connections.writing() as transaction:
            row = _row(transaction.connection, match)
            if row is None or row.attempt != attempt:
                return
            _redeal(transaction, row, reason, voids=row.voids + 1)
            if suspects:
                _keep_void(transaction.connection, match, suspects, reason)

    def stop(self, reason: str) -> None:
        """Take note that no job goes on any more: what was begun waits, and is dealt again.

        So nobody can play a match until it pleases by stopping it, without the log saying so. It is
        no void by which bots are quarantined.
        """
        with self.connections.writing() as transaction:
            begun = select(schema.queue).where(schema.queue.c.begun)
            for row in transaction.connection.execute(begun.order_by(schema.queue.c.match)).all():
                _redeal(transaction, row, reason, voids=row.voids)
            stop_requests(transaction.connection, reason)
            stop_checks(transaction.connection, reason)

    def put_off(self, match: int, reason: str) -> None:
        """Take note why a match could not be begun; nothing of it was dealt."""
        theirs = schema.queue.c.match == match
        with self.connections.writing() as transaction:
            transaction.connection.execute(
                update(schema.queue)
                .where(theirs)
                .values(begun=False, reason=reason[:LONGEST_REASON])
            )

    def void_trial(self, player: Player, reason: str, known: int) -> None:
        """Take note, once, that a trial was void; `known` is the number of the player's before."""
        with self.connections.writing() as transaction:
            if len(find_solo_voids(transaction.reader.voids(), player)) <= known:
                _keep_void(transaction.connection, None, [player], reason)

    def clear(self, player: Player) -> None:
        """Forget the voids of a player that has played its trial."""
        with self.connections.writing() as transaction:
            forget_voids(transaction.connection, [player])

    def cancel(self, match: int, reason: str, *, by: str = ORGANISER) -> LogEntry | None:
        """Say in the log that a match will not be played; None if it is not open.

        How often it was void is forgotten.
        """
        with self.connections.writing() as transaction:
            if _take_from_queue(transaction, match) is None:
                return None
            transaction.connection.execute(
                delete(schema.voids).where(schema.voids.c.match == match)
            )
            return transaction.append(Cancelled(match, reason[:LONGEST_REASON], by=by))

    # --- seasons ---

    def begin_season(self, begun: SeasonBegun, reason: str, *, freeze: bool) -> list[LogEntry]:
        """Cancel what waits, begin a season, and if asked let no bots come in from now on."""
        with self.connections.writing() as transaction:
            return begin_season(transaction, begun, reason, freeze=freeze)


def begin_season(
    transaction: Transaction, begun: SeasonBegun, reason: str, *, freeze: bool
) -> list[LogEntry]:
    """Begin a season as `Store.begin_season` does, in a transaction that does more."""
    asked = select(schema.queue.c.match).order_by(schema.queue.c.match)
    waiting = transaction.connection.execute(asked).scalars().all()
    bodies: list[AnyBody] = [Cancelled(match, reason, by=begun.by) for match in waiting]
    transaction.connection.execute(delete(schema.voids).where(schema.voids.c.match.in_(waiting)))
    transaction.connection.execute(delete(schema.queue))
    forget_live_games(transaction.connection, waiting)
    bodies.append(begun)
    if freeze and not transaction.roster.frozen:
        bodies.append(Frozen(frozen=True, by=begun.by))
    return [transaction.append(body) for body in bodies]


def _keep_files(connection: Connection, digest: str, content: bytes) -> bool:
    """Keep a submission's files; False if they are here already."""
    kept = schema.submissions
    known = select(kept.c.digest).where(kept.c.digest == digest)
    if connection.execute(known).one_or_none() is not None:
        return False
    connection.execute(insert(kept).values(digest=digest, content=content))
    return True


def _find_result(queued: Queued, proof: Proof) -> Played:
    """Return what the log says of a match; FlawedRecord if the record is not that of its plan."""
    flaw, result = proof.flaw, proof.result
    if proof.plan and proof.plan != commit_to(queued.plan):
        flaw = "is not of the plan that was queued"
    elif result is not None and result.attempt != queued.attempt:
        flaw = f"is of attempt {result.attempt}, and attempt {queued.attempt} goes on"
    if result is None or flaw:
        raise FlawedRecord(f"the record of match {queued.match} {flaw}")
    return msgspec.structs.replace(result, match=queued.match, season=queued.season)


def _redeal(transaction: Transaction, row: Any, reason: str, *, voids: int) -> None:
    """Have the next attempt at a match be played, and say so in the log."""
    theirs = schema.queue.c.match == row.match
    now = {"attempt": row.attempt + 1, "voids": voids, "begun": False, "reason": reason}
    transaction.connection.execute(update(schema.queue).where(theirs).values(now))
    forget_live_games(transaction.connection, [row.match])
    transaction.append(Voided(row.match, row.attempt, reason[:LONGEST_REASON]))


def _keep_void(
    connection: Connection, match: int | None, players: Iterable[Player], reason: str
) -> None:
    table = schema.voids
    last = connection.execute(select(func.max(table.c.number))).scalar_one() or 0
    void = {"number": last + 1, "match": match, "reason": reason}
    after = connection.execute(select(schema.head.c.number)).scalar_one()
    rows = [void | {"player": player, "after": after} for player in players]
    connection.execute(insert(table), rows)


def _keep_last_lines(connection: Connection, match: int, lines: LastLines) -> None:
    rows = [
        {"match": match, "game": game, "seat": seat, "content": pack_log(text)}
        for (game, seat), text in lines.items()
    ]
    if rows:
        connection.execute(insert(schema.last_lines), rows)


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


def _take_from_queue(transaction: Transaction, match: int) -> Any:
    """Return the row of a match, which waits no longer; None if it is not open."""
    row = _row(transaction.connection, match)
    transaction.connection.execute(delete(schema.queue).where(schema.queue.c.match == match))
    forget_live_games(transaction.connection, [match])
    return row


def _row(connection: Connection, match: int) -> Any:
    theirs = schema.queue.c.match == match
    return connection.execute(select(schema.queue).where(theirs)).one_or_none()
