"""The games worth watching: of the newest matches, the closest and most surprising first.

All of them are over, and nothing here tells how one ended.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import exp, log2
from statistics import fmean
from typing import Final

from ladder.log.entries import Played
from ladder.matches import Player
from ladder.queries.matches import games_of_record
from ladder.queries.snapshot import BOARDS, Snapshot
from ladder.wire import GameOfMatch

# The number of matches, the newest, of which games are shown.
_MATCHES: Final = 12


@dataclass(frozen=True, slots=True)
class Highlight:
    """A game to watch."""

    match: int
    number: int
    """Which game of the match it is, from 1."""
    game: str
    players: tuple[Player, ...]
    """In the order of the seats."""


def next_highlight(snapshot: Snapshot, after: int | None = None) -> Highlight | None:
    """Return the best game to watch, or the one that follows the one of this match.

    After the last the first follows. None if there is no record of any match.
    """
    shown = snapshot.once("highlights", lambda: _choose(snapshot), *BOARDS, "boards")
    matches = [one.match for one in shown]
    following = matches.index(after) + 1 if after in matches else 0
    return shown[following % len(shown)] if shown else None


def _choose(snapshot: Snapshot) -> list[Highlight]:
    """Return of each of the newest matches its best game, the best of all first."""
    boards = snapshot.boards().boards.games
    strengths = {
        (game, row.player): row.strength.value
        for game, rows in boards.items()
        for row in rows
        if row.games
    }
    newest = snapshot.store.played_before(None, most=_MATCHES)
    found = [one for entry in newest for one in _best(snapshot, entry.played, strengths)]
    return [one for _, one in sorted(found, key=lambda pair: (-pair[0], -pair[1].match))]


def _best(
    snapshot: Snapshot, played: Played, strengths: Mapping[tuple[str, Player], float]
) -> Iterator[tuple[float, Highlight]]:
    """Yield the best game of a match with how good it is; nothing without one."""
    record = snapshot.store.read_record(played.match)
    if record is None:
        return
    own = {player: strengths.get((played.game, player), 0.0) for player in played.players}
    games = [game for game in games_of_record(record) if not game.forfeits]
    if games:
        best = max(games, key=lambda game: interest(game, own))
        yield interest(best, own), Highlight(played.match, best.game, played.game, best.seats)


def interest(game: GameOfMatch, strengths: Mapping[Player, float]) -> float:
    """Return how much a game is worth watching: how close it was, and how surprising.

    Close: the first two had nearly the same score, of the range of all scores; at most 1. The
    surprise is that of the official board, whose strengths are logits, at who came in front of
    whom, in bits a pair: 1 between equals.
    """
    placed = sorted(zip(game.ranks, game.scores, game.seats, strict=True))
    spread = max(game.scores) - min(game.scores)
    close = 1 - abs(placed[0][1] - placed[1][1]) / spread if spread else 1.0
    return close + fmean(
        log2(1 + exp(strengths[behind] - strengths[front]))
        for (_, _, front), (_, _, behind) in combinations(placed, 2)
    )
