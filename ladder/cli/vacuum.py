"""`ladder vacuum`: gives back the space that a ladder does not need any more."""

import click

from arena.terminal.advice import advise
from arena.terminal.options import as_json
from arena.terminal.output import say
from ladder.cli.options import at_ladder
from ladder.cli.output import print_json, working


@click.command(epilog="Example: ladder vacuum")
@at_ladder
@as_json
def vacuum(*, place: str, as_json: bool) -> None:
    """Give back the space of what was deleted, while no season runs."""
    from ladder.store import space
    from ladder.store.opening import open_store

    with open_store(place) as store, store.season_lock(), working("copying"):
        before, after = space.vacuum(store.connections.url)
    if as_json:
        print_json({"before": before, "after": after})
        return
    say(f"The ladder took {before / 1e6:.1f} MB, and takes {after / 1e6:.1f} MB now.")
    say(advise("doctor", program="ladder"))
