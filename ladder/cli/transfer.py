"""`ladder export` and `ladder import`: a ladder as one file that anybody can check."""

from collections.abc import Iterator
from pathlib import Path

from rich.progress import track

from arena.boxes.leftovers import runtime_folder
from arena.cli.advice import advise
from arena.cli.terminal import say, say_json
from ladder.boards import keep_boards
from ladder.cli.opening import plural, working
from ladder.export import Export, opened, write_export
from ladder.kept_ratings import keep_ratings
from ladder.log import Entered, Played
from ladder.store.database import without_password
from ladder.store.opening import fill_store, open_store


def export_ladder(place: str, file: Path, *, submissions: bool, as_json: bool) -> None:
    """Write the file and say what is in it."""
    with open_store(place) as store, working("writing"):
        entries, digest = write_export(store, file, submissions=submissions)
    if as_json:
        say_json({"file": str(file), "entries": entries, "digest": digest})
        return
    say(f"{plural(entries, 'entry', 'entries')} of the log are in {file}, up to the digest")
    say(f"{digest}; who knows it can tell whether this is all.")
    if submissions:
        say("The bots' files are in it, too: do not publish it.")
    say(advise("rate", file, program="ladder"))


def import_ladder(place: str, file: Path, *, as_json: bool) -> None:
    """Check everything, and then make the ladder. Mistake at the first thing that does not fit."""
    with opened(file) as export, runtime_folder() as scratch:
        entries = export.log()
        matches = [entry.body for entry in entries if isinstance(entry.body, Played)]
        checked = track(matches, "checking", transient=True, disable=as_json)
        records = ((played.match, export.record(played)) for played in checked)
        digests = sorted({one.body.digest for one in entries if isinstance(one.body, Entered)})
        submissions = _submissions(export, digests, scratch)
        fill_store(place, entries, records, submissions)
    with open_store(place) as store, working("rating"):
        keep_ratings(store)
        keep_boards(store)
        missing = len(digests) - len(store.digests())
    named = without_password(place)
    if as_json:
        say_json({"ladder": named, "entries": len(entries), "missing": missing})
        return
    say(
        f"{plural(len(entries), 'entry', 'entries')}, {plural(len(matches), 'record')} and"
        f" {plural(len(digests) - missing, 'submission')} are in {named}; every record was played"
        " again."
    )
    if missing:
        say(f"The files of {plural(missing, 'bot')} are not in the export; these cannot play here.")
    say(advise("table", program="ladder"))


def _submissions(export: Export, digests: list[str], scratch: Path) -> Iterator[tuple[str, bytes]]:
    for digest in digests:
        content = export.submission(digest, scratch)
        if content is not None:
            yield digest, content
