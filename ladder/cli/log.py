"""`ladder log`: what has happened on a ladder, an entry a line, the newest first."""

from textwrap import wrap

import click
from rich.text import Text

from arena.foreign_text import show
from ladder.cli.options import newest
from ladder.cli.output import Shown, make_table, showing
from ladder.log.entries import LONGEST_REASON
from ladder.queries.lookup import find_kinds
from ladder.queries.overview import LogLine, list_log
from ladder.store.store import Store

# Rest of 80 columns beside the number and the time.
_WIDTH = 55


@click.command(epilog="Example: ladder log --kind excluded")
@click.option("--kind", "kinds", multiple=True, help="Only entries of this kind, say excluded.")
@newest
@showing()
def log(store: Store, *, kinds: tuple[str, ...], last: int) -> Shown:
    """List the entries of the log, the newest first."""
    found = list(list_log(store, kinds=find_kinds(*kinds), newest=last))
    rows = ((one.number, one.time, _tell(one)) for one in found)
    return Shown(
        found, [make_table(["#entry", "time (UTC)", "what"], rows)], ["export", "ladder.zip"]
    )


def _tell(entry: LogLine) -> Text:
    # Made safe here, since it has lines of ours.
    by = f" (by {entry.by})" if entry.by else ""
    return Text("\n".join(wrap(show(entry.text, LONGEST_REASON) + show(by), _WIDTH)))
