"""`arena play`: plans the match, watches it, and says what came out."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from rich.filesize import decimal
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from arena.boxes.kinds import JUDGED, KINDS
from arena.cli.seed import read_seed
from arena.errors import HostFailure, UserError
from arena.foreign_text import show_lines
from arena.games import AnyGame, find_game
from arena.games.options import read_options
from arena.match.clock import NO_CLOCK, ClockKind, TimeControl, parse_time_control
from arena.match.match import DoesNotStart
from arena.match.person import Competitor
from arena.match.plan import MatchPlan, make_plan
from arena.match.unfinished import UnfinishedMatch, keep_match
from arena.runner.competitors import Competitors, is_person
from arena.runner.referee_process import GamePlayed, MatchPlayed, MatchVoid, run_matches
from arena.runner.task import Task
from arena.terminal.console import PlainConsole

# How many games are played where nobody says how many: the next multiple of the number of bots.
USUAL_GAMES: Final = 40
_STOPPED: Final = 130


@dataclass(frozen=True, slots=True)
class PlayRequest:
    """What the user asked for, as it was typed."""

    game: str
    bots: tuple[str, ...]
    games: int | None
    seed: str | None
    options: tuple[str, ...]
    box: str
    allow_missing: tuple[str, ...]
    clock: str
    clock_kind: str
    human_clock: str | None
    start_limit: float
    parallel: int
    out: Path
    fresh: bool
    logs: Path | None


def play_request(request: PlayRequest, *, as_json: bool) -> int:
    """Play, report, and return the exit code: 1 if there was a forfeit, 130 if a signal stopped
    the match, else 0. What was played is kept in any case.
    """
    rules = find_game(request.game)
    check_people(request, as_json=as_json)
    console = PlainConsole(stderr=True, quiet=as_json)
    with ExitStack() as held:
        competitors = Competitors(held, request.box, console.print, request.allow_missing)
        bots = tuple(competitors.seat(request.bots, rules, read_human_clock(request)))
        plan = plan_match(request, rules, bots)
        if request.logs is not None:
            _try_folder(request.logs)
        match = held.enter_context(
            closing(
                keep_match(
                    request.out,
                    plan,
                    fresh=request.fresh,
                    same_luck=request.seed is not None,
                    say=lambda line: console.print(line, soft_wrap=True),
                )
            )
        )
        tasks = plan_tasks(request, bots, match)
        tasks = [replace(task, echo=not as_json) for task in tasks]
        with showing_last_words():
            stopped, printed = _play(tasks, match, console, with_people=has_people(request))
        # Here, so that the match begins before the report is loaded.
        from arena.cli.report import MatchReport, print_json, print_place, print_result

        record = match.record
        path = match.path if stopped else match.finish()
        result = MatchReport(match.plan, record.games, path, stopped=stopped)
        if as_json:
            print_json(result)
        elif record.games:
            told = has_people(request) and plan.games == 1
            (print_place if told else print_result)(result, PlainConsole())
        else:
            console.print("Stopped before the end of the first game.")
        if request.logs is None:
            for name, size in sorted(printed.items()):
                console.print(f"{name} has printed {decimal(size)}; --logs DIR keeps it.")
    if stopped:
        return _STOPPED
    return int(any(game.forfeits for game in record.games))


@contextmanager
def showing_last_words() -> Iterator[None]:
    """Show what a bot has printed that does not start, before the sentence that says so."""
    try:
        yield
    except DoesNotStart as refusal:
        console = PlainConsole(stderr=True, soft_wrap=True)
        for line in show_lines(refusal.log_tail):
            console.print(f"  | {line}")
        raise


def has_people(request: PlayRequest) -> bool:
    return any(map(is_person, request.bots))


def check_people(request: PlayRequest, *, as_json: bool) -> None:
    """UserError if what was asked for is not for people, or for bots only."""
    people = sum(map(is_person, request.bots))
    if not people and request.human_clock is not None:
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
    if people > 1 and request.human_clock is not None:
        raise UserError("At one terminal people wait for each other; leave out --human-clock.")


def read_human_clock(request: PlayRequest) -> TimeControl:
    """Return the clock of the people: wall time, and as long as they like to sit down."""
    if request.human_clock is None:
        return NO_CLOCK
    control = parse_time_control(request.human_clock)
    return replace(control, start=NO_CLOCK.start, kind=ClockKind.WALL)


def plan_match(request: PlayRequest, game: AnyGame, bots: tuple[Competitor, ...]) -> MatchPlan:
    """Return the plan of the match. UserError if the request makes no sense."""
    return make_plan(
        game,
        read_options(game, dict(map(split_option, request.options))),
        bots,
        games=_usual_games(request) if request.games is None else request.games,
        control=replace(
            parse_time_control(request.clock),
            start=request.start_limit,
            kind=ClockKind(request.clock_kind),
        ),
        box=request.box,
        allow_missing=request.allow_missing,
        seed=None if request.seed is None else read_seed(request.seed),
    )


def _usual_games(request: PlayRequest) -> int:
    """Return how many are played if nobody says so: everybody is in every seat equally often.

    With people it is one.
    """
    seats = len(request.bots)
    return 1 if has_people(request) else -(-USUAL_GAMES // seats) * seats


def plan_tasks(
    request: PlayRequest, bots: tuple[Competitor, ...], match: UnfinishedMatch
) -> list[Task]:
    """Share the games that are missing of a match among those that play at once."""
    missing = match.missing()
    parts = min(request.parallel, len(missing))
    folders = _make_log_folders(request.logs, match.plan.games - len(missing), parts)
    return [
        Task(
            match.plan,
            bots,
            frozenset(missing[part::parts]),
            match.attempt,
            must_start=True,
            logs=folder,
        )
        for part, folder in enumerate(folders)
    ]


def _make_log_folders(logs: Path | None, done: int, parts: int) -> list[Path | None]:
    """Make a folder for the logs of each part: the one that was asked for, or folders in it.

    A match that goes on adds a folder, so that what its bots said before is kept.
    """
    if logs is None:
        return [None] * parts
    place = logs / f"after-{done}-games" if done else logs
    folders = [place] if parts == 1 else [place / str(part + 1) for part in range(parts)]
    for folder in folders:
        _try_folder(folder)
    return [*folders]


def _try_folder(logs: Path) -> None:
    """Make a folder for logs; UserError if nothing can be written in it."""
    try:
        logs.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=logs).close()
    except OSError as error:
        raise UserError(f"No logs can be written in {logs}: {error.strerror}.") from error


def _play(
    tasks: list[Task], unfinished: UnfinishedMatch, console: PlainConsole, *, with_people: bool
) -> tuple[bool, Counter[str]]:
    """Play what is missing of the match, and keep every game; return whether it was stopped, and
    the size of what bots have printed that nobody saw.
    """
    printed = Counter[str]()
    done = unfinished.plan.games - len(unfinished.missing())
    if unfinished.attempt:
        console.print(
            f"Going on with {unfinished.path}: {done} of {unfinished.plan.games} games are played,"
            " the others are dealt again.",
            soft_wrap=True,
        )
    if not unfinished.plan.is_even and not with_people:
        console.print(_uneven(unfinished.plan), soft_wrap=True)
    # In an inline run the terminal is the bots', and maybe a debugger's.
    inline = unfinished.plan.box == "inline"
    try:
        if with_people:
            # Here, so that a match of bots alone begins without it.
            from arena.cli.human import play_with_people

            return play_with_people(tasks[0], unfinished, PlainConsole()), printed
        with _progress(console, unfinished.plan.games, done, disable=inline) as advance:
            for _, event in run_matches(tasks, len(tasks)):
                match event:
                    case GamePlayed(game):
                        unfinished.add(game)
                        advance(1)
                    case MatchVoid() as void:
                        unfinished.redeal()
                        console.print(str(void), soft_wrap=True)
                    case MatchPlayed(_, logs) if not inline:
                        named = zip(tasks[0].bots, logs, strict=True)
                        printed.update({bot.name: len(log.encode()) for bot, log in named if log})
    except KeyboardInterrupt:
        return True, printed
    except HostFailure:
        if unfinished.record.games:
            console.print(
                f"What was played is in {unfinished.path}; the same command goes on with it."
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


@contextmanager
def _progress(
    console: PlainConsole, games: int, done: int, *, disable: bool
) -> Iterator[Callable[[int], None]]:
    # Without a thread of its own, so that starting a match can fork safely.
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TextColumn("games"))
    with Progress(
        *columns,
        TimeRemainingColumn(),
        console=console,
        auto_refresh=False,
        transient=True,
        disable=disable,
    ) as progress:
        bar = progress.add_task("", total=games, completed=done)

        def advance(number: int) -> None:
            progress.advance(bar, number)
            progress.refresh()

        advance(0)
        yield advance


def split_option(text: str) -> tuple[str, str]:
    key, separator, value = text.partition("=")
    if not separator:
        raise UserError(f"An option is KEY=VALUE, for example limit=66, not {text!r}.")
    return key, value
