"""The result of a season: boards, intervals and the digest of the log, as one HTML page.

It asks for nothing, from no server and no folder, so it can be sent, printed and kept.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ladder.leaderboards import read_fits
from ladder.log.entries import SeasonBegun
from ladder.log.roster import Roster
from ladder.matches import Player, Result
from ladder.queries.overview import read_entry
from ladder.queries.snapshot import Snapshot
from ladder.queries.tables import Standings, TableQuery, read_standings
from ladder.ratings.board import OverallRow, Row
from ladder.ratings.official import Fit
from ladder.ratings.versus import Versus, versus
from ladder.web.charts import PERCENT, Scale, scale_of
from ladder.web.files import site_files
from ladder.web.site import Page


@dataclass(frozen=True, slots=True)
class _Decider:
    """The match in which the first of a board was furthest in front of the second."""

    match: int
    ahead: int
    games: int


@dataclass(frozen=True, slots=True)
class _Board:
    title: str
    standings: Standings
    rows: Sequence[Row | OverallRow]
    scale: Scale
    sure: Versus | None
    """How sure it is that the first is better than the second; None without a rank."""
    decider: _Decider | None


def result_pages(snapshot: Snapshot) -> Iterator[Page]:
    """Yield the result of each season."""
    return (result_page(snapshot, begun) for begun in snapshot.roster.seasons)


def result_page(snapshot: Snapshot, begun: SeasonBegun) -> Page:
    """Return the result of a season."""
    values = {
        "style": Markup(site_files()["style.css"].decode()),  # noqa: S704
        "begun": begun,
        "last": read_entry(snapshot.store, snapshot.last),
        "matches": snapshot.store.count_results(),
        "waiting": len(snapshot.store.queue()),
        "boards": [*_boards(snapshot, begun.season)],
        "excluded": list(_excluded(snapshot.roster)),
    }
    title = f"Result of season {begun.season}"
    return Page(f"results/{begun.season}", "result", title, values, layout="")


def _boards(snapshot: Snapshot, season: int) -> Iterator[_Board]:
    """Yield the board over all games, if there are several, and those of the games."""
    now, store, roster = snapshot.boards().fits, snapshot.store, snapshot.store.roster(season)
    # A season that goes on is asked as it is; one that is over, from its kept fits.
    asked = TableQuery(None if season == now.season else season)
    fits = read_fits(store, snapshot.games, roster) if asked.season else now.by_game
    results = list(roster.counted(store.results(season=season)))
    if len(snapshot.games) > 1:
        overall = read_standings(snapshot, None, asked)
        yield _board("All games together", overall, fits, results)
    for division in snapshot.opened.divisions:
        its = [one for one in results if one.game == division.game]
        standings = read_standings(snapshot, division.game, asked)
        fit = {game: fits[game] for game in fits if game == division.game}
        yield _board(str(division), standings, fit, its)


def _board(
    title: str, standings: Standings, fits: Mapping[str, Fit], results: Sequence[Result]
) -> _Board:
    rows = [row for row in standings.board.rows if row.games]
    strengths = [row.strength for row in rows if isinstance(row, Row)]
    scale = scale_of(strengths) if standings.board.game else PERCENT
    first = [row.player for row in rows[:2] if row.rank]
    sure = decider = None
    if len(first) > 1:
        sure = versus([*fits.values()], *first)
        decider = _find_decider(results, *first)
    return _Board(title, standings, rows, scale, sure, decider)


def _find_decider(results: Sequence[Result], winner: Player, second: Player) -> _Decider | None:
    found = []
    for result in results:
        if {winner, second} <= {*result.players}:
            one, two = (result.players.index(player) for player in (winner, second))
            ahead = sum(ranks[one] < ranks[two] for ranks in result.ranks)
            behind = sum(ranks[one] > ranks[two] for ranks in result.ranks)
            found.append((ahead - behind, _Decider(result.match, ahead, len(result.ranks))))
    lead, decider = max(found, key=lambda pair: pair[0], default=(0, None))
    return decider if lead > 0 else None


def _excluded(roster: Roster) -> Iterator[tuple[str, str]]:
    out = roster.excluded
    for what, reasons in (("bot", out.bots), ("author", out.authors), ("match", out.matches)):
        for name, reason in reasons.items():
            yield f"{what} {name}", reason
    yield from out.players.items()
