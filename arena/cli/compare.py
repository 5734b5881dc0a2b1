"""`arena compare`: is the new version of a bot better than the old one?"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from rich.progress import BarColumn, Progress, TextColumn

from arena.bots.intake import TakenBot
from arena.bots.samples import samples_for
from arena.boxes.wall_clock import local_clock
from arena.cli.comparison import GameComparison, say_estimate, say_round
from arena.cli.play import showing_last_words, split_option
from arena.errors import UserError
from arena.games import AnyGame, find_game
from arena.games.options import read_options
from arena.library.seed import read_seed
from arena.match.clock import TimeControl, parse_time_control
from arena.match.comparison_folder import open_comparison
from arena.match.paired import Arm, PairedComparison, round_games
from arena.match.plan import MAX_GAMES, draw_seed, make_plan
from arena.runner.arms import count_rounds, play_comparison
from arena.runner.competitors import Competitors, require_bots
from arena.runner.host import Host
from arena.runner.referee_process import GamePlayed, MatchVoid
from arena.system import usable_cpus
from arena.terminal.console import PlainConsole

# The table where nobody says against whom, if the game is for this many.
_SEATS: Final = 4
_STOPPED: Final = 130


@dataclass(frozen=True, slots=True)
class CompareRequest:
    """What the user asked for, as it was typed."""

    old: str
    new: str
    against: tuple[str, ...]
    game: str | None
    all_games: bool
    options: tuple[str, ...]
    margin: float
    pairs: int
    seed: str | None
    box: str
    allow_missing: tuple[str, ...]
    clock: str
    parallel: int | None
    out: Path


def compare_bots(request: CompareRequest, *, as_json: bool) -> int:
    """Compare in every game that was asked for, report, and return the exit code: 130 if a signal
    stopped it, else 0. What was played is kept in any case.
    """
    _check(request)
    console = PlainConsole(stderr=True, quiet=as_json)
    tell = partial(console.print, soft_wrap=True)
    control = local_clock(parse_time_control(request.clock), request.box, tell)
    found: list[GameComparison] = []
    stopped = False
    with Host(request.box, request.allow_missing) as host:
        competitors = Competitors(host, console.print)
        for game in _find_games(request, competitors):
            one, bots = _open(request, game, control, competitors, host)
            found.append(one)
            stopped = _play(host, one, bots, request, console)
            if stopped:
                break
    # Here, so that the first game begins before the report is loaded.
    from arena.cli.compare_report import print_comparisons, print_comparisons_json

    show = print_comparisons_json if as_json else print_comparisons
    show(found, stopped=stopped)
    return _STOPPED if stopped else 0


def _check(request: CompareRequest) -> None:
    """UserError if what was asked for makes no sense, whatever the bots are."""
    if not 0 < request.margin < 1:
        raise UserError(
            "--margin is the smallest difference that matters, as a share of the table between 0"
            f" and 1, for example 0.05; {request.margin:g} is none."
        )
    if not 1 <= request.pairs <= MAX_GAMES:
        raise UserError(f"--pairs is 1 to {MAX_GAMES}, not {request.pairs}.")
    if request.parallel is not None and request.parallel < 1:
        raise UserError(f"--parallel is 1 or more matches at once, not {request.parallel}.")
    if (request.game is None) is not request.all_games:
        raise UserError(
            "A comparison is in a game: give --game GAME, or --all-games, and not both."
        )
    if request.all_games and request.options:
        raise UserError("--option is for one game; with --all-games leave it out.")
    require_bots((request.old, request.new, *request.against))


def _find_games(request: CompareRequest, competitors: Competitors) -> list[AnyGame]:
    if request.game is not None:
        return [find_game(request.game)]
    games = competitors.common_games((request.old, request.new, *request.against))
    if not games:
        raise UserError("There is no game that all these bots play.")
    return games


def _open(
    request: CompareRequest,
    game: AnyGame,
    control: TimeControl,
    competitors: Competitors,
    host: Host,
) -> tuple[GameComparison, dict[Arm, list[TakenBot]]]:
    """Open the bots and the folder of a comparison, and count what was played before."""
    options = read_options(game, dict(map(split_option, request.options)))
    against = request.against or usual_opponents(game, options)
    old, new, *others = competitors.bots((request.old, request.new, *against), game)
    if old.digest == new.digest:
        raise UserError("OLD and NEW have the same files, so there is nothing to compare.")
    bots = {Arm.OLD: [old, *others], Arm.NEW: [new, *others]}
    seed = draw_seed() if request.seed is None else read_seed(request.seed, request.box)
    plans = {
        arm: make_plan(
            game,
            options,
            table,
            games=round_games(len(table)),
            control=control,
            box=request.box,
            allow_missing=request.allow_missing,
            seed=seed,
        )
        for arm, table in bots.items()
    }
    folder = host.held.enter_context(
        open_comparison(request.out, plans, drawn=request.seed is None)
    )
    comparison = PairedComparison(request.margin, request.pairs)
    count_rounds(comparison, folder)
    return GameComparison(game, comparison, folder, len(comparison.pairs)), bots


def usual_opponents(game: AnyGame, options: object) -> list[str]:
    """Return whom a bot is compared against if nobody says so: the sample bot of the game in all
    other seats of a table of four, or of as many as the game is for.
    """
    seats = min(game.seats_for(options), key=lambda number: abs(number - _SEATS))
    return samples_for(game.name)[:1] * (seats - 1)


def _play(
    host: Host,
    one: GameComparison,
    bots: dict[Arm, list[TakenBot]],
    request: CompareRequest,
    console: PlainConsole,
) -> bool:
    """Play until there is an answer; return whether it was stopped."""
    _tell_begin(one, console)
    parallel = request.parallel or len(usable_cpus())
    # In an inline run the terminal is the bots', and maybe a debugger's.
    inline = request.box == "inline"
    try:
        with showing_last_words(), _progress(one, console, disable=inline) as advance:
            events = play_comparison(host, one.comparison, one.folder, bots, parallel)
            for event in events:
                match event:
                    case GamePlayed():
                        advance()
                    case MatchVoid(reason):
                        said = f"A match is void, and played again by fresh processes: {reason}"
                        console.print(said, soft_wrap=True)
    except KeyboardInterrupt:
        return True
    return False


@contextmanager
def _progress(
    one: GameComparison, console: PlainConsole, *, disable: bool
) -> Iterator[Callable[[], None]]:
    """Show how far it is, and what is known; each call is a game, of one arm."""
    comparison = one.comparison
    # Without a thread of its own, so that starting a match can fork safely.
    columns = (TextColumn("playing"), BarColumn(), TextColumn("{task.description}"))
    with Progress(
        *columns, console=console, auto_refresh=False, transient=True, disable=disable
    ) as progress:
        bar = progress.add_task("", total=comparison.most, completed=len(comparison.pairs))

        def advance(pairs: float = 0.5) -> None:
            known = say_estimate(comparison.latest) if comparison.pairs else say_round(one)
            progress.update(bar, advance=pairs, description=known)
            progress.refresh()

        advance(0)
        yield advance


def _tell_begin(one: GameComparison, console: PlainConsole) -> None:
    console.print(
        f"{one.game.title}: {one.name(Arm.NEW)} in the place of {one.name(Arm.OLD)}, against"
        f" {', '.join(one.against)}.",
        soft_wrap=True,
    )
    if one.kept:
        console.print(
            f"Going on with {one.folder.path}: {one.kept} pairs are played.", soft_wrap=True
        )
