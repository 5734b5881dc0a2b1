"""The matches in play, their games that are over, and the season that plays them.

Nothing here says anything of a game that is not over: neither its cards nor its seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from arena.errors import NotFound
from ladder.log.entries import LogEntry, result_of
from ladder.log.proof import conclude
from ladder.machine.pulse import Pulse
from ladder.matches import Player
from ladder.queries.matches import game_of_match
from ladder.store.live_games import LiveRecord
from ladder.store.store import Ladder
from ladder.wire import GameOfMatch


@dataclass(frozen=True, slots=True)
class LiveMatch:
    """A match that is being played. The lists are in the order of the players."""

    match: int
    season: int
    game: str
    players: tuple[Player, ...]
    attempt: int
    """Which attempt at playing it this is, from 1."""
    planned: int
    """How many games it has."""
    points: tuple[float, ...]
    """Over how many others each came in front, summed over the games that are over."""
    games: tuple[GameOfMatch, ...]
    """Those that are over and may be shown, in order."""


@dataclass(frozen=True, slots=True)
class SeasonPulse:
    """Whether a season runs, and what it has last said of itself."""

    running: bool
    pulse: Pulse | None
    """None before the first season."""


def read_season_pulse(store: Ladder) -> SeasonPulse:
    """Return whether a season runs now."""
    pulse = store.pulse()
    return SeasonPulse(pulse is not None and pulse.is_running(datetime.now(UTC)), pulse)


@dataclass(frozen=True, slots=True)
class LiveView:
    """The matches in play."""

    season: SeasonPulse
    delay: float
    """This many seconds after its end a game of a running match is shown."""
    matches: tuple[LiveMatch, ...]


def describe_live(live: LiveRecord) -> LiveMatch:
    """Tell of a match that is being played."""
    queued = live.queued
    return LiveMatch(
        match=queued.match,
        season=queued.season,
        game=queued.plan.game,
        players=queued.players,
        attempt=queued.attempt + 1,
        planned=queued.plan.games,
        points=_count_points(live),
        games=tuple(game_of_match(game, queued.players) for game in live.games),
    )


def _count_points(live: LiveRecord) -> tuple[float, ...]:
    queued = live.queued
    if not live.games:
        return (0.0,) * len(queued.players)
    so_far = conclude(queued.match, queued.season, live.record, "")
    return tuple(result_of(LogEntry(0, datetime.now(UTC), so_far, "")).points())


def find_live(matches: Sequence[LiveRecord], number: int) -> LiveRecord:
    """Return the match with this number. UserError if it is not being played."""
    for one in matches:
        if one.queued.match == number:
            return one
    raise NotFound(f"Match {number} is not being played at the moment.")
