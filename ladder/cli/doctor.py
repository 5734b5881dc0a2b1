"""`ladder doctor`: how a ladder does."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.table import Table

from arena.cli.advice import advise
from arena.mistake import Mistake
from ladder.cli.opening import describe_time, make_console, plural
from ladder.log import Entry, Played, read_log, write_log
from ladder.roster import Roster
from ladder.season import MOST_VOIDS
from ladder.store.database import find_url
from ladder.store.store import Store, open_store

# Below this the disk is called full, in bytes.
_LITTLE = 500 * 1000**2


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    name: str
    ok: bool
    text: str


def show_health(place: str, *, as_json: bool) -> int:
    """Print a line for each thing; 1 if one is not as it has to be."""
    with open_store(place) as store:
        findings = list(_examine(store, place))
    if as_json:
        print(json.dumps([asdict(finding) for finding in findings], indent=1))
    else:
        table = Table(box=None, show_header=False, pad_edge=False)
        for finding in findings:
            sign = "[green]ok[/green]" if finding.ok else "[red]no[/red]"
            table.add_row(sign, finding.name, finding.text)
        console = make_console()
        console.print(table)
        console.print(advise("run", program="ladder"))
    return int(not all(finding.ok for finding in findings))


def _examine(store: Store, place: str) -> Iterator[Finding]:
    entries = list(store.entries())
    yield _log(entries)
    yield _matches(store, entries)
    yield _queue(store)
    yield from _bots(store.roster())
    yield _last_result(entries)
    yield _season(store)
    yield from _disk(place)


def _log(entries: list[Entry]) -> Finding:
    try:
        count = sum(1 for _ in read_log(write_log(entries)))
    except Mistake as mistake:
        return Finding("log", ok=False, text=str(mistake))
    return Finding("log", ok=True, text=f"{plural(count, 'entry', 'entries')}; all digests fit")


def _matches(store: Store, entries: list[Entry]) -> Finding:
    """Look whether the tables beside the log say what it says."""
    logged = [
        (entry.number, str(entry.body.match)) for entry in entries if isinstance(entry.body, Played)
    ]
    kept = [(result.number, result.match) for result in store.results()]
    records = [match for match, _ in store.records()]
    ok = logged == kept and sorted(int(match) for _, match in logged) == records
    text = f"{plural(len(logged), 'result')}, {plural(len(records), 'record')}"
    return Finding("matches", ok=ok, text=text if ok else f"{text}: the log has others")


def _queue(store: Store) -> Finding:
    queue = store.queue()
    stuck = [planned for planned in queue if planned.voids >= MOST_VOIDS]
    text = plural(len(queue), "planned match", "planned matches")
    if stuck:
        first = stuck[0]
        text += (
            f"; {len(stuck)} stuck, for example match {first.match}, void {first.voids} times:"
            f" {first.reason}"
        )
    return Finding("queue", ok=not stuck, text=text)


def _bots(roster: Roster) -> Iterator[Finding]:
    playing, versions = len(roster.active()), len(roster.versions)
    text = f"{plural(playing, 'bot')} in play, {plural(versions, 'version')}"
    yield Finding("bots", ok=True, text=text)
    for player, benched in roster.benched.items():
        yield Finding("benched", ok=True, text=f"{player}: {benched.reason}")
    for player, reason in roster.excluded_players.items():
        yield Finding("excluded", ok=True, text=f"{player}: {reason}")
    for match, reason in roster.excluded_matches.items():
        yield Finding("excluded", ok=True, text=f"match {match}: {reason}")


def _last_result(entries: list[Entry]) -> Finding:
    times = [entry.time for entry in entries if isinstance(entry.body, Played)]
    return Finding("last result", ok=True, text=describe_time(times[-1]) if times else "none yet")


def _season(store: Store) -> Finding:
    try:
        with store.alone():
            return Finding("season", ok=True, text="none is running")
    except Mistake:
        return Finding("season", ok=True, text="one is running")


def _disk(place: str) -> Iterator[Finding]:
    name = find_url(place).database
    if "://" in place or name is None:
        return
    free = shutil.disk_usage(Path(name).parent).free
    size = Path(name).stat().st_size
    text = f"{free / 1e9:.1f} GB free; the ladder has {size / 1e6:.1f} MB"
    yield Finding("disk", ok=free > _LITTLE, text=text)
