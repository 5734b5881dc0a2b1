"""The outbox: the events that wait to be posted, each of which is at least once.

They are posted in their order, so one that does not get through has those after it wait.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, func, select, update

from ladder.clock import utc_now
from ladder.store import schema
from ladder.store.connections import Connections
from ladder.store.webhook import WAITS, add_event, have_none_rest, read_webhook
from ladder.webhook import Webhook, WebhookEvent, pause_after

_WEBHOOK: Final = schema.webhook
_OUTBOX: Final = schema.outbox


@dataclass(frozen=True, slots=True)
class Posting:
    """An event that is to be posted now."""

    number: int
    body: bytes
    webhook: Webhook


@dataclass(frozen=True, slots=True)
class OutboxState:
    """What waits to be posted, and why."""

    host: str
    waiting: int
    oldest: datetime | None
    """When the one happened that waits for longest; None if none waits."""
    problem: str
    """Why it waits, in a sentence without its stop; empty if nothing is known."""


class Outbox:
    """The events of a ladder that are posted."""

    def __init__(self, connections: Connections, now: Callable[[], datetime] = utc_now) -> None:
        self._connections = connections
        self._now = now

    def add(self, event: WebhookEvent) -> None:
        """Have an event be posted, once; nothing where there is no webhook."""
        same = select(_OUTBOX.c.number).where(_OUTBOX.c.id == event.id)
        with self._connections.reading() as connection:
            known = connection.execute(same).first()
        if known is None:
            with self._connections.writing() as here:
                add_event(here.connection, event)

    def is_wanted(self) -> bool:
        """Say whether there is a webhook."""
        with self._connections.reading() as connection:
            return read_webhook(connection) is not None

    def take(self) -> Posting | None:
        """Return what is to be posted now; None for nothing.

        It is taken once, and again after its pause unless it was `settled`.
        """
        with self._connections.reading() as connection:
            if self._next(connection) is None:
                return None
        with self._connections.writing() as here:
            row, webhook = self._next(here.connection), read_webhook(here.connection)
            if row is None or webhook is None:
                return None
            rest = self._now() + timedelta(seconds=pause_after(row.attempts + 1))
            _change(here.connection, row.number, attempts=row.attempts + 1, next=rest.isoformat())
        return Posting(row.number, row.content.encode(), webhook)

    def settle(self, posting: Posting, problem: str) -> None:
        """Keep that an event was posted, or why it was not."""
        with self._connections.writing() as here:
            if read_webhook(here.connection) != posting.webhook:
                # What came of another address says nothing of this one.
                return
            here.connection.execute(update(_WEBHOOK).values(problem=problem))
            if not problem:
                # Its id stays, so that it is not told a second time.
                _change(here.connection, posting.number, posted=True, content="")

    def have_none_rest(self) -> None:
        """Post what waits now: what it waited for may have been mended."""
        with self._connections.writing() as here:
            have_none_rest(here.connection)

    def state(self) -> OutboxState | None:
        """Return what waits; None where there is no webhook."""
        asked = select(func.count(), func.min(_OUTBOX.c.time)).where(WAITS)
        with self._connections.reading() as connection:
            webhook = read_webhook(connection)
            if webhook is None:
                return None
            waiting, oldest = connection.execute(asked).one()
            problem = connection.execute(select(_WEBHOOK.c.problem)).scalar_one()
        since = None if oldest is None else datetime.fromisoformat(oldest)
        return OutboxState(webhook.host, waiting, since, problem)

    def _next(self, connection: Connection) -> Any:
        """Return the row of the first event that waits; None if it rests, or there is none."""
        asked = select(_OUTBOX).where(WAITS).order_by(_OUTBOX.c.number).limit(1)
        row = connection.execute(asked).one_or_none()
        rests = row is not None and row.next and datetime.fromisoformat(row.next) > self._now()
        return None if rests else row


def _change(connection: Connection, number: int, **values: object) -> None:
    connection.execute(update(_OUTBOX).where(_OUTBOX.c.number == number).values(values))
