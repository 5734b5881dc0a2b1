"""`ladder course`: a course as one file says it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.terminal.advice import advise
from arena.terminal.options import as_json
from arena.terminal.output import say
from ladder.cli.options import at_ladder
from ladder.cli.output import print_json
from ladder.queries.wording import plural

if TYPE_CHECKING:
    from ladder.course.applying import Applied


@click.group(epilog="Example: ladder course apply course.toml")
def course() -> None:
    """Run a course as one file says it: authors, dates, limits, marks."""


@course.command("apply", epilog="Example: ladder course apply course.toml")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--tokens",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Make a token for each author without one, and write them there, this one time.",
)
@click.option("--site", default="", metavar="URL", help="The address of the site, for the sheet.")
@click.option("--dry-run", is_flag=True, help="Say what would change, and change nothing.")
@at_ladder
@as_json
def apply(
    *, file: Path, tokens: Path | None, site: str, dry_run: bool, place: str, as_json: bool
) -> None:
    """Bring the ladder to what FILE says; again, as often as you like.

    A setting that the file does not name stays as it is.
    """
    from ladder.course.applying import apply_course
    from ladder.course.sheet import write_sheets
    from ladder.store.opening import open_store

    hand_out = None if tokens is None else (lambda issued: write_sheets(tokens, issued, site))
    with open_store(place) as store:
        applied = apply_course(store, file, hand_out, dry_run=dry_run)
    if as_json:
        print_json(applied, dry_run=dry_run)
        return
    _print(applied, dry_run=dry_run)
    if tokens is not None and applied.without_token and not dry_run:
        say(f"Their tokens are in {tokens}: tokens.html to print, tokens.csv to send.")
    elif applied.without_token:
        words = ("course", "apply", str(file), "--tokens", "FOLDER")
        say(f"Without a token: {plural(len(applied.without_token), 'author')}.")
        say(advise(*words, program="ladder"))
        return
    again = ("course", "apply", str(file)) if dry_run else ("author", "list")
    say(advise(*again, program="ladder"))


def _print(applied: Applied, *, dry_run: bool) -> None:
    if dry_run and applied.changes:
        say("This would change:")
    for line in applied.changes or ["The ladder is as the file says."]:
        say(line)
    if applied.unnamed:
        say(f"Not in the file, and without a bot: {', '.join(applied.unnamed)}.")
