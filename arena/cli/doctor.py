"""`arena doctor`: what this machine can do, and what to type for what it cannot."""

import json
from dataclasses import asdict

from rich.console import Console
from rich.table import Table

from arena.boxes.examine import Finding, examine
from arena.cli.advice import advise


def show_findings(*, as_json: bool) -> None:
    """Print one line for each finding, and then what to do."""
    findings = list(examine())
    if as_json:
        print(json.dumps([asdict(finding) for finding in findings], indent=2))
        return
    table = Table(box=None, show_header=False, pad_edge=False)
    for finding in findings:
        table.add_row(_sign(finding), finding.name, finding.text)
    console = Console(highlight=False)
    console.print(table)
    for finding in findings:
        if finding.remedy:
            console.print(
                f"For {finding.name}, type: {finding.remedy}", markup=False, soft_wrap=True
            )
    if all(finding.ok or not finding.needed for finding in findings):
        console.print(advise("play six_nimmt careful random --box container"))
    else:
        console.print(advise("play six_nimmt careful random"))


def _sign(finding: Finding) -> str:
    if finding.ok:
        return "[green]yes[/green]"
    return "[red]no[/red]" if finding.needed else "[yellow]no[/yellow]"
