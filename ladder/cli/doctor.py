"""`ladder doctor`: how a ladder does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from arena.foreign_text import show
from ladder.cli.output import Shown, make_table, showing
from ladder.log.entries import LONGEST_REASON

if TYPE_CHECKING:
    from rich.text import Text

    from ladder.store.store import Store


@click.command(epilog="Example: ladder doctor")
@showing("reading the log")
def doctor(store: Store) -> Shown:
    """Say how the ladder does: its log, its queue, its disk."""
    from ladder.queries.health import examine

    health = examine(store)
    rows = ((_sign(ok=one.ok), one.name, show(one.text, LONGEST_REASON)) for one in health.findings)
    table = make_table(["", "finding", "said"], rows)
    return Shown(health, [table], ["run"], code=int(not health.ok))


def _sign(*, ok: bool) -> Text:
    from rich.text import Text

    return Text("ok", "green") if ok else Text("no", "red")
