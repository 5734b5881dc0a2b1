"""`ladder matrix GAME`: how likely each bot wins a game against each other one."""

from collections.abc import Iterator
from operator import attrgetter
from typing import Final

import click
from rich.table import Table

from ladder.cli.options import as_csv, in_season
from ladder.cli.output import Shown, make_table, showing
from ladder.queries.comparisons import Matrix, Pair, read_matrix
from ladder.queries.snapshot import Snapshot
from ladder.queries.wording import plural
from ladder.store.store import Store

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
@showing("rating")
def matrix(store: Store, *, game: str, top: int, season: int | None) -> Shown:
    """Show how likely each bot wins a game against each other one."""
    found = read_matrix(Snapshot(store), game, top, season)
    csv = (COLUMNS, map(attrgetter(*COLUMNS), found.pairs))
    if len(found.bots) < 2:
        return Shown(found, [f"No two bots have played {found.game} yet."], ["run"], csv=csv)
    return Shown(found, _lines(found), ["matrix", found.game, "--csv"], csv=csv)


def _lines(matrix: Matrix) -> Iterator[Table | str]:
    columns = matrix.bots[:MOST_COLUMNS]
    pairs = {(pair.bot, pair.against): pair for pair in matrix.pairs}
    yield make_table(
        ["#", "bot", *(f"#{number}" for number, _ in enumerate(columns, start=1))],
        (
            (number, player, *(_cell(pairs.get((player, other))) for other in columns))
            for number, player in enumerate(matrix.bots, start=1)
        ),
    )
    yield from HOW_TO_READ
    if len(matrix.bots) > MOST_COLUMNS:
        left = plural(len(matrix.bots) - MOST_COLUMNS, "column")
        yield f"{left} are not shown: --csv has all pairs."


def _cell(pair: Pair | None) -> str:
    if pair is None:
        return "-"
    return f"{pair.chance * 100:.0f} ±{(pair.chance_high - pair.chance_low) * 50:.0f}"
