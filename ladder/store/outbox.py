"""The outbox: the events of a ladder that wait to be posted, in their order, and those that were.

An event is put there in the transaction in which it happens: either both are kept or neither.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from ladder.settings.webhook import NOWHERE, Webhook, WebhookEvent
from ladder.store import schema
from ladder.store.settings import keep_setting, read_setting

_TABLE: Final = schema.outbox
_UNPOSTED: Final = _TABLE.c.content != ""
"""Lines that are not posted yet."""


@dataclass(frozen=True, slots=True)
class Posting:
    """An event that is to be posted now."""

    number: int
    body: bytes


@dataclass(frozen=True, slots=True)
class OutboxState:
    """The lines that wait to be posted, and the reason."""

    host: str
    waiting: int
    oldest: datetime | None
    """When the one happened that waits for longest; None if none waits."""
    problem: str
    """Why it waits, in a sentence without its stop; empty if nothing is known."""


def keep_webhook(connection: Connection, webhook: Webhook) -> None:
    """Post a course's events there from now on, those too that wait; nowhere: none of them."""
    keep_setting(connection, webhook)
    waiting = update(_TABLE).values(problem="") if webhook.url else delete(_TABLE).where(_UNPOSTED)
    connection.execute(waiting)


def add_event(connection: Connection, event: WebhookEvent) -> None:
    """Have an event be posted, once; nothing where there is no webhook."""
    same = select(_TABLE.c.number).where(_TABLE.c.id == event.id)
    if not read_setting(connection, NOWHERE).url or connection.scalar(same) is not None:
        return
    number = connection.scalar(select(func.max(_TABLE.c.number))) or 0
    row = {"number": number + 1, "id": event.id, "problem": ""}
    row["content"] = msgspec.json.encode(event).decode()
    connection.execute(insert(_TABLE), row)


def first_posting(connection: Connection) -> Posting | None:
    """Return the event that waits for longest; None if none waits."""
    asked = select(_TABLE).where(_UNPOSTED).order_by(_TABLE.c.number).limit(1)
    row = connection.execute(asked).one_or_none()
    return None if row is None else Posting(row.number, row.content.encode())


def settle_posting(connection: Connection, posting: Posting, problem: str) -> None:
    """Keep that an event was posted, or why it was not."""
    # The row of what was posted stays, so that it is not told a second time.
    said = {"problem": problem} if problem else {"content": ""}
    connection.execute(update(_TABLE).where(_TABLE.c.number == posting.number).values(said))


def read_outbox(connection: Connection) -> OutboxState | None:
    """Return what waits; None where there is no webhook."""
    webhook = read_setting(connection, NOWHERE)
    if not webhook.url:
        return None
    waiting = connection.execute(select(_TABLE).where(_UNPOSTED).order_by(_TABLE.c.number)).all()
    if not waiting:
        return OutboxState(webhook.host, 0, None, "")
    first = msgspec.json.decode(waiting[0].content, type=WebhookEvent)
    return OutboxState(webhook.host, len(waiting), first.time, waiting[0].problem)
