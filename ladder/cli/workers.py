"""`ladder workers`: the machines that play a season's matches."""

import click

from ladder.cli.output import Shown, make_table, showing
from ladder.queries.live import read_season_pulse
from ladder.store.store import Store


@click.command(epilog="Example: ladder workers")
@showing()
def workers(store: Store) -> Shown:
    """List the workers of the season, with their matches."""
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
