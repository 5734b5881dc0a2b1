"""Watchers of a season: its screen or the journal, and a file of metrics."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from arena.errors import HostFailure
from arena.terminal.console import PlainConsole
from ladder.cli.telling import Told, tell
from ladder.log.roster import Roster
from ladder.machine.journal import JournalForm, find_form, journal, keep_journal
from ladder.season.jobs import SeasonEvent
from ladder.season.metrics import SeasonMetrics, metrics_in


@dataclass
class Watchers:
    """Tell what a season does to all who have asked for it."""

    console: PlainConsole
    """Quiet where the journal is kept instead."""
    _journal: bool
    _metrics: SeasonMetrics | None
    _renew: Callable[[], None]
    begun: bool = False
    """Whether there is a season to tell of."""

    def begin(self, roster: Roster, games: list[str], box: str) -> None:
        """Tell that the season begins, or goes on."""
        self.begun = True
        if self._journal:
            begun = roster.seasons[-1]
            bots = len(roster.active())
            journal.info(
                "season_begun", season=begun.season, format=begun.format, box=box, bots=bots
            )
        if self._metrics:
            self._metrics.begin(games, box)
            self._renew()

    def tell(self, event: SeasonEvent, playing: int, waiting: int) -> None:
        """Tell what has happened, after which this many are played and wait."""
        for told in tell(event):
            if self._journal:
                note(told)
            elif told.sentence:
                self.console.print(told.sentence)
        if self._metrics:
            self._metrics.take(event, playing, waiting)
            self._renew()

    def end(self, played: int, void: int, waiting: int, *, stopped: bool) -> None:
        """Tell that the season has ended, this many matches after it began."""
        if self._journal:
            journal.info("season_over", played=played, void=void, waiting=waiting, stopped=stopped)


def note(told: Told) -> None:
    """Note a line in the journal, with the sentence that a screen has for it."""
    said = {"message": told.sentence} if told.sentence else {}
    (journal.warning if told.warns else journal.info)(told.word, **told.facts | said)


@contextmanager
def watching(metrics: Path | None, journal_form: str | None, *, quiet: bool) -> Iterator[Watchers]:
    """Have a season be watched; with its metrics in that file, if there is one.

    `quiet` is for a command that prints JSON for a program: a journal is kept if it is asked for.
    """
    form = JournalForm.TEXT if quiet and journal_form is None else find_form(journal_form)
    kept = form is JournalForm.JSON
    console = PlainConsole(stderr=True, quiet=quiet or kept)
    if kept:
        keep_journal(form)
    with ExitStack() as held:
        counting, renew = None, lambda: None
        if metrics is not None:
            counting = SeasonMetrics()
            renew = held.enter_context(metrics_in(metrics, counting.registry))
        watchers = Watchers(console, kept, counting, renew)
        try:
            yield watchers
        except HostFailure as failure:
            # An earlier failure is said in a sentence, as by any command.
            if kept and watchers.begun:
                journal.error("season_failed", reason=str(failure))
            raise
