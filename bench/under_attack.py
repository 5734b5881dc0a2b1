"""How long honest bots take while another seat attacks the referee: p99 under each wire attack.

    python -m bench.under_attack [TRIALS]

plays TRIALS games of 6 nimmt! (5 unless told) for each attack of the kinds "wire" and "raw bytes",
in containers, and the same with an honest bot in its place. What is measured is the wall time of
the innocents' answers, from question to answer, the referee's own part included.
"""

import statistics
import sys
import tempfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from arena.attacks.attack import Attack
from arena.attacks.catalogue import KINDS
from arena.attacks.trial import try_attack

GAME = "six_nimmt"
TRIALS = 5
AIM = 6.0
SHOWN = 10
HONEST = Attack("is honest", Path("sample_bots") / "first")


def answers(attack: Attack, trials: int, folder: Path) -> Iterator[float]:
    """Yield the milliseconds of the innocents' answers, but for the first of each.

    That one is before the attack, and long in any case: much is done for the first time.
    """
    for number in range(trials):
        trial = try_attack(
            attack, folder / str(number), GAME, number % attack.seats(GAME), "container"
        )
        warm = set(trial.seats)
        for entry in trial.record.entries:
            if entry.seat in warm and entry.seat not in trial.seats:
                yield entry.wall_us / 1000
            warm.add(entry.seat)


def p99(values: list[float]) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[98]


def main() -> None:
    """Measure every attack and print the worst."""
    trials = int(sys.argv[1]) if sys.argv[1:] else TRIALS
    attacks = {**KINDS["wire"], **KINDS["raw bytes"]}
    attacks = {name: attack for name, attack in attacks.items() if GAME in (attack.games or [GAME])}
    console = Console()
    measured: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        quiet = list(answers(HONEST, trials * 4, Path(folder) / "honest"))
        for name, attack in track(attacks.items(), "attacking", console=console):
            measured[name] = list(answers(attack, trials, Path(folder) / name))
    table = Table("attack", "answers", "p50 ms", "p99 ms", "worst ms", box=None)
    worst = sorted(measured, key=lambda name: -p99(measured[name]))
    rows = {"none": quiet, "all together": list(chain.from_iterable(measured.values()))}
    for name, values in (rows | {name: measured[name] for name in worst[:SHOWN]}).items():
        figures = (statistics.median(values), p99(values), max(values))
        table.add_row(name, str(len(values)), *(f"{figure:.2f}" for figure in figures))
    console.print(table)
    kept = sum(p99(values) <= AIM for values in measured.values())
    console.print(f"p99 within {AIM:g} ms under {kept} of {len(measured)} attacks")


if __name__ == "__main__":
    main()
