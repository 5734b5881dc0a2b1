"""All that a store says, to be compared with itself."""

from sqlalchemy import select, text

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
        store.derived(),
    ]
    return [list(store.entries()), list(store.results()), store.head(), queue, *files]


def rows(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """Return the rows that pages find matches by, but for what is unknown of older ones."""
    tables = (schema.results, schema.appearances, schema.pairs)
    with store.connections.reading() as connection:
        return {
            table.name: [
                tuple(row)
                for row in connection.execute(
                    select(*(one for one in table.columns if one.name != "waits")).order_by(
                        *table.primary_key
                    )
                )
            ]
            for table in tables
        }


def forget_ordinals(store: Store) -> None:
    """Have the tables be those before matches were numbered, of all and of each player."""
    with store.connections.writing() as here:
        for table in ("people", "dates", "about", "rounds", "outbox", "joining"):
            here.connection.execute(text(f"DROP TABLE {table}"))
        for index in ("ix_results_time", "ix_ratings_curve", "ix_requests_digest"):
            here.connection.execute(text(f"DROP INDEX {index}"))
        later = ["entries DROP arrived", "results DROP waits"]
        later += [f"uploads DROP {name}" for name in ("looked", "begun", "seconds")]
        later += [f"requests DROP {name}" for name in ("begun", "seconds")]
        later += [f"requests DROP {name}" for name in ("reviewed", "digest", "review", "old")]
        numbers = ("results DROP ordinal", "appearances DROP ordinal", "pairs DROP matches")
        for column in (*later, *numbers):
            here.connection.execute(text(f"ALTER TABLE {column}"))
