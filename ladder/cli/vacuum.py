"""`ladder vacuum`: gives back the space that a ladder does not need any more."""

import click

from ladder.cli.output import Shown, showing
from ladder.store import space
from ladder.store.store import Store


@click.command(epilog="Example: ladder vacuum")
@showing("copying")
def vacuum(store: Store) -> Shown:
    """Give back the space of what was deleted, while no season runs."""
    with store.season_lock():
        before, after = space.vacuum(store.connections.url)
    said = f"The ladder took {before / 1e6:.1f} MB, and takes {after / 1e6:.1f} MB now."
    return Shown({"before": before, "after": after}, [said], ["doctor"])
