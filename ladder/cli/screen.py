"""The screen of a season: what it is doing at the moment, and a line for what is worth one."""

import time
from typing import Final

from rich.table import Table

from ladder.executor import Notice
from ladder.intake import describe_upload
from ladder.jobs import (
    CheckBegun,
    CheckOver,
    Logged,
    MatchBegun,
    MatchJob,
    MatchOutcome,
    MatchOver,
    RatedMatch,
    RequestedMatch,
    SeasonEvent,
    TrialMatch,
    Waiting,
)
from ladder.log import Benched, LogEntry
from ladder.queries.wording import plural
from ladder.season import Season

# What is said of a match that ends so, by its kind.
_ENDS: Final = {
    RatedMatch.kind: {
        MatchOutcome.CANCELLED: "Match {key} ({names}) was cancelled while it was played.",
        MatchOutcome.VOID: (
            "Match {key} ({names}) is void and is played again with other cards: {reason}"
        ),
        MatchOutcome.DEFERRED: (
            "Match {key} ({names}) is void and is played when nothing else is left, dealt again:"
            " {reason}"
        ),
        MatchOutcome.NOT_BEGUN: (
            "Match {key} ({names}) is put off: {reason}; ladder cancel {key} gives it up."
        ),
    },
    TrialMatch.kind: {
        MatchOutcome.PLAYED: "{key} has played alone with the sample bots, and plays others again.",
        MatchOutcome.VOID: "The match of {key} alone with the sample bots is void: {reason}",
    },
    RequestedMatch.kind: {
        MatchOutcome.VOID: "Request {key} has come to nothing: {reason}",
        MatchOutcome.NOT_BEGUN: "Request {key} will not be done: {reason}",
    },
}


class Progress:
    """What a season has done, and what it is doing."""

    def __init__(self, season: Season, wanted: int | None = None) -> None:
        self._season = season
        self._wanted = wanted
        self.played = 0
        self.void = 0
        self.benched: list[str] = []
        self._begun = time.monotonic()

    def take(self, event: SeasonEvent) -> str:
        """Take note; return a line for what is worth one, else an empty one."""
        match event:
            case MatchOver(job, outcome):
                rated = job.kind == RatedMatch.kind
                self.played += rated and outcome == MatchOutcome.PLAYED
                void = outcome in {MatchOutcome.VOID, MatchOutcome.DEFERRED}
                self.void += void and job.kind != RequestedMatch.kind
            case Logged(LogEntry(body=Benched(player=player, reason=reason))):
                self.benched.append(player)
                return f"{player} is benched: {reason}"
        return tell(event)

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


def tell(event: SeasonEvent) -> str:
    """Return a line for what is worth one and is in no log, else an empty one."""
    match event:
        case MatchBegun(TrialMatch(key=player)):
            return (
                f"{player} was in one void after the other: it plays alone with the sample bots"
                " before it plays others, and that counts for nothing."
            )
        case MatchOver(job, outcome, reason):
            return _tell_end(job, outcome, reason)
        case Waiting(reason):
            return f"Waiting: {reason}"
        case Notice(text):
            return text
        case CheckBegun(upload) | CheckOver(upload):
            return describe_upload(upload)
    return ""


def _tell_end(job: MatchJob, outcome: MatchOutcome, reason: str) -> str:
    ends = _ENDS[job.kind]
    if outcome not in ends:
        return ""
    names = ", ".join(job.players)
    return ends[outcome].format(key=job.key, names=names, reason=reason)
