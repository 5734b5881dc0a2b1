"""`arena compare`: is the new version of a bot better than the old one?"""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from rich.progress import TextColumn

from arena.boxes.wall_clock import local_clock
from arena.cli.compare_report import say_estimate, say_round, show_comparisons
from arena.cli.play import showing_last_words, split_option
from arena.errors import ServiceAway, UserError
from arena.games import AnyGame, find_game
from arena.library.comparison import (
    ComparisonRequest,
    GameComparison,
    PairedGames,
    open_game,
)
from arena.library.request import PlayRequest
from arena.match.clock import parse_time_control
from arena.match.paired import Arm
from arena.runner.competitors import Competitors
from arena.runner.host import Host
from arena.runner.referee_process import GamePlayed, MatchVoid
from arena.terminal.console import PlainConsole
from arena.terminal.program import tell_away
from arena.terminal.progress import playing
from arena.terminal.shown import Shown, wants_json

RequestT = TypeVar("RequestT", bound=PlayRequest)


def compare_bots(
    *, game: str | None, all_games: bool, options: tuple[str, ...], **asked: Any
) -> Shown:
    """Compare in every game that was asked for; the exit code is 130 if a signal stopped it. The
    games played are kept in any case.
    """
    if (game is None) is not all_games:
        raise UserError(
            "A comparison is in a game: give --game GAME, or --all-games, and not both."
        )
    if all_games and options:
        raise UserError("--option is for one game; with --all-games leave it out.")
    console = PlainConsole(stderr=True, quiet=wants_json())
    request = read_paired(ComparisonRequest, console.print, options=options, **asked)
    found: list[GameComparison] = []
    stopped = False
    with Host(request.box, request.allow_missing) as host:
        competitors = Competitors(host, console.print)
        for rules in _find_games(game, request, competitors):
            one = open_game(request, rules, competitors, host)
            found.append(one)
            console.print(
                f"{one.game.title}: {one.name(Arm.NEW)} in the place of {one.name(Arm.OLD)},"
                f" against {', '.join(one.against)}."
            )
            stopped = play_paired(one, console, partial(_say, one))
            if stopped:
                break
    return show_comparisons(found, stopped=stopped)


def read_paired(
    kind: Callable[..., RequestT],
    tell: Callable[[str], None],
    *,
    options: tuple[str, ...],
    clock: str,
    clock_kind: str,
    start_limit: float,
    **asked: Any,
) -> RequestT:
    """Return what was typed as games in pairs, of this kind. UserError if it makes no sense."""
    control = local_clock(parse_time_control(clock, clock_kind, start_limit), asked["box"], tell)
    request = kind(clock=control, options=dict(map(split_option, options)), **asked)
    request.check()
    return request


def _find_games(
    game: str | None, request: ComparisonRequest, competitors: Competitors
) -> list[AnyGame]:
    if game is not None:
        return [find_game(game)]
    games = competitors.common_games(request.bots)
    if not games:
        raise UserError("There is no game that all these bots play.")
    return games


def play_paired(one: PairedGames[Any], console: PlainConsole, say: Callable[[], str]) -> bool:
    """Play until there is an answer, and `say` what is known; return whether it was stopped."""
    counted = one.comparison
    done = len(counted.pairs)
    if done:
        console.print(f"Going on with {one.folder.path}: {done} pairs are played.", soft_wrap=True)
    # In an inline run the terminal is the bots', and maybe a debugger's.
    inline = one.request.box == "inline"
    try:
        column = TextColumn("{task.description}")
        bar = playing(console, counted.most, done, column, disable=inline)
        with showing_last_words(), bar as advance:
            advance(0, say())
            for event in one.play():
                match event:
                    case GamePlayed():
                        # Each is a game of one arm.
                        advance(1 / len(one.bots), say())
                    case MatchVoid(reason):
                        said = f"A match is void, and played again by fresh processes: {reason}"
                        console.print(said)
    except KeyboardInterrupt:
        return True
    except ServiceAway as away:
        tell_away(away)
        return True
    return False


def _say(one: GameComparison) -> str:
    comparison = one.comparison
    return say_estimate(comparison.latest) if comparison.pairs else say_round(one)
