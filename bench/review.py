"""Whether a review finds who errs: a heuristic bot that plays a known share of its moves at random.

    python -m bench.review [GAMES] [PLAYOUTS]

In each game four bots sit at one table: the sample bot that plays it well, and the same with a
quarter, a half and all of its moves drawn at random. Printed is what the review says their mistakes
cost a game, with 95 % intervals; whether these are in the order of the shares; and the time of a
decision.
"""

import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from subprocess import DEVNULL, run
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from arena.match.record import read_record
from arena.match.replay import open_replays
from arena.review.policy import reference_policy
from arena.review.review import GameReview, review_game
from bench.in_process import BEST

GAMES, PLAYOUTS = 12, 200
ARENA = Path(sys.executable).with_name("arena")
SAMPLES = Path(__file__).parents[1] / "sample_bots"
SHARES = (0.0, 0.25, 0.5, 1.0)
BOT = """import importlib.util, random
from arena_sdk import Bot, run
spec = importlib.util.spec_from_file_location("good", {path!r})
good = importlib.util.module_from_spec(spec)
spec.loader.exec_module(good)
Good = next(
    one for one in vars(good).values()
    if isinstance(one, type) and issubclass(one, Bot) and one.__module__ == "good"
)
class Erring(Good):
    def choose(self, turn):
        if random.random() < {share}:
            return random.choice(list(turn.legal))
        return super().choose(turn)
if __name__ == "__main__":
    run(Erring)
"""


def write_bots(game: str, folder: Path) -> Iterator[Path]:
    for share in SHARES:
        bot = folder / f"{game}-{share:g}"
        bot.mkdir()
        name = f"{BEST[game]}-{100 * share:.0f}".replace("_", "-")
        (bot / "bot.toml").write_text(f'name = "{name}"\ngames = ["{game}"]\n')
        path = str(SAMPLES / BEST[game] / "bot.py")
        (bot / "bot.py").write_text(BOT.format(path=path, share=share))
        yield bot


def review(file: Path, index: int, playouts: int) -> tuple[list[tuple[str, GameReview]], float]:
    """Return the reviews of all bots of a game, and the seconds of CPU that they took."""
    begun = time.process_time()
    replay = open_replays(read_record(file))[index]
    policy = reference_policy(replay.game.name)
    found = [
        (name, review_game(replay, seat, playouts, policy))
        for seat, name in enumerate(replay.names)
    ]
    return found, time.process_time() - begun


def measure(
    game: str, folder: Path, games: int, playouts: int
) -> tuple[dict[str, list[float]], float]:
    """Return the costs of all games by bot, and the seconds of CPU for a decision."""
    command: list[str | Path] = [ARENA, "play", game, *write_bots(game, folder)]
    command += ["--games", str(games), "--out", folder / game]
    run(command, check=True, stdout=DEVNULL)
    (file,) = (folder / game).glob("*.arena")
    costs, decisions, spent = defaultdict[str, list[float]](list), 0, 0.0
    with ProcessPoolExecutor() as pool:
        for found, seconds in pool.map(review, [file] * games, range(games), [playouts] * games):
            spent += seconds
            for name, its in found:
                costs[name].append(its.cost)
                decisions += len(its.decisions)
    return costs, spent / decisions


def main() -> None:
    """Measure and print."""
    games, playouts = (
        int(word) if word else usual
        for word, usual in zip([*sys.argv[1:], "", ""][:2], (GAMES, PLAYOUTS), strict=True)
    )
    table = Table("game", *(f"{share:.0%} at random" for share in SHARES), "in order", box=None)
    table.add_column("ms a decision", justify="right")
    with TemporaryDirectory() as folder:
        for game in BEST:
            costs, seconds = measure(game, Path(folder), games, playouts)
            names = sorted(costs, key=lambda name: int(name.rpartition("-")[2]))
            means = [mean(costs[name]) for name in names]
            margins = [1.96 * stdev(costs[name]) / sqrt(games) for name in names]
            told = [f"{one:.1f} ± {margin:.1f}" for one, margin in zip(means, margins, strict=True)]
            table.add_row(game, *told, str(means == sorted(means)), f"{1000 * seconds:.1f}")
    Console(width=120, highlight=False).print(table)


if __name__ == "__main__":
    main()
