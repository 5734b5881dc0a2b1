"""`ladder matrix GAME`: how likely each bot wins a game against each other one."""

from collections.abc import Sequence
from typing import Final

from rich.table import Table
from rich.text import Text

from arena.cli.advice import advise
from arena.cli.terminal import say_csv, say_json
from ladder.cli.opening import (
    find_game_name,
    make_console,
    make_table,
    one_form,
    plural,
    read_season,
    working,
)
from ladder.cli.table import cells
from ladder.leaderboards import listed, read_fits
from ladder.matches import Player
from ladder.ratings.board import DIGITS
from ladder.ratings.official import Estimate, Fit
from ladder.store.opening import open_store

# So many columns fit beside the names into 80.
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
        game = find_game_name(store.opened(), game)
        roster = read_season(store, season)
        fit = read_fits(store, [game], roster).get(game)
        best = [] if fit is None else _best(fit, listed(roster), top)
    pairs = {} if fit is None else _pairs(fit, best)
    if as_csv:
        say_csv(COLUMNS, ([*pair, *cells(chance)] for pair, chance in pairs.items()))
    elif as_json:
        found = [
            dict(zip(COLUMNS, [*pair, *cells(one)], strict=True)) for pair, one in pairs.items()
        ]
        say_json({"game": game, "season": roster.season, "pairs": found})
    else:
        _print(game, best, pairs)


def _best(fit: Fit, shown: Sequence[Player], top: int) -> list[Player]:
    strengths = {player: fit.strength(player).value for player in shown if player in fit}
    return sorted(strengths, key=lambda player: (-strengths[player], player))[:top]


def _pairs(fit: Fit, players: Sequence[Player]) -> dict[tuple[Player, Player], Estimate]:
    return {
        (one, other): _rounded(fit.beats(one, other))
        for one in players
        for other in players
        if one != other
    }


def _rounded(chance: Estimate) -> Estimate:
    return Estimate(*(round(number, DIGITS) for number in cells(chance) if number is not None))


def _print(game: str, best: Sequence[Player], pairs: dict[tuple[Player, Player], Estimate]) -> None:
    console = make_console()
    if len(best) < 2:
        console.print(f"No two bots have played {game} yet.")
        console.print(advise("run", program="ladder"))
        return
    console.print(_table(best, pairs))
    console.print(HOW_TO_READ)
    if len(best) > MOST_COLUMNS:
        left = plural(len(best) - MOST_COLUMNS, "column")
        console.print(f"{left} are not shown: --csv has all pairs.")
    console.print(advise("matrix", game, "--csv", program="ladder"))


def _table(best: Sequence[Player], pairs: dict[tuple[Player, Player], Estimate]) -> Table:
    columns = best[:MOST_COLUMNS]
    table = make_table("", "bot", *map(str, range(1, len(columns) + 1)), left=["bot"])
    for number, player in enumerate(best, start=1):
        chances = [pairs.get((player, other)) for other in columns]
        table.add_row(str(number), player, *map(_cell, chances))
    return table


def _cell(chance: Estimate | None) -> str:
    if chance is None:
        return "-"
    return f"{chance.value * 100:.0f} ±{(chance.high - chance.low) * 50:.0f}"
