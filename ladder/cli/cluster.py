"""`ladder scheduler`, `worker` and `workers`: a season's matches on many machines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.errors import HostFailure, UserError
from arena.terminal.advice import advise
from arena.terminal.options import FROM_ONE
from arena.terminal.output import say
from ladder.cli.options import in_boxes, with_tls
from ladder.cli.output import Shown, make_table, showing
from ladder.cli.trusting import require_trust

if TYPE_CHECKING:
    from arena.runner.host import Host
    from ladder.cluster.address import Address
    from ladder.cluster.worker import Tell
    from ladder.store.store import Store


@click.command(epilog="Example: ladder scheduler tls://10.0.0.1:8786 --tls tls")
@click.argument("url", default="tcp://127.0.0.1:8786")
@with_tls
def scheduler(*, url: str, tls: Path | None) -> None:
    """Be where a season and its workers meet, until you stop it."""
    from ladder.cluster.address import read_address
    from ladder.cluster.loop import run_to_end
    from ladder.cluster.scheduler import run_scheduler

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
    from arena.doctor.capacity import find_capacity
    from ladder.cluster.address import read_address
    from ladder.cluster.loop import run_to_end

    address = read_address(url, tls)
    if trust:
        require_trust(frozenset({"all seasons at the scheduler"}))
    if boxes.kind.isolates:
        _require_health(boxes.allow_missing)
    slots = parallel or find_capacity(boxes.box).matches
    address.require_answer()
    reason = run_to_end(_work(address, boxes, slots))
    if reason:
        raise HostFailure(reason)
    say("Left; no match was lost.")
    say(advise("workers", program="ladder"))


async def _work(address: Address, host: Host, slots: int) -> str:
    from ladder.cluster.worker import WorkerHost

    worker = WorkerHost(address, host, slots, _find_teller())
    await worker.run()
    return worker.reason


def _find_teller() -> Tell:
    """Return what says on a terminal what happens, and elsewhere notes it in the journal."""
    from arena.terminal.console import PlainConsole
    from ladder.machine.journal import JournalForm, find_form, journal, keep_journal

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
    from arena.doctor.examine import examine

    for finding in examine():
        if finding.hinders(allow_missing):
            remedy = f"; type: {finding.remedy}" if finding.remedy else ""
            raise UserError(
                f"This machine cannot be a worker, {finding.name}: {finding.text}{remedy}"
            )


@click.command(epilog="Example: ladder workers")
@showing()
def workers(store: Store) -> Shown:
    """List the workers of the season, with their matches."""
    from ladder.queries.live import read_season_pulse

    season = read_season_pulse(store)
    found = season.pulse.machine.workers if season.pulse is not None else ()
    answer = {"running": season.running, "workers": found}
    if not found:
        return Shown(answer, ["No season has had workers."], ["doctor"])
    rows = (
        (
            one.name,
            one.state,
            one.slots,
            one.cpus,
            f"{one.memory / 1024**3:.1f}",
            one.played,
            one.void,
        )
        for one in found
    )
    heads = ("worker", "state", "#at once", "#CPUs", "#GiB", "#played", "#void")
    when = "A season runs." if season.running else "No season runs; that was the last one."
    return Shown(answer, [make_table(heads, rows), when], ["doctor"])
