"""`ladder scheduler` and `ladder worker`: a season's matches on many machines."""

from collections.abc import Sequence
from pathlib import Path

import click

from arena.doctor.capacity import find_capacity
from arena.doctor.examine import examine
from arena.errors import HostFailure, UserError
from arena.runner.host import Host
from arena.terminal.advice import advise
from arena.terminal.console import PlainConsole
from arena.terminal.options import FROM_ONE
from arena.terminal.output import say
from ladder.cli.options import in_boxes, with_tls
from ladder.cli.trusting import require_trust
from ladder.cluster.address import read_address
from ladder.cluster.loop import run_to_end
from ladder.cluster.scheduler import run_scheduler
from ladder.cluster.worker import Tell, WorkerHost
from ladder.machine.journal import JournalForm, find_form, journal, keep_journal


@click.command(epilog="Example: ladder scheduler tls://10.0.0.1:8786 --tls tls")
@click.argument("url", default="tcp://127.0.0.1:8786")
@with_tls
def scheduler(*, url: str, tls: Path | None) -> None:
    """Be where a season and its workers meet, until you stop it."""
    tell = _find_teller()

    def ready(where: str) -> None:
        say(f"The scheduler listens at {where} until it is stopped.")
        say(advise("worker", where, program="ladder"))

    run_to_end(run_scheduler(read_address(url, tls), ready, tell))


@click.command(epilog="Example: ladder worker tls://10.0.0.1:8786 --tls tls")
@click.argument("url")
@click.option("--parallel", type=FROM_ONE, help="Matches at once. [default: by CPUs and memory]")
@with_tls
@in_boxes
def worker(
    *,
    url: str,
    parallel: int | None,
    tls: Path | None,
    boxes: Host,
    trust: bool,
) -> None:
    """Play matches of the seasons at a scheduler, until you stop it.

    That loses no match.
    """
    address = read_address(url, tls)
    if trust:
        require_trust(frozenset({"all seasons at the scheduler"}))
    if boxes.kind.isolates:
        _require_health(boxes.allow_missing)
    slots = parallel or find_capacity(boxes.box).matches
    address.require_answer()
    playing = WorkerHost(address, boxes, slots, _find_teller())
    run_to_end(playing.run())
    if playing.reason:
        raise HostFailure(playing.reason)
    say("Left; no match was lost.")
    say(advise("workers", program="ladder"))


def _find_teller() -> Tell:
    """Return what says on a terminal what happens, and elsewhere notes it in the journal."""
    form, console = find_form(None), PlainConsole(stderr=True, soft_wrap=True)
    if form is JournalForm.JSON:
        keep_journal(form)

    def tell(event: str, sentence: str = "", /, **facts: object) -> None:
        if form is JournalForm.JSON:
            journal.info(event, **facts, **({"message": sentence} if sentence else {}))
        elif sentence:
            console.print(sentence)

    return tell


def _require_health(allow_missing: Sequence[str]) -> None:
    """UserError for the first thing that a match in containers needs and is not here."""
    for finding in examine():
        if finding.hinders(allow_missing):
            remedy = f"; type: {finding.remedy}" if finding.remedy else ""
            raise UserError(
                f"This machine cannot be a worker, {finding.name}: {finding.text}{remedy}"
            )
