"""Requested matches and reviews, as they are kept: what waits, and what came of it."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, Final

from google.protobuf.message import DecodeError
from sqlalchemy import Column, Connection, delete, func, insert, select, update

from arena.errors import NotFound, NotNow, UserError
from arena.match.paired import CANDIDATE, PairedComparison
from arena.match.plan import draw_seed
from arena.match.record import unpack_record
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
from ladder.store.results import ResultReader
from ladder.store.transaction import Transaction
from ladder.store.turns import seconds_had, spent, time
from ladder.wire import Request, RequestState

_TABLE, _ROUNDS = schema.requests, schema.rounds
_OPEN: Final = (RequestState.WAITING, RequestState.PLAYING)
# The columns of a comparison whose last match was not void.
_GOES_ON: Final = {"voids": 0, "reason": ""}


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
        with self._connections.writing() as transaction:
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
        with self._connections.writing() as transaction:
            require_asker(transaction.roster, author, player)
            played = ResultReader.within(transaction.connection).played(match)
            # Nothing is told about others' matches, not even whether there is one.
            if played is None or player not in played.played.players:
                raise NotFound(f"There is no result of {player} in match {match} to review.")
            content = FileReader.within(transaction.connection).record(match)
            if content is None:
                raise NotFound(f"There is no record of match {match}, so it cannot be reviewed.")
            digest = digest_of_review(played.played.record, player, played.played.game)
            kept = _find_reviews(transaction.connection, digest)
            _require_new(kept, author)
            review = next((one.review for one in kept if one.review is not None), None)
            plan = unpack_record(content, f"The record of match {match}").plan
            values = {"reviewed": match, "digest": digest, "review": review}
            if review is not None:
                values["state"] = RequestState.PLAYED
            return _add(transaction, author, player, plan, **values)

    def take_back(self, number: int, by: str) -> Request:
        """Have a match that waits not be played. UserError if it does not wait.

        A request that its author has taken back already is returned again.
        """
        with self._connections.writing() as transaction:
            row = _row(transaction.connection, number)
            values = {"state": RequestState.FAILED, "reason": f"{by} has taken it back"}
            if row is not None and {"state": row.state, "reason": row.reason} == values:
                return _request(row)
            if row is None or row.state != RequestState.WAITING:
                state = f"it is {row.state}" if row else "there is none"
                raise NotNow(f"Request {number} cannot be taken back: {state}.")
            theirs = update(_TABLE).where(_TABLE.c.number == number)
            transaction.execute(theirs.values(values))
            return _request(_row(transaction.connection, number))

    def find(self, number: int) -> Request | None:
        """Return a request by its number, if there is one."""
        row = self._ask(_row, number)
        return None if row is None else _request(row)

    def newest(self, author: str | None = None, most: int = 100) -> list[Request]:
        """Return what an author has asked for, or all have, the newest first; at most this many."""
        asked = select(*_SHOWN).order_by(_TABLE.c.number.desc()).limit(most)
        if author is not None:
            asked = asked.where(_TABLE.c.author == author)
        return list(map(_request, self._all(asked)))

    def record(self, number: int) -> bytes | None:
        """Return the packed record of a requested match, as long as it is kept."""
        return self._ask(_content, number, _TABLE.c.record)

    def log(self, number: int) -> str:
        """Return what the bot that a request is about has printed, as long as it is kept."""
        content = self._ask(_content, number, _TABLE.c.log)
        return unpack_log(content) if content else ""

    def review(self, number: int) -> bytes | None:
        """Return what a review has found, packed, as long as it is kept."""
        return self._ask(_content, number, _TABLE.c.review)

    def comparison(self, number: int) -> PairedComparison:
        """Return a comparison, as far as it has come."""
        return sum_rounds(self._ask(_rounds, number))

    def reviews(self, author: str, most: int) -> list[tuple[Request, bytes]]:
        """Return the newest reviews of an author that are kept, with what they have found."""
        asked = select(*_SHOWN, _TABLE.c.review).where(
            _TABLE.c.author == author, _TABLE.c.review.is_not(None)
        )
        found = self._all(asked.order_by(_TABLE.c.number.desc()).limit(most))
        return [(_request(row), row.review) for row in found]

    def count(self, author: str, now: datetime) -> tuple[int, list[datetime]]:
        """Return how many of an author's wait, and when it asked for those of 24 hours."""
        return self._ask(_count, author, now)

    # --- the season, which plays them ---

    def next(self, *, reviews: bool = True) -> tuple[Request, rec.Plan] | None:
        """Return what is to be played next: of who had least within a day, the oldest.

        Only matches, if `reviews` are not wanted.
        """
        asked = select(_TABLE.c.number, _TABLE.c.author, _TABLE.c.reviewed).where(
            _TABLE.c.state == RequestState.WAITING
        )
        with self._connect() as connection:
            rows = connection.execute(asked)
            waiting = [row for row in rows if reviews or not row.reviewed]
            if not waiting:
                return None
            had = seconds_had(connection)
            first = min(waiting, key=lambda row: (had[row.author], row.number))
            row = _row(connection, first.number)
            plan = _plan(row)
            if row.old is not None:
                played = 2 * len(_rounds(connection, row.number))
                played += _content(connection, row.number, _TABLE.c.record) is not None
                # One that this release cannot play is refused like any other.
                with suppress(UserError):
                    plan = plan_arm(rec.Plan.FromString(row.old), plan, played)
        return _request(row), plan

    def begin(self, number: int) -> bool:
        """Take note that one is on its way from now on; False if it does not wait."""
        return self._change(number, RequestState.PLAYING, {"reason": "", "begun": time()}) > 0

    def finish(self, number: int, content: bytes, log: str) -> None:
        """Keep the public record of a match that was played, and what the own bot has printed.

        A comparison that has no answer yet waits for its next match. Nothing is changed if the
        request is not being played, as after a commit of which the database could not tell.
        """
        with self._connect() as connection:
            row, before = _row(connection, number), _rounds(connection, number)
            # The record of a round whose other match is still to be played.
            half = _content(connection, number, _TABLE.c.record)
        if row.state != RequestState.PLAYING:
            return
        if row.old is None:
            kept = {"record": content, "log": pack_log(log) if log else None}
            self._change(number, RequestState.PLAYED, kept)
        elif half is None:
            self._change(number, RequestState.WAITING, {"record": content, **_GOES_ON})
        else:
            # Before anything is written, since the games are played again for it.
            counted = count_round(_plan(row), len(before), half, content)
            ended = sum_rounds([*before, counted]).ended
            state = RequestState.PLAYED if ended else RequestState.WAITING
            self._change(number, state, {"record": None, **_GOES_ON}, counted=counted)

    def finish_review(self, number: int, content: bytes) -> None:
        """Keep what a review has found, packed."""
        self._change(number, RequestState.PLAYED, {"review": content})

    def fail(self, number: int, reason: str) -> None:
        """Take note that a match will not be played, and why."""
        self._change(number, RequestState.FAILED, {"reason": reason[:LONGEST_REASON]})

    def void(self, number: int, reason: str) -> RequestState:
        """Have a void match wait again, dealt again; after 3 voids it fails. Return which."""
        with self._connections.writing() as transaction:
            row = _row(transaction.connection, number)
            if row.state != RequestState.PLAYING:
                return RequestState(row.state)
            state = RequestState.WAITING if row.voids + 1 < MOST_VOIDS else RequestState.FAILED
            values = {"voids": row.voids + 1, "reason": reason[:LONGEST_REASON]} | spent(_TABLE)
            _redeal(transaction.connection, row, state, values)
        return state

    def _change(
        self,
        number: int,
        state: RequestState,
        values: dict[str, Any],
        counted: bytes | None = None,
    ) -> int:
        """Give an open request another state, and a comparison its next round; return how many
        were changed.
        """
        is_open = _TABLE.c.state.in_(_OPEN)
        with self._connections.writing() as transaction:
            theirs = update(_TABLE).where(_TABLE.c.number == number, is_open)
            changed = transaction.execute(
                theirs.values(state=state, **spent(_TABLE), **values)
            ).rowcount
            if changed and counted is not None:
                _add_round(transaction.connection, number, counted)
            if state == RequestState.PLAYED:
                _forget_old(transaction.connection, number)
            return changed


def stop_requests(connection: Connection, reason: str) -> None:
    """Have what was being played wait again, dealt again."""
    playing = select(*_SHOWN).where(_TABLE.c.state == RequestState.PLAYING)
    for row in connection.execute(playing).all():
        _redeal(connection, row, RequestState.WAITING, {"reason": reason})


# All but what may be large.
_SHOWN = [column for column in _TABLE.c if column.name not in {"record", "log", "review"}]


def _add(
    transaction: Transaction, author: str, player: Player, plan: rec.Plan, **values: Any
) -> Request:
    """Have something wait that an author asks for. UserError if it may ask for nothing more now."""
    now, connection = utc_now(), transaction.connection
    waiting, times = _count(connection, author, now)
    require_request_limit(transaction.roster.limits, author, waiting, times)
    number = transaction.next(_TABLE)
    row = {
        "number": number,
        "author": author,
        "time": now.isoformat(),
        "player": player,
        "plan": _pack_plan(plan),
        "state": RequestState.WAITING,
    }
    connection.execute(insert(_TABLE).values(row | values))
    return _request(_row(connection, number))


def _rounds(connection: Connection, number: int) -> Sequence[bytes]:
    """Return the counted rounds of a comparison, in their order."""
    asked = select(_ROUNDS.c.counted).where(_ROUNDS.c.request == number)
    return connection.execute(asked.order_by(_ROUNDS.c.number)).scalars().all()


def _add_round(connection: Connection, number: int, counted: bytes) -> None:
    before = select(func.count()).where(_ROUNDS.c.request == number)
    row = {"request": number, "number": connection.execute(before).scalar_one()}
    connection.execute(insert(_ROUNDS).values(row | {"counted": counted}))


def _content(connection: Connection, number: int, column: Column[Any]) -> bytes | None:
    """Return what a request has in a column that may be large; None if it is not kept."""
    asked = select(column).where(_TABLE.c.number == number)
    content: bytes | None = connection.execute(asked).scalar_one_or_none()
    return content


def _find_reviews(connection: Connection, digest: str) -> Sequence[Any]:
    """Return the requests for a review that wait, go on, or whose review is kept."""
    kept = _TABLE.c.review.is_not(None) | _TABLE.c.state.in_(_OPEN)
    asked = select(_TABLE.c.number, _TABLE.c.author, _TABLE.c.review)
    return connection.execute(asked.where(_TABLE.c.digest == digest, kept)).all()


def _require_new(found: Sequence[Any], author: str) -> None:
    """UserError if one of these reviews is an author's."""
    own = next((one for one in found if one.author == author), None)
    if own is not None:
        raise NotNow(f"You have asked for this review: it is request {own.number}.")


def _row(connection: Connection, number: int) -> Any:
    return connection.execute(select(*_SHOWN).where(_TABLE.c.number == number)).one_or_none()


def _count(connection: Connection, author: str, now: datetime) -> tuple[int, list[datetime]]:
    """Return how many of an author's wait, and when it asked for those of the last 24 hours."""
    asked = select(_TABLE.c.time, _TABLE.c.state).where(_TABLE.c.author == author)
    rows = connection.execute(asked).all()
    times = [datetime.fromisoformat(row.time) for row in rows]
    return sum(row.state == RequestState.WAITING for row in rows), [
        t for t in times if now - DAY < t <= now
    ]


def _redeal(connection: Connection, row: Any, state: RequestState, values: dict[str, Any]) -> None:
    """Have the bots of a match that have seen its cards never see them again.

    In a comparison the other version has the same cards, and each match has fresh processes.
    """
    plan = _plan(row)
    if row.old is None:
        plan.seed = draw_seed()
    content = _pack_plan(plan)
    theirs = update(_TABLE).where(_TABLE.c.number == row.number)
    connection.execute(theirs.values(plan=content, state=state, **values))


def _forget_old(connection: Connection, number: int) -> None:
    """Keep of what an author has asked for only the newest records and reviews."""
    author = select(_TABLE.c.author).where(_TABLE.c.number == number).scalar_subquery()
    newest = select(_TABLE.c.number).where(_TABLE.c.author == author)
    oldest = newest.order_by(_TABLE.c.number.desc()).offset(RECORDS_OF_REQUESTS).limit(1)
    last = connection.execute(oldest).scalar_one_or_none()
    if last is not None:
        old = update(_TABLE).where(_TABLE.c.author == author, _TABLE.c.number <= last)
        connection.execute(old.values(record=None, log=None, review=None))
        theirs = select(_TABLE.c.number).where(_TABLE.c.author == author, _TABLE.c.number <= last)
        connection.execute(delete(_ROUNDS).where(_ROUNDS.c.request.in_(theirs)))


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
