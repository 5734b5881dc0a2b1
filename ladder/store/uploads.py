"""The queue of uploads: what authors have sent, with the steps and the outcome of each check."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from statistics import fmean
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, func, select

from arena.check.report import CheckStep
from arena.errors import HostFailure, UsedUp
from ladder.log.admission import find_missed, is_kept, require_in_time
from ladder.log.entries import ORGANISER
from ladder.machine.clock import utc_now
from ladder.matches import Player
from ladder.settings.webhook import EventKind, WebhookEvent
from ladder.shares import UPLOADS_WAITING
from ladder.store import schema
from ladder.store.connections import Changes, Connections
from ladder.store.dates import read_dates
from ladder.store.jobs import OPEN, JobTable, in_turn, recent, seconds_had, time
from ladder.store.outbox import add_event
from ladder.wire import UploadDetails, UploadLine, UploadState, read_path

MOST_ATTEMPTS: Final = 3
"""How often a check is begun that never comes to its end."""
# The newest rows of a list.
_NEWEST: Final = 100
_RECENT: Final = 20
_LETTERS: Final = 64
_KEPT: Final = "It came after the deadline: it is kept, and not checked unless that is moved."

_JOBS: Final = JobTable(schema.uploads)
_TABLE: Final = schema.uploads.c
_CHECKING: Final = _TABLE.state == UploadState.CHECKING


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
        with self.writing() as transaction:
            connection, now = transaction.connection, self._now()
            waiting = _open(connection, _TABLE.author == author)
            same = [one.number for one in waiting if (one.digest, one.bot) == (digest, bot)]
            if same:
                return int(same[0])
            require_in_time(read_dates(connection), author, now)
            if len(waiting) >= UPLOADS_WAITING and author != ORGANISER:
                raise UsedUp(
                    f"An author may have {UPLOADS_WAITING} uploads that wait, and {author} has"
                    f" {len(waiting)}; hand in the next one when one of these is checked."
                )
            sent = {"name": name[:_LETTERS], "bot": bot, "content": content, "digest": digest}
            return _JOBS.add(transaction, author, now, **sent)

    # --- questions ---

    def lines(self, author: str | None = None) -> list[UploadLine]:
        """Return the 100 newest uploads of an author, or of all, the newest first."""
        theirs = [] if author is None else [_TABLE.author == author]
        with self._connect() as connection:
            return [*_lines(connection, _JOBS.all(connection, *theirs, newest=_NEWEST))]

    def line(self, number: int) -> UploadLine | None:
        """Return an upload, if there is one."""
        return self._ask(_find_line, number)

    def story(self, number: int) -> UploadDetails | None:
        """Return an upload with the steps of its check, if there is one."""
        asked = select(_TABLE.steps, _TABLE.seed, _TABLE.record.is_not(None))
        with self._connect() as connection:
            line = _find_line(connection, number)
            if line is None:
                return None
            found = connection.execute(asked.where(_TABLE.number == number))
            steps, seed, has_record = found.one()
        return UploadDetails(line, _read_steps(steps), seed, bool(has_record))

    def by_author(self) -> dict[str, AuthorUploads]:
        """Return what is known of the uploads of each author that has sent any."""
        newest = select(func.max(_TABLE.number)).group_by(_TABLE.author)
        with self._connect() as connection:
            had = seconds_had(connection, [schema.uploads])
            today = _JOBS.all(connection, *recent(schema.uploads, self._now()))
            day = Counter(row.author for row in today)
            lines = _lines(connection, _JOBS.all(connection, _TABLE.number.in_(newest)))
            return {
                one.author: AuthorUploads(one, day[one.author], had[one.author]) for one in lines
            }

    def queue(self) -> CheckQueue:
        """Return how many wait for a check, since when, and how many are checked."""
        with self._connect() as connection:
            waiting, checking = _queue(connection), _JOBS.all(connection, _CHECKING)
        oldest = min((datetime.fromisoformat(row.time) for row in waiting), default=None)
        return CheckQueue(len(waiting), len(checking), oldest)

    def usual_seconds(self) -> float:
        """Return how long a check takes, on average of the newest; 0 if there was none."""
        over = select(_TABLE.seconds).where(_TABLE.state.not_in(OPEN))
        newest = self._values(over.order_by(_TABLE.number.desc()).limit(_RECENT))
        return fmean(newest or [0.0])

    def record(self, number: int) -> bytes | None:
        """Return the packed record of the match in which an upload was refused, if there is one."""
        return self._ask(_JOBS.content, number, _TABLE.record)

    def count(self, author: str) -> tuple[int, float]:
        """Return how many of an author's are open, and how long checks of 24 hours' took."""
        with self._connect() as connection:
            theirs = _open(connection, _TABLE.author == author)
            return len(theirs), seconds_had(connection, [schema.uploads])[author]

    # --- checks ---

    def begin(
        self, going_on: Collection[int] | None = None, only: Collection[int] | None = None
    ) -> UploadCheck | None:
        """Begin the check of the upload that is next; None if none waits whose author has none.

        It is one of `only` these numbers, where they are said; the organiser may have several.
        With the numbers of those whose checks go on, what was begun beside them waits again: the
        database could not say so.
        """
        with self.writing() as transaction:
            connection = transaction.connection
            for row in _JOBS.all(connection, _CHECKING):
                if going_on is not None and row.number not in going_on:
                    _wait_again(
                        connection, UploadCheck(row.number, row.attempts), seconds=row.seconds
                    )
            waiting = _queue(connection)
            busy = {row.author for row in _JOBS.all(connection, _CHECKING)} - {ORGANISER}
            may = (row for row in waiting if only is None or row.number in only)
            row = next((row for row in may if row.author not in busy), None)
            if row is None:
                return None
            is_look = not row.looked and len(waiting) > 1
            check = UploadCheck(row.number, row.attempts + 1, is_look)
            begun = {"attempts": check.attempt, "steps": "[]", "outcome": "", "begun": time()}
            _JOBS.change(connection, row.number, state=UploadState.CHECKING, **begun)
        return check

    def content(self, check: UploadCheck) -> UploadContent | None:
        """Return what is to be checked; None if this check goes on no more."""
        asked = select(_TABLE.author, _TABLE.name, _TABLE.bot, _TABLE.content)
        row = self._one(asked.where(_going_on(check)))
        return None if row is None else UploadContent(*row)

    def add_step(self, check: UploadCheck, step: CheckStep) -> None:
        """Keep a step of a check that is over."""
        with self.writing() as transaction:
            asked = select(_TABLE.steps).where(_going_on(check))
            steps = transaction.connection.scalar(asked)
            if steps is not None:
                # All but where a record lay, which is kept beside the steps.
                known = [*_read_steps(steps), step]
                text = msgspec.json.encode(known, enc_hook=lambda _: None).decode()
                _JOBS.change(transaction.connection, check.number, _going_on(check), steps=text)

    def refuse(
        self, check: UploadCheck, outcome: str, seed: str = "", record: bytes | None = None
    ) -> None:
        """Keep why an upload does not come in."""
        with self.writing() as transaction:
            end = {"seed": seed, "record": record}
            _end(transaction.connection, check, UploadState.REFUSED, outcome, **end)

    def pass_look(self, check: UploadCheck) -> None:
        """Have an upload wait for the rest of its check."""
        outcome = "It starts as it should; its games are played when it is next."
        with self.writing() as transaction:
            _wait_again(transaction.connection, check, outcome=outcome, looked=True)

    def end_attempt(self, check: UploadCheck, reason: str) -> None:
        """Have an upload wait again whose check came to no end; after the third time it failed."""
        with self.writing() as transaction:
            _end_attempt(transaction.connection, check, reason)

    def put_back(self, check: UploadCheck) -> None:
        """Have an upload wait again, as if this check had not begun."""
        with self.writing() as transaction:
            _wait_again(transaction.connection, check, steps="[]")


def stop_checks(connection: Connection, reason: str) -> None:
    """Have wait again what was being checked, for which that took no time."""
    for row in _JOBS.stop(connection):
        _end_attempt(connection, UploadCheck(row.number, row.attempts), reason)


def accept_upload(connection: Connection, check: UploadCheck, player: Player) -> None:
    """Keep, in the transaction in which a bot comes in, that it was this upload.

    HostFailure if this check goes on no more: then another one takes the bot in.
    """
    outcome = f"{player} is on the ladder."
    if not _end(connection, check, UploadState.ACCEPTED, outcome, player=player):
        raise HostFailure(f"upload {check.number} is checked by another season")


def has_open_before(connection: Connection, moment: datetime) -> bool:
    """Say whether an upload of before a moment is not settled yet."""
    return any(datetime.fromisoformat(row.time) < moment for row in _open(connection))


def _open(connection: Connection, *where: ColumnElement[bool]) -> Sequence[Any]:
    return _JOBS.all(connection, _TABLE.state.in_(OPEN), *where)


def _going_on(check: UploadCheck) -> ColumnElement[bool]:
    same = (_TABLE.number == check.number) & (_TABLE.attempts == check.attempt)
    return same & _CHECKING


def _wait_again(connection: Connection, check: UploadCheck, **values: object) -> None:
    """Have an upload wait whose check does not count as an attempt."""
    again = {"state": UploadState.WAITING, "attempts": check.attempt - 1}
    _JOBS.change(connection, check.number, _going_on(check), **again, **values)


def _end(
    connection: Connection, check: UploadCheck, state: UploadState, outcome: str, **values: object
) -> bool:
    """Have the check of an upload be over, if it goes on; say whether it did."""
    over = {"state": state, "outcome": outcome, "content": None}
    if not _JOBS.change(connection, check.number, _going_on(check), **over, **values):
        return False
    author, player = _JOBS.find(connection, check.number).author, str(values.get("player", ""))
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
        again = {"state": UploadState.WAITING, "outcome": f"Its check is made again: {reason}."}
        _JOBS.change(connection, check.number, _going_on(check), **again)
        return
    sentence = (
        f"Its check came to no end {MOST_ATTEMPTS} times, the last time because {reason};"
        " hand it in again when the organiser has looked at that."
    )
    _end(connection, check, UploadState.FAILED, sentence)


def _find_line(connection: Connection, number: int) -> UploadLine | None:
    return next(_lines(connection, _JOBS.all(connection, _TABLE.number == number)), None)


def _lines(connection: Connection, rows: Iterable[Any]) -> Iterator[UploadLine]:
    """Tell of uploads as they are."""
    places = {row.number: place for place, row in enumerate(_queue(connection), 1)}
    acts = read_dates(connection)
    for row in rows:
        time, state, outcome = datetime.fromisoformat(row.time), UploadState(row.state), row.outcome
        if state is UploadState.WAITING and is_kept(acts, row.author, time):
            state, outcome = UploadState.LATE, _KEPT
        late = find_missed(acts, row.author, time) is not None
        known = (row.number, row.author, row.name, time, state, places.get(row.number))
        yield UploadLine(*known, outcome, row.player, late)


def _queue(connection: Connection) -> list[Any]:
    """Return the uploads that wait to be checked, in their order: first those without a look."""
    acts = read_dates(connection)
    waiting = [
        row
        for row in _JOBS.all(connection, _TABLE.state == UploadState.WAITING)
        if not is_kept(acts, row.author, datetime.fromisoformat(row.time))
    ]
    return sorted(in_turn(connection, waiting), key=lambda row: row.looked)


def _read_steps(text: str) -> tuple[CheckStep, ...]:
    return msgspec.json.decode(text, type=tuple[CheckStep, ...], dec_hook=read_path)
