"""What is looked at in a ladder's database: the log, and whether all beside it says the same.

The log is read once from its beginning to its end, every record and submission is compared with its
digest, and what is kept of ratings is rated again: that takes as long as to rate all anew.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from arena.boxes.leftovers import runtime_folder
from arena.errors import HostFailure, UserError
from arena.match.record import digest_of, unpack_record
from ladder.log import LogEntry, Played, result_of
from ladder.log_file import MatchCounts, Open, read_log, write_log
from ladder.matches import Player, Result
from ladder.proof import commit_to
from ladder.queue import Queued
from ladder.ratings.live import LIVE_MODEL, Ratings, fold, pack_ratings
from ladder.roster import Roster
from ladder.store.database import StoreFailure
from ladder.store.store import Store
from ladder.submissions import SubmissionCache, Unusable


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One thing that was looked at."""

    name: str
    ok: bool
    text: str


class Examination:
    """A ladder's log, read once, and what is found to be wrong beside it."""

    def __init__(self, store: Store) -> None:
        self.entries, self.digest = store.head()
        self.counts = MatchCounts()
        self.roster = Roster()
        self.last: LogEntry | None = None
        """The last result."""
        self._store = store
        self._records: dict[int, str] = {}
        self._wrong_results = False
        self.log = self._read()

    def _read(self) -> Diagnosis:
        beside = _Beside(self._store, self.entries)
        last = ""
        try:
            for entry in read_log(write_log(self._store.entries(last=self.entries))):
                last = entry.digest
                self.counts.add(entry)
                if not isinstance(entry.body, Played):
                    self.roster.add(entry)
                    continue
                self.last = entry
                self._records[entry.body.match] = entry.body.record
                beside.compare(entry)
        except (UserError, StoreFailure) as error:
            self._wrong_results = True
            return Diagnosis("log", ok=False, text=str(error))
        self._wrong_results = beside.differs or not beside.is_over()
        if last != self.digest:
            return Diagnosis("log", ok=False, text="it does not end where it should")
        return Diagnosis("log", ok=True, text=f"all digests fit, the last is {self.digest}")

    def findings(self) -> Iterator[Diagnosis]:
        """Yield what is said of the database, the log first."""
        yield self.log
        if not self.log.ok:
            return
        yield _judge(
            "results",
            f"{self.counts.played} results, as the log has them",
            ["the results beside the log, or who played in them, are not those of the log"]
            if self._wrong_results
            else [],
        )
        yield _judge("records", f"{len(self._records)} records", list(self._doubt_records()))
        yield _judge("queue", self._describe_queue(), list(self._doubt_queue()))
        yield _judge("submissions", self._describe_files(), list(self._doubt_files()))
        yield _judge("kept", "what is kept of ratings is what the log comes to", self._doubt_kept())
        yield _judge("kinds", "the entries are marked with their kinds", self._doubt_kinds())

    def _doubt_kinds(self) -> list[str]:
        """Who is on the ladder is found by the kinds of entries, which stand beside their text."""
        found, expected = self._store.roster(), self.roster
        found.number = expected.number
        return [] if found == expected else ["who plays, and what counts, is not as the log says"]

    # --- records ---

    def _doubt_records(self) -> Iterator[str]:
        left = dict(self._records)
        for match, content in self._store.records():
            expected = left.pop(match, None)
            # A season may have gone on meanwhile.
            past = match <= self.counts.planned and match not in self.counts.open
            if expected is None and past:
                yield f"the record of match {match} belongs to no result"
            elif expected is not None and _digest(content) != expected:
                yield f"the record of match {match} has been changed"
        for match in left:
            yield f"the record of match {match} is missing"

    # --- the queue ---

    def queue(self) -> list[Queued]:
        """Return what waits, of what the log has by now."""
        return [one for one in self._store.queue() if one.match <= self.counts.planned]

    def _describe_queue(self) -> str:
        return f"{len(self.counts.open)} planned matches"

    def _doubt_queue(self) -> Iterator[str]:
        queued, last = {one.match: one for one in self._store.queue()}, self._store.last_match()
        if self._store.head()[0] != self.entries:
            return  # A season has gone on meanwhile.
        for match, going in self.counts.open.items():
            one = queued.pop(match, None)
            if one is None:
                yield f"match {match} is planned and not over, and does not wait"
            elif not _is_that(one, going):
                yield f"match {match} waits with another plan than the log has committed to"
        for match in queued:
            yield f"match {match} waits, which is over, or was never planned"
        if last != self.counts.planned:
            yield f"match {last} is taken for the last that was planned; {self.counts.planned} is"

    # --- submissions ---

    def _describe_files(self) -> str:
        wanted = {one.digest for one in self.roster.versions.values()}
        missing = len(wanted.difference(self._store.digests()))
        lack = f"; the files of {missing} are not here, so these cannot play" if missing else ""
        return f"{len(wanted)} submissions{lack}"

    def _doubt_files(self) -> Iterator[str]:
        owners: dict[str, Player] = {}
        for player, entered in self.roster.versions.items():
            owners.setdefault(entered.digest, player)
        kept = {*self._store.digests()}
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

    # --- ratings ---

    def _doubt_kept(self) -> list[str]:
        kept = self._store.checkpoints(LIVE_MODEL)
        wrong = [
            number
            for season in sorted({season for _, season, _ in kept})
            for number in self._wrong_ratings(
                season, {number: state for number, its, state in kept if its == season}
            )
        ]
        return [
            f"the live ratings that are kept after entry {number} are wrong" for number in wrong
        ]

    def _wrong_ratings(self, season: int, states: dict[int, str]) -> Iterator[int]:
        ratings: Ratings = {}
        batch: list[Result] = []
        for result in self._store.results(last=self.entries, season=season):
            batch.append(result)
            if result.number in states:
                ratings = fold(self.roster.counted(batch), ratings)
                batch.clear()
                if pack_ratings(ratings) != states.pop(result.number):
                    yield result.number
        yield from states


class _Beside:
    """The results beside the log, and who played in them, read along with it."""

    def __init__(self, store: Store, last: int) -> None:
        self._results = store.results(last=last)
        self._seen = (one for one in store.appearances() if one[0] <= last)
        self.differs = False

    def compare(self, entry: LogEntry) -> None:
        """Take note whether the next of both are those of this entry."""
        try:
            result = next(self._results, None)
        except ValueError:  # They cannot even be read.
            result = None
        seen = (entry.number, {*entry.played.players})
        self.differs |= result != result_of(entry) or next(self._seen, None) != seen

    def is_over(self) -> bool:
        return all(one is None for one in zip_longest(self._results, self._seen))


def _judge(name: str, fine: str, wrong: list[str]) -> Diagnosis:
    if not wrong:
        return Diagnosis(name, ok=True, text=fine)
    more = f"; and {len(wrong) - _TOLD} more" if len(wrong) > _TOLD else ""
    return Diagnosis(name, ok=False, text="; ".join(wrong[:_TOLD]) + more)


# Of what is wrong so many are told.
_TOLD = 3


def _is_that(queued: Queued, going: Open) -> bool:
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
