"""`arena play`: has a match opened, watches it, and says what came out."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from rich.filesize import decimal
from rich.progress import MofNCompleteColumn, TextColumn, TimeRemainingColumn

from arena.boxes.kinds import JUDGED, KINDS
from arena.errors import HostFailure, ServiceAway, UserError
from arena.foreign_text import show_lines
from arena.library.match import MatchRequest, StartedMatch, open_match
from arena.match.clock import NO_CLOCK, ClockKind, TimeControl, parse_time_control
from arena.match.match import DoesNotStart
from arena.match.plan import MatchPlan
from arena.runner.competitors import is_person
from arena.runner.referee_process import GamePlayed, MatchPlayed, MatchVoid
from arena.terminal.console import PlainConsole
from arena.terminal.program import STOPPED, tell_away
from arena.terminal.progress import playing
from arena.terminal.shown import print_shown


def read_request(
    *,
    options: tuple[str, ...],
    clock: str,
    clock_kind: str,
    human_clock: str | None,
    start_limit: float,
    as_json: bool,
    **asked: Any,
) -> MatchRequest:
    """Return what was typed as what is to be played. UserError if it makes no sense."""
    request = MatchRequest(
        **asked,
        options=dict(map(split_option, options)),
        clock=parse_time_control(clock, clock_kind, start_limit),
        person_clock=_read_human_clock(human_clock),
        echo=not as_json,
    )
    _check_people(request, has_clock=human_clock is not None, as_json=as_json)
    return request


def play_request(request: MatchRequest, *, as_json: bool) -> int:
    """Play, report, and return the exit code: 1 if there was a forfeit, 130 if a signal stopped the
    match, else 0. The games played are kept in any case.
    """
    console = PlainConsole(stderr=True, quiet=as_json)
    with open_match(request, console.print) as match:
        with showing_last_words():
            stopped, printed = _play(match, console, with_people=request.has_people)
        result = match.end(stopped=stopped)
    # Here, so that the match begins before the report is loaded.
    from arena.cli.report import show_place, show_result

    if result.games or as_json:
        told = request.has_people and result.plan.games == 1
        print_shown((show_place if told else show_result)(result), as_json=as_json)
    else:
        console.print("Stopped before the end of the first game.")
    if request.logs is None:
        for name, size in sorted(printed.items()):
            console.print(f"{name} has printed {decimal(size)}; --logs DIR keeps it.")
    if stopped:
        return STOPPED
    return int(any(game.forfeits for game in result.games))


@contextmanager
def showing_last_words() -> Iterator[None]:
    """Show what a bot has printed that does not start, before the sentence that says so."""
    try:
        yield
    except DoesNotStart as refusal:
        console = PlainConsole(stderr=True)
        for line in show_lines(refusal.log_tail):
            console.print(f"  | {line}")
        raise


def _check_people(request: MatchRequest, *, has_clock: bool, as_json: bool) -> None:
    """UserError if what was asked for is not for people, or for bots only."""
    people = sum(map(is_person, request.bots))
    if not people and has_clock:
        raise UserError("--human-clock is for a person; `human` among the bots is one.")
    if not people:
        return
    if as_json:
        raise UserError("--json is for programs; with a person at the table leave it out.")
    if request.parallel > 1:
        raise UserError("A person plays one game after the other; leave out --parallel.")
    if not KINDS[request.box].own_process:
        raise UserError(
            f"A person plays against bots that can be stopped: --box {' or '.join(JUDGED)}."
        )
    if people > 1 and has_clock:
        raise UserError("At one terminal people wait for each other; leave out --human-clock.")


def _read_human_clock(text: str | None) -> TimeControl:
    """Return the clock of the people: wall time, and as long as they like to sit down."""
    if text is None:
        return NO_CLOCK
    return replace(parse_time_control(text), start=NO_CLOCK.start, kind=ClockKind.WALL)


def _play(
    match: StartedMatch, console: PlainConsole, *, with_people: bool
) -> tuple[bool, Counter[str]]:
    """Play what is missing of the match, and keep every game; return whether it was stopped, and
    the size of what bots have printed that nobody saw.
    """
    unfinished = match.unfinished
    plan = unfinished.plan
    printed = Counter[str]()
    done = plan.games - len(unfinished.missing())
    if unfinished.attempt:
        console.print(
            f"Going on with {unfinished.path}: {done} of {plan.games} games are played,"
            " the others are dealt again."
        )
    if not plan.is_even and not with_people:
        console.print(_uneven(plan))
    # In an inline run the terminal is the bots', and maybe a debugger's.
    inline = plan.box == "inline"
    try:
        if with_people:
            # Here, so that a match of bots alone begins without it.
            from arena.cli.human import play_with_people

            return play_with_people(match.host, match.tasks[0], unfinished, PlainConsole()), printed
        columns = MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn()
        with playing(console, plan.games, done, *columns, disable=inline) as advance:
            advance(0)
            for event in match.play():
                match event:
                    case GamePlayed():
                        advance(1)
                    case MatchVoid() as void:
                        console.print(str(void))
                    case MatchPlayed(_, logs) if not inline:
                        named = zip(plan.bots, logs, strict=True)
                        printed.update({bot.name: len(log.encode()) for bot, log in named if log})
    except KeyboardInterrupt:
        return True, printed
    except ServiceAway as away:
        tell_away(away)
        return True, printed
    except HostFailure:
        if unfinished.record.games:
            console.print(
                f"The match so far is in {unfinished.path}; the same command goes on with it."
            )
        raise
    return False, printed


def _uneven(plan: MatchPlan) -> str:
    seats = len(plan.bots)
    often = plan.games // seats
    fewer = f"{often * seats} or " if often else ""
    return (
        f"The seats are not even: with --games {plan.games} every bot is in every seat {often} or"
        f" {often + 1} times; with {fewer}{(often + 1) * seats} it would be equally often."
    )


def split_option(text: str) -> tuple[str, str]:
    key, separator, value = text.partition("=")
    if not separator:
        raise UserError(f"An option is KEY=VALUE, for example limit=66, not {text!r}.")
    return key, value
