"""`arena play`: plans the match, watches it, and says what came out."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryFile

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from arena.boxes.runner import GamePlayed, MatchPlayed, MatchVoid, run_matches
from arena.boxes.task import Task
from arena.cli.bots import open_bots
from arena.games import AnyGame, find_game
from arena.games.options import read_options
from arena.match.clock import ClockKind, parse_time_control
from arena.match.plan import count_games, make_plan, split_plan
from arena.match.record import write_record
from arena.mistake import Mistake
from arena.v1 import record_pb2 as rec


@dataclass(frozen=True, slots=True)
class Request:
    """What the user asked for, as it was typed."""

    game: str
    bots: tuple[str, ...]
    deals: int
    rotations: str
    seed: int | None
    options: tuple[str, ...]
    box: str
    lacking: tuple[str, ...]
    clock: str
    clock_kind: str
    start_limit: float
    parallel: int
    out: Path
    strict: bool
    logs: Path | None = None


def play_request(request: Request, *, as_json: bool) -> int:
    """Play, report, and return the exit code: 1 if a forfeit stopped a strict match, else 0."""
    rules = find_game(request.game)
    console = Console(stderr=True, quiet=as_json)
    with ExitStack() as held:
        tasks = [replace(task, echo=not as_json) for task in plan_tasks(request, rules, held)]
        played = _run(tasks, request.parallel, console)
        records = sorted(played, key=lambda record: record.plan.first_deal)
    # Here, so that the match begins before the report is loaded.
    from arena.cli.report import Result, print_json, print_result

    paths = [write_record(record, request.out) for record in records]
    result = Result(rules, records, paths)
    if as_json:
        print_json(result)
    else:
        print_result(result, Console())
    stopped = request.strict and any(game.forfeits for game in result.games())
    return 1 if stopped else 0


def plan_tasks(request: Request, game: AnyGame, held: ExitStack) -> list[Task]:
    """Return one task for each match that runs at once. Mistake if the request makes no sense.

    The bots' files are there for as long as they are held.
    """
    entrants = tuple(open_bots(request.bots, game, held))
    plan = make_plan(
        game,
        read_options(game, dict(map(_split_option, request.options))),
        entrants,
        deals=request.deals,
        rotations=_read_rotations(request.rotations, len(entrants)),
        control=replace(
            parse_time_control(request.clock),
            start=request.start_limit,
            kind=ClockKind(request.clock_kind),
        ),
        box=request.box,
        lacking=request.lacking,
        seed=request.seed,
    )
    parts = [*split_plan(plan, request.parallel)]
    folders = _make_log_folders(request.logs, len(parts))
    return [
        Task(part, entrants, request.strict, logs=folder)
        for part, folder in zip(parts, folders, strict=True)
    ]


def _make_log_folders(logs: Path | None, parts: int) -> list[Path | None]:
    """Make a folder for the logs of each match: the one that was asked for, or folders in it."""
    if logs is None:
        return [None] * parts
    folders = [logs] if parts == 1 else [logs / str(number + 1) for number in range(parts)]
    try:
        for folder in folders:
            folder.mkdir(parents=True, exist_ok=True)
            TemporaryFile(dir=folder).close()
    except OSError as error:
        raise Mistake(f"No logs can be written in {logs}: {error.strerror}.") from error
    return [*folders]


def _run(tasks: list[Task], parallel: int, console: Console) -> Iterator[rec.Record]:
    """Play the tasks behind a progress bar and yield their records."""
    # In an inline run the terminal is the bots', and maybe a debugger's.
    inline = any(task.plan.box == "inline" for task in tasks)
    total = sum(count_games(task.plan) for task in tasks)
    with _progress(console, total, disable=inline) as advance:
        for event in run_matches(tasks, parallel):
            match event:
                case GamePlayed():
                    advance(1)
                case MatchVoid(reason, games):
                    advance(-games)
                    console.print(f"A match is void and is played again: {reason}", markup=False)
                case MatchPlayed(record):
                    yield record


@contextmanager
def _progress(console: Console, games: int, *, disable: bool) -> Iterator[Callable[[int], None]]:
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
        bar = progress.add_task("", total=games)

        def advance(number: int) -> None:
            progress.advance(bar, number)
            progress.refresh()

        advance(0)
        yield advance


def _split_option(text: str) -> tuple[str, str]:
    key, separator, value = text.partition("=")
    if not separator:
        raise Mistake(f"An option is KEY=VALUE, for example limit=66, not {text!r}.")
    return key, value


def _read_rotations(text: str, seats: int) -> int:
    if text == "all":
        return seats
    if text.isdecimal() and 1 <= int(text) <= seats:
        return int(text)
    raise Mistake(f"Rotations are 1 to {seats} with {seats} bots, or all, not {text!r}.")
