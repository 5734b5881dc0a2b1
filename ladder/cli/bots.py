"""`ladder bots`: who is on a ladder, by whom, and whether it plays."""

import click

from arena.terminal.advice import advise
from arena.terminal.options import as_json
from ladder.cli.options import at_ladder
from ladder.cli.output import make_console, make_table, print_json
from ladder.machine.clock import describe_time


@click.command(epilog="Example: ladder bots --versions")
@click.option("--versions", is_flag=True, help="Show all versions of each bot.")
@at_ladder
@as_json
def bots(*, versions: bool, place: str, as_json: bool) -> None:
    """List the bots: whose they are, and whether they play."""
    from ladder.queries.bots import list_bots
    from ladder.store.opening import open_store

    with open_store(place) as store:
        found = list(list_bots(store.roster(), store.count_matches(), versions=versions))
    if as_json:
        print_json(found)
        return
    console = make_console()
    if not found:
        console.print("No bot has come in yet.")
        console.print(advise("submit", "random", "first", program="ladder"))
        return
    table = make_table(
        "bot", "author", "state", "matches", "came in", left=["bot", "author", "state"]
    )
    for one in found:
        when = describe_time(one.came_in)[:16]
        table.add_row(one.player, one.author, one.state, f"{one.matches:,}", when)
    console.print(table)
    console.print(advise("bot", found[0].player, program="ladder"))
