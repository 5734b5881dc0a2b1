"""Options that several commands have."""

from typing import Final

import click

as_json: Final = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON for programs instead."
)

# The names in `arena.containers.protections`, which is not loaded for this; a test compares.
PROTECTIONS: Final = ("memory", "swap", "processes", "cpu", "seccomp", "freezing", "pinning")

allowing_missing: Final = click.option(
    "--allow-missing",
    type=click.Choice(PROTECTIONS),
    multiple=True,
    help="Accept that containers lack this protection here.",
)
