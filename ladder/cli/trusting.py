"""`--trust` on a ladder where others hand in: asks first, or says it where nobody can answer."""

import logging
import sys
from functools import cache

import click

from arena.errors import UserError
from ladder.log.entries import ORGANISER


@cache
def require_trust(authors: frozenset[str]) -> None:
    """UserError if bots of these authors are not to run without walls after all; asked once."""
    others = ", ".join(sorted(authors - {ORGANISER}))
    said = (
        f"With --trust bots of {others} run as you, without walls: they can read your files, the"
        " tokens and this ladder."
    )
    if others and not (sys.stdin.isatty() and sys.stderr.isatty()):
        logging.getLogger(__name__).warning(said)
    elif others and not click.confirm(f"{said} Go on?", err=True):
        raise UserError("Nothing has begun; without --trust bots play in containers.")
