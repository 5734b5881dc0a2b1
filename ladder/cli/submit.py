"""`ladder submit`: brings bots in, at the server of the login or on a ladder of this machine."""

import sys
from typing import Any

import click

from arena.errors import UserError
from arena.terminal.options import as_json
from ladder.cli.login import find_server
from ladder.cli.options import at_ladder, in_boxes


@click.command(epilog="Example: ladder submit my_bot --author ann")
@click.argument("bots", nargs=-1, metavar="BOT...")
@click.option("--author", metavar="NAME", help="Their author. [default: the organiser]")
@click.option(
    "--samples",
    is_flag=True,
    help="Add the project's own bots, weak to strong, without a check.",
)
@in_boxes
@at_ladder
@as_json
def submit(
    *,
    bots: tuple[str, ...],
    place: str,
    author: str | None,
    samples: bool,
    as_json: bool,
    **asked: Any,
) -> None:
    """Bring bots in, or new versions of them. Each has to pass `arena check` first.

    BOT is a folder, an archive, or a sample bot, maybe with name= before it and ?depth=3 behind.
    After ladder login they are handed in to that server, unless --ladder or LADDER names a ladder
    of this machine. The organiser's own bots have no limits, and they may meet each other; of an
    author no two play in one match of more than two bots.
    """
    if bool(bots) == samples:
        raise UserError("Name the bots that come in, or say --samples for our own; one of the two.")
    if samples:
        from ladder.cli.take_in import submit_samples

        if author is not None:
            raise UserError("The samples are the organiser's own; leave out --author.")
        submit_samples(place, as_json=as_json)
        return
    login = find_server("author", "box", "trust", "allow_missing")
    if login is not None:
        from ladder.cli.hand_in import hand_in

        sys.exit(hand_in(bots, login, as_json=as_json))
    from ladder.cli.take_in import submit_bots
    from ladder.log.entries import ORGANISER

    sys.exit(submit_bots(bots, place, author=author or ORGANISER, as_json=as_json, **asked))
