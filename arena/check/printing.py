"""Shows the steps of a check as they end, and of one that fails all there is to see."""

from typing import Final

from rich.text import Text

from arena.check.report import CheckStep, Evidence, StepOutcome
from arena.foreign_text import show, show_lines
from arena.terminal.console import PlainConsole

_SIGNS: Final = {
    StepOutcome.PASSED: Text("passed ", "green"),
    StepOutcome.FAILED: Text("FAILED ", "red"),
    StepOutcome.SKIPPED: Text("not run", "dim"),
}


def print_step(step: CheckStep, console: PlainConsole) -> None:
    label = Text.assemble(f"{step.number:2}  ", _SIGNS[step.outcome], f"  {show(step.name)}")
    if step.outcome is StepOutcome.SKIPPED:
        console.print(label)
        return
    console.print(Text.assemble(label, f"  ({step.seconds:.1f} s)"))
    console.print(f"      {step.finding.sentence}")
    for note in step.finding.notes:
        console.print(f"      note: {note}")
    if step.finding.evidence is not None:
        _print_evidence(step.finding.evidence, console)


def _print_evidence(evidence: Evidence, console: PlainConsole) -> None:
    parts = {"sent": evidence.sent, "back": evidence.came_back, "right": evidence.right}
    for name, text in parts.items():
        for number, line in enumerate(show_lines(text)):
            console.print(f"      {'' if number else name:5}  {line}")
    for line in show_lines(evidence.log_tail):
        console.print(f"      log    | {line}")
