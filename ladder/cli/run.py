"""`ladder run`: plays the season that goes on, and says what it is doing at the moment."""

import signal
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import Random
from typing import Final

from rich.live import Live
from rich.table import Table

from arena.errors import UserError
from arena.match.plan import draw_seed
from arena.terminal.advice import advise
from arena.terminal.console import PlainConsole
from ladder.cli.output import print_json, working
from ladder.cli.watching import Watchers, watching
from ladder.executor import Executor, LocalExecutor, Notice
from ladder.intake import Intake, describe_upload
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
    Trial,
    Waiting,
    wait_for_database,
)
from ladder.log import Benched, LogEntry
from ladder.matchmaking.formats import read_format
from ladder.matchmaking.meet_all import Gauntlet
from ladder.matchmaking.written import describe_end
from ladder.prover import Prover
from ladder.pulse import count_cpus
from ladder.queries.wording import plural
from ladder.rerating import Rater
from ladder.roster import Roster
from ladder.season import Season
from ladder.store.database import Away
from ladder.store.opening import open_store
from ladder.store.store import Store

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
    Trial.kind: {
        MatchOutcome.PLAYED: "{key} has played alone with the sample bots, and plays others again.",
        MatchOutcome.VOID: "The match of {key} alone with the sample bots is void: {reason}",
    },
    RequestedMatch.kind: {
        MatchOutcome.VOID: "The match of request {key} is void: {reason}",
        MatchOutcome.NOT_BEGUN: "The match of request {key} will not be played: {reason}",
    },
}
# How long the matches of a season that was killed may take to end, in seconds.
_ENDING = 3.0
_POLITE = (signal.SIGINT, signal.SIGTERM)


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
        case MatchBegun(Trial(key=player)):
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


def run_season(
    place: str,
    *,
    matches: int | None,
    minutes: float | None,
    parallel: int | None,
    url: str | None,
    tls: Path | None,
    twice: int,
    slowest: float,
    box: str,
    trust: bool,
    allow_missing: Sequence[str],
    metrics: str | None,
    journal_form: str | None,
    as_json: bool,
) -> int:
    """Play until there is nothing left to play, or enough; then say what came out."""
    stopped = False
    kind = "process" if trust else box
    with ExitStack() as held:
        watchers = held.enter_context(watching(metrics, journal_form, quiet=as_json))
        store = _begin(held, place, watchers)
        season = Season(
            store,
            _find_executor(
                store,
                kind,
                allow_missing,
                parallel=parallel,
                url=url,
                tls=tls,
                twice=twice,
                slowest=slowest,
            ),
            read_format(store.roster().seasons[-1].format),
            rng=Random(draw_seed()),
            prover=Prover(beside=True),
            intake=Intake(place, store, kind, allow_missing),
            rater=Rater(),
        )
        progress = Progress(season, matches)
        watchers.begin(store.roster(), [one.game for one in store.opened().divisions], kind)
        signals = Signals()
        events = season.run(matches, _until(minutes))
        try:
            with signals.listened_to():
                _watch(season, events, progress, watchers, signals=signals)
        except KeyboardInterrupt:
            stopped = True
        shortages = [*_explain_end(store.roster(), season), *season.shortages()]
        waiting = len(store.queue())
        watchers.end(progress.played, progress.void, waiting, stopped=stopped)
    if as_json:
        done = {"played": progress.played, "void": progress.void, "benched": progress.benched}
        print_json(done | {"waiting": waiting, "shortages": shortages, "stopped": stopped})
    else:
        _conclude(progress, shortages, waiting)
    return 130 if stopped else 0


def _begin(held: ExitStack, place: str, watchers: Watchers) -> Store:
    """Open the ladder, and be its only season. A database that is away is waited for."""

    def begin() -> Store:
        with ExitStack() as opened:
            store = opened.enter_context(open_store(place))
            opened.enter_context(store.alone(_ENDING))
            held.enter_context(opened.pop_all())
        return store

    waiting = wait_for_database(begin, failures=Away)
    while True:
        try:
            with working("waiting for the program that plays it"):
                event = next(waiting)
        except StopIteration as done:
            found: Store = done.value
            return found
        watchers.tell(event, tell(event), 0, 0)


def _find_executor(
    store: Store,
    box: str,
    allow_missing: Sequence[str],
    *,
    parallel: int | None,
    url: str | None,
    tls: Path | None,
    twice: int,
    slowest: float,
) -> Executor:
    """Return what plays: this machine, or the workers of a scheduler."""
    if url is None:
        slots = parallel or count_cpus()
        return LocalExecutor(store.submission, box, allow_missing, slots=slots)
    if parallel is not None:
        raise UserError(
            "How many matches a worker plays at once is told to it: leave out --parallel."
        )
    from ladder.cluster.address import read_address
    from ladder.cluster.executor import ClusterExecutor

    address = read_address(url, tls)
    # Before anybody is told that the season begins.
    address.require_answer()
    return ClusterExecutor(address, store.submission, box, twice=twice, slowest=slowest)


def _explain_end(roster: Roster, season: Season) -> Iterator[str]:
    """Say in a sentence each why no more is played, where it is not for want of bots or time."""
    if roster.paused:
        yield "The ladder is paused: no matches are planned before ladder pause --undo."
        return
    begun = roster.seasons[-1]
    choose = read_format(begun.format)
    if isinstance(choose, Gauntlet) and (why := roster.why_not_playing(choose.player)):
        yield f"The gauntlet is not played to its end: {why}."
    elif season.is_over:
        yield from filter(None, [describe_end(begun.format)])


def _until(minutes: float | None) -> Callable[[], bool]:
    end = None if minutes is None else time.monotonic() + minutes * 60
    return lambda: end is None or time.monotonic() < end


class Signals:
    """Has a polite signal do what Ctrl-C does, and keeps that in mind.

    What is going on may make another error of the interruption, as the client of a database does
    whose server has just gone away.
    """

    def __init__(self) -> None:
        self._came = False

    @contextmanager
    def listened_to(self) -> Iterator[None]:
        """Raise KeyboardInterrupt when a signal comes."""
        before = {number: signal.signal(number, self._stop) for number in _POLITE}
        try:
            yield
        finally:
            for number, its in before.items():
                signal.signal(number, its)

    def check(self) -> None:
        """Raise KeyboardInterrupt if a signal has come."""
        if self._came:
            raise KeyboardInterrupt

    def _stop(self, *_: object) -> None:
        self._came = True
        raise KeyboardInterrupt


def _watch(
    season: Season,
    events: Generator[SeasonEvent],
    progress: Progress,
    watchers: Watchers,
    *,
    signals: Signals,
) -> None:
    # Refreshed by us: with a thread of its own, starting a match could not fork safely.
    with (
        closing(events),
        Live(progress, console=watchers.console, auto_refresh=False, transient=True) as live,
    ):
        for event in events:
            signals.check()
            watchers.tell(event, progress.take(event), len(season.playing), season.waiting)
            live.refresh()


def _conclude(progress: Progress, shortages: list[str], waiting: int) -> None:
    console = PlainConsole(soft_wrap=True)
    console.print(
        f"{plural(progress.played, 'match', 'matches')} played, {progress.void} void,"
        f" {plural(waiting, 'planned match waits', 'planned matches wait')} for the next season."
    )
    for shortage in shortages:
        console.print(shortage)
    console.print(advise("table", program="ladder"))
