"""`arena doctor --attack`: what strangers' bots may try, tried on this very machine."""

import json
from dataclasses import asdict

from rich.console import Console
from rich.progress import Progress

from arena.attacks import ATTACKS
from arena.attacks.suite import Outcome, run_suite
from arena.cli.advice import advise


def show_attacks(box: str, *, as_json: bool) -> int:
    """Print a line for every guarantee as it is tried; 1 if one does not hold."""
    console = Console(highlight=False)
    outcomes: list[Outcome] = []
    with Progress(console=console, transient=True, disable=as_json) as progress:
        bar = progress.add_task("attacking", total=len(ATTACKS) + 1)
        for outcome in run_suite(box):
            outcomes.append(outcome)
            if not as_json:
                _print(outcome, console)
            progress.advance(bar)
    broken = [outcome for outcome in outcomes if not outcome.holds]
    if as_json:
        print(json.dumps([asdict(outcome) for outcome in outcomes], indent=1))
    else:
        held = len(outcomes) - len(broken)
        console.print(f"{held} of {len(outcomes)} guarantees hold on this machine.")
        names = ", ".join(outcome.name for outcome in broken)
        console.print(
            f"Not: {names}." if broken else advise("play six_nimmt careful random --box", box)
        )
    return int(bool(broken))


def _print(outcome: Outcome, console: Console) -> None:
    sign = "[green]holds[/green]" if outcome.holds else "[red]BROKEN[/red]"
    console.print(sign, end="  ")
    console.print(f"{outcome.kind}: {outcome.what}", markup=False, soft_wrap=True)
    for complaint in outcome.complaints:
        console.print(f"        {complaint}", markup=False, soft_wrap=True)
