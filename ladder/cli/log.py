"""`ladder log`: what has happened on a ladder, an entry a line, the newest first."""

from textwrap import wrap

import click

from arena.foreign_text import show
from arena.terminal.advice import advise
from arena.terminal.options import as_json
from ladder.cli.options import at_ladder, newest
from ladder.cli.output import make_console, make_table, print_json
from ladder.log.entries import LONGEST_REASON
from ladder.machine.clock import describe_time

# Rest of 80 columns beside the number and the time.
_WIDTH = 55


@click.command(epilog="Example: ladder log --kind excluded")
@click.option("--kind", "kinds", multiple=True, help="Only entries of this kind, say excluded.")
@newest
@at_ladder
@as_json
def log(*, kinds: tuple[str, ...], last: int, place: str, as_json: bool) -> None:
    """List the entries of the log, the newest first."""
    from rich.text import Text

    from ladder.queries.lookup import find_kinds
    from ladder.queries.overview import list_log
    from ladder.store.opening import open_store

    wanted = find_kinds(*kinds)
    with open_store(place) as store:
        found = list(list_log(store, kinds=wanted, newest=last))
    if as_json:
        print_json(found)
        return
    console = make_console()
    table = make_table("entry", "time (UTC)", "what", left=["what"])
    for one in found:
        # Made safe here, since it has lines of ours.
        by = f" (by {one.by})" if one.by else ""
        said = Text("\n".join(wrap(show(one.text, LONGEST_REASON) + show(by), _WIDTH)))
        table.add_row(f"{one.number}", describe_time(one.time)[:16], said)
    console.print(table)
    console.print(advise("export", "ladder.zip", program="ladder"))
