"""Options that several commands have."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from arena.containers.protections import PROTECTIONS

A_PATH: Final = click.Path(path_type=Path)
FROM_ONE: Final = click.IntRange(min=1)
_CommandT = TypeVar("_CommandT", bound=Callable[..., Any])


def all_of(*options: Callable[[Any], Any]) -> Callable[[_CommandT], _CommandT]:
    """Return what adds several options, which the help shows in this order."""

    def add(command: _CommandT) -> _CommandT:
        for option in reversed(options):
            command = option(command)
        return command

    return add


as_json: Final = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON for programs instead."
)

allowing_missing: Final = click.option(
    "--allow-missing",
    type=click.Choice(list(PROTECTIONS)),
    multiple=True,
    help="Play although containers do not give this protection here.",
)
