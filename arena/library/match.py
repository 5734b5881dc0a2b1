"""A match that was asked for: its bots taken in, its plan, and the file that keeps its games."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from arena.boxes.wall_clock import local_clock
from arena.games import find_game
from arena.library.request import PlayRequest, try_folder
from arena.match.clock import NO_CLOCK, ClockKind, TimeControl
from arena.match.seat import Seat
from arena.match.unfinished import UnfinishedMatch, keep_match
from arena.runner.competitors import Competitors, PlayFunction, is_person
from arena.runner.host import Host
from arena.runner.referee_process import Event, GamePlayed, MatchVoid, run_matches
from arena.runner.task import Task

if TYPE_CHECKING:
    from arena.library.result import MatchResult

RECORDS: Final = Path("records")
# How many games are played where nobody says how many: the next multiple of the number of bots.
USUAL_GAMES: Final = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRequest(PlayRequest):
    """A match to be played. Bots are named as on the command line, or functions."""

    game: str
    bots: Sequence[str | PlayFunction]
    games: int | None = None
    """None for the usual number."""
    person_clock: TimeControl = NO_CLOCK
    parallel: int = 1
    """How many games at once."""
    out: Path = RECORDS
    fresh: bool = False
    """Do not go on with a match that was stopped."""
    echo: bool = False
    """Show what inline bots print."""

    @property
    def has_people(self) -> bool:
        return any(map(is_person, self.bots))


@dataclass(frozen=True, slots=True)
class StartedMatch:
    """A match that can be played."""

    host: Host
    unfinished: UnfinishedMatch
    tasks: Sequence[Task]

    def play(self, *, fork: bool = True) -> Iterator[Event]:
        """Play what is missing; a game is kept before it is told."""
        for _, event in run_matches(self.host, self.tasks, len(self.tasks), fork=fork):
            match event:
                case GamePlayed(game):
                    self.unfinished.add(game)
                case MatchVoid():
                    self.unfinished.redeal()
            yield event

    def end(self, *, stopped: bool) -> "MatchResult":
        """Keep the record of what was played, and return the result."""
        # Here, so that the match begins before it is loaded.
        from arena.library.result import MatchResult  # noqa: PLC0415

        games = self.unfinished.record.games
        path = self.unfinished.path if stopped else self.unfinished.finish()
        return MatchResult(self.unfinished.plan, games, path, stopped=stopped)


@contextmanager
def open_match(request: MatchRequest, say: Callable[[str], None]) -> Iterator[StartedMatch]:
    """Open a match; `say` is told what takes long, and what happens to one that was stopped.

    UserError if there is no such match, or nothing can be kept.
    """
    request.check()
    rules = find_game(request.game)
    request = replace(request, clock=local_clock(request.clock, request.box, say))
    with Host(request.box, request.allow_missing) as host:
        competitors = Competitors(host, say)
        clock = replace(request.clock, kind=ClockKind.WALL)
        bots = tuple(competitors.seat(request.bots, rules, request.person_clock, clock))
        games = _usual_games(request) if request.games is None else request.games
        plan = request.plan(rules, bots, games)
        if request.logs is not None:
            try_folder(request.logs)
        match = keep_match(
            request.out, plan, fresh=request.fresh, same_luck=request.seed is not None, say=say
        )
        with closing(match), ExitStack() as held:
            if competitors.functions:
                # Here, since it loads gRPC, and a command forks.
                from arena.library.functions import answering  # noqa: PLC0415

                for door, function in competitors.functions:
                    held.enter_context(answering(door, function))
            yield StartedMatch(host, match, _share(request, bots, match))


def _usual_games(request: MatchRequest) -> int:
    """Return how many are played if nobody says so: everybody is in every seat equally often.

    With people it is one.
    """
    seats = len(request.bots)
    return 1 if request.has_people else -(-USUAL_GAMES // seats) * seats


def _share(request: MatchRequest, bots: tuple[Seat, ...], match: UnfinishedMatch) -> list[Task]:
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
            echo=request.echo,
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
        try_folder(folder)
    return [*folders]
