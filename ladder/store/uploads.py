"""The queue of uploads: what authors have sent, with the steps and the outcome of each check."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, func, insert, select, update

from arena.check.report import CheckStep
from arena.errors import HostFailure, UsedUp
from ladder.log.admission import find_missed, is_kept, require_in_time
from ladder.log.entries import ORGANISER
from ladder.machine.clock import utc_now
from ladder.matches import Player
from ladder.settings.dates import PlannedAct
from ladder.settings.webhook import EventKind, WebhookEvent
from ladder.shares import UPLOADS_WAITING
from ladder.store import schema
from ladder.store.connections import Changes, Connections
from ladder.store.dates import read_dates
from ladder.store.outbox import add_event
from ladder.store.turns import USUAL, recent, seconds_had, spent, time
from ladder.wire import UploadDetails, UploadLine, UploadState, read_path

MOST_ATTEMPTS: Final = 3
"""How often a check is begun that never comes to its end."""
# The newest rows of a list.
_NEWEST: Final = 100
_RECENT: Final = 20
_LETTERS: Final = 64
_KEPT: Final = "It came after the deadline: it is kept, and not checked unless that is moved."

_OPEN: Final = (UploadState.WAITING, UploadState.CHECKING)
_table: Final = schema.uploads
# Without what may be large.
_LINE: Final = (
    *(_table.c.number, _table.c.author, _table.c.name, _table.c.time, _table.c.state),
    *(_table.c.outcome, _table.c.player),
)


@dataclass(frozen=True, slots=True)
class UploadCheck:
    """One attempt at checking an upload. An attempt that another one has ended changes no more."""

    number: int
    attempt: int
    """From 1 on."""
    is_look: bool = False
    """Whether it has the steps before the games only, since others wait for theirs."""


@dataclass(frozen=True, slots=True)
class UploadContent:
    """The content to be checked."""

    author: str
    name: str
    bot: str | None
    """The name of the bot; None: as its bot.toml says."""
    content: bytes
    """An archive, as a stranger sent it."""


@dataclass(frozen=True, slots=True)
class AuthorUploads:
    """The uploads of an author to the server."""

    newest: UploadLine
    day: int
    """How many came within 24 hours."""
    seconds: float
    """How long the checks took of those."""


@dataclass(frozen=True, slots=True)
class CheckQueue:
    """The uploads that wait for their check."""

    waiting: int
    checking: int
    oldest: datetime | None
    """When the one came that waits for longest; None if none waits."""


class Uploads(Changes):
    """The uploads of a ladder."""

    def __init__(self, connections: Connections, now: Callable[[], datetime] = utc_now) -> None:
        super().__init__(connections)
        self._now = now

    def add(self, author: str, name: str, bot: str | None, content: bytes) -> int:
        """Put an archive at the end of the queue; return its number.

        One that waits there already, to be called the same, is not put there again. UserError if
        too many of its author wait, or if it comes before the opening, or after a deadline that
        takes nothing.
        """
        digest = sha256(content).hexdigest()
        theirs = (_table.c.author == author) & _table.c.state.in_(_OPEN)
        with self._connections.writing() as transaction:
            asked = select(_table.c.number, _table.c.digest, _table.c.bot).where(theirs)
            waiting = transaction.execute(asked).all()
            same = [one.number for one in waiting if (one.digest, one.bot) == (digest, bot)]
            if same:
                return int(same[0])
            now = self._now()
            require_in_time(read_dates(transaction.connection), author, now)
            _require_queue_limit(author, len(waiting))
            number = transaction.next(_table)
            row = {"number": number, "author": author, "name": name[:_LETTERS], "bot": bot}
            row |= {"time": now.isoformat(), "content": content, "digest": digest}
            row |= {"state": UploadState.WAITING}
            transaction.execute(insert(_table).values(row))
        return number

    # --- questions ---

    def lines(self, author: str | None = None) -> list[UploadLine]:
        """Return the 100 newest uploads of an author, or of all, the newest first."""
        asked = select(*_LINE).order_by(_table.c.number.desc()).limit(_NEWEST)
        if author is not None:
            asked = asked.where(_table.c.author == author)
        with self._connect() as connection:
            places, acts = _places(connection), read_dates(connection)
            return [_line(row, places, acts) for row in connection.execute(asked)]

    def line(self, number: int) -> UploadLine | None:
        """Return an upload, if there is one."""
        return self._ask(_find_line, number)

    def story(self, number: int) -> UploadDetails | None:
        """Return an upload with the steps of its check, if there is one."""
        kept = _table.c.record.is_not(None)
        asked = select(_table.c.steps, _table.c.seed, kept).where(_table.c.number == number)
        with self._connect() as connection:
            line = _find_line(connection, number)
            if line is None:
                return None
            steps, seed, has_record = connection.execute(asked).one()
        return UploadDetails(line, _read_steps(steps), seed, bool(has_record))

    def by_author(self) -> dict[str, AuthorUploads]:
        """Return what is known of the uploads of each author that has sent any."""
        newest = select(func.max(_table.c.number)).group_by(_table.c.author)
        counted = select(_table.c.author, func.count()).where(*recent(_table, self._now()))
        with self._connect() as connection:
            places, acts = _places(connection), read_dates(connection)
            had = seconds_had(connection, [_table])
            rows = connection.execute(select(*_LINE).where(_table.c.number.in_(newest)))
            lines = [_line(row, places, acts) for row in rows]
            found = connection.execute(counted.group_by(_table.c.author)).all()
        counts = dict(map(tuple, found))
        return {
            one.author: AuthorUploads(one, counts.get(one.author, 0), had[one.author])
            for one in lines
        }

    def queue(self) -> CheckQueue:
        """Return how many wait for a check, since when, and how many are checked."""
        checking = select(func.count()).where(_table.c.state == UploadState.CHECKING)
        with self._connect() as connection:
            places = [*_places(connection)]
            oldest = select(func.min(_table.c.time)).where(_table.c.number.in_(places))
            since = connection.execute(oldest).scalar_one()
            return CheckQueue(
                len(places),
                connection.execute(checking).scalar_one(),
                None if since is None else datetime.fromisoformat(since),
            )

    def usual_seconds(self) -> float:
        """Return how long a check takes, on average of the newest; 0 if there was none."""
        over = _table.c.state.not_in(_OPEN)
        recent = (
            select(_table.c.seconds).where(over).order_by(_table.c.number.desc()).limit(_RECENT)
        )
        return self._value(select(func.avg(recent.subquery().c.seconds))) or 0.0

    def record(self, number: int) -> bytes | None:
        """Return the packed record of the match in which an upload was refused, if there is one."""
        return self._value(select(_table.c.record).where(_table.c.number == number))

    def count(self, author: str) -> tuple[int, float]:
        """Return how many of an author's are open, and how long checks of 24 hours' took."""
        theirs = (_table.c.author == author) & _table.c.state.in_(_OPEN)
        with self._connect() as connection:
            asked = select(func.count()).select_from(_table).where(theirs)
            return connection.execute(asked).scalar_one(), seconds_had(connection, [_table])[author]

    def has_passed_look(self, check: UploadCheck) -> bool:
        """Say whether a check was a look, which its upload has passed."""
        asked = select(_table.c.looked).where(_table.c.number == check.number)
        return check.is_look and bool(self._value(asked))

    # --- checks ---

    def begin(
        self, going_on: Collection[int] | None = None, only: Collection[int] | None = None
    ) -> UploadCheck | None:
        """Begin the check of the upload that is next; None if none waits whose author has none.

        It is one of `only` these numbers, where they are said; the organiser may have several.
        With the numbers of those whose checks go on, what was begun beside them waits again: the
        database could not say so.
        """
        others = _table.c.author != ORGANISER
        checked = select(_table.c.author).where(_table.c.state == UploadState.CHECKING, others)
        free = select(_table.c.number).where(~_table.c.author.in_(checked))
        with self._connections.writing() as transaction:
            if going_on is not None:
                lost = (_table.c.state == UploadState.CHECKING) & _table.c.number.not_in(going_on)
                again = {"state": UploadState.WAITING, "attempts": _table.c.attempts - 1}
                transaction.execute(update(_table).where(lost).values(again))
            places = _places(transaction.connection)
            may = {*transaction.execute(free).scalars()}
            if only is not None:
                may.intersection_update(only)
            number = next((one for one in places if one in may), None)
            if number is None:
                return None
            theirs = _table.c.number == number
            asked = select(_table.c.attempts, _table.c.looked).where(theirs)
            row = transaction.execute(asked).one()
            is_look = not row.looked and len(places) > 1
            check = UploadCheck(number, row.attempts + 1, is_look)
            begun = {"state": UploadState.CHECKING, "attempts": check.attempt, "steps": "[]"}
            begun |= {"outcome": "", "begun": time()}
            transaction.execute(update(_table).where(theirs).values(begun))
        return check

    def content(self, check: UploadCheck) -> UploadContent | None:
        """Return what is to be checked; None if this check goes on no more."""
        asked = select(_table.c.author, _table.c.name, _table.c.bot, _table.c.content)
        row = self._one(asked.where(_going_on(check)))
        return None if row is None else UploadContent(*row)

    def add_step(self, check: UploadCheck, step: CheckStep) -> None:
        """Keep a step of a check that is over."""
        with self._connections.writing() as transaction:
            asked = select(_table.c.steps).where(_going_on(check))
            steps = transaction.execute(asked).scalar_one_or_none()
            if steps is not None:
                text = _write_steps([*_read_steps(steps), step])
                _change(transaction.connection, check, steps=text)

    def refuse(
        self, check: UploadCheck, outcome: str, seed: str = "", record: bytes | None = None
    ) -> None:
        """Keep why an upload does not come in."""
        with self._connections.writing() as transaction:
            end = {"seed": seed, "record": record}
            _end(transaction.connection, check, UploadState.REFUSED, outcome, **end)

    def pass_look(self, check: UploadCheck) -> None:
        """Have an upload wait for the rest of its check."""
        outcome = "It starts as it should; its games are played when it is next."
        self._put_back(check, outcome=outcome, looked=True)

    def end_attempt(self, check: UploadCheck, reason: str) -> None:
        """Have an upload wait again whose check came to no end; after the third time it failed."""
        with self._connections.writing() as transaction:
            _end_attempt(transaction.connection, check, reason)

    def put_back(self, check: UploadCheck) -> None:
        """Have an upload wait again, as if this check had not begun."""
        self._put_back(check, steps="[]")

    def _put_back(self, check: UploadCheck, **values: object) -> None:
        again = {"state": UploadState.WAITING, "attempts": check.attempt - 1}
        with self._connections.writing() as transaction:
            _change(transaction.connection, check, **again, **values)


def stop_checks(connection: Connection, reason: str) -> None:
    """Have wait again what was being checked, for no time: nobody knows when that ended."""
    checking = _table.c.state == UploadState.CHECKING
    stopped = update(_table).where(checking).values(begun=time())
    for row in connection.execute(stopped.returning(_table.c.number, _table.c.attempts)).all():
        _end_attempt(connection, UploadCheck(*row), reason)


def accept_upload(connection: Connection, check: UploadCheck, player: Player) -> None:
    """Keep, in the transaction in which a bot comes in, that it was this upload.

    HostFailure if this check goes on no more: then another one takes the bot in.
    """
    outcome = f"{player} is on the ladder."
    if not _end(connection, check, UploadState.ACCEPTED, outcome, player=player):
        raise HostFailure(f"upload {check.number} is checked by another season")


def has_open_before(connection: Connection, moment: datetime) -> bool:
    """Say whether an upload of before a moment is not settled yet."""
    asked = select(_table.c.time).where(_table.c.state.in_(_OPEN))
    return any(
        datetime.fromisoformat(time) < moment for time in connection.execute(asked).scalars()
    )


def _require_queue_limit(author: str, waiting: int) -> None:
    if waiting >= UPLOADS_WAITING and author != ORGANISER:
        raise UsedUp(
            f"An author may have {UPLOADS_WAITING} uploads that wait, and {author} has"
            f" {waiting}; hand in the next one when one of these is checked."
        )


def _going_on(check: UploadCheck) -> Any:
    same = (_table.c.number == check.number) & (_table.c.attempts == check.attempt)
    return same & (_table.c.state == UploadState.CHECKING)


def _change(connection: Connection, check: UploadCheck, **values: object) -> bool:
    """Change an upload whose check goes on; say whether it does."""
    if "state" in values:
        values |= spent(_table)
    changed = connection.execute(update(_table).where(_going_on(check)).values(values))
    return changed.rowcount > 0


def _end(
    connection: Connection, check: UploadCheck, state: UploadState, outcome: str, **values: object
) -> bool:
    """Have the check of an upload be over, if it goes on; say whether it did."""
    over = {"state": state, "outcome": outcome, "content": None}
    if not _change(connection, check, **over, **values):
        return False
    asked = select(_table.c.author).where(_table.c.number == check.number)
    author, player = connection.execute(asked).scalar_one(), str(values.get("player", ""))
    kind, text = EventKind.CHECK_DONE, f"Upload {check.number} of {author} is {state}."
    event = WebhookEvent(
        f"{kind}-{check.number}",
        kind,
        utc_now(),
        text,
        author=author,
        bot=player,
        upload=check.number,
        state=state,
    )
    add_event(connection, event)
    return True


def _end_attempt(connection: Connection, check: UploadCheck, reason: str) -> None:
    if check.attempt < MOST_ATTEMPTS:
        again = f"Its check is made again: {reason}."
        _change(connection, check, state=UploadState.WAITING, outcome=again)
        return
    sentence = (
        f"Its check came to no end {MOST_ATTEMPTS} times, the last time because {reason};"
        " hand it in again when the organiser has looked at that."
    )
    _end(connection, check, UploadState.FAILED, sentence)


def _find_line(connection: Connection, number: int) -> UploadLine | None:
    row = connection.execute(select(*_LINE).where(_table.c.number == number)).one_or_none()
    return None if row is None else _line(row, _places(connection), read_dates(connection))


def _line(row: Any, places: dict[int, int], acts: Collection[PlannedAct]) -> UploadLine:
    time, state, outcome = datetime.fromisoformat(row.time), UploadState(row.state), row.outcome
    place, late = places.get(row.number), find_missed(acts, row.author, time) is not None
    if state is UploadState.WAITING and is_kept(acts, row.author, time):
        state, outcome = UploadState.LATE, _KEPT
    return UploadLine(
        row.number, row.author, row.name, time, state, place, outcome, row.player, late
    )


def _places(connection: Connection) -> dict[int, int]:
    """Return the place in the queue of each upload that waits to be checked, in that order.

    First are those that nobody has looked at. Within both, first is the author with the fewest
    seconds within a day, counting the seconds expected of the author's earlier ones; among equals
    the older one.
    """
    columns = (_table.c.number, _table.c.author, _table.c.looked, _table.c.time)
    waiting = select(*columns).where(_table.c.state == UploadState.WAITING)
    had, turns, acts = seconds_had(connection), [], read_dates(connection)
    for number, author, looked, came in connection.execute(waiting.order_by(_table.c.number)):
        if is_kept(acts, author, datetime.fromisoformat(came)):
            continue
        turns.append((looked, had[author], number))
        had[author] += USUAL
    return {number: place for place, (_, _, number) in enumerate(sorted(turns), 1)}


def _write_steps(steps: Sequence[CheckStep]) -> str:
    return msgspec.json.encode(list(map(_without_path, steps))).decode()


def _read_steps(text: str) -> tuple[CheckStep, ...]:
    return msgspec.json.decode(text, type=tuple[CheckStep, ...], dec_hook=read_path)


def _without_path(step: CheckStep) -> CheckStep:
    """Return a step without where its record lay: that is kept beside it."""
    evidence = step.finding.evidence
    if evidence is None:
        return step
    return replace(step, finding=replace(step.finding, evidence=replace(evidence, record=None)))
