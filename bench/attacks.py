"""Attacks by bots survived, innocents harmed, and what is left, in every game and at every seat.

    python -m bench.attacks [HOW_MANY | all]

tries 200 of the doctor's and of the tests' at random, or this many, or all, in containers, two at
once. Beside the counts it prints what the process has grown by that referees them all, in memory
and open files, from the tenth to the last.
"""

import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from arena.attacks.leftovers import find_leftovers
from arena.attacks.suite import AT_ONCE, Outcome, find_left, try_bot
from arena.containers.engine import Engine
from arena.games import game_names
from tests.hostile.more import EVERY

WARM_UP: Final = 10
USUAL: Final = 200
BOX: Final = "container"


class Case(NamedTuple):
    """An attack in a game at a seat."""

    name: str
    game: str
    seat: int


def cases(how_many: int | None = None) -> list[Case]:
    """Return all that there is to try, or this many of it at random."""
    every = [
        Case(name, game, seat)
        for name, attack in EVERY.items()
        for game in ([attack.game] if attack.game else game_names())
        for seat in range(attack.seats(game))
    ]
    return every if how_many is None else Random(0).sample(every, how_many)


def attack(chosen: Sequence[Case], console: Console) -> int:
    """Try these, and print what came of it; return how many went otherwise than they have to."""
    engine = Engine()
    before = find_leftovers(engine)
    counts: dict[str, Counter[str]] = {each.wall: Counter() for each in EVERY.values()}
    memory, files, harmed = _megabytes(), _open_files(), 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(AT_ONCE) as pool:
        outcomes = pool.map(lambda case: _try(Path(folder), case), chosen)
        shown = track(outcomes, "attacking", total=len(chosen), console=console)
        for number, outcome in enumerate(shown):
            if number == WARM_UP:
                memory, files = _megabytes(), _open_files()
            counts[outcome.kind][outcome.result] += 1
            harmed += outcome.harmed
            for complaint in outcome.complaints:
                line = f"{outcome.name}, {outcome.where}: {complaint}"
                console.print(line, markup=False, soft_wrap=True)
    left = find_left(engine, before)
    _print(counts, console)
    console.print(f"innocent seats harmed: {harmed}; leftovers: {len(left)}")
    for one in left:
        console.print(f"left: {one}", markup=False, soft_wrap=True)
    console.print(
        f"the referee grew by {_megabytes() - memory:+.1f} MB, {_open_files() - files:+} files"
    )
    return sum(count["broken"] for count in counts.values()) + len(left)


def _try(folder: Path, case: Case) -> Outcome:
    place = folder / "-".join(map(str, case))
    return try_bot(EVERY[case.name], case.name, (case.game, case.seat), place, BOX)


def _print(counts: dict[str, Counter[str]], console: Console) -> None:
    table = Table("attacks", "tried", "held", "open", "BROKEN", box=None)
    total = sum(counts.values(), Counter[str]())
    for wall, count in (counts | {"all": total}).items():
        found = (count.total(), count["held"], count["open"], count["broken"])
        table.add_row(wall, *map(str, found))
    console.print(table)


def _megabytes() -> float:
    status = Path("/proc/self/status").read_text()
    (line,) = (line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1000


def _open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def main() -> int:
    """Try what was asked for; 1 if anything got through."""
    asked = sys.argv[1] if sys.argv[1:] else str(USUAL)
    return int(attack(cases(None if asked == "all" else int(asked)), Console()) > 0)


if __name__ == "__main__":
    sys.exit(main())
