"""`ladder run`: plays the season that goes on, and says what it is doing at the moment."""

import os
import signal
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from random import Random

from rich.live import Live
from rich.table import Table

from arena.errors import UserError
from arena.match.plan import draw_seed
from arena.terminal.advice import advise
from arena.terminal.console import PlainConsole
from ladder.cli.output import print_json, working
from ladder.cli.watching import Watchers, watching
from ladder.executor import Executor, LocalExecutor, Notice
from ladder.intake import Intake, UploadBegun, UploadOver, describe_upload
from ladder.live_ratings import KEPT_EACH, keep_ratings
from ladder.log import Benched, Played
from ladder.matchmaking.formats import read_format
from ladder.matchmaking.meet_all import Gauntlet
from ladder.matchmaking.written import describe_end
from ladder.queries.wording import plural
from ladder.requests import RequestState
from ladder.roster import Roster
from ladder.season import (
    GameOver,
    Logged,
    MatchBegun,
    MatchSetAside,
    MatchVoided,
    RequestOver,
    Season,
    SeasonEvent,
    TrialOver,
    Waiting,
    wait_for_database,
)
from ladder.store.database import Away, StoreFailure
from ladder.store.opening import open_store
from ladder.store.store import Store

# How long the matches of a season that was killed may take to end, in seconds.
_ENDING = 3.0
_POLITE = (signal.SIGINT, signal.SIGTERM)


class Progress:
    """What a season has done, and what it is doing."""

    def __init__(self, wanted: int | None = None) -> None:
        self._wanted = wanted
        self.played = 0
        self.games = 0
        self.void = 0
        self.benched: list[str] = []
        self._playing: dict[int, tuple[MatchBegun, int]] = {}
        self._begun = time.monotonic()

    def take(self, event: SeasonEvent) -> str:
        """Take note; return a line for what is worth one, else an empty one."""
        match event:
            case MatchBegun(planned):
                self._playing[planned.match] = (event, 0)
            case GameOver(match):
                begun, games = self._playing[match]
                self._playing[match] = (begun, games + 1)
                # What is in no log counts for nothing.
                self.games += match > 0
            case RequestOver(match):
                self._playing.pop(match, None)
            case MatchVoided(match) | TrialOver(match):
                self._playing.pop(match, None)
                self.void += isinstance(event, MatchVoided) or event.reason != ""
            case Logged(entry):
                return self._log(entry.body)
        return tell(event)

    def _log(self, body: object) -> str:
        if isinstance(body, Played):
            self._playing.pop(body.match, None)
            self.played += 1
        if isinstance(body, Benched):
            self.benched.append(body.player)
            return f"{body.player} is benched: {body.reason}"
        return ""

    def __rich__(self) -> Table:
        minutes = (time.monotonic() - self._begun) / 60
        table = Table(
            *("match", "game", "bots", "games"),
            box=None,
            title=f"{self._count()} played in {minutes:.1f} min",
            title_justify="left",
        )
        for begun, games in self._playing.values():
            plan = begun.planned.plan
            names = ", ".join(bot.name for bot in plan.bots)
            table.add_row(_title(begun), plan.game, names, f"{games}/{plan.games}")
        return table

    def _count(self) -> str:
        if self._wanted is None:
            return plural(self.played, "match", "matches")
        return f"{self.played} of {plural(self._wanted, 'match', 'matches')}"


def _title(begun: MatchBegun) -> str:
    if begun.request is not None:
        return f"request {begun.request}"
    return "trial" if begun.alone else str(begun.planned.match)


def tell(event: SeasonEvent) -> str:  # noqa: PLR0911 - one for each kind
    """Return a line for what is worth one and is in no log, else an empty one."""
    match event:
        case MatchBegun(alone=str(player)):
            return (
                f"{player} was in one void after the other: it plays alone with the sample bots"
                " before it plays others, and that counts for nothing."
            )
        case MatchVoided(match, players, reason, put_off):
            when = "when nothing else is left" if put_off else "again"
            names = ", ".join(players)
            return f"Match {match} ({names}) is void and is played {when}, dealt anew: {reason}"
        case MatchSetAside(match, players, reason):
            names = ", ".join(players)
            return (
                f"Match {match} ({names}) is put off: {reason}; ladder cancel {match} gives it up."
            )
        case TrialOver(player=player, reason=""):
            return f"{player} has played alone with the sample bots, and plays others again."
        case TrialOver(player=player, reason=reason):
            return f"The match of {player} alone with the sample bots is void: {reason}"
        case RequestOver(request=number, state=state, reason=reason) if reason:
            after = "is void" if state == RequestState.WAITING else "will not be played"
            return f"The match of request {number} {after}: {reason}"
        case Waiting(reason):
            return f"Waiting: {reason}"
        case Notice(text):
            return text
        case UploadBegun(upload) | UploadOver(upload):
            return describe_upload(upload)
    return ""


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
    # Late, since who only plays does without SciPy, which takes half a second to load.
    from ladder.leaderboards import keep_boards

    progress = Progress(matches)
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
            intake=Intake(place, store, kind, allow_missing),
        )
        watchers.begin(store.roster(), [one.game for one in store.opened().divisions], kind)
        signals = Signals()
        events = season.run(matches, _until(minutes))
        try:
            with signals.listened_to():
                _watch(season, events, progress, watchers, store=store, signals=signals)
        except KeyboardInterrupt:
            stopped = True
        _keep(store, keep_ratings, keep_boards)
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
            with working("waiting for whoever plays it"):
                event = next(waiting)
        except StopIteration as done:
            found: Store = done.value
            return found
        watchers.tell(event, tell(event), 0)


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
        slots = parallel or os.cpu_count() or 1
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


def _keep(store: Store, *keeping: Callable[[Store], None]) -> None:
    # It saves time and nothing else, so it can be done another time.
    with suppress(StoreFailure):
        for keep in keeping:
            keep(store)


def _watch(
    season: Season,
    events: Generator[SeasonEvent],
    progress: Progress,
    watchers: Watchers,
    *,
    store: Store,
    signals: Signals,
) -> None:
    # Refreshed by us: with a thread of its own, starting a match could not fork safely.
    with (
        closing(events),
        Live(progress, console=watchers.console, auto_refresh=False, transient=True) as live,
    ):
        for event in events:
            signals.check()
            watchers.tell(event, progress.take(event), season.waiting)
            if isinstance(event, Logged) and progress.played % KEPT_EACH == 0:
                _keep(store, keep_ratings)
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
