"""`arena doctor --attack`: what strangers' bots may try, tried on this very machine.

And how many matches at once it can play.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from arena.attacks import ATTACKS
from arena.boxes.capacity import SEATS, Load, advisable, fit_in_memory, measure_loads
from arena.cli.advice import advise

if TYPE_CHECKING:
    from arena.attacks.suite import Outcome


def show_attacks(box: str, *, as_json: bool) -> int:
    """Print a line for every guarantee as it is tried; 1 if one does not hold that should."""
    console = Console(highlight=False)
    # First: what the matches below have taken comes back with a delay.
    fitting = fit_in_memory(box)
    loads = _measure(box, console, quiet=as_json)
    # Only now: it loads gRPC, and what has loaded that cannot start referees' processes.
    from arena.attacks.suite import run_suite

    outcomes: list[Outcome] = []
    with Progress(console=console, transient=True, disable=as_json) as progress:
        bar = progress.add_task("attacking", total=len(ATTACKS) + 2)
        for outcome in run_suite(box):
            outcomes.append(outcome)
            if not as_json:
                _print(outcome, console)
            progress.advance(bar)
    if as_json:
        found = {
            "guarantees": list(map(asdict, outcomes)),
            "matches_at_once": _describe(loads, fitting),
        }
        print(json.dumps(found, indent=1))
    else:
        _print_loads(loads, fitting, console)
        _sum_up(outcomes, box, console)
    return int(any(outcome.complaints for outcome in outcomes))


def _sum_up(outcomes: "Sequence[Outcome]", box: str, console: Console) -> None:
    held = sum(outcome.holds for outcome in outcomes)
    console.print(f"{held} of {len(outcomes)} guarantees hold on this machine.")
    if lacking := ", ".join(outcome.name for outcome in outcomes if outcome.lack):
        console.print(f"Not given by {box}, though nobody else is harmed: {lacking}.")
    if broken := ", ".join(outcome.name for outcome in outcomes if outcome.complaints):
        console.print(f"Broken: {broken}.")
    else:
        console.print(advise("play six_nimmt careful random --box", box))


def _measure(box: str, console: Console, *, quiet: bool) -> list[Load]:
    """Measure behind a line that says what is going on."""
    if not quiet:
        console.print("Measuring how many matches this machine plays at once ...")
    return list(measure_loads(box))


def _describe(loads: list[Load], fitting: Mapping[int, int]) -> dict[str, Any]:
    tried = [asdict(load) | {"hurt": load.hurts(loads[0])} for load in loads]
    by_cpu = _by_cpu(loads)
    return {
        "advised": min(by_cpu, fitting.get(SEATS, by_cpu)) or None,
        "by_cpu": by_cpu,
        "by_memory": {str(seats): matches for seats, matches in fitting.items()},
        "tried": tried,
    }


def _by_cpu(loads: list[Load]) -> int:
    best = advisable(loads)
    return best.matches if best else 0


def _print_loads(loads: list[Load], fitting: Mapping[int, int], console: Console) -> None:
    table = Table("matches at once", "games a minute", "late, 99 %", "worst", "hurt", box=None)
    for load in loads:
        table.add_row(
            str(load.matches),
            f"{load.games_per_minute:,.0f}",
            f"{load.late * 1000:.0f} ms",
            f"{load.latest * 1000:.0f} ms",
            load.hurts(loads[0]) or "-",
        )
    console.print(table)
    by_cpu = _by_cpu(loads)
    if not by_cpu:
        console.print("This machine is too busy or too slow for even one match at a time.")
    else:
        console.print(
            f"It can play {by_cpu} at once without hurting the clocks"
            f" (bots that think 5 ms a move, {SEATS} a match)."
        )
    for seats, matches in fitting.items():
        console.print(f"By memory {matches:,} at once fit with {seats} bots a match.")


def _print(outcome: "Outcome", console: Console) -> None:
    console.print(_sign(outcome), end="  ")
    console.print(f"{outcome.kind}: {outcome.what}", markup=False, soft_wrap=True)
    for line in (outcome.lack, *outcome.complaints):
        if line:
            console.print(f"        {line}", markup=False, soft_wrap=True)


def _sign(outcome: "Outcome") -> str:
    if outcome.complaints:
        return "[red]BROKEN[/red]"
    return "[yellow]not given[/yellow]" if outcome.lack else "[green]holds[/green]"
