"""`ladder run`: plays the season that goes on, and says what it is doing at the moment."""

import sys
from typing import Any

import click

from arena.terminal.options import A_PATH, FROM_ONE, as_json
from ladder.cli.options import at_ladder, in_boxes, journaled, with_tls


@click.command(epilog="Example: ladder run --matches 20")
@click.option("--matches", type=FROM_ONE, help="Stop after this many.")
@click.option("--minutes", type=click.FloatRange(min=0), help="Plan no more after so long.")
@click.option("--parallel", type=FROM_ONE, help="Matches at once. [default: by CPUs and memory]")
@click.option(
    "--scheduler", "url", metavar="URL", help="Play on workers: tls://HOST:PORT of their scheduler."
)
@with_tls
@in_boxes
@click.option(
    "--metrics-file",
    "metrics",
    type=A_PATH,
    help="Keep metrics there, for the textfile collector of node_exporter.",
)
@journaled
@at_ladder
@as_json
def run(*, as_json: bool, **asked: Any) -> None:
    """Play the season until it ends or is stopped.

    The same command goes on with it. Matchmaking belongs to the season: ladder season begins
    another.
    """
    from ladder.cli.running import run_season

    sys.exit(run_season(as_json=as_json, **asked))
