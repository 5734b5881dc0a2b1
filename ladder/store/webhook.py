"""Where a course has its events posted, and what is put into the outbox for that.

An event is put there in the transaction in which it happens: either both are kept or neither.
"""

from typing import Final

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from ladder.store import schema
from ladder.webhook import Webhook, WebhookEvent

_WEBHOOK: Final = schema.webhook
_OUTBOX: Final = schema.outbox
WAITS: Final = ~_OUTBOX.c.posted
"""What is not posted yet."""


def read_webhook(connection: Connection) -> Webhook | None:
    """Return where events are posted; None for nowhere."""
    row = connection.execute(select(_WEBHOOK.c.url, _WEBHOOK.c.secret)).one_or_none()
    return None if row is None else Webhook(row.url, row.secret)


def keep_webhook(connection: Connection, webhook: Webhook) -> None:
    """Post events there from now on, those too that wait; where it is nowhere, none of them."""
    connection.execute(delete(_WEBHOOK))
    if not webhook.url:
        connection.execute(delete(_OUTBOX).where(WAITS))
        return
    row = {"id": 1, "url": webhook.url, "secret": webhook.secret, "problem": ""}
    connection.execute(insert(_WEBHOOK).values(row))
    have_none_rest(connection)


def add_event(connection: Connection, event: WebhookEvent) -> None:
    """Have an event be posted, once; nothing where there is no webhook."""
    same = select(_OUTBOX.c.number).where(_OUTBOX.c.id == event.id)
    if read_webhook(connection) is None or connection.execute(same).first() is not None:
        return
    last = connection.execute(select(func.max(_OUTBOX.c.number))).scalar() or 0
    row = {"number": last + 1, "id": event.id, "time": event.time.isoformat(), "posted": False}
    row |= {"content": msgspec.json.encode(event).decode(), "attempts": 0, "next": ""}
    connection.execute(insert(_OUTBOX).values(row))


def have_none_rest(connection: Connection) -> None:
    """Post what waits now: what it waited for may have been mended."""
    connection.execute(update(_OUTBOX).where(WAITS).values(attempts=0, next=""))
