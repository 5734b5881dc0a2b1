"""The screen of a season: what it is doing at the moment."""

import time

from rich.table import Table

from ladder.log.entries import Benched, LogEntry
from ladder.queries.wording import plural
from ladder.season.jobs import (
    Logged,
    MatchOutcome,
    MatchOver,
    RatedMatch,
    RequestedMatch,
    SeasonEvent,
)
from ladder.season.season import Season


class Progress:
    """Past and present work of a season."""

    def __init__(self, season: Season, wanted: int | None = None) -> None:
        self._season = season
        self._wanted = wanted
        self.played = 0
        self.void = 0
        self.benched: list[str] = []
        self._begun = time.monotonic()

    def take(self, event: SeasonEvent) -> None:
        """Take note of what has happened."""
        match event:
            case MatchOver(job, outcome):
                rated = job.kind == RatedMatch.kind
                self.played += rated and outcome == MatchOutcome.PLAYED
                void = outcome in {MatchOutcome.VOID, MatchOutcome.DEFERRED}
                self.void += void and job.kind != RequestedMatch.kind
            case Logged(LogEntry(body=Benched(player=player))):
                self.benched.append(player)

    def __rich__(self) -> Table:
        minutes = (time.monotonic() - self._begun) / 60
        table = Table(
            *("match", "game", "bots", "games"),
            box=None,
            title=f"{self._count()} played in {minutes:.1f} min",
            title_justify="left",
        )
        for job in self._season.playing:
            title = str(job.key) if job.kind == RatedMatch.kind else job.name
            games = f"{job.games}/{job.plan.games}"
            table.add_row(title, job.plan.game, ", ".join(job.players), games)
        return table

    def _count(self) -> str:
        if self._wanted is None:
            return plural(self.played, "match", "matches")
        return f"{self.played} of {plural(self._wanted, 'match', 'matches')}"
