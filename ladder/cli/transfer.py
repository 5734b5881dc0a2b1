"""`ladder export` and `ladder import`: a ladder as one file that anybody can check."""

from functools import partial
from pathlib import Path

import click
from rich.progress import track

from arena.errors import UserError
from arena.terminal.console import PlainConsole
from arena.terminal.options import A_PATH
from ladder.archive.exchange import import_export, write_export
from ladder.archive.sources import write_sources
from ladder.cli.options import at_ladder
from ladder.cli.output import Shown, printing, showing, working
from ladder.queries.wording import plural
from ladder.rerating import rate_rest
from ladder.store.database import without_password
from ladder.store.opening import open_store
from ladder.store.store import Store


@click.command(epilog="Example: ladder export ladder.zip")
@click.argument("file", type=A_PATH)
@click.option("--submissions", is_flag=True, help="With the bots' files: not to be published.")
@click.option(
    "--sources",
    is_flag=True,
    help="The authors' programs alone, for a program that finds copies, without starters' lines.",
)
@showing("writing")
def export(store: Store, *, file: Path, submissions: bool, sources: bool) -> Shown:
    """Write the log and all records to a file that anybody can check."""
    if sources and submissions:
        raise UserError("An export is of the log, or of sources; leave out --submissions.")
    if sources:
        return _export_sources(store, file)
    return _export_log(store, file, submissions=submissions)


def _export_sources(store: Store, file: Path) -> Shown:
    found = write_sources(store, file)
    bots, authors = plural(found.bots, "bot"), plural(found.authors, "author")
    lines = [
        f"The programs of {bots} of {authors} are in {file}, a folder for each author:",
        f"{plural(found.files, 'file')}, without the lines of the starters. Do not publish it.",
    ]
    if found.missing:
        lines.append(f"Not here any more are the files of {', '.join(found.missing)}.")
    return Shown(found, lines, ["suspects"], {"file": str(file)})


def _export_log(store: Store, file: Path, *, submissions: bool) -> Shown:
    checked = write_export(store, file, submissions=submissions)
    state, records = checked.state, len(checked.state.matches.played)
    lines = [
        f"{plural(state.number, 'entry', 'entries')} of the log are in {file}, up to the digest",
        f"{state.digest}; publish that, too:",
        "who knows it can tell whether a later export goes on from this one.",
        f"{plural(records, 'record')} were played again.",
    ]
    if submissions:
        lines.append("The bots' files are in it, too: do not publish it.")
    answer = {"file": str(file), "entries": state.number, "digest": state.digest}
    more = {"records": records, "submissions": checked.submissions}
    return Shown(answer, lines, ["verify", file], more)


@click.command("import", epilog="Example: ladder import ladder.zip --ladder copy.db")
@click.argument("file", type=A_PATH)
@at_ladder
@printing()
def import_(*, file: Path, place: str) -> Shown:
    """Make a ladder of an export, after checking all of it."""
    console = PlainConsole(stderr=True)
    watch = partial(track, description="checking", console=console, transient=True)
    checked = import_export(place, file, watch)
    with open_store(place) as store, working("rating"):
        rate_rest(store)
        submitted, here = len(checked.state.roster.by_digest), len(store.digests())
    named, missing = without_password(place), submitted - here
    state, left = checked.state, len(checked.state.matches.open)
    entries, records = plural(state.number, "entry", "entries"), len(state.matches.played)
    found = f"{entries}, {plural(records, 'record')} and {plural(here, 'submission')}"
    lines = [f"{found} are in {named}; every record was played again."]
    if left:
        matches = plural(left, "match", "matches")
        why = "cancelled here, since no plan is in an export"
        lines.append(f"{matches} planned and not played: {why}.")
    if missing:
        bots = plural(missing, "bot")
        lines.append(f"The files of {bots} are not in the export; these cannot play here.")
    answer = {"ladder": named, "entries": state.number, "missing": missing, "cancelled": left}
    return Shown(answer, lines, ["table"])
