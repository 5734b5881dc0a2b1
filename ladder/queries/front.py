"""What the front page says: what happens now, and who is in front in each game."""

from dataclasses import dataclass
from itertools import islice
from typing import Final

from ladder.matches import Player
from ladder.queries.games import GameLine, list_games
from ladder.queries.matches import MatchLine, list_matches
from ladder.queries.snapshot import Snapshot
from ladder.ratings.board import Row

_PODIUM: Final = 3


@dataclass(frozen=True, slots=True)
class Podium:
    """A game, and the first of its board by estimate; those without a rank are provisional."""

    game: GameLine
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Front:
    """What happens on a ladder now."""

    podiums: tuple[Podium, ...]
    bots: int
    """How many play."""
    matches: int
    """How many were played."""
    playing: int
    """How many are being played."""
    running: bool
    """Whether a season runs."""
    frozen: bool
    paused: bool
    newest: MatchLine | None
    """The match that was over last."""
    newcomer: Player | None
    """The bot that came in last."""


def read_front(snapshot: Snapshot) -> Front:
    """Return what the front page of a ladder says."""
    roster = snapshot.roster
    return Front(
        podiums=tuple(_podium(snapshot, line) for line in list_games(snapshot)),
        bots=len(roster.active()),
        matches=snapshot.store.count_results(),
        playing=len(snapshot.begun),
        running=snapshot.season.running,
        frozen=roster.frozen,
        paused=roster.paused,
        newest=next(list_matches(snapshot.store, newest=1), None),
        newcomer=next(reversed(roster.versions), None),
    )


def _podium(snapshot: Snapshot, line: GameLine) -> Podium:
    return Podium(line, first_of(snapshot, line.game, _PODIUM))


def first_of(snapshot: Snapshot, game: str, most: int) -> tuple[Row, ...]:
    """Return the first rows of a game's official board, of those who have played."""
    played = (row for row in snapshot.boards().boards.games[game] if row.games)
    return tuple(islice(played, most))
