"""`ladder export` and `ladder import`: a ladder as one file that anybody can check."""

from functools import partial
from pathlib import Path

from rich.progress import track

from arena.terminal.advice import advise
from arena.terminal.output import say
from ladder.cli.output import print_json, working
from ladder.exchange import import_export, write_export
from ladder.queries.wording import plural
from ladder.rerating import rate_rest
from ladder.store.database import without_password
from ladder.store.opening import open_store


def export_ladder(place: str, file: Path, *, submissions: bool, as_json: bool) -> None:
    """Write the file and say what is in it."""
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


def import_ladder(place: str, file: Path, *, as_json: bool) -> None:
    """Check everything, then make the ladder. UserError at the first thing that does not fit."""
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
