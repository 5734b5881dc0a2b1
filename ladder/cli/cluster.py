"""`ladder scheduler`, `worker` and `workers`: a season's matches on many machines."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arena.boxes.kinds import KINDS
from arena.doctor.capacity import fit_in_memory
from arena.doctor.examine import examine
from arena.errors import HostFailure, UserError
from arena.terminal.advice import advise
from arena.terminal.console import PlainConsole
from arena.terminal.output import say
from ladder.cli.output import make_console, make_table, print_json
from ladder.journal import JournalForm, find_form, journal, keep_journal
from ladder.pulse import count_cpus
from ladder.queries.live import read_season_pulse
from ladder.store.opening import open_store

if TYPE_CHECKING:
    from ladder.cluster.address import Address
    from ladder.cluster.worker import Tell


def serve_scheduler(url: str, tls: Path | None) -> None:
    """Be the scheduler until stopped."""
    from ladder.cluster.address import read_address
    from ladder.cluster.scheduler import run_scheduler

    tell = _find_teller()

    def ready(where: str) -> None:
        say(f"The scheduler listens at {where} until it is stopped.")
        say(advise("worker", where, program="ladder"))

    asyncio.run(run_scheduler(read_address(url, tls), ready, tell))


def serve_worker(
    url: str, tls: Path | None, parallel: int | None, box: str, allow_missing: Sequence[str]
) -> None:
    """Be a worker until stopped; HostFailure if it cannot go on."""
    from ladder.cluster.address import read_address

    address = read_address(url, tls)
    isolates = KINDS[box].isolates
    if isolates:
        _require_health(allow_missing)
    slots = parallel or _count_slots(box if isolates else None)
    address.require_answer()
    reason = asyncio.run(_work(address, box, allow_missing, slots))
    if reason:
        raise HostFailure(reason)
    say("Left; no match was lost.")
    say(advise("workers", program="ladder"))


async def _work(address: "Address", box: str, allow_missing: Sequence[str], slots: int) -> str:
    from ladder.cluster.worker import WorkerHost

    host = WorkerHost(address, box, allow_missing, slots, _find_teller())
    await host.run()
    return host.reason


def _find_teller() -> "Tell":
    """Return what says on a terminal what happens, and elsewhere notes it in the journal."""
    form = find_form(None)
    if form is JournalForm.JSON:
        keep_journal(form)
        return _note
    console = PlainConsole(stderr=True, soft_wrap=True)

    def print_sentence(_event: str, sentence: str = "", /, **_facts: object) -> None:
        if sentence:
            console.print(sentence)

    return print_sentence


def _note(event: str, sentence: str = "", /, **facts: object) -> None:
    said = {"message": sentence} if sentence else {}
    journal.info(event, **facts, **said)


def _require_health(allow_missing: Sequence[str]) -> None:
    """UserError for the first thing that a match in containers needs and is not here."""
    for finding in examine():
        if finding.hinders(allow_missing):
            remedy = f"; type: {finding.remedy}" if finding.remedy else ""
            raise UserError(
                f"This machine cannot be a worker, {finding.name}: {finding.text}{remedy}"
            )


def _count_slots(box: str | None) -> int:
    """Return how many matches at once this machine bears, by its CPUs and its memory."""
    fitting = [*fit_in_memory(box).values()] if box is not None else []
    return max(1, min([count_cpus(), *fitting]))


def show_workers(place: str, *, as_json: bool) -> None:
    """Print the workers of the season that runs, or of the last one."""
    with open_store(place) as store:
        season = read_season_pulse(store)
    workers = season.pulse.machine.workers if season.pulse is not None else ()
    if as_json:
        print_json({"running": season.running, "workers": workers})
        return
    console = make_console()
    table = make_table(
        *(
            "worker",
            "state",
            "at once",
            "CPUs",
            "GiB",
            "speed",
            "late ms",
            "played",
            "void",
            "agreed",
        ),
        left={"worker", "state"},
    )
    for each in workers:
        gibibytes = f"{each.memory / 1024**3:.1f}"
        figures = (each.slots, each.cpus, gibibytes, each.speed, each.late)
        counts = (each.played, each.void, each.agreed)
        table.add_row(each.name, each.state, *map(str, (*figures, *counts)))
    if workers:
        console.print(table)
    when = "A season runs" if season.running else "No season runs; that was the last one"
    console.print(f"{when}." if workers else "No season has had workers.")
    console.print(advise("doctor", program="ladder"))
