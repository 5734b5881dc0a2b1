"""The queue of planned matches without a result, and how often matches were void."""

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

import msgspec
from google.protobuf.message import DecodeError
from sqlalchemy import delete, insert, select, update

from arena.errors import HostFailure, UserError
from arena.v1 import record_pb2 as rec
from ladder.log.entries import (
    LONGEST_REASON,
    ORGANISER,
    AnyBody,
    Cancelled,
    Frozen,
    LogEntry,
    Planned,
    Played,
    SeasonBegun,
    Voided,
)
from ladder.log.proof import Proof, commit_to
from ladder.matches import Player
from ladder.queue.plans import Queued
from ladder.queue.quarantine import Void, find_solo_voids
from ladder.store import schema
from ladder.store.connections import Writer
from ladder.store.database import StoreFailure
from ladder.store.files import keep_output, keep_record
from ladder.store.transaction import Transaction
from ladder.store.view import View

_TABLE: Final = schema.queue
_VOIDS: Final = schema.voids


class FlawedRecord(HostFailure):
    """A record that is not that of the match as it was planned, or that cannot be a result."""


class QueueReader(View):
    """Questions to the queue."""

    def queue(self) -> list[Queued]:
        """Return the matches that have no result yet, the oldest first."""
        return list(map(read_queued, self._all(select(_TABLE).order_by(_TABLE.c.match))))

    def begun(self) -> list[int]:
        """Return the matches that are being played, or were when a season was killed."""
        return self._values(select(_TABLE.c.match).where(_TABLE.c.begun).order_by(_TABLE.c.match))

    def voids(self) -> list[Void]:
        """Return the voids that are kept, the oldest first."""
        rows = self._all(select(_VOIDS).order_by(_VOIDS.c.number, _VOIDS.c.player))
        voids = (list(its) for _, its in groupby(rows, key=lambda row: int(row.number)))
        return [_read_void(its) for its in voids]


class QueueChanges(Writer):
    """Changes of the queue, each whole or not at all, and of the log with it."""

    def plan(self, season: int, plan: rec.Plan) -> Queued:
        """Put a match in the queue; it gets its number, and the log a commitment to its seed.

        UserError if it may not be planned by the rulebook, since somebody in it plays no more.
        """
        with self.writing() as transaction:
            match = transaction.state.matches.planned + 1
            queued = Queued(match, season, plan)
            transaction.append(Planned(match, season, plan.game, queued.players, commit_to(plan)))
            content = plan.SerializeToString(deterministic=True)
            row = {"match": match, "season": season, "plan": content}
            transaction.execute(insert(_TABLE), row)
        return queued

    def begin(self, match: int) -> bool:
        """Take note that a match is being played from now on; False if it is not open."""
        with self.writing() as transaction:
            return _change(transaction, match, begun=True)

    def finish(
        self, match: int, proof: Proof, logs: Mapping[Player, str] | None = None
    ) -> LogEntry | None:
        """Put result, record and entry into the log, once; None if the match is not open.

        So a match that was run twice counts once. FlawedRecord if the record is not that of the
        match as it was planned, whole, and such that it can be played again: then nothing is
        changed. The output of its bots is kept for a while, and their last lines before a forfeit
        for good, but not in the record.
        """
        with self.writing() as transaction:
            row = _take_from_queue(transaction, match)
            if row is None:
                return None
            body = _find_result(read_queued(row), proof)
            keep_record(transaction.connection, match, proof.content)
            keep_output(transaction.connection, match, logs or {}, proof.last_lines)
            try:
                entry = transaction.append(body)
            except UserError as fault:
                raise FlawedRecord(f"the result of match {match} cannot be: {fault}") from fault
            own = update(schema.results).where(schema.results.c.match == match)
            waits = json.dumps([round(seconds, 3) for seconds in proof.waits.values()])
            transaction.execute(own.values(waits=waits))
            return entry

    def void(self, match: int, attempt: int, reason: str, suspects: Sequence[Player]) -> None:
        """Take note, once, that an attempt at a match was void; it is to be played again.

        Bots are quarantined by the voids in which they are suspects.
        """
        asked = select(_TABLE).where(_TABLE.c.match == match, _TABLE.c.attempt == attempt)
        with self.writing() as transaction:
            row = transaction.execute(asked).one_or_none()
            if row is not None:
                _redeal(transaction, row, reason, voids=row.voids + 1)
                if suspects:
                    _keep_void(transaction, match, suspects, reason)

    def put_off(self, match: int, reason: str) -> None:
        """Take note why a match could not be begun; nothing of it was dealt."""
        with self.writing() as transaction:
            _change(transaction, match, begun=False, reason=reason[:LONGEST_REASON])

    def void_trial(self, player: Player, reason: str, known: int) -> None:
        """Take note, once, that a trial was void; `known` is the number of the player's before."""
        with self.writing() as transaction:
            voids = QueueReader.within(transaction.connection).voids()
            if len(find_solo_voids(voids, player)) <= known:
                _keep_void(transaction, None, [player], reason)

    def clear(self, player: Player) -> None:
        """Forget the voids of a player that has played its trial."""
        with self.writing() as transaction:
            transaction.forget_voids([player])

    def cancel(self, match: int, reason: str, *, by: str = ORGANISER) -> LogEntry | None:
        """Say in the log that a match will not be played; None if it is not open.

        How often it was void is forgotten.
        """
        with self.writing() as transaction:
            if _take_from_queue(transaction, match) is None:
                return None
            transaction.execute(delete(_VOIDS).where(_VOIDS.c.match == match))
            return transaction.append(Cancelled(match, reason[:LONGEST_REASON], by=by))

    def begin_season(self, begun: SeasonBegun, reason: str, *, freeze: bool) -> list[LogEntry]:
        """Cancel what waits, begin a season, and if asked let no bots come in from now on."""
        with self.writing() as transaction:
            return begin_season(transaction, begun, reason, freeze=freeze)


def stop_matches(transaction: Transaction, reason: str) -> None:
    """Have what was being played wait, and be dealt again."""
    begun = select(_TABLE).where(_TABLE.c.begun).order_by(_TABLE.c.match)
    for row in transaction.execute(begun).all():
        _redeal(transaction, row, reason, voids=row.voids)


def begin_season(
    transaction: Transaction, begun: SeasonBegun, reason: str, *, freeze: bool
) -> list[LogEntry]:
    """Begin a season as `Store.begin_season` does, in a transaction that does more."""
    asked = select(_TABLE.c.match).order_by(_TABLE.c.match)
    waiting = transaction.connection.scalars(asked).all()
    bodies: list[AnyBody] = [Cancelled(match, reason, by=begun.by) for match in waiting]
    transaction.execute(delete(_VOIDS).where(_VOIDS.c.match.in_(waiting)))
    transaction.execute(delete(_TABLE))
    _forget_live_games(transaction, waiting)
    bodies.append(begun)
    if freeze and not transaction.roster.frozen:
        bodies.append(Frozen(frozen=True, by=begun.by))
    return [transaction.append(body) for body in bodies]


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
    attempt = row.attempt + 1
    _change(transaction, row.match, attempt=attempt, voids=voids, begun=False, reason=reason)
    _forget_live_games(transaction, [row.match])
    transaction.append(Voided(row.match, row.attempt, reason[:LONGEST_REASON]))


def _keep_void(
    transaction: Transaction, match: int | None, players: Iterable[Player], reason: str
) -> None:
    after = transaction.connection.scalar(select(schema.head.c.number))
    void = {"number": transaction.next(_VOIDS), "match": match, "reason": reason, "after": after}
    transaction.execute(insert(_VOIDS), [void | {"player": player} for player in players])


def _take_from_queue(transaction: Transaction, match: int) -> Any:
    """Return the row of a match, which waits no longer; None if it is not open."""
    _forget_live_games(transaction, [match])
    taken = delete(_TABLE).where(_TABLE.c.match == match).returning(_TABLE)
    return transaction.execute(taken).one_or_none()


def _change(transaction: Transaction, match: int, **values: object) -> bool:
    """Change a match that waits or is played; False if it is not open."""
    theirs = update(_TABLE).where(_TABLE.c.match == match)
    return transaction.execute(theirs.values(values)).rowcount > 0


def _forget_live_games(transaction: Transaction, matches: Iterable[int]) -> None:
    """Show the games of these matches no longer: they are not being played any more."""
    table = schema.live_games
    transaction.execute(delete(table).where(table.c.match.in_(list(matches))))


def read_queued(row: Any) -> Queued:
    try:
        plan = rec.Plan.FromString(row.plan)
    except DecodeError as error:
        raise StoreFailure(
            f"the plan of match {row.match} in the ladder's database is damaged; ladder cancel"
            f" {row.match} gives it up"
        ) from error
    return Queued(row.match, row.season, plan, row.attempt, row.voids, row.reason)


def _read_void(rows: Sequence[Any]) -> Void:
    players = tuple(row.player for row in rows)
    return Void(rows[0].match, players, rows[0].after, rows[0].reason)
