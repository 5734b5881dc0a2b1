"""`ladder doctor`: how a ladder does."""

from typing import Final

from rich.table import Table
from rich.text import Text

from arena.foreign_text import show
from arena.terminal.advice import advise
from ladder.cli.output import make_console, print_json, working
from ladder.queries.health import Health, examine
from ladder.store.opening import open_store

# Of one line: a reason may be a stranger's, from an export.
_MOST_LETTERS: Final = 500


def show_health(place: str, *, as_json: bool) -> int:
    """Print a line for each finding; 1 if one is not as it has to be."""
    with open_store(place) as store, working("reading the log"):
        health = examine(store, place)
    if as_json:
        print_json(health)
    else:
        console = make_console()
        console.print(_table(health))
        console.print(advise("run", program="ladder"))
    return int(not health.ok)


def _table(health: Health) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False)
    for finding in health.findings:
        sign = Text("ok", "green") if finding.ok else Text("no", "red")
        table.add_row(sign, finding.name, show(finding.text, _MOST_LETTERS))
    return table
