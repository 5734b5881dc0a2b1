"""Requested matches and reviews, as they are kept: what waits, and what came of it."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, Final

from google.protobuf.message import DecodeError
from sqlalchemy import Connection, delete, insert, select, update

from arena.errors import NotFound, NotNow, UserError
from arena.match.paired import CANDIDATE, PairedComparison
from arena.match.plan import draw_seed
from arena.v1 import record_pb2 as rec
from ladder.log.entries import LONGEST_REASON
from ladder.machine.clock import DAY, utc_now
from ladder.matches import Player
from ladder.queue.paired import count_round, plan_arm, sum_rounds
from ladder.queue.plans import MOST_VOIDS
from ladder.queue.requests import (
    plan_comparison,
    plan_request,
    require_asker,
    require_request_limit,
)
from ladder.queue.reviews import digest_of_review
from ladder.shares import RECORDS_OF_REQUESTS
from ladder.store import schema
from ladder.store.connections import Changes
from ladder.store.database import Damaged
from ladder.store.files import FileReader, pack_log, unpack_log
from ladder.store.jobs import OPEN, WAITING, JobTable, in_turn, time
from ladder.store.results import ResultReader
from ladder.store.transaction import Transaction
from ladder.wire import Request, RequestState

_JOBS: Final = JobTable(schema.requests)
_TABLE, _ROUNDS = schema.requests.c, schema.rounds
# The columns of a comparison whose last match was not void.
_GOES_ON: Final[dict[str, Any]] = {"voids": 0, "reason": ""}


class Requests(Changes):
    """The requested matches of a ladder."""

    # --- who asks ---

    def ask(
        self,
        author: str,
        players: Sequence[Player],
        game: str | None = None,
        old: Player | None = None,
    ) -> Request:
        """Have a match wait: of the first of these, a bot of the author's, against the others.

        Or, with an `old` version of it, a comparison of the two. UserError, in a sentence, if it
        cannot be played, or this author may ask for none now.
        """
        with self.writing() as transaction:
            opened, roster = transaction.state.opened, transaction.roster
            if old is None:
                plan = plan_request(opened, roster, author, players, game)
                return _add(transaction, author, players[0], plan)
            first, plan = plan_comparison(opened, roster, author, players, old=old, game=game)
            return _add(transaction, author, players[0], plan, old=_pack_plan(first))

    def ask_review(self, author: str, player: Player, match: int) -> Request:
        """Have a review wait: of what a bot of the author's did in a match of the ladder.

        One that is kept, as somebody else has asked for it, is there at once. UserError if there is
        nothing to review, or the author has asked for it, or may ask for nothing now.
        """
        with self.writing() as transaction:
            require_asker(transaction.roster, author, player)
            played = ResultReader.within(transaction.connection).played(match)
            # Nothing is told about others' matches, not even whether there is one.
            if played is None or player not in played.played.players:
                raise NotFound(f"There is no result of {player} in match {match} to review.")
            record = FileReader.within(transaction.connection).read_record(match)
            if record is None:
                raise NotFound(f"There is no record of match {match}, so it cannot be reviewed.")
            digest = digest_of_review(played.played.record, player, played.played.game)
            kept = _find_reviews(transaction.connection, digest)
            _require_new(kept, author)
            review = next((one.review for one in kept if one.review is not None), None)
            values = {"reviewed": match, "digest": digest, "review": review}
            if review is not None:
                values["state"] = RequestState.PLAYED
            return _add(transaction, author, player, record.plan, **values)

    def take_back(self, number: int, by: str) -> Request:
        """Have a match that waits not be played. UserError if it does not wait.

        A request that its author has taken back already is returned again.
        """
        reason = f"{by} has taken it back"
        with self.writing() as transaction:
            row = _JOBS.find(transaction.connection, number)
            if row is not None and (row.state, row.reason) == (RequestState.FAILED, reason):
                return _request(row)
            if row is None or row.state != WAITING:
                state = f"it is {row.state}" if row else "there is none"
                raise NotNow(f"Request {number} cannot be taken back: {state}.")
            failed = {"state": RequestState.FAILED, "reason": reason}
            _JOBS.change(transaction.connection, number, **failed)
            return _request(_JOBS.find(transaction.connection, number))

    def find(self, number: int) -> Request | None:
        """Return a request by its number, if there is one."""
        row = self._ask(_JOBS.find, number)
        return None if row is None else _request(row)

    def newest(self, author: str | None = None, most: int = 100) -> list[Request]:
        """Return what an author has asked for, or all have, the newest first; at most this many."""
        theirs = [] if author is None else [_TABLE.author == author]
        with self._connect() as connection:
            return list(map(_request, _JOBS.all(connection, *theirs, newest=most)))

    def record(self, number: int) -> bytes | None:
        """Return the packed record of a requested match, as long as it is kept."""
        return self._ask(_JOBS.content, number, _TABLE.record)

    def log(self, number: int) -> str:
        """Return what the bot that a request is about has printed, as long as it is kept."""
        content = self._ask(_JOBS.content, number, _TABLE.log)
        return unpack_log(content) if content else ""

    def review(self, number: int) -> bytes | None:
        """Return what a review has found, packed, as long as it is kept."""
        return self._ask(_JOBS.content, number, _TABLE.review)

    def comparison(self, number: int) -> PairedComparison:
        """Return a comparison, as far as it has come."""
        return sum_rounds(self._ask(_rounds, number))

    def reviews(self, author: str, most: int) -> list[tuple[Request, bytes]]:
        """Return the newest reviews of an author that are kept, with what they have found."""
        asked = select(schema.requests).where(_TABLE.author == author, _TABLE.review.is_not(None))
        found = self._all(asked.order_by(_TABLE.number.desc()).limit(most))
        return [(_request(row), row.review) for row in found]

    def count(self, author: str, now: datetime) -> tuple[int, list[datetime]]:
        """Return how many of an author's wait, and when it asked for those of 24 hours."""
        return self._ask(_count, author, now)

    # --- the season, which plays them ---

    def next(self, *, reviews: bool = True) -> tuple[Request, rec.Plan] | None:
        """Return what is to be played next: of who had least within a day, the oldest.

        Only matches, if `reviews` are not wanted.
        """
        with self._connect() as connection:
            waiting = _JOBS.all(connection, _TABLE.state == WAITING)
            turns = in_turn(connection, (row for row in waiting if reviews or not row.reviewed))
            if not turns:
                return None
            row = turns[0]
            plan = _plan(row)
            if row.old is not None:
                played = 2 * len(_rounds(connection, row.number))
                played += _JOBS.content(connection, row.number, _TABLE.record) is not None
                # One that this release cannot play is refused like any other.
                with suppress(UserError):
                    plan = plan_arm(rec.Plan.FromString(row.old), plan, played)
        return _request(row), plan

    def begin(self, number: int) -> bool:
        """Take note that one is on its way from now on; False if it does not wait."""
        return self._go(number, RequestState.PLAYING, reason="", begun=time())

    def finish(self, number: int, content: bytes, log: str) -> None:
        """Keep the public record of a match that was played, and what the own bot has printed.

        A comparison that has no answer yet waits for its next match. Nothing is changed if the
        request is not being played, as after a commit of which the database could not tell.
        """
        with self._connect() as connection:
            row, before = _JOBS.find(connection, number), _rounds(connection, number)
            # The record of a round whose other match is still to be played.
            half = _JOBS.content(connection, number, _TABLE.record)
        if row.state != RequestState.PLAYING:
            return
        if row.old is None:
            printed = pack_log(log) if log else None
            self._go(number, RequestState.PLAYED, record=content, log=printed)
        elif half is None:
            self._go(number, RequestState.WAITING, record=content, **_GOES_ON)
        else:
            # Before anything is written, since the games are played again for it.
            counted = count_round(_plan(row), len(before), half, content)
            ended = sum_rounds([*before, counted]).ended
            state = RequestState.PLAYED if ended else RequestState.WAITING
            played = {"request": number, "number": len(before), "counted": counted}
            self._go(number, state, played, record=None, **_GOES_ON)

    def finish_review(self, number: int, content: bytes) -> None:
        """Keep what a review has found, packed."""
        self._go(number, RequestState.PLAYED, review=content)

    def fail(self, number: int, reason: str) -> None:
        """Take note that a match will not be played, and why."""
        self._go(number, RequestState.FAILED, reason=reason[:LONGEST_REASON])

    def void(self, number: int, reason: str) -> RequestState:
        """Have a void match wait again, dealt again; after 3 voids it fails. Return which."""
        with self.writing() as transaction:
            row = _JOBS.find(transaction.connection, number)
            if row.state != RequestState.PLAYING:
                return RequestState(row.state)
            state = RequestState.WAITING if row.voids + 1 < MOST_VOIDS else RequestState.FAILED
            _redeal(transaction.connection, row, state, reason, voids=row.voids + 1)
        return state

    def _go(
        self,
        number: int,
        state: RequestState,
        played: dict[str, object] | None = None,
        **values: object,
    ) -> bool:
        """Give an open request another state, and a comparison a round; say if it was open."""
        with self.writing() as transaction:
            changed = _JOBS.change(transaction.connection, number, state=state, **values)
            if changed and played is not None:
                transaction.execute(insert(_ROUNDS), played)
            if state == RequestState.PLAYED:
                _forget_old(transaction.connection, number)
            return changed


def stop_requests(connection: Connection, reason: str) -> None:
    """Have what was being played wait again, dealt again."""
    for row in _JOBS.stop(connection):
        _redeal(connection, row, RequestState.WAITING, reason)


def _add(
    transaction: Transaction, author: str, player: Player, plan: rec.Plan, **values: Any
) -> Request:
    """Have something wait that an author asks for. UserError if it may ask for nothing more now."""
    now, connection = utc_now(), transaction.connection
    waiting, times = _count(connection, author, now)
    require_request_limit(transaction.roster.limits, author, waiting, times)
    values |= {"player": player, "plan": _pack_plan(plan)}
    number = _JOBS.add(transaction, author, now, **values)
    return _request(_JOBS.find(connection, number))


def _rounds(connection: Connection, number: int) -> Sequence[bytes]:
    """Return the counted rounds of a comparison, in their order."""
    asked = select(_ROUNDS.c.counted).where(_ROUNDS.c.request == number)
    return connection.scalars(asked.order_by(_ROUNDS.c.number)).all()


def _find_reviews(connection: Connection, digest: str) -> Sequence[Any]:
    """Return the requests for a review that wait, go on, or whose review is kept."""
    kept = _TABLE.review.is_not(None) | _TABLE.state.in_(OPEN)
    asked = select(_TABLE.number, _TABLE.author, _TABLE.review)
    return connection.execute(asked.where(_TABLE.digest == digest, kept)).all()


def _require_new(found: Sequence[Any], author: str) -> None:
    """UserError if one of these reviews is an author's."""
    own = next((one for one in found if one.author == author), None)
    if own is not None:
        raise NotNow(f"You have asked for this review: it is request {own.number}.")


def _count(connection: Connection, author: str, now: datetime) -> tuple[int, list[datetime]]:
    """Return how many of an author's wait, and when it asked for those of the last 24 hours."""
    asked = select(_TABLE.time, _TABLE.state).where(_TABLE.author == author)
    rows = connection.execute(asked).all()
    times = [datetime.fromisoformat(row.time) for row in rows]
    return sum(row.state == WAITING for row in rows), [t for t in times if now - DAY < t <= now]


def _redeal(
    connection: Connection, row: Any, state: RequestState, reason: str, **values: object
) -> None:
    """Have the bots of a match that have seen its cards never see them again.

    In a comparison the other version has the same cards, and each match has fresh processes.
    """
    plan = _plan(row)
    if row.old is None:
        plan.seed = draw_seed()
    values |= {"plan": _pack_plan(plan), "reason": reason[:LONGEST_REASON]}
    _JOBS.change(connection, row.number, state=state, **values)


def _forget_old(connection: Connection, number: int) -> None:
    """Keep of what an author has asked for only the newest records and reviews."""
    theirs = _TABLE.author == _JOBS.find(connection, number).author
    kept = _JOBS.all(connection, theirs, newest=RECORDS_OF_REQUESTS)
    old = theirs & (_TABLE.number < kept[-1].number)
    connection.execute(
        update(schema.requests).where(old).values(record=None, log=None, review=None)
    )
    rounds = _ROUNDS.c.request.in_(select(_TABLE.number).where(old))
    connection.execute(delete(_ROUNDS).where(rounds))


def _pack_plan(plan: rec.Plan) -> bytes:
    return plan.SerializeToString(deterministic=True)


def _plan(row: Any) -> rec.Plan:
    try:
        return rec.Plan.FromString(row.plan)
    except DecodeError as error:
        raise Damaged(f"the plan of request {row.number}") from error


def _request(row: Any) -> Request:
    plan = _plan(row)
    return Request(
        number=row.number,
        author=row.author,
        time=datetime.fromisoformat(row.time),
        player=row.player,
        game=plan.game,
        players=tuple(bot.name for bot in plan.bots),
        games=plan.games,
        state=RequestState(row.state),
        reason=row.reason,
        reviewed=row.reviewed,
        old=None if row.old is None else rec.Plan.FromString(row.old).bots[CANDIDATE].name,
    )
