"""`ladder doctor`: how a ladder does."""

import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.table import Table
from rich.text import Text

from arena.cli.advice import advise
from arena.cli.terminal import say_json
from arena.foreign_text import show
from arena.mistake import Mistake
from ladder.cli.opening import describe_time, make_console, plural, working
from ladder.log import Entry, Played
from ladder.log_file import read_log, write_log
from ladder.outcome import result_of
from ladder.roster import Roster
from ladder.store.database import find_url
from ladder.store.failure import StoreFailure
from ladder.store.opening import open_store
from ladder.store.store import Store
from ladder.voids import MOST_VOIDS

# Below this the disk is called full, in bytes.
_LITTLE = 500 * 1000**2
# Of one line: a reason may be a stranger's, from an export.
_MOST_LETTERS = 500


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    name: str
    ok: bool
    text: str


def show_health(place: str, *, as_json: bool) -> int:
    """Print a line for each thing; 1 if one is not as it has to be."""
    with open_store(place) as store, working("reading the log"):
        findings = list(_examine(store, place))
    if as_json:
        say_json([asdict(finding) for finding in findings], indent=1)
    else:
        table = Table(box=None, show_header=False, pad_edge=False)
        for finding in findings:
            sign = Text("ok", "green") if finding.ok else Text("no", "red")
            table.add_row(sign, finding.name, show(finding.text, _MOST_LETTERS))
        console = make_console()
        console.print(table)
        console.print(advise("run", program="ladder"))
    return int(not all(finding.ok for finding in findings))


def _examine(store: Store, place: str) -> Iterator[Finding]:
    log = _Log(store)
    yield log.finding
    yield _matches(store, log)
    yield _queue(store)
    roster = store.roster()
    yield from _voids(store, roster)
    yield from _bots(roster)
    yield _last_result(log)
    yield _season(store)
    yield from _disk(place)


class _Log:
    """The log, read once from its beginning to its end."""

    def __init__(self, store: Store) -> None:
        self.matches: set[int] = set()
        self.last: Entry | None = None
        """The last result."""
        self.differs = False
        """That the results beside the log are not those of the log."""
        self.finding = self._read(store)

    def _read(self, store: Store) -> Finding:
        count, digest = store.head()
        kept = store.results(last=count)
        last = ""
        try:
            for entry in read_log(write_log(store.entries(last=count))):
                last = entry.digest
                if isinstance(entry.body, Played):
                    self.matches.add(entry.body.match)
                    self.last = entry
                    self.differs |= next(kept, None) != result_of(entry)
        except (Mistake, StoreFailure) as error:
            self.differs = True
            return Finding("log", ok=False, text=str(error))
        self.differs |= next(kept, None) is not None
        if last != digest:
            return Finding("log", ok=False, text="it does not end where it should")
        text = f"{plural(count, 'entry', 'entries')}; all digests fit, the last is {digest}"
        return Finding("log", ok=True, text=text)


def _matches(store: Store, log: _Log) -> Finding:
    """Look whether the tables beside the log say what it says."""
    recorded = store.recorded()
    ok = not log.differs and recorded >= log.matches
    text = f"{plural(len(log.matches), 'result')}, {plural(len(recorded), 'record')}"
    return Finding("matches", ok=ok, text=text if ok else f"{text}: the log has others")


def _queue(store: Store) -> Finding:
    queue = store.queue()
    stuck = [planned for planned in queue if planned.voids >= MOST_VOIDS]
    text = plural(len(queue), "planned match", "planned matches")
    if stuck:
        first = stuck[0]
        text += (
            f"; {len(stuck)} stuck, for example match {first.match} ({', '.join(first.players)}),"
            f" void {first.voids} times: {first.reason}"
        )
    return Finding("queue", ok=not stuck, text=text)


def _voids(store: Store, roster: Roster) -> Iterator[Finding]:
    """Tell of every bot in how many voids it was one after the other."""
    voids = store.voids()
    for player in roster.active():
        reasons = [one.reason for one in voids if player in one.players]
        if reasons:
            times = plural(len(reasons), "void")
            text = f"{player}: {times} since it last played to an end, the last: {reasons[-1]}"
            yield Finding("voids", ok=True, text=text)


def _bots(roster: Roster) -> Iterator[Finding]:
    playing, versions = len(roster.active()), len(roster.versions)
    text = f"{plural(playing, 'bot')} in play, {plural(versions, 'version')}"
    yield Finding("bots", ok=True, text=text)
    for player, benched in roster.benched.items():
        yield Finding("benched", ok=True, text=f"{player}: {benched.reason}")
    for player, reason in roster.excluded.players.items():
        yield Finding("excluded", ok=True, text=f"{player}: {reason}")
    for match, reason in roster.excluded.matches.items():
        yield Finding("excluded", ok=True, text=f"match {match}: {reason}")


def _last_result(log: _Log) -> Finding:
    text = "none yet" if log.last is None else describe_time(log.last.time)
    return Finding("last result", ok=True, text=text)


def _season(store: Store) -> Finding:
    try:
        with store.alone():
            return Finding("season", ok=True, text="none is running")
    except Mistake:
        return Finding("season", ok=True, text="one is running")
    except StoreFailure as failure:
        return Finding("season", ok=True, text=f"not known: {failure}")


def _disk(place: str) -> Iterator[Finding]:
    name = find_url(place).database
    if "://" in place or name is None:
        return
    free = shutil.disk_usage(Path(name).parent).free
    size = Path(name).stat().st_size
    text = f"{free / 1e9:.1f} GB free; the ladder has {size / 1e6:.1f} MB"
    yield Finding("disk", ok=free > _LITTLE, text=text)
