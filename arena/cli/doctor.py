"""`arena doctor`: what this machine can do, and what to type for what it cannot."""

from dataclasses import asdict

from rich.table import Table
from rich.text import Text

from arena.doctor.examine import Ability, examine
from arena.terminal.advice import advise
from arena.terminal.console import PlainConsole
from arena.terminal.output import say_json


def show_findings(*, as_json: bool) -> int:
    """Print one line for each finding, and then what to do.

    The exit code is 1 where strangers' bots cannot be played in containers.
    """
    findings = list(examine())
    hindered = any(finding.hinders() for finding in findings)
    if as_json:
        say_json([asdict(finding) for finding in findings], indent=2)
        return int(hindered)
    table = Table(box=None, show_header=False, pad_edge=False)
    for finding in findings:
        table.add_row(_sign(finding), finding.name, finding.text)
    console = PlainConsole()
    console.print(table)
    for finding in findings:
        if finding.remedy:
            console.print(f"For {finding.name}, type: {finding.remedy}")
    box = [] if hindered else ["--box", "container"]
    console.print(advise("play", "six_nimmt", "careful", "random", *box))
    return int(hindered)


def _sign(finding: Ability) -> Text:
    if finding.ok:
        return Text("yes", "green")
    if finding.ok is None:
        return Text("unknown", "yellow")
    return Text("no", "red" if finding.needed else "yellow")
