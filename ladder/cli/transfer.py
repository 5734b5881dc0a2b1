"""`ladder export` and `ladder import`: a ladder as one file that anybody can check."""

import json
from pathlib import Path

from rich.progress import track

from arena.cli.advice import advise
from arena.mistake import Mistake
from ladder.cli.opening import plural
from ladder.export import opened, write_export
from ladder.log import Entered, Played
from ladder.store.store import fill_store, open_store


def export_ladder(place: str, file: Path, *, submissions: bool, as_json: bool) -> None:
    """Write the file and say what is in it."""
    with open_store(place) as store:
        try:
            entries = write_export(store, file, submissions=submissions)
        except OSError as error:
            raise Mistake(f"{file} cannot be written: {error.strerror}.") from error
    if as_json:
        print(json.dumps({"file": str(file), "entries": entries}))
        return
    print(f"{plural(entries, 'entry', 'entries')} of the log are in {file}.")
    if submissions:
        print("The bots' files are in it, too: do not publish it.")
    print(advise("rate", file, program="ladder"))


def import_ladder(place: str, file: Path, *, as_json: bool) -> None:
    """Check everything, and then make the ladder. Mistake at the first thing that does not fit."""
    with opened(file) as export:
        entries = export.log()
        matches = [entry.body for entry in entries if isinstance(entry.body, Played)]
        records = {
            played.match: export.record(played)
            for played in track(matches, "checking", transient=True, disable=as_json)
        }
        digests = {entry.body.digest for entry in entries if isinstance(entry.body, Entered)}
        found = {digest: export.submission(digest) for digest in sorted(digests)}
    submissions = {digest: content for digest, content in found.items() if content is not None}
    fill_store(place, entries, records, submissions)
    missing = len(found) - len(submissions)
    if as_json:
        print(json.dumps({"ladder": place, "entries": len(entries), "missing": missing}))
        return
    print(
        f"{plural(len(entries), 'entry', 'entries')}, {plural(len(records), 'record')} and"
        f" {plural(len(submissions), 'submission')} are in {place}; every record was played again."
    )
    if missing:
        print(
            f"The files of {plural(missing, 'bot')} are not in the export; these cannot play here."
        )
    print(advise("table", program="ladder"))
