"""`ladder export` and `ladder import`: a ladder as one file that anybody can check."""

from functools import partial
from pathlib import Path

from rich.progress import track

from arena.terminal.advice import advise
from arena.terminal.output import say
from ladder.cli.output import print_json, working
from ladder.exchange import import_export, write_export
from ladder.leaderboards import keep_boards
from ladder.live_ratings import keep_ratings
from ladder.queries.wording import plural
from ladder.store.database import without_password
from ladder.store.opening import open_store


def export_ladder(place: str, file: Path, *, submissions: bool, as_json: bool) -> None:
    """Write the file and say what is in it."""
    with open_store(place) as store, working("writing and checking"):
        checked = write_export(store, file, submissions=submissions)
    if as_json:
        found = {"file": str(file), "entries": checked.entries, "digest": checked.digest}
        print_json(found | {"records": checked.counts.played, "submissions": checked.submissions})
        return
    say(f"{plural(checked.entries, 'entry', 'entries')} of the log are in {file}, up to the digest")
    say(f"{checked.digest}; publish that, too:")
    say("who knows it can tell whether a later export goes on from this one.")
    say(f"{plural(checked.counts.played, 'record')} were played again. In them are the last lines")
    say("that bots printed before a forfeit, for everybody to read.")
    if submissions:
        say("The bots' files are in it, too: do not publish it.")
    say(advise("verify", file, program="ladder"))


def import_ladder(place: str, file: Path, *, as_json: bool) -> None:
    """Check everything, then make the ladder. UserError at the first thing that does not fit."""
    watch = partial(track, description="checking", total=None, transient=True, disable=as_json)
    checked = import_export(place, file, watch)
    with open_store(place) as store, working("rating"):
        keep_ratings(store)
        keep_boards(store)
        missing = len(checked.digests) - len(store.digests())
    named = without_password(place)
    counts = checked.counts
    if as_json:
        found = {"ladder": named, "entries": checked.entries, "missing": missing}
        print_json(found | {"cancelled": len(counts.open)})
        return
    say(
        f"{plural(checked.entries, 'entry', 'entries')}, {plural(counts.played, 'record')} and"
        f" {plural(len(checked.digests) - missing, 'submission')} are in {named}; every record was"
        " played again."
    )
    if counts.open:
        matches = plural(len(counts.open), "match", "matches")
        say(f"{matches} planned and not played: cancelled here, since no plan is in an export.")
    if missing:
        say(f"The files of {plural(missing, 'bot')} are not in the export; these cannot play here.")
    say(advise("table", program="ladder"))
