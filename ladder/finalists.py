"""Who takes part in a final: the first of every division, by the official board of the season."""

from arena.errors import UserError
from ladder.matches import Player, Selection
from ladder.ratings.board import rate_log
from ladder.roster import Roster
from ladder.store.store import Store


def find_finalists(store: Store, roster: Roster, top: int) -> tuple[Player, ...]:
    """Return the first so many of each division in which somebody has a rank, and their equals.

    A bot that is among the first in one division takes part in all that it plays. UserError if there
    are too few.
    """
    games = [division.game for division in store.opened().divisions]
    selection = Selection(season=roster.season)
    results = roster.counted(store.results(season=roster.season))
    boards = rate_log(results, selection, games, roster.active())
    found: dict[Player, None] = {}
    for game, rows in boards.games.items():
        ranked = {row.player: row.rank for row in rows if row.rank is not None}
        if ranked and len(ranked) < top:
            raise UserError(
                f"A final of the first {top} needs {top} bots with a rank, and in {game} only"
                f" {len(ranked)} {'has' if len(ranked) == 1 else 'have'} one."
            )
        found |= {player: None for player, rank in ranked.items() if rank <= top}
    if not found:
        raise UserError(
            f"Nobody has a rank in season {roster.season} yet, so there are no first {top}; ladder"
            " run plays matches."
        )
    return tuple(sorted(found))
