"""`ladder doctor`: how a ladder does."""

import click
from rich.text import Text

from arena.foreign_text import show
from ladder.cli.output import Shown, make_table, showing
from ladder.log.entries import LONGEST_REASON
from ladder.queries.health import examine
from ladder.store.store import Store


@click.command(epilog="Example: ladder doctor")
@showing("reading the log")
def doctor(store: Store) -> Shown:
    """Say how the ladder does: its log, its queue, its disk."""
    health = examine(store)
    signs = {True: Text("ok", "green"), False: Text("no", "red")}
    rows = ((signs[one.ok], one.name, show(one.text, LONGEST_REASON)) for one in health.findings)
    table = make_table(["", "finding", "said"], rows)
    return Shown(health, [table], ["run"], code=int(not health.ok))
