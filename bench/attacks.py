"""Attacks survived, innocents harmed, and what is left: every attack, in every game, at every seat.

    python -m bench.attacks [HOW_MANY | all]

tries 200 of them at random, or so many, or all, in containers. Beside the counts it prints what the
process has grown by that referees them all, in memory and open files, from the tenth to the last.
"""

import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

from rich.console import Console
from rich.progress import track
from rich.table import Table

from arena.attacks import ATTACKS, KINDS
from arena.attacks.traces import find_traces
from arena.attacks.trial import Trial, try_attack
from arena.boxes.engine import Engine
from arena.games import game_names

WARM_UP = 10
USUAL = 200


def trials(how_many: int | None) -> list[tuple[str, str, int]]:
    every = [
        (name, game, seat)
        for name, attack in ATTACKS.items()
        for game in attack.games or game_names()
        for seat in range(attack.seats(game))
    ]
    return every if how_many is None else Random(0).sample(every, how_many)


def megabytes() -> float:
    status = Path("/proc/self/status").read_text()
    (line,) = (line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1000


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def main() -> int:
    """Try, and print what came of it; 1 if anything did."""
    asked = sys.argv[1] if sys.argv[1:] else str(USUAL)
    chosen = trials(None if asked == "all" else int(asked))
    kind_of = {name: kind for kind, attacks in KINDS.items() for name in attacks}
    tried, held = Counter[str](), Counter[str]()
    console = Console()
    engine = Engine()
    before = find_traces(engine)
    memory, files = megabytes(), open_files()
    harmed = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, game, seat) in enumerate(track(chosen, "attacking", console=console)):
            if number == WARM_UP:
                memory, files = megabytes(), open_files()
            place = Path(folder) / str(number)
            trial: Trial = try_attack(ATTACKS[name], place, game, seat, "container")
            tried[kind_of[name]] += 1
            complaints = trial.complaints()
            held[kind_of[name]] += not complaints
            harmed += trial.harmed
            for complaint in complaints:
                console.print(f"{name}, {game}, seat {seat}: {complaint}", markup=False)
    table = Table("attacks", "tried", "survived", box=None)
    for kind in KINDS:
        table.add_row(kind, str(tried[kind]), str(held[kind]))
    console.print(table)
    console.print(f"innocent seats harmed: {harmed}")
    console.print(f"traces left: {sorted(find_traces(engine) - before) or 0}")
    console.print(
        f"the referee grew by {megabytes() - memory:+.1f} MB, {open_files() - files:+} files"
    )
    return int(held != tried)


if __name__ == "__main__":
    sys.exit(main())
