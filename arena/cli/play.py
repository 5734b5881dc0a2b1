"""`arena play`: plans the match, watches it, and says what came out."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from arena.bots.manifest import Bot
from arena.cli.bots import open_bots
from arena.cli.console import PlainConsole
from arena.cli.seed import read_seed
from arena.errors import HostFailure, UserError
from arena.games import AnyGame, find_game
from arena.games.options import read_options
from arena.match.clock import ClockKind, parse_time_control
from arena.match.plan import is_even, make_plan
from arena.match.unfinished import UnfinishedMatch, keep_match
from arena.runner.referee_process import GamePlayed, MatchVoid, run_matches
from arena.runner.task import Task
from arena.v1 import record_pb2 as rec

# How many games are played where nobody says how many: the next multiple of the number of bots.
USUAL_GAMES: Final = 40
_STOPPED: Final = 130


@dataclass(frozen=True, slots=True)
class Request:
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
    start_limit: float
    parallel: int
    out: Path
    fresh: bool
    strict: bool
    logs: Path | None


def play_request(request: Request, *, as_json: bool) -> int:
    """Play, report, and return the exit code: 1 if a forfeit stopped a strict match, 130 if a
    signal stopped it, else 0. What was played is kept in any case.
    """
    rules = find_game(request.game)
    console = PlainConsole(stderr=True, quiet=as_json)
    with ExitStack() as held:
        bots = tuple(open_bots(request.bots, rules, held))
        plan = plan_match(request, rules, bots)
        if request.logs is not None:
            _try_folder(request.logs)
        match = held.enter_context(
            closing(
                keep_match(
                    request.out, plan, fresh=request.fresh, same_luck=request.seed is not None
                )
            )
        )
        tasks = plan_tasks(request, bots, match)
        stopped = _play([replace(task, echo=not as_json) for task in tasks], match, console)
        # Here, so that the match begins before the report is loaded.
        from arena.cli.report import MatchReport, print_json, print_result

        record = match.record
        path = match.path if stopped else match.finish()
        result = MatchReport(rules, record, path, stopped=stopped)
        if as_json:
            print_json(result)
        elif record.games:
            print_result(result, PlainConsole())
        else:
            console.print("Stopped before the end of the first game.")
    if stopped:
        return _STOPPED
    return 1 if request.strict and any(game.forfeits for game in record.games) else 0


def plan_match(request: Request, game: AnyGame, bots: tuple[Bot, ...]) -> rec.Plan:
    """Return the plan of the match. UserError if the request makes no sense."""
    return make_plan(
        game,
        read_options(game, dict(map(_split_option, request.options))),
        bots,
        games=_usual_games(len(bots)) if request.games is None else request.games,
        control=replace(
            parse_time_control(request.clock),
            start=request.start_limit,
            kind=ClockKind(request.clock_kind),
        ),
        box=request.box,
        allow_missing=request.allow_missing,
        seed=None if request.seed is None else read_seed(request.seed),
    )


def _usual_games(seats: int) -> int:
    """Return how many are played if nobody says so: everybody is in every seat equally often."""
    return -(-USUAL_GAMES // seats) * seats


def plan_tasks(request: Request, bots: tuple[Bot, ...], match: UnfinishedMatch) -> list[Task]:
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
            strict=request.strict,
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


def _play(tasks: list[Task], unfinished: UnfinishedMatch, console: PlainConsole) -> bool:
    """Play what is missing of the match, and keep every game; return whether it was stopped."""
    done = unfinished.plan.games - len(unfinished.missing())
    if unfinished.attempt:
        console.print(
            f"Going on with {unfinished.path}: {done} of {unfinished.plan.games} games are played,"
            " the others are dealt anew.",
            soft_wrap=True,
        )
    if not is_even(unfinished.plan):
        console.print(_uneven(unfinished.plan), soft_wrap=True)
    # In an inline run the terminal is the bots', and maybe a debugger's.
    inline = unfinished.plan.box == "inline"
    try:
        with _progress(console, unfinished.plan.games, done, disable=inline) as advance:
            for _, event in run_matches(tasks, len(tasks)):
                match event:
                    case GamePlayed(game):
                        unfinished.add(game)
                        advance(1)
                    case MatchVoid(reason, missing):
                        unfinished.deal_anew()
                        console.print(_void(reason, missing), soft_wrap=True)
    except KeyboardInterrupt:
        return True
    except HostFailure:
        if unfinished.record.games:
            console.print(
                f"What was played is in {unfinished.path}; the same command goes on with it."
            )
        raise
    return False


def _void(reason: str, missing: int) -> str:
    games = "its missing game is" if missing == 1 else f"its {missing} missing games are"
    return f"The match is void, and {games} played again, dealt anew: {reason}"


def _uneven(plan: rec.Plan) -> str:
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


def _split_option(text: str) -> tuple[str, str]:
    key, separator, value = text.partition("=")
    if not separator:
        raise UserError(f"An option is KEY=VALUE, for example limit=66, not {text!r}.")
    return key, value
