"""`arena check`: the steps of a check as they end, and of one that fails all there is to see."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Final

from rich.text import Text

from arena.boxes.kinds import KINDS
from arena.check.check import UNCHECKED, run_check
from arena.check.limits import say_limits
from arena.check.report import CheckStep, Evidence, Report, StepOutcome, repeat_options
from arena.cli.advice import advise
from arena.cli.bots import find_bot
from arena.cli.console import PlainConsole
from arena.cli.seed import read_seed
from arena.cli.terminal import say_json
from arena.doctor.examine import find_lack
from arena.foreign_text import show, show_lines
from arena.games import find_game
from arena.match.record import require_place

_SIGNS: Final = {
    StepOutcome.PASSED: Text("passed ", "green"),
    StepOutcome.FAILED: Text("FAILED ", "red"),
    StepOutcome.SKIPPED: Text("not run", "dim"),
}


def show_check(
    bot: str,
    box: str | None,
    records: Path,
    allow_missing: Sequence[str] = (),
    seed: str | None = None,
    *,
    games: Sequence[str] = (),
    as_json: bool,
) -> int:
    """Check a bot, printing every step when it ends; 1 if the bot is refused."""
    chosen = [find_game(game).name for game in games]
    with ExitStack() as held:
        path, name = find_bot(bot, held)
        drawn = None if seed is None else read_seed(seed)
        # What it fails in would be lost otherwise.
        require_place(records)
        console = PlainConsole(soft_wrap=True, quiet=as_json)
        kind = box or choose_box(console, allow_missing)
        console.print(say_limits(kind) if KINDS[kind].isolates else UNCHECKED)
        report = run_check(
            path,
            kind,
            name=name,
            records=records,
            allow_missing=allow_missing,
            seed=drawn,
            games=chosen,
            on_step=lambda step: print_step(step, console),
        )
    if as_json:
        say_json(_describe(report), indent=1, default=str)
    else:
        _conclude(report, bot, console, repeat_options(chosen, report.seed))
    return int(not report.passed)


def choose_box(console: PlainConsole, allow_missing: Sequence[str] = ()) -> str:
    """Return the best kind of box here, and say why it is no better."""
    lack = find_lack(allow_missing)
    if lack:
        console.print(f"There are no containers here: {lack}.")
    return "process" if lack else "container"


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


def _conclude(report: Report, bot: str, console: PlainConsole, again: Sequence[str]) -> None:
    """Say what came out, and what to type next."""
    failed = report.failed
    if failed is None:
        seconds = sum(step.seconds for step in report.steps)
        said = f"{report.bot} passes all {len(report.steps)} steps, in {seconds:.0f} s."
        game = report.games[0]
        opponents = ["random"] * (find_game(game).seats[0] - 1)
        advice = advise("play", game, bot, *opponents)
    else:
        said = f"{report.bot} is refused at step {failed.number}, {failed.name}."
        evidence = failed.finding.evidence
        advice = advise("check", bot, *again)
        if evidence is not None and evidence.record is not None:
            advice = advise("replay", evidence.record, "--game", evidence.game)
    for line in ("", said, f"The same luck again: {' '.join(again)}", advice):
        console.print(line)


def _describe(report: Report) -> dict[str, object]:
    return {**asdict(report), "passed": report.passed}
