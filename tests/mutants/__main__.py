"""Put faults into the product, one at a time, and say which of them no test notices.

python -m tests.mutants [NAME ...] [--changed-since REV] [--promises]

Names may be those of subjects. The exit code is 1 if one survives that the documents promise
against, or if one does not apply.
"""

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final

import click
from rich.progress import Progress
from rich.table import Column, Table
from rich.text import Text

from arena.terminal.console import PlainConsole
from arena.terminal.output import say, say_json
from tests.mutants.catalogue import FOLDER, Mutant, parse_subject, read_mutants, touched
from tests.mutants.trial import Outcome, Trial, Trials

ROOT: Final = FOLDER.parent.parent
_STYLES: Final = {Outcome.KILLED: "green", Outcome.SURVIVED: "red", Outcome.BROKEN: "bold red"}


@click.command(help=__doc__)
@click.argument("names", nargs=-1)
@click.option("--changed-since", metavar="REV", help="Only whose file, tests or words changed.")
@click.option("--promises", is_flag=True, help="Only what the documents promise.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def main(
    names: tuple[str, ...],
    changed_since: str | None,
    promises: bool,
    as_json: bool,
) -> None:
    # So that nothing is left of one that is told to end.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    mutants = _choose(read_mutants(), names, changed_since, promises=promises)
    # Most tests wait for programs that they have started, so there are two for each CPU.
    trials = Trials(ROOT, min(2 * len(os.sched_getaffinity(0)), len(mutants)))
    with Progress(console=PlainConsole(stderr=True), disable=as_json) as progress:
        bar = progress.add_task("Trying mutants", total=len(mutants))
        tried = trials.run(mutants, lambda: progress.advance(bar)) if mutants else []
    if as_json:
        say_json(_describe(tried, trials.cpu), indent=2)
    else:
        _print(tried, trials.cpu)
    sys.exit(any(trial.failed for trial in tried))


def _choose(
    mutants: Sequence[Mutant], names: Collection[str], since: str | None, *, promises: bool
) -> list[Mutant]:
    known = {word for mutant in mutants for word in (mutant.name, mutant.subject)}
    if unknown := sorted({*names} - known):
        raise click.UsageError(f"there is no mutant and no subject {', '.join(unknown)}")
    chosen = [one for one in mutants if not names or one.name in names or one.subject in names]
    if since is not None:
        changed, before = _read_changes(since), _read_before(since)
        chosen = [one for one in chosen if touched(one, changed, before)]
    return [one for one in chosen if one.promise or not promises]


def _read_changes(since: str) -> list[str]:
    new = _git("ls-files", "--others", "--exclude-standard")
    return [*_git("diff", "--name-only", since).splitlines(), *new.splitlines()]


def _read_before(since: str) -> dict[str, Mutant]:
    """Return the mutants as they were."""
    here = FOLDER.relative_to(ROOT)
    files = _git("ls-tree", "--name-only", since, f"{here}/").splitlines()
    return {
        mutant.name: mutant
        for file in files
        if file.endswith(".toml")
        for mutant in parse_subject(Path(file).stem, _git("show", f"{since}:{file}"))
    }


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise click.UsageError(done.stderr.strip())
    return done.stdout


def _describe(trials: Sequence[Trial], cpu: float) -> dict[str, object]:
    """Return what programs are told."""
    return {
        "mutants": [
            {
                "name": trial.mutant.name,
                "subject": trial.mutant.subject,
                "promise": trial.mutant.promise,
                "outcome": trial.outcome,
                "detail": trial.detail,
                "cpu_seconds": round(trial.cpu, 1),
            }
            for trial in trials
        ],
        "cpu_seconds": round(cpu, 1),
    }


def _print(trials: Sequence[Trial], cpu: float) -> None:
    table = Table("subject", Column("mutant", overflow="fold"), "promise", "outcome", "why")
    for trial in trials:
        mutant = trial.mutant
        promise = "yes" if mutant.promise else ""
        outcome = Text(trial.outcome, _STYLES[trial.outcome])
        if trial.outcome is not Outcome.KILLED:
            table.add_row(mutant.subject, mutant.name, promise, outcome, trial.detail)
    if table.row_count:
        PlainConsole().print(table)
    counts = Counter(trial.outcome for trial in trials)
    promised = sum(trial.failed and trial.outcome is Outcome.SURVIVED for trial in trials)
    say(
        f"{counts[Outcome.KILLED]} killed, {counts[Outcome.SURVIVED]} survived, {promised} of them"
        f" against a promise, {counts[Outcome.BROKEN]} broken; {cpu:.0f} CPU seconds."
    )


if __name__ == "__main__":
    main()
