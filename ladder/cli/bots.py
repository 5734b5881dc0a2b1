"""`ladder bots`: who is on a ladder, by whom, and whether it plays."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

import click

from ladder.cli.output import Shown, make_table, showing

if TYPE_CHECKING:
    from ladder.store.store import Store


@click.command(epilog="Example: ladder bots --versions")
@click.option("--versions", is_flag=True, help="Show all versions of each bot.")
@showing()
def bots(store: Store, *, versions: bool) -> Shown:
    """List the bots: whose they are, and whether they play."""
    from ladder.queries.bots import list_bots

    found = list(list_bots(store.roster(), store.count_matches(), versions=versions))
    if not found:
        return Shown(found, ["No bot has come in yet."], ["submit", "random", "first"])
    rows = map(attrgetter("player", "author", "state", "matches", "came_in"), found)
    table = make_table(["bot", "author", "state", "#matches", "came in"], rows)
    return Shown(found, [table], ["bot", found[0].player])
