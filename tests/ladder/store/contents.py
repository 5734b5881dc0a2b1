"""All that a store says, to be compared with itself."""

from ladder.store.store import Store


def everything(store: Store) -> list[object]:
    """Return all that a store says."""
    queue = [(one, one.plan.SerializeToString()) for one in store.queue()]
    files = [
        store.voids(),
        list(store.records()),
        store.digests(),
        store.counts(),
        store.derived(),
    ]
    return [list(store.entries()), list(store.results()), store.head(), queue, *files]
