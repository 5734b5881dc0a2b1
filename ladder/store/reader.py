"""Questions to a ladder, each where its subject is. Nothing here changes it."""

from ladder.log.admission import require_admission, require_bytes
from ladder.log.entries import Entered
from ladder.log.roster import Roster
from ladder.machine.clock import utc_now
from ladder.matches import Player
from ladder.settings.about import About
from ladder.settings.dates import PlannedAct
from ladder.settings.people import Participant
from ladder.store.dates import read_dates
from ladder.store.derived import RatingReader
from ladder.store.files import FileReader
from ladder.store.log import LogReader
from ladder.store.people import read_people
from ladder.store.queue import QueueReader


class Reader(LogReader, RatingReader, QueueReader, FileReader):
    """Questions to a ladder. Each sees one state of it; two see the same up to an entry."""

    def dates(self) -> dict[PlannedAct, bool]:
        """Return what is planned, the first first, each with whether it was carried out."""
        return self._ask(read_dates)

    def people(self) -> dict[str, Participant]:
        """Return all known people, by the author's key."""
        return self._ask(read_people)

    def find_lacking(self, digest: str) -> Player | None:
        """Return the version that lacks these files here, as after an import; None if none does.

        One that is excluded lacks nothing, nor one whose files may come in as a new version.
        """
        roster = self.roster()
        player = roster.by_digest.get(digest)
        if player is None or digest in roster.forgotten or roster.why_excluded(player):
            return None
        return None if digest in self.digests() else player

    def require_place(self, roster: Roster, entered: Entered, size: int) -> None:
        """UserError, in a sentence, if a version with files of this size may not come in now."""
        author = entered.author
        games = self.games_of(roster.versions_of(author))
        times = self.arrivals(author, utc_now(), "entered")
        require_admission(roster, entered, games, times)
        staying = roster.digests_of(author) - {*roster.superseded(entered)}
        require_bytes(roster, author, self.count_bytes(staying) + size)

    def roster_for(self, author: str) -> Roster:
        """Return the roster with the bots that an author may name."""
        return self.roster().read_by(author, self.setting(About()))
