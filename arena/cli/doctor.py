"""`arena doctor`: what this machine can do, and what to type for what it cannot."""

from dataclasses import asdict

from rich.table import Table
from rich.text import Text

from arena.cli.advice import advise
from arena.cli.console import PlainConsole
from arena.cli.terminal import say_json
from arena.doctor.examine import Ability, examine


def show_findings(*, as_json: bool) -> None:
    """Print one line for each finding, and then what to do."""
    findings = list(examine())
    if as_json:
        say_json([asdict(finding) for finding in findings], indent=2)
        return
    table = Table(box=None, show_header=False, pad_edge=False)
    for finding in findings:
        table.add_row(_sign(finding), finding.name, finding.text)
    console = PlainConsole()
    console.print(table)
    for finding in findings:
        if finding.remedy:
            console.print(f"For {finding.name}, type: {finding.remedy}", soft_wrap=True)
    if all(finding.ok or not finding.needed for finding in findings):
        console.print(advise("play six_nimmt careful random --box container"))
    else:
        console.print(advise("play six_nimmt careful random"))


def _sign(finding: Ability) -> Text:
    if finding.ok:
        return Text("yes", "green")
    return Text("no", "red" if finding.needed else "yellow")
