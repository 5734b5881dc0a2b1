"""Plays the season that goes on, until there is nothing left to play, or enough."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from rich.live import Live

from arena.errors import UserError
from arena.match.plan import draw_seed
from arena.runner.host import Host
from arena.terminal.advice import advise
from arena.terminal.console import PlainConsole
from ladder.cli.output import print_json, working
from ladder.cli.screen import Progress
from ladder.cli.signals import Signals
from ladder.cli.trusting import require_trust
from ladder.cli.watching import Watchers, watching
from ladder.log.entries import SeasonBegun
from ladder.log.roster import Roster
from ladder.machine.clock import describe_lead, utc_now
from ladder.machine.pulse import count_cpus
from ladder.matchmaking.formats import read_format
from ladder.matchmaking.meet_all import Gauntlet
from ladder.matchmaking.written import describe_end
from ladder.queries.wording import plural
from ladder.rerating import Rater
from ladder.season.due import DueActs
from ladder.season.executor import Executor, LocalExecutor
from ladder.season.jobs import SeasonEvent, wait_for_database
from ladder.season.prover import Prover
from ladder.season.reviewer import Reviewer
from ladder.season.season import Season
from ladder.settings.webhook import EventKind, WebhookEvent
from ladder.store.opening import open_store, require_private
from ladder.store.outbox import add_event
from ladder.store.store import Store
from ladder.submissions.intake import Intake
from ladder.web.publish import publish

# How long the matches of a season that was killed may take to end, in seconds.
_ENDING = 3.0
# One proves 25,000 matches an hour.
_PROVERS = 2


def run_season(
    place: str, matches: int | None = None, minutes: float | None = None, **asked: Any
) -> int:
    """Play until there is nothing left to play, or enough; then say what came out.

    A final that is planned for now begins then, and is played as the next season.
    """
    may_plan = _until(minutes)
    while True:
        played, stopped, final = _play_season(place, matches, may_plan, **asked)
        matches = None if matches is None else matches - played
        if stopped or final is None or matches == 0:
            return 130 if stopped else 0


def _play_season(
    place: str,
    matches: int | None,
    may_plan: Callable[[], bool],
    *,
    boxes: Host,
    parallel: int | None = None,
    url: str | None = None,
    tls: Path | None = None,
    trust: bool = False,
    metrics: Path | None = None,
    journal_form: str | None = None,
    as_json: bool = False,
) -> tuple[int, bool, SeasonBegun | None]:
    """Play a season; return how many matches, whether it was stopped, and what begins after it."""
    stopped, final = False, None
    with ExitStack() as held:
        watchers = held.enter_context(watching(metrics, journal_form, quiet=as_json))
        store = _begin(held, place, watchers)
        if trust:
            require_trust(frozenset(store.roster().authors))
        (last,) = store.entries(newest_first=True, most=1)
        if lead := describe_lead(last.time, utc_now()):
            logging.getLogger(__name__).warning("Take note: %s.", lead)
        due = DueActs(store, publish)
        due.tend()
        due.begin_final()
        season = Season(
            store,
            _find_executor(store, boxes, parallel=parallel, url=url, tls=tls),
            read_format(store.roster().seasons[-1].format),
            rng=Random(draw_seed()),
            prover=Prover(min(_PROVERS, count_cpus())),
            intake=Intake(place, store, boxes),
            rater=Rater(store),
            reviewer=Reviewer(beside=True),
            due=due,
        )
        progress = Progress(season, matches)
        watchers.begin(store.roster(), store.opened().games, boxes.box)
        try:
            _watch(season, matches, lambda: may_plan() and not due.has_final, progress, watchers)
        except KeyboardInterrupt:
            stopped = True
        shortages = [*_explain_end(store.roster(), season), *season.shortages()]
        waiting = len(store.queue())
        watchers.end(progress.played, progress.void, waiting, stopped=stopped)
        if season.is_over:
            _tell_final_over(store)
        if not stopped:
            final = due.keep_alone()
        shortages += filter(None, [due.obstacle])
    if as_json:
        done = {"played": progress.played, "void": progress.void, "benched": progress.benched}
        print_json(done | {"waiting": waiting, "shortages": shortages, "stopped": stopped})
    else:
        _conclude(progress, shortages, waiting, final)
    return progress.played, stopped, final


def _begin(held: ExitStack, place: str, watchers: Watchers) -> Store:
    """Open the ladder, and be its only season. A database that is away is waited for."""

    require_private(place)

    def begin() -> Store:
        with ExitStack() as opened, working("waiting for the program that plays it"):
            store = opened.enter_context(open_store(place))
            opened.enter_context(store.season_lock(_ENDING))
            held.enter_context(opened.pop_all())
        return store

    return wait_for_database(begin, lambda event: watchers.tell(event, 0, 0))


def _find_executor(
    store: Store,
    boxes: Host,
    *,
    parallel: int | None,
    url: str | None,
    tls: Path | None,
) -> Executor:
    """Return what plays: this machine, or the workers of a scheduler."""
    if url is None:
        from arena.doctor.capacity import find_capacity

        slots = parallel or find_capacity(boxes.box).matches
        return LocalExecutor(store.submission, boxes, slots=slots)
    if parallel is not None:
        raise UserError(
            "How many matches a worker plays at once is told to it: leave out --parallel."
        )
    from ladder.cluster.address import read_address
    from ladder.cluster.executor import ClusterExecutor

    address = read_address(url, tls)
    # Before anybody is told that the season begins.
    address.require_answer()
    return ClusterExecutor(address, store.submission, boxes.box)


def _explain_end(roster: Roster, season: Season) -> Iterator[str]:
    """Say in a sentence each why no more is played, where it is not for want of bots or time."""
    if roster.paused:
        yield "The ladder is paused: no matches are planned before ladder set --resume."
        return
    begun = roster.seasons[-1]
    choose = read_format(begun.format)
    if isinstance(choose, Gauntlet) and (why := roster.why_not_playing(choose.player)):
        yield f"The gauntlet is not played to its end: {why}."
    elif season.is_over:
        yield from filter(None, [describe_end(begun.format)])


def _tell_final_over(store: Store) -> None:
    """Have the webhook told that nothing is left to be played, if it is the final."""
    roster, kind = store.roster(), EventKind.FINAL_OVER
    if roster.frozen and roster.season > 1:
        text = f"Season {roster.season} is over: nothing of it is left to be played."
        event = WebhookEvent(f"{kind}-{roster.season}", kind, datetime.now(UTC), text)
        with store.writing() as transaction:
            add_event(transaction.connection, event)


def _until(minutes: float | None) -> Callable[[], bool]:
    end = None if minutes is None else time.monotonic() + minutes * 60
    return lambda: end is None or time.monotonic() < end


def _watch(
    season: Season,
    matches: int | None,
    may_plan: Callable[[], bool],
    progress: Progress,
    watchers: Watchers,
) -> None:
    signals = Signals()
    # Refreshed by us: with a thread of its own, starting a match could not fork safely.
    live = Live(progress, console=watchers.console, auto_refresh=False, transient=True)

    def tell(event: SeasonEvent) -> None:
        signals.check()
        progress.take(event)
        watchers.tell(event, len(season.playing), season.waiting)
        live.refresh()

    with signals.listened_to(), live:
        season.run(matches, may_plan, tell)


def _conclude(
    progress: Progress, shortages: list[str], waiting: int, final: SeasonBegun | None
) -> None:
    console = PlainConsole(soft_wrap=True)
    console.print(
        f"{plural(progress.played, 'match', 'matches')} played, {progress.void} void,"
        f" {plural(waiting, 'planned match waits', 'planned matches wait')} for the next season."
    )
    for shortage in shortages:
        console.print(shortage)
    if final is not None:
        console.print(f"The final has begun: {final}.")
        return
    console.print(advise("table", program="ladder"))
