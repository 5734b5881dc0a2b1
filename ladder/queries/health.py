"""The health of a ladder: its log, whether all beside it says the same, its queue and its disk.

The log is read once from its beginning to its end, every record and submission is compared with its
digest, the newest record of each game is played again, and all results are rated again, beside
what was written with them.
"""

import shutil
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Final

from arena.boxes.host.leftovers import runtime_folder
from arena.errors import HostFailure, UserError
from arena.match.record import digest_of, unpack_record
from ladder.log.entries import LogEntry, Played, result_of
from ladder.log.file import read_log, write_log
from ladder.log.proof import commit_to, find_flaw
from ladder.log.rulebook import LogState, OpenMatch
from ladder.machine.clock import describe_lead, describe_time, utc_now
from ladder.matches import Player
from ladder.queries.wording import plural
from ladder.queue.plans import MOST_VOIDS, Queued
from ladder.ratings.live import LIVE_MODEL, updates
from ladder.ratings.rating import Rating
from ladder.store.database import StoreFailure
from ladder.store.derived import Derived, count_games
from ladder.store.opening import fault_in_privacy
from ladder.store.outbox import read_outbox
from ladder.store.store import Ladder
from ladder.submissions.files import SubmissionCache, Unusable

# Below this the disk is called full.
_LOW_DISK_BYTES: Final = 500 * 1000**2
# The first 3 problems are told.
_TOLD: Final = 3


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One thing that was looked at."""

    name: str
    ok: bool
    text: str


class Examination:
    """A ladder's log, read once, and what is found to be wrong beside it."""

    def __init__(self, store: Ladder) -> None:
        self.entries, self.digest = store.head()
        self.state = LogState()
        self.roster, self.matches = self.state.roster, self.state.matches
        self.last: LogEntry | None = None
        """The last result."""
        self._store = store
        self._records: dict[int, str] = {}
        self._newest: dict[str, int] = {}
        self._wrong_results = False
        self.log = self._read()

    def _read(self) -> Diagnosis:
        beside = _Beside(self._store, self.entries)
        lines = write_log(self._store.entries(last=self.entries))
        try:
            for entry in read_log(lines, self.state):
                if isinstance(entry.body, Played):
                    self.last = entry
                    self._records[entry.body.match] = entry.body.record
                    self._newest[entry.body.game] = entry.body.match
                    beside.compare(entry)
        except (UserError, StoreFailure) as error:
            self._wrong_results = True
            return Diagnosis("log", ok=False, text=str(error))
        self._wrong_results = beside.differs or not beside.is_over()
        if self.state.digest != self.digest:
            return Diagnosis("log", ok=False, text="it does not end where it should")
        return Diagnosis("log", ok=True, text=f"all digests fit, the last is {self.digest}")

    def findings(self) -> Iterator[Diagnosis]:
        """Yield what is said of the database, the log first."""
        yield self.log
        if not self.log.ok:
            return
        yield _judge(
            "results",
            f"{len(self.matches.played)} results, as the log has them",
            ["the results beside the log, or who played in them, are not those of the log"]
            if self._wrong_results
            else [],
        )
        yield _judge("records", f"{len(self._records)} records", list(self._faults_in_records()))
        yield _judge(
            "queue", f"{len(self.matches.open)} planned matches", list(self._faults_in_queue())
        )
        yield _judge("submissions", self._describe_files(), list(self._faults_in_files()))
        yield _judge("derived", self._describe_derived(), list(self._faults_in_derived()))
        yield _judge("kinds", "the entries are marked with their kinds", self._faults_in_kinds())

    def _faults_in_kinds(self) -> list[str]:
        """The roster is found by the kinds of entries, which stand beside their text."""
        found, expected = self._store.roster(), self.roster
        found.number = expected.number
        return [] if found == expected else ["who plays, and what counts, is not as the log says"]

    # --- records ---

    def _faults_in_records(self) -> Iterator[str]:
        left = dict(self._records)
        for match, content in self._store.records():
            expected = left.pop(match, None)
            # A season may have gone on meanwhile.
            past = match <= self.matches.planned and match not in self.matches.open
            if expected is None and past:
                yield f"the record of match {match} belongs to no result"
            elif expected is not None and _digest(content) != expected:
                yield f"the record of match {match} has been changed"
        for match in left:
            yield f"the record of match {match} is missing"
        yield from self._faults_in_newest()

    def _faults_in_newest(self) -> Iterator[str]:
        """Play the newest record of each game again: another program may have other rules."""
        for match in self._newest.values():
            content = self._store.record(match)
            if content is not None and _digest(content) == self._records[match]:
                flaw = find_flaw(unpack_record(content, ""), self.state.opened.format)
                if flaw:
                    yield f"the record of match {match} {flaw}"

    # --- the queue ---

    def queue(self) -> list[Queued]:
        """Return what waits, of what the log has by now."""
        return [one for one in self._store.queue() if one.match <= self.matches.planned]

    def _faults_in_queue(self) -> Iterator[str]:
        queued, last = {one.match: one for one in self._store.queue()}, self._store.last_match()
        if self._store.head()[0] != self.entries:
            return  # A season has gone on meanwhile.
        for match, going in self.matches.open.items():
            one = queued.pop(match, None)
            if one is None:
                yield f"match {match} is planned and not over, and does not wait"
            elif not _is_that(one, going):
                yield f"match {match} waits with another plan than the log has committed to"
        for match in queued:
            yield f"match {match} waits, which is over, or was never planned"
        if last != self.matches.planned:
            yield f"match {last} is taken for the last that was planned; {self.matches.planned} is"

    # --- submissions ---

    def _describe_files(self) -> str:
        wanted = {one.digest for one in self.roster.versions.values()}
        missing = len(wanted.difference(self._store.digests()))
        lack = f"; the files of {missing} are not here, so these cannot play" if missing else ""
        return f"{len(wanted)} submissions{lack}"

    def _faults_in_files(self) -> Iterator[str]:
        owners: dict[str, Player] = {}
        versions, kept = self.roster.versions, {*self._store.digests()}
        for player, entered in versions.items():
            owners.setdefault(entered.digest, player)
        gone = [one for one in self.roster.active() if versions[one].digest not in kept]
        # If there are none at all, the ladder was imported without them.
        if gone and kept:
            names = ", ".join(gone)
            yield f"the files of {names} are not here; a backup has them, or an export with files"
        with runtime_folder() as folder:
            for digest, player in owners.items():
                if digest not in kept:
                    continue
                try:
                    # One at a time: all would fill a disk.
                    with SubmissionCache(self._store.submission, folder) as cache:
                        cache.bot(digest)
                except Unusable as lack:
                    yield f"{player} cannot play: {lack}"
                except HostFailure as failure:
                    yield str(failure)
                    return

    # --- what follows from results ---

    def _describe_derived(self) -> str:
        if self._store.is_rated(self.last.number if self.last else 0):
            return "ratings and counts are what the log comes to"
        return "ratings and counts are being recalculated, by a season or a server that runs"

    def _faults_in_derived(self) -> Iterator[str]:
        derived = self._store.setting(Derived())
        wrong = self._wrong_ratings(min(derived.rated_by(LIVE_MODEL), self.entries))
        yield from (f"the live ratings after entry {number} are wrong" for number in wrong)
        if derived.counted == (self.last.number if self.last else 0):
            played = self._store.entries(last=self.entries, kinds=["played"])
            if self._store.counts() != count_games(played):
                yield "the counts of games by pair, or of forfeits, are wrong"

    def _wrong_ratings(self, last: int) -> Iterator[int]:
        """Yield the results after which ratings are not those of a fold from nothing."""
        states: defaultdict[int, dict[tuple[Player, str], Rating]] = defaultdict(dict)
        kept = dict.fromkeys(self._store.rated_results(last))
        for result in self.roster.counted(self._store.results(last=last)):
            (step,) = updates(states[result.season], [result])
            if self._store.ratings_of(result.number) != step.after:
                yield result.number
            kept.pop(result.number, None)
        # A result that counts for nothing has none.
        yield from kept


class _Beside:
    """The results beside the log, counted, and who played in them, read along with it."""

    def __init__(self, store: Ladder, last: int) -> None:
        self._results = store.results(last=last)
        self._ordinals = (one for one in store.ordinals() if one[0] <= last)
        self._matches = Counter[Player]()
        self._read = 0
        self.differs = False

    def compare(self, entry: LogEntry) -> None:
        """Take note whether the next of both are those of this entry."""
        try:
            result = next(self._results, None)
        except ValueError:  # They cannot even be read.
            result = None
        players = entry.played.players
        self._matches.update(players)
        self._read += 1
        expected = (entry.number, self._read, {player: self._matches[player] for player in players})
        self.differs |= result != result_of(entry) or next(self._ordinals, None) != expected

    def is_over(self) -> bool:
        return all(one is None for one in zip_longest(self._results, self._ordinals))


def _judge(name: str, fine: str, wrong: list[str]) -> Diagnosis:
    if not wrong:
        return Diagnosis(name, ok=True, text=fine)
    more = f"; and {len(wrong) - _TOLD} more" if len(wrong) > _TOLD else ""
    return Diagnosis(name, ok=False, text="; ".join(wrong[:_TOLD]) + more)


def _is_that(queued: Queued, going: OpenMatch) -> bool:
    """Say whether a match waits as the log has it."""
    return (commit_to(queued.plan), queued.season, queued.attempt) == (
        going.planned.plan,
        going.planned.season,
        going.attempt,
    )


def _digest(content: bytes) -> str:
    """Return the digest of a record; empty if it is not what it was."""
    try:
        unpack_record(content, "")
    except UserError:
        return ""
    return digest_of(content)


# --- all of it ---


@dataclass(frozen=True, slots=True)
class Health:
    """How a ladder does, in findings."""

    ok: bool
    """Whether every finding is."""
    entries: int
    digest: str
    """The digest of the last entry."""
    findings: tuple[Diagnosis, ...]


def examine(store: Ladder) -> Health:
    """Look at a ladder as it is."""
    examination = Examination(store)
    findings = (*examination.findings(), *_look_around(store, examination))
    return Health(
        ok=all(finding.ok for finding in findings),
        entries=examination.entries,
        digest=examination.digest,
        findings=findings,
    )


# --- what needs no comparison ---


def _look_around(store: Ladder, examination: Examination) -> Iterator[Diagnosis]:
    yield from _stuck(examination.queue())
    if lead := describe_lead(examination.state.time, utc_now()):
        yield Diagnosis("clock", ok=False, text=lead)
    yield from look_at_webhook(store)
    yield from look_at_disk(store.connections.file)


def _stuck(queue: list[Queued]) -> Iterator[Diagnosis]:
    """Tell of every match that was void again and again."""
    for one in queue:
        if one.voids >= MOST_VOIDS:
            text = (
                f"match {one.match} ({', '.join(one.players)}) is stuck, void {one.voids} times:"
                f" {one.reason}; ladder cancel {one.match} gives it up"
            )
            yield Diagnosis("waits", ok=False, text=text)


def look_at_webhook(store: Ladder) -> Iterator[Diagnosis]:
    """Tell of a course's webhook what waits to be posted, and why."""
    with store.connections.reading() as connection:
        state = read_outbox(connection)
    if state is None:
        return
    text = f"events are posted to {state.host}"
    if state.oldest is not None:
        since, why = describe_time(state.oldest), state.problem or "ladder serve posts them"
        text = f"{plural(state.waiting, 'event')} for {state.host} since {since}: {why}"
    yield Diagnosis("webhook", ok=not (state.waiting and state.problem), text=text)


def look_at_disk(file: Path | None) -> Iterator[Diagnosis]:
    """Tell of the disk and the rights of a ladder that is a file."""
    if file is None:
        return
    free = shutil.disk_usage(file.parent).free
    size = file.stat().st_size
    text = f"{free / 1e9:.1f} GB free; the ladder has {size / 1e6:.1f} MB"
    yield Diagnosis("disk", ok=free > _LOW_DISK_BYTES, text=text)
    exposed = fault_in_privacy(str(file))
    yield Diagnosis("secrets", ok=not exposed, text=exposed or "for its owner alone")
