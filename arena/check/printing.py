"""The steps of a check as lines, and of one that fails all there is to see."""

from collections.abc import Iterator
from typing import Final

from rich.text import Text

from arena.check.report import CheckStep, Evidence, StepOutcome
from arena.foreign_text import show, show_lines

_SIGNS: Final = {
    StepOutcome.PASSED: Text("passed ", "green"),
    StepOutcome.FAILED: Text("FAILED ", "red"),
    StepOutcome.SKIPPED: Text("not run", "dim"),
}


def tell_step(step: CheckStep) -> Iterator[str | Text]:
    label = Text.assemble(f"{step.number:2}  ", _SIGNS[step.outcome], f"  {show(step.name)}")
    if step.outcome is StepOutcome.SKIPPED:
        yield label
        return
    yield Text.assemble(label, f"  ({step.seconds:.1f} s)")
    yield f"      {step.finding.sentence}"
    yield from (f"      note: {note}" for note in step.finding.notes)
    if step.finding.evidence is not None:
        yield from _tell_evidence(step.finding.evidence)


def _tell_evidence(evidence: Evidence) -> Iterator[str]:
    parts = {"sent": evidence.sent, "back": evidence.came_back, "right": evidence.right}
    for name, text in parts.items():
        for number, line in enumerate(show_lines(text)):
            yield f"      {'' if number else name:5}  {line}"
    yield from (f"      log    | {line}" for line in show_lines(evidence.log_tail))
