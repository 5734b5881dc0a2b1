"""Questions to a ladder, each where its subject is. Nothing here changes it."""

from ladder.log.roster import Roster
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

    def roster_for(self, author: str) -> Roster:
        """Return the roster with the bots that an author may name."""
        return self.roster().read_by(author, self.setting(About()))
