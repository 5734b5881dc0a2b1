"""The pulse of the season: one row, the newest."""

from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import delete, insert, select

from ladder.machine.pulse import Machine, Pulse
from ladder.store import schema
from ladder.store.connections import Connections

_ROW = 1


class Pulses:
    """The pulse of a ladder's season."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def write(self, pulse: Pulse) -> None:
        """Keep a pulse instead of the one before."""
        row = {
            "id": _ROW,
            "begun": pulse.begun.isoformat(),
            "seen": pulse.seen.isoformat(),
            "over": pulse.over,
            "machine": msgspec.json.encode(pulse.machine).decode(),
        }
        with self._connections.writing() as transaction:
            transaction.connection.execute(delete(schema.pulse))
            transaction.connection.execute(insert(schema.pulse).values(row))

    def read(self) -> Pulse | None:
        """Return the last pulse; None if no season has run yet, or it cannot be read."""
        with self._connections.reading() as connection:
            row = connection.execute(select(schema.pulse)).one_or_none()
        return None if row is None else _pulse(row)


def _pulse(row: Any) -> Pulse | None:
    try:
        machine = msgspec.json.decode(row.machine, type=Machine)
        seen = datetime.fromisoformat(row.seen)
        return Pulse(datetime.fromisoformat(row.begun), seen, row.over, machine)
    except (msgspec.MsgspecError, ValueError):
        # Another release has written it; it says nothing that the next beat does not say again.
        return None
