"""`ladder doctor`: how a ladder does."""

import shutil
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from arena.cli.advice import advise
from arena.cli.terminal import say_json
from arena.errors import UserError
from arena.foreign_text import show
from ladder.cli.opening import describe_time, make_console, plural, working
from ladder.examination import Diagnosis, Examination
from ladder.queue import MOST_VOIDS, Queued
from ladder.roster import Roster
from ladder.store.database import StoreFailure, find_url
from ladder.store.opening import open_store
from ladder.store.store import Store

# Below this the disk is called full, in bytes.
_LITTLE = 500 * 1000**2
# Of one line: a reason may be a stranger's, from an export.
_MOST_LETTERS = 500


def show_health(place: str, *, as_json: bool) -> int:
    """Print a line for each thing; 1 if one is not as it has to be."""
    with open_store(place) as store, working("reading the log"):
        examination = Examination(store)
        queue = examination.queue()
        findings = [*examination.findings(), *_examine(store, examination, queue, place)]
    ok = all(finding.ok for finding in findings)
    if as_json:
        said = _as_data(examination, queue) | {"findings": [asdict(one) for one in findings]}
        say_json({"ok": ok} | said, indent=1)
    else:
        table = Table(box=None, show_header=False, pad_edge=False)
        for finding in findings:
            sign = Text("ok", "green") if finding.ok else Text("no", "red")
            table.add_row(sign, finding.name, show(finding.text, _MOST_LETTERS))
        console = make_console()
        console.print(table)
        console.print(advise("run", program="ladder"))
    return int(not ok)


def _as_data(examination: Examination, queue: list[Queued]) -> dict[str, Any]:
    """Return the numbers, for a program that watches a ladder."""
    counts, roster = examination.counts, examination.roster
    return {
        "entries": examination.entries,
        "digest": examination.digest,
        "season": roster.season,
        "frozen": roster.frozen,
        "paused": roster.paused,
        "planned": counts.planned,
        "played": counts.played,
        "cancelled": counts.cancelled,
        "voids": counts.voids,
        "queue": [
            {"match": one.match, "players": one.players, "voids": one.voids, "reason": one.reason}
            for one in queue
        ],
        "excluded": asdict(roster.excluded),
        "benched": {player: one.reason for player, one in roster.benched.items()},
    }


def _examine(
    store: Store, examination: Examination, queue: list[Queued], place: str
) -> Iterator[Diagnosis]:
    roster = examination.roster
    yield from _stuck(queue)
    yield from _voids(store, roster)
    yield from _bots(roster)
    last = examination.last
    yield Diagnosis("last result", ok=True, text=describe_time(last.time) if last else "none yet")
    yield _season(store, roster)
    yield from _disk(place)


def _stuck(queue: list[Queued]) -> Iterator[Diagnosis]:
    """Tell of every match that was void again and again, or could not be begun."""
    for one in queue:
        names = f"match {one.match} ({', '.join(one.players)})"
        given_up = f"ladder cancel {one.match} gives it up"
        if one.voids >= MOST_VOIDS:
            text = f"{names} is stuck, void {one.voids} times: {one.reason}; {given_up}"
            yield Diagnosis("waits", ok=False, text=text)
        elif one.reason:
            yield Diagnosis("waits", ok=True, text=f"{names}: {one.reason}; {given_up}")


def _voids(store: Store, roster: Roster) -> Iterator[Diagnosis]:
    """Tell of every bot in how many voids it was one after the other."""
    voids = store.voids()
    for player in roster.active():
        reasons = [one.reason for one in voids if player in one.players]
        if reasons:
            times = plural(len(reasons), "void")
            text = f"{player}: {times} since it last played to an end, the last: {reasons[-1]}"
            yield Diagnosis("voids", ok=True, text=text)


def _bots(roster: Roster) -> Iterator[Diagnosis]:
    playing, versions = len(roster.active()), len(roster.versions)
    text = f"{plural(playing, 'bot')} in play, {plural(versions, 'version')}"
    yield Diagnosis("bots", ok=True, text=text)
    for player, benched in roster.benched.items():
        yield Diagnosis("benched", ok=True, text=f"{player}: {benched.reason}")
    for player, reason in roster.excluded.players.items():
        yield Diagnosis("excluded", ok=True, text=f"{player}: {reason}")
    for bot, reason in roster.excluded.bots.items():
        yield Diagnosis("excluded", ok=True, text=f"all versions of {bot}: {reason}")
    for author, reason in roster.excluded.authors.items():
        yield Diagnosis("excluded", ok=True, text=f"all bots of {author}: {reason}")
    for match, reason in roster.excluded.matches.items():
        yield Diagnosis("excluded", ok=True, text=f"match {match}: {reason}")


def _season(store: Store, roster: Roster) -> Diagnosis:
    states = {"submissions are frozen": roster.frozen, "paused": roster.paused}
    begun = roster.seasons[-1]
    said = [f"season {begun.season}, {begun.format}", *(text for text, on in states.items() if on)]
    return Diagnosis("season", ok=True, text="; ".join([*said, _being_played(store)]))


def _being_played(store: Store) -> str:
    try:
        with store.alone():
            return "nothing is being played"
    except UserError:
        return "ladder run plays it at the moment"
    except StoreFailure as failure:
        return f"whether it is being played is not known: {failure}"


def _disk(place: str) -> Iterator[Diagnosis]:
    name = find_url(place).database
    if "://" in place or name is None:
        return
    free = shutil.disk_usage(Path(name).parent).free
    size = Path(name).stat().st_size
    text = f"{free / 1e9:.1f} GB free; the ladder has {size / 1e6:.1f} MB"
    yield Diagnosis("disk", ok=free > _LITTLE, text=text)
