"""Options that several commands have."""

from typing import Final

import click

from arena.containers.protections import PROTECTIONS

as_json: Final = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON for programs instead."
)

allowing_missing: Final = click.option(
    "--allow-missing",
    type=click.Choice(list(PROTECTIONS)),
    multiple=True,
    help="Play although containers do not give this protection here.",
)
