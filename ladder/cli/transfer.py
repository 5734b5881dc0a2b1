"""`ladder export` and `ladder import`: a ladder as one file that anybody can check."""

from functools import partial
from pathlib import Path

import click

from arena.errors import UserError
from arena.terminal.advice import advise
from arena.terminal.options import as_json
from arena.terminal.output import say
from ladder.cli.options import at_ladder
from ladder.cli.output import print_json, working
from ladder.queries.wording import plural


@click.command(epilog="Example: ladder export ladder.zip")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--submissions", is_flag=True, help="With the bots' files: not to be published.")
@click.option(
    "--sources",
    is_flag=True,
    help="The authors' programs alone, for a program that finds copies, without starters' lines.",
)
@at_ladder
@as_json
def export(*, file: Path, submissions: bool, sources: bool, place: str, as_json: bool) -> None:
    """Write the log and all records to a file that anybody can check."""
    if sources:
        if submissions:
            raise UserError("An export is of the log, or of sources; leave out --submissions.")
        _export_sources(file, place, as_json=as_json)
        return
    _export_log(file, place, submissions=submissions, as_json=as_json)


def _export_sources(file: Path, place: str, *, as_json: bool) -> None:
    from ladder.archive.sources import write_sources
    from ladder.store.opening import open_store

    with open_store(place) as store, working("writing"):
        found = write_sources(store, file)
    if as_json:
        print_json(found, file=str(file))
        return
    bots, authors = plural(found.bots, "bot"), plural(found.authors, "author")
    say(f"The programs of {bots} of {authors} are in {file}, a folder for each author:")
    say(f"{plural(found.files, 'file')}, without the lines of the starters. Do not publish it.")
    if found.missing:
        say(f"Not here any more are the files of {', '.join(found.missing)}.")
    say(advise("suspects", program="ladder"))


def _export_log(file: Path, place: str, *, submissions: bool, as_json: bool) -> None:
    from ladder.archive.exchange import write_export
    from ladder.store.opening import open_store

    with open_store(place) as store, working("writing and checking"):
        checked = write_export(store, file, submissions=submissions)
    state, records = checked.state, len(checked.state.matches.played)
    if as_json:
        found = {"file": str(file), "entries": state.number, "digest": state.digest}
        print_json(found | {"records": records, "submissions": checked.submissions})
        return
    say(f"{plural(state.number, 'entry', 'entries')} of the log are in {file}, up to the digest")
    say(f"{state.digest}; publish that, too:")
    say("who knows it can tell whether a later export goes on from this one.")
    say(f"{plural(records, 'record')} were played again.")
    if submissions:
        say("The bots' files are in it, too: do not publish it.")
    say(advise("verify", file, program="ladder"))


@click.command("import", epilog="Example: ladder import ladder.zip --ladder copy.db")
@click.argument("file", type=click.Path(path_type=Path))
@at_ladder
@as_json
def import_(*, file: Path, place: str, as_json: bool) -> None:
    """Make a ladder of an export, after checking all of it."""
    from rich.progress import track

    from ladder.archive.exchange import import_export
    from ladder.rerating import rate_rest
    from ladder.store.database import without_password
    from ladder.store.opening import open_store

    watch = partial(track, description="checking", total=None, transient=True, disable=as_json)
    checked = import_export(place, file, watch)
    with open_store(place) as store, working("rating"):
        rate_rest(store)
        submitted, here = len(checked.state.roster.by_digest), len(store.digests())
    named, missing = without_password(place), submitted - here
    state, left = checked.state, len(checked.state.matches.open)
    if as_json:
        found = {"ladder": named, "entries": state.number, "missing": missing}
        print_json(found | {"cancelled": left})
        return
    say(
        f"{plural(state.number, 'entry', 'entries')},"
        f" {plural(len(state.matches.played), 'record')} and"
        f" {plural(here, 'submission')} are in {named}; every record was played again."
    )
    if left:
        matches = plural(left, "match", "matches")
        say(f"{matches} planned and not played: cancelled here, since no plan is in an export.")
    if missing:
        say(f"The files of {plural(missing, 'bot')} are not in the export; these cannot play here.")
    say(advise("table", program="ladder"))
