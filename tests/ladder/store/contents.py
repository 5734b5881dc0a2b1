"""All that a store says, to be compared with itself."""

from ladder.ratings.checkpoint import MODEL
from ladder.store.store import Store


def everything(store: Store) -> list[object]:
    """Return all that a store says."""
    queue = [(one.match, one.plan.SerializeToString(), one.voids) for one in store.queue()]
    files = [
        store.voids(),
        list(store.records()),
        store.digests(),
        store.checkpoint(1, MODEL, 100, store.roster().number),
    ]
    return [list(store.entries()), list(store.results()), store.head(), queue, *files]
