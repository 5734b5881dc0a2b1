"""How wide the steps between the house bots of each game are: writes `bench/scale_of_samples.csv`.

    python -m bench.scale_of_samples [GAMES [GAME ...]]

Each house bot plays the same deals by the game's usual rules, at tables of 2 to 4 with sample bots
of the game in the other seats. Nothing of it is in a fast path: bots play as they were released. A
row has the release, the digests of the three house bots, the games that each has played, and the
two steps in logits, each with half of its 95 % interval. A row is no more certain than that.
"""

import csv
import sys
from collections.abc import Iterator
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from arena.bots.samples import house_bots, samples_for
from arena.games import AnyGame, find_game, game_names
from arena.library.measure import GameMeasurement, MeasureRequest
from arena.match.clock import ClockKind, TimeControl
from arena.match.measurement import ARMS, HOUSE, Measurement
from arena.match.steps import GRADES
from arena.runner.competitors import Competitors
from arena.runner.host import Host
from ladder.ratings.official import NORMAL

FILE: Final = Path(__file__).with_suffix(".csv")
GAMES: Final = 480
# Narrower than any interval: all games are played.
_WIDTH: Final = -1.0
SEATS: Final = range(2, 5)
# Long, so that a machine with other work forfeits nothing.
_CLOCK: Final = TimeControl(600.0, 60.0, 600.0, kind=ClockKind.WALL)
_STEPS: Final = [*pairwise(GRADES)]
COLUMNS: Final = (
    *("release", "game", "seats", "games"),
    *(f"step_{low}_{high}{what}" for low, high in _STEPS for what in ("", "_error")),
    *(f"digest_{grade}" for grade in GRADES),
)


def measure(game: AnyGame, seats: int, games: int) -> list[object]:
    """Return the row of a game at tables with this number of seats."""
    others = samples_for(game.name)[:1] * (seats - 1)
    # The bot that is measured elsewhere is here the one that costs nothing.
    first = house_bots(game.name)[0]
    with TemporaryDirectory() as folder, Host("inline") as host:
        competitors = Competitors(host, lambda _: None)
        candidates = zip(ARMS, (first, *house_bots(game.name)), strict=True)
        bots = {arm: competitors.bots((one, *others), game) for arm, one in candidates}
        request = MeasureRequest(
            bot=first, box="inline", clock=_CLOCK, parallel=1, out=Path(folder)
        )
        found = GameMeasurement.open(request, game, host, bots, Measurement(_WIDTH, games))
        for _ in found.play():
            pass
        scale = found.comparison.scale()
        steps = [scale.step(low, high) for low, high in _STEPS]
        told = [round(number, 3) for gap, error in steps for number in (gap, NORMAL * error)]
        digests = [bots[arm][0].digest for arm in HOUSE]
        played = len(found.comparison.pairs)
    return [version("card-arena"), game.name, seats, played, *told, *digests]


def rows(games: int, names: list[str]) -> Iterator[list[object]]:
    """Yield a row for each game and number of seats."""
    for name in names:
        game = find_game(name)
        for seats in sorted({*SEATS} & {*game.seats_for(game.Options())}):
            yield measure(game, seats, games)


def main() -> None:
    """Play, and write the rows as they come; those of games that were left out stay."""
    games = int(sys.argv[1]) if sys.argv[1:] else GAMES
    names = sys.argv[2:] or list(game_names())
    kept = [*csv.reader(FILE.open())][1:] if FILE.exists() else []
    shown: list[list[object]] = [[*row] for row in kept if row[1] not in names]
    for row in rows(games, names):
        print(*row[1:8])
        shown.append(row)
        with FILE.open("w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([COLUMNS, *shown])


if __name__ == "__main__":
    main()
