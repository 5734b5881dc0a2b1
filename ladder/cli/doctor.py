"""`ladder doctor`: how a ladder does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from arena.foreign_text import show
from arena.terminal.advice import advise
from arena.terminal.options import as_json
from ladder.cli.options import at_ladder
from ladder.cli.output import make_console, print_json, working
from ladder.log.entries import LONGEST_REASON

if TYPE_CHECKING:
    from rich.table import Table

    from ladder.queries.health import Health


@click.command(epilog="Example: ladder doctor")
@at_ladder
@as_json
def doctor(*, place: str, as_json: bool) -> None:
    """Say how the ladder does: its log, its queue, its disk."""
    from ladder.queries.health import examine
    from ladder.store.opening import open_store

    with open_store(place) as store, working("reading the log"):
        health = examine(store)
    if as_json:
        print_json(health)
    else:
        console = make_console()
        console.print(_table(health))
        console.print(advise("run", program="ladder"))
    click.get_current_context().exit(int(not health.ok))


def _table(health: Health) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, pad_edge=False)
    for finding in health.findings:
        sign = Text("ok", "green") if finding.ok else Text("no", "red")
        table.add_row(sign, finding.name, show(finding.text, LONGEST_REASON))
    return table
