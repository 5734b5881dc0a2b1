"""All that a store says, to be compared with itself."""

import msgspec
from sqlalchemy import select

from ladder.store import schema
from ladder.store.store import Store


def everything(store: Store) -> list[object]:
    """Return all that a store says."""
    queue = [(one, one.plan.SerializeToString()) for one in store.queue()]
    files = [
        store.voids(),
        list(store.records()),
        store.digests(),
        store.counts(),
    ]
    with store.connections.reading() as connection:
        settings = connection.execute(select(schema.settings)).all()
    files.append({name: msgspec.json.decode(value) for name, value in settings})
    return [list(store.entries()), list(store.results()), store.head(), queue, *files]
