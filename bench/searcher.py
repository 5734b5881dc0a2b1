"""How much better the sample bot searcher plays than the heuristic bot of each game.

    python -m bench.searcher [games] [box] [game or variant ...]

One searcher sits among copies of the heuristic bot under the usual clock, at the usual number of
seats: 100 games of each variant, in plain processes. A variant is written as its option, such as
teams=true. A line says what it scored more a game, with its 95 % interval and p (the test of `arena
play`), its share of wins beside a fair one, what an answer cost of the clock, and how many playouts
a second it makes at the start of a game, in this process. All variants take about an hour.
"""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, Final, NamedTuple

from arena_sdk import Turn
from arena_sdk.search import Search
from rich.console import Console
from rich.table import Table
from scipy.stats import binomtest

from arena.games import Deal, find_game, game_names
from arena.games.messages import make_turn
from arena.games.options import read_options
from arena.review.policy import reference_playout
from bench.in_process import BEST


class Variant(NamedTuple):
    """A game with its options, and how many play it."""

    game: str
    seats: int
    options: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ", ".join(self.options) or "base"


VARIANTS: Final = [
    Variant("six_nimmt", 4),
    Variant("six_nimmt", 4, ("variant=tactics",)),
    Variant("six_nimmt", 4, ("variant=logic",)),
    Variant("six_nimmt", 4, ("variant=professional",)),
    Variant("big_fish", 4),
    Variant("big_fish", 4, ("licences=true",)),
    Variant("tonton", 3),
    Variant("tonton", 4, ("missions=advanced",)),
    Variant("tonton", 4, ("teams=true",)),
    Variant("goat_n_goat", 3),
    Variant("goat_n_goat", 3, ("exhaustion=cannot_draw",)),
]
PLAYOUTS: Final = 400


def play(variant: Variant, games: int, box: str) -> Any:
    """Play a match and return what the command tells a program."""
    bots = ["searcher", *[BEST[variant.game]] * (variant.seats - 1)]
    options = [f"--option={option}" for option in variant.options]
    command = [str(Path(sys.executable).with_name("arena")), "play", variant.game, *bots, *options]
    with TemporaryDirectory() as folder:
        given = [f"--games={games}", f"--box={box}", f"--out={folder}", "--json"]
        # What it has to complain of is seen.
        done = subprocess.run([*command, *given], stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


def playouts_a_second(variant: Variant) -> float:
    """Return how fast the searcher's playouts are from the first question of some games."""
    game = find_game(variant.game)
    options = read_options(game, dict(text.split("=", 1) for text in variant.options))
    playout = reference_playout(game.name)
    spent = 0.0
    for seed in range(4):
        state = game.start(variant.seats, Deal(seed), options)
        turn: Turn[Any, Any, Any] = Turn(game, make_turn(game, state, state.to_act[0]))
        began = process_time()
        Search(turn, Random(seed), playout).tree(range(PLAYOUTS))
        spent += process_time() - began
    return 4 * PLAYOUTS / spent


def row(variant: Variant, result: Any) -> list[str]:
    """Return the cells of a line."""
    (searcher,) = (bot for bot in result["bots"] if bot["name"] == "searcher")
    pair = result["pairs"][0]
    sign = 1 if pair["bot"] == "searcher" else -1
    games = searcher["games"]
    wins = binomtest(round(searcher["wins"] * games), games, 1 / variant.seats)
    low, high = wins.proportion_ci(method="wilson")
    return [
        variant.game,
        str(variant),
        str(games),
        f"{sign * pair['difference']:+.2f} ± {pair['margin']:.2f}",
        f"{pair['p']:.1g}",
        f"{searcher['wins']:.2f} ({low:.2f} to {high:.2f}; {1 / variant.seats:.2f})",
        str(sum(searcher["forfeits"].values())),
        f"{searcher['mean_ms']:.0f} ms, {searcher['worst_ms']:.0f}",
        f"{playouts_a_second(variant):,.0f}",
    ]


def main() -> None:
    """Print the table, a line as soon as it is played."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    box = sys.argv[2] if len(sys.argv) > 2 else "process"
    chosen = sys.argv[3:] or game_names()
    heads = ["game", "variant", "games", "score more", "p", "wins (95 %; fair)"]
    heads += ["forfeits", "an answer, the longest", "playouts/s"]
    table = Table(*heads, box=None)
    for variant in VARIANTS:
        if {variant.game, str(variant)} & {*chosen}:
            cells = row(variant, play(variant, games, box))
            print(" | ".join(cells), file=sys.stderr, flush=True)
            table.add_row(*cells)
    Console(width=200).print(table)


if __name__ == "__main__":
    main()
