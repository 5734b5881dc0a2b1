"""Functions for a script or a notebook: play, compare, check, and read a record.

A mistake is a `UserError`, whose sentence says what was expected.
"""

import asyncio
import signal
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from arena.bots.finding import find_bot
from arena.boxes.event_loop import outside_loop
from arena.boxes.kinds import USUAL_BOX
from arena.boxes.wall_clock import local_clock
from arena.check.check import run_check
from arena.check.report import CheckStep, Report
from arena.errors import UserError
from arena.games import find_game
from arena.games.options import write_given
from arena.library.comparison import (
    COMPARISONS,
    USUAL_MARGIN,
    USUAL_PAIRS,
    ComparisonRequest,
    GameComparison,
    open_game,
)
from arena.library.functions import require_functions
from arena.library.match import RECORDS, MatchRequest, open_match
from arena.library.request import read_seed, try_folder
from arena.library.result import MatchResult
from arena.match.clock import USUAL_CLOCK, parse_time_control
from arena.match.plan import read_plan
from arena.match.record import require_place
from arena.match.unfinished import read_match
from arena.runner.competitors import Competitors, PlayFunction
from arena.runner.host import Host
from arena.runner.referee_process import GamePlayed


def play_match(
    game: str,
    bots: Sequence[str | Path | PlayFunction],
    *,
    games: int | None = None,
    options: Mapping[str, object] | None = None,
    seed: str | None = None,
    box: str = USUAL_BOX,
    clock: str = USUAL_CLOCK,
    clock_kind: str = "cpu",
    start_limit: float = 10.0,
    parallel: int = 1,
    out: Path = RECORDS,
    logs: Path | None = None,
    on_game: Callable[[MatchResult], None] = lambda _: None,
) -> MatchResult:
    """Play a match between bots and return what came out; its record is kept in a folder `out`.

    A bot is a folder, an archive or a sample bot, as `arena play` takes it, or a function that is
    called with a turn, in this program and on wall time, and returns one of `turn.legal`. A match
    with a function is never rated: nothing shows what it has seen before. `on_game` is called with
    what has been played when a game has ended. Without `games` there are 40, or the next multiple
    of the number of bots. The same `seed`, any word, deals the same cards; in a container it has
    to be one that no bot can guess.
    """
    require_functions([bot for bot in bots if not isinstance(bot, str | Path)], box, parallel)
    request = MatchRequest(
        game=game,
        bots=[bot if callable(bot) else str(bot) for bot in bots],
        games=games,
        seed=seed,
        options=write_given(options),
        box=box,
        clock=parse_time_control(clock, clock_kind, start_limit),
        parallel=parallel,
        out=out,
        logs=logs,
        fresh=True,
    )
    with _blocking(), open_match(request, lambda _: None) as match:
        # A script may have threads, or have loaded gRPC.
        for event in match.play(fork=False):
            if isinstance(event, GamePlayed):
                on_game(match.end(stopped=True))
        return match.end(stopped=False)


def compare(
    game: str,
    old: str | Path,
    new: str | Path,
    *,
    against: Sequence[str | Path] = (),
    options: Mapping[str, object] | None = None,
    margin: float = USUAL_MARGIN,
    pairs: int = USUAL_PAIRS,
    seed: str | None = None,
    box: str = USUAL_BOX,
    clock: str = USUAL_CLOCK,
    clock_kind: str = "cpu",
    start_limit: float = 10.0,
    parallel: int | None = None,
    out: Path = COMPARISONS,
    logs: Path | None = None,
    on_game: Callable[[GameComparison], None] = lambda _: None,
) -> GameComparison:
    """Compare two versions of a bot in pairs of games, and return the result.

    It ends when one is better, or both differ by no more than `margin` of the table, or after so
    many `pairs`. `on_game` is called with the state of the comparison when a game has ended. The
    games are kept in the folder `out`, and the same call goes on with them. Versions are bots with
    files: both play the same deals, so a function would have seen the cards.
    """
    if callable(old) or callable(new) or any(map(callable, against)):
        raise UserError(
            "A comparison deals the same cards twice, so a function would have seen them; expected"
            " the folder, the archive or the name of a bot."
        )
    request = ComparisonRequest(
        old=str(old),
        new=str(new),
        against=[*map(str, against)],
        options=write_given(options),
        margin=margin,
        pairs=pairs,
        seed=seed,
        box=box,
        clock=local_clock(parse_time_control(clock, clock_kind, start_limit), box),
        parallel=parallel,
        out=out,
        logs=logs,
    )
    request.check()
    with _blocking(), Host(box) as host:
        found = open_game(request, find_game(game), Competitors(host, lambda _: None), host)
        for event in found.play(fork=False):
            if isinstance(event, GamePlayed):
                on_game(found)
        return found


def check_bot(
    bot: str | Path,
    *,
    games: Collection[str] = (),
    box: str = USUAL_BOX,
    seed: str | None = None,
    allow_missing: Sequence[str] = (),
    out: Path = RECORDS,
    clock: str = USUAL_CLOCK,
    clock_kind: str = "cpu",
    start_limit: float = 10.0,
    logs: Path | None = None,
    on_step: Callable[[CheckStep], None] = lambda _: None,
) -> Report:
    """Check a bot step by step, as a ladder does, and return what was found.

    `games` are those of the bot's own that count, if not all do. The match in which it fails is
    kept in the folder `out`. The output of the bot goes into folders in `logs`, one for each start.
    """
    chosen = [find_game(game).name for game in games]
    source = find_bot(str(bot))
    drawn = None if seed is None else read_seed(seed, box)
    # The match of a failure would be lost otherwise.
    require_place(out)
    if logs is not None:
        try_folder(logs)
    with _blocking():
        return run_check(
            source,
            Host(box, allow_missing),
            records=out,
            seed=drawn,
            games=chosen,
            control=local_clock(parse_time_control(clock, clock_kind, start_limit), box),
            logs=logs,
            on_step=on_step,
        )


def read_record(path: str | Path) -> MatchResult:
    """Read the record of a match, or what is kept of one that was stopped."""
    record = read_match(Path(path))
    plan = read_plan(record.plan)
    return MatchResult(plan, record.games, Path(path), stopped=len(record.games) < plan.games)


@contextmanager
def _blocking() -> Iterator[None]:
    """Do what runs event loops where one runs already, as in a notebook; an interrupt ends it.

    `asyncio.run` has an interrupt cancel its task, which is not heard as long as we block.
    """
    handler = signal.getsignal(signal.SIGINT)
    with outside_loop(), ExitStack() as held:
        if isinstance(getattr(getattr(handler, "func", None), "__self__", None), asyncio.Runner):
            # Another thread may not, and no interrupt comes there.
            with suppress(ValueError):
                signal.signal(signal.SIGINT, signal.default_int_handler)
                held.callback(signal.signal, signal.SIGINT, handler)
        yield
