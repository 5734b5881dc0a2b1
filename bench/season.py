"""A season of forty bots whose strength is known, and what the boards make of it.

    python -m bench.season [MINUTES]

Ten grades of a good bot for every game, with more and more noise, play in containers for so long.
Beside each other stand the official board and the live one, and for either Kendall's tau between
its order and that of the noise: 1 if they agree, over all and among the eight best. The interval
has 95 of 100 values of tau when the matches are drawn again from those that were played, and so
says what their luck does to it.

One bot of each kind, the noisiest, is checked as every submission is. The others differ from it in
one number, and are entered by the store, since forty checks take longer than the season.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table
from scipy.stats import kendalltau

from arena.bots.manifest import open_bot
from bench.graded import GRADES, Graded, write_graded
from ladder.log.entries import ORGANISER, Entered
from ladder.matches import Player, Result, Selection
from ladder.ratings.board import Row, fold_log, make_boards
from ladder.store.opening import open_store
from ladder.submissions.files import pack_folder

LADDER = Path(sys.executable).with_name("ladder")
MINUTES = 8.0
DRAWS = 200
TOP = 8
KINDS = ("official", "live", f"official, best {TOP}", f"live, best {TOP}")


def call(place: Path, *words: str | Path) -> None:
    subprocess.run([LADDER, *words, "--ladder", place], check=True, stdout=subprocess.DEVNULL)


def submit_all(place: Path, bots: Sequence[Graded]) -> None:
    checked = bots[GRADES - 1 :: GRADES]
    call(place, "submit", *(bot.folder for bot in checked))
    with open_store(str(place)) as store:
        for bot in bots:
            if bot not in checked:
                digest = open_bot(bot.folder).digest
                entered = Entered(f"{bot.name}@1", ORGANISER, digest, (bot.game,))
                store.enter(entered, pack_folder(bot.folder))


def board(results: Sequence[Result], game: str, players: Sequence[Player]) -> tuple[Row, ...]:
    return make_boards(*fold_log(results, Selection(game)), [game], players).games[game]


def taus(rows: Sequence[Row], noise: Mapping[Player, float]) -> list[float]:
    """Return how far the orders agree with that of the noise: `KINDS` says which."""
    top = sorted(noise, key=noise.__getitem__)[:TOP]
    best = [row for row in rows if row.player in top]
    return [tau for some in (rows, best) for tau in _agreements(some, noise)]


def _agreements(rows: Sequence[Row], noise: Mapping[Player, float]) -> list[float]:
    true = [-noise[row.player] for row in rows]
    orders = [row.strength.value for row in rows], [row.live for row in rows]
    return [float(kendalltau(order, true).statistic) for order in orders]


def intervals(
    results: Sequence[Result], game: str, noise: Mapping[Player, float]
) -> list[tuple[float, float]]:
    """Return the 95 % intervals of all, over the matches; drawn again, they stay in order."""
    rng = Random(0)
    drawn = []
    for _ in track(range(DRAWS), f"drawing {game} again", transient=True):
        places = sorted(rng.choices(range(len(results)), k=len(results)))
        rows = board([results[place] for place in places], game, list(noise))
        drawn.append(taus(rows, noise))
    return [
        (float(low), float(high))
        for low, high in np.nanquantile(np.array(drawn), [0.025, 0.975], axis=0).T
    ]


def show(game: str, results: Sequence[Result], noise: Mapping[Player, float]) -> None:
    """Print the boards of a game, and how far they are right."""
    rows = board(results, game, list(noise))
    table = Table("rank", "bot", "strength", "live rank", "live", "matches", box=None)
    for row in rows:
        margin = (row.strength.high - row.strength.low) / 2
        strength = f"{row.strength.value:+.2f} ± {margin:.2f}"
        live = str(row.live_rank), f"{row.live:.1f}"
        table.add_row(str(row.rank), row.player, strength, *live, str(row.matches))
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"\n[bold]{game}[/bold], {len(results)} matches")
    console.print(table)
    found = zip(KINDS, taus(rows, noise), intervals(results, game, noise), strict=True)
    for name, tau, (low, high) in found:
        console.print(f"tau, {name}: {tau:.2f} ({low:.2f} to {high:.2f})")


def main() -> None:
    """Play and print."""
    minutes = float(sys.argv[1]) if sys.argv[1:] else MINUTES
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        place = folder / "ladder.db"
        bots = list(write_graded(folder))
        call(place, "init")
        submit_all(place, bots)
        begun = time.monotonic()
        call(place, "run", "--minutes", str(minutes))
        spent = (time.monotonic() - begun) / 60
        with open_store(str(place)) as store:
            results = list(store.results())
    for game in dict.fromkeys(bot.game for bot in bots):
        noise = {f"{bot.name}@1": bot.noise for bot in bots if bot.game == game}
        show(game, [result for result in results if result.game == game], noise)
    print(f"\n{len(results)} matches in {spent:.1f} min: {len(results) / spent:.1f} a minute")


if __name__ == "__main__":
    main()
