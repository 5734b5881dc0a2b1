"""`ladder matrix GAME`: how likely each bot wins a game against each other one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from arena.terminal.advice import advise
from arena.terminal.options import as_json
from arena.terminal.output import say_csv
from ladder.cli.options import as_csv, at_ladder, in_season
from ladder.cli.output import make_console, make_table, one_form, print_json, working
from ladder.queries.wording import plural

if TYPE_CHECKING:
    from rich.table import Table

    from ladder.queries.comparisons import Matrix, Pair

# 7 columns fit beside the names into 80 letters.
MOST_COLUMNS: Final = 7
COLUMNS: Final = ("bot", "against", "chance", "chance_low", "chance_high")
HOW_TO_READ: Final = (
    "How often the bot of a line would win a game against that of a column, in",
    "percent; ±: 95 %. Bots are numbered by strength.",
)


@click.command(epilog="Example: ladder matrix six_nimmt --csv")
@click.argument("game")
@click.option("--top", type=click.IntRange(min=2), default=100, help="Only of the best this many.")
@in_season
@as_csv
@at_ladder
@as_json
def matrix(
    *, game: str, top: int, season: int | None, place: str, as_csv: bool, as_json: bool
) -> None:
    """Show how likely each bot wins a game against each other one."""
    from ladder.queries.comparisons import read_matrix
    from ladder.queries.snapshot import Snapshot
    from ladder.store.opening import open_store

    one_form(as_csv=as_csv, as_json=as_json)
    with open_store(place) as store, working("rating"):
        found = read_matrix(Snapshot(store), game, top, season)
    if as_csv:
        say_csv(COLUMNS, ([getattr(pair, name) for name in COLUMNS] for pair in found.pairs))
    elif as_json:
        print_json(found)
    else:
        _print(found)


def _print(matrix: Matrix) -> None:
    console = make_console()
    if len(matrix.bots) < 2:
        console.print(f"No two bots have played {matrix.game} yet.")
        console.print(advise("run", program="ladder"))
        return
    console.print(_table(matrix))
    for line in HOW_TO_READ:
        console.print(line)
    if len(matrix.bots) > MOST_COLUMNS:
        left = plural(len(matrix.bots) - MOST_COLUMNS, "column")
        console.print(f"{left} are not shown: --csv has all pairs.")
    console.print(advise("matrix", matrix.game, "--csv", program="ladder"))


def _table(matrix: Matrix) -> Table:
    columns = matrix.bots[:MOST_COLUMNS]
    pairs = {(pair.bot, pair.against): pair for pair in matrix.pairs}
    table = make_table("", "bot", *map(str, range(1, len(columns) + 1)), left=["bot"])
    for number, player in enumerate(matrix.bots, start=1):
        chances = [pairs.get((player, other)) for other in columns]
        table.add_row(str(number), player, *map(_cell, chances))
    return table


def _cell(pair: Pair | None) -> str:
    if pair is None:
        return "-"
    return f"{pair.chance * 100:.0f} ±{(pair.chance_high - pair.chance_low) * 50:.0f}"
