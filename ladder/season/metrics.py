"""Metrics for Prometheus: what a season counts, and the file in which it is found.

Metrics name no bot and no author, so there are as many as there are games and verdicts. They are
counted from zero by every process, as Prometheus expects; what counts for good is in the log.
"""

import platform
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    disable_created_metrics,
    write_to_textfile,
)

from arena.errors import saying_why
from arena.match.verdict import FAULTS, Verdict, read_verdict
from ladder.log.entries import Benched, LogEntry
from ladder.season.jobs import (
    CheckOver,
    GameOver,
    Logged,
    MatchJob,
    MatchOutcome,
    MatchOver,
    RatedMatch,
    SeasonEvent,
    Waiting,
)
from ladder.wire import UploadState

# Upper ends, in seconds.
_STARTS: Final = (0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 30)
_LATE: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1)
_MATCHES: Final = (1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600)
_CHECKS: Final = (2, 5, 10, 20, 30, 60, 120, 300, 600, 1800)


class SeasonMetrics:
    """Counts what happens in a season."""

    def __init__(self) -> None:
        # When each was first counted, which nobody asks for.
        disable_created_metrics()  # type: ignore[no-untyped-call]  # it has types but for this
        self.registry = CollectorRegistry()
        count = partial(Counter, registry=self.registry)
        gauge = partial(Gauge, registry=self.registry)
        measure = partial(Histogram, registry=self.registry)
        self._info = Info(
            "ladder_season", "The program that plays the season.", registry=self.registry
        )
        self._played = count("ladder_matches_played", "Matches with a result.", ["game"])
        self._games = count("ladder_games_played", "Games of all matches.", ["game"])
        self._void = count("ladder_matches_void", "Matches dealt again by a failure of ours.")
        self._forfeits = count(
            "ladder_forfeits", "Games that a bot forfeited.", ["game", "verdict"]
        )
        self._benched = count("ladder_bots_benched", "Bots taken out.")
        self._away = count("ladder_database_waits", "Minutes begun of waiting for the database.")
        self._playing = gauge("ladder_matches_playing", "Matches being played.")
        self._waiting = gauge("ladder_matches_waiting", "Matches in the queue.")
        self._seconds = measure("ladder_match_seconds", "Time of a match.", buckets=_MATCHES)
        self._starts = measure(
            "ladder_box_start_seconds",
            "From the order for a box to its bot's Join.",
            buckets=_STARTS,
        )
        self._late = measure(
            "ladder_clock_late_seconds", "The worst delay of a clock in a match.", buckets=_LATE
        )
        self._checks = count("ladder_checks", "Checks of uploads that are over.", ["state"])
        self._checked = measure("ladder_check_seconds", "Time of a check.", buckets=_CHECKS)

    def begin(self, games: Iterable[str], box: str) -> None:
        """Say what plays, and begin from zero: so the first of anything is seen to be one more."""
        self._info.info({"host": platform.node(), "box": box, "version": version("card-arena")})
        for game in games:
            self._played.labels(game)
            self._games.labels(game)
            for verdict in Verdict:
                if verdict in FAULTS:
                    self._forfeits.labels(game, verdict)
        for state in UploadState:
            if state.is_over:
                self._checks.labels(state)

    def take(self, event: SeasonEvent, playing: int, waiting: int) -> None:
        """Count an event, after which this many matches are played, and this many wait."""
        match event:
            case GameOver(job, game):
                self._games.labels(job.plan.game).inc()
                for forfeit in game.forfeits:
                    self._forfeits.labels(job.plan.game, read_verdict(forfeit.verdict)).inc()
            case MatchOver(job, outcome):
                self._measure(job, outcome)
            case Logged(LogEntry(body=Benched())):
                self._benched.inc()
            case CheckOver(upload, seconds) if upload.state.is_over:
                self._checks.labels(upload.state).inc()
                self._checked.observe(seconds)
            case Waiting():
                self._away.inc()
        self._playing.set(playing)
        self._waiting.set(waiting)

    def _measure(self, job: MatchJob, outcome: MatchOutcome) -> None:
        if outcome == MatchOutcome.PLAYED:
            if isinstance(job, RatedMatch):
                self._played.labels(job.plan.game).inc()
            self._seconds.observe(job.seconds)
            self._late.observe(job.timings.late)
            for seconds in job.timings.starts:
                self._starts.observe(seconds)
        elif outcome in {MatchOutcome.VOID, MatchOutcome.DEFERRED}:
            self._void.inc(isinstance(job, RatedMatch))


# --- where they are found ---


@contextmanager
def metrics_in(file: Path, registry: CollectorRegistry) -> Iterator[Callable[[], None]]:
    """Keep metrics in a file, for the textfile collector of a node_exporter.

    Yields what is to be called when they have changed. The file is there whole or not at all, and
    goes with the season. UserError if it cannot be written.
    """
    with saying_why(f"Metrics cannot be written to {file}"):
        write_to_textfile(str(file), registry)

    def renew() -> None:
        # A disk that is full costs a look at the present numbers, and no match.
        with suppress(OSError):
            write_to_textfile(str(file), registry)

    try:
        yield renew
    finally:
        with suppress(OSError):
            file.unlink()
