"""`arena doctor --attack`: what strangers' bots may try, tried on this very machine."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from rich.console import Console
from rich.progress import Progress

from arena.attacks import ATTACKS
from arena.attacks.suite import Outcome, run_suite
from arena.cli.advice import advise


def show_attacks(box: str, *, as_json: bool) -> int:
    """Print a line for every guarantee as it is tried; 1 if one does not hold that should."""
    console = Console(highlight=False)
    outcomes: list[Outcome] = []
    with Progress(console=console, transient=True, disable=as_json) as progress:
        bar = progress.add_task("attacking", total=len(ATTACKS) + 1)
        for outcome in run_suite(box):
            outcomes.append(outcome)
            if not as_json:
                _print(outcome, console)
            progress.advance(bar)
    if as_json:
        print(json.dumps([asdict(outcome) for outcome in outcomes], indent=1))
    else:
        _sum_up(outcomes, box, console)
    return int(any(outcome.complaints for outcome in outcomes))


def _sum_up(outcomes: Sequence[Outcome], box: str, console: Console) -> None:
    held = sum(outcome.holds for outcome in outcomes)
    console.print(f"{held} of {len(outcomes)} guarantees hold on this machine.")
    if lacking := ", ".join(outcome.name for outcome in outcomes if outcome.lack):
        console.print(f"Not given by {box}, though nobody else is harmed: {lacking}.")
    if broken := ", ".join(outcome.name for outcome in outcomes if outcome.complaints):
        console.print(f"Broken: {broken}.")
    else:
        console.print(advise("play six_nimmt careful random --box", box))


def _print(outcome: Outcome, console: Console) -> None:
    console.print(_sign(outcome), end="  ")
    console.print(f"{outcome.kind}: {outcome.what}", markup=False, soft_wrap=True)
    for line in (outcome.lack, *outcome.complaints):
        if line:
            console.print(f"        {line}", markup=False, soft_wrap=True)


def _sign(outcome: Outcome) -> str:
    if outcome.complaints:
        return "[red]BROKEN[/red]"
    return "[yellow]not given[/yellow]" if outcome.lack else "[green]holds[/green]"
