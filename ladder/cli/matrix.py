"""`ladder matrix GAME`: how likely each bot wins a game against each other one."""

from typing import Final

from rich.table import Table
from rich.text import Text

from arena.terminal.advice import advise
from arena.terminal.output import say_csv
from ladder.cli.output import make_console, make_table, one_form, print_json, working
from ladder.queries.comparisons import Matrix, Pair, read_matrix
from ladder.queries.wording import plural
from ladder.store.opening import open_store

# 7 columns fit beside the names into 80 letters.
MOST_COLUMNS: Final = 7
COLUMNS: Final = ("bot", "against", "chance", "chance_low", "chance_high")
HOW_TO_READ: Final = Text("""\
How often the bot of a line would win a game against that of a column, in
percent; ±: 95 %. Bots are numbered by strength.""")


def show_matrix(
    place: str, game: str, top: int, season: int | None, *, as_csv: bool, as_json: bool
) -> None:
    """Print the chances of all pairs of the best bots, the strongest first."""
    one_form(as_csv=as_csv, as_json=as_json)
    with open_store(place) as store, working("rating"):
        matrix = read_matrix(store, game, top, season)
    if as_csv:
        say_csv(COLUMNS, ([getattr(pair, name) for name in COLUMNS] for pair in matrix.pairs))
    elif as_json:
        print_json(matrix)
    else:
        _print(matrix)


def _print(matrix: Matrix) -> None:
    console = make_console()
    if len(matrix.bots) < 2:
        console.print(f"No two bots have played {matrix.game} yet.")
        console.print(advise("run", program="ladder"))
        return
    console.print(_table(matrix))
    console.print(HOW_TO_READ)
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
