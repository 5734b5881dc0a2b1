"""`arena doctor`: what this machine can do, and what to type for what it cannot."""

from rich.table import Table
from rich.text import Text

from arena.doctor.examine import Ability, examine
from arena.terminal.shown import Shown


def show_findings() -> Shown:
    """Return one line for each finding, and then what to do.

    The exit code is 1 where strangers' bots cannot be played in containers.
    """
    findings = list(examine())
    hindered = any(finding.hinders() for finding in findings)
    table = Table(box=None, show_header=False, pad_edge=False)
    for finding in findings:
        table.add_row(_sign(finding), finding.name, finding.text)
    remedies = (f"For {one.name}, type: {one.remedy}" for one in findings if one.remedy)
    advice = ["play", "six_nimmt", "careful", "random"]
    advice += [] if hindered else ["--box", "container"]
    return Shown(findings, [table, *remedies], advice, code=int(hindered))


def _sign(finding: Ability) -> Text:
    if finding.ok:
        return Text("yes", "green")
    if finding.ok is None:
        return Text("unknown", "yellow")
    return Text("no", "red" if finding.needed else "yellow")
