"""`ladder course`: a course as one file says it."""

from collections.abc import Iterator
from pathlib import Path

import click

from arena.terminal.options import A_PATH
from ladder.cli.output import Shown, showing
from ladder.course.applying import Applied, apply_course
from ladder.course.sheet import write_sheets
from ladder.queries.wording import plural
from ladder.store.store import Store


@click.group(epilog="Example: ladder course apply course.toml")
def course() -> None:
    """Run a course as one file says it: authors, dates, limits, marks."""


@course.command("apply", epilog="Example: ladder course apply course.toml")
@click.argument("file", type=A_PATH)
@click.option(
    "--tokens",
    type=A_PATH,
    metavar="FOLDER",
    help="Make a token for each author without one, and write them there, this one time.",
)
@click.option("--site", default="", metavar="URL", help="The address of the site, for the sheet.")
@click.option("--dry-run", is_flag=True, help="Say what would change, and change nothing.")
@showing()
def apply(store: Store, *, file: Path, tokens: Path | None, site: str, dry_run: bool) -> Shown:
    """Bring the ladder to what FILE says; again, as often as you like.

    A setting that the file does not name stays as it is.
    """
    hand_out = None if tokens is None else (lambda issued: write_sheets(tokens, issued, site))
    applied = apply_course(store, file, hand_out, dry_run=dry_run)
    words = ["course", "apply", str(file)]
    if applied.without_token and (tokens is None or dry_run):
        advice = [*words, "--tokens", "FOLDER"]
    else:
        advice = words if dry_run else ["author", "list"]
    return Shown(applied, _tell(applied, tokens, dry_run=dry_run), advice, {"dry_run": dry_run})


def _tell(applied: Applied, tokens: Path | None, *, dry_run: bool) -> Iterator[str]:
    if dry_run and applied.changes:
        yield "This would change:"
    yield from applied.changes or ["The ladder is as the file says."]
    if applied.unnamed:
        yield f"Not in the file, and without a bot: {', '.join(applied.unnamed)}."
    if applied.without_token and tokens is not None and not dry_run:
        yield f"Their tokens are in {tokens}: tokens.html to print, tokens.csv to send."
    elif applied.without_token:
        yield f"Without a token: {plural(len(applied.without_token), 'author')}."
