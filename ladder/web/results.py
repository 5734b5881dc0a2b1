"""The result of a season: boards, intervals and the digest of the log, as one HTML page.

It asks for nothing, from no server and no folder, so it can be sent, printed and kept.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ladder.leaderboards import read_fits
from ladder.log import SeasonBegun
from ladder.matches import Division
from ladder.queries.overview import read_entry
from ladder.queries.snapshot import Snapshot
from ladder.queries.tables import Standings, TableQuery, read_standings
from ladder.ratings.board import Row
from ladder.ratings.official import Fit
from ladder.ratings.versus import Versus, versus
from ladder.roster import Roster
from ladder.web.charts import Scale, scale_of
from ladder.web.files import site_files
from ladder.web.site import Page


@dataclass(frozen=True, slots=True)
class _Board:
    division: Division
    standings: Standings
    rows: list[Row]
    scale: Scale
    sure: Versus | None


def result_pages(snapshot: Snapshot) -> Iterator[Page]:
    """Yield the result of each season."""
    return (result_page(snapshot, begun) for begun in snapshot.roster.seasons)


def result_page(snapshot: Snapshot, begun: SeasonBegun) -> Page:
    """Return the result of a season."""
    now, store = snapshot.boards().fits, snapshot.store
    # What goes on is asked as it is; of what is over, what was kept.
    asked = TableQuery(None if begun.season == now.season else begun.season)
    games = snapshot.games
    fits = read_fits(store, games, store.roster(begun.season)) if asked.season else now.by_game
    boards = [_board(snapshot, division, asked, fits) for division in snapshot.opened.divisions]
    overall = read_standings(snapshot, None, asked)
    leaders = overall if len(games) > 1 else boards[0].standings
    sure = _find_certainty(leaders, [fits[game] for game in games if game in fits])
    return _make_page(snapshot, begun, overall, boards, sure)


def _make_page(
    snapshot: Snapshot,
    begun: SeasonBegun,
    overall: Standings,
    boards: Sequence[_Board],
    sure: Versus | None,
) -> Page:
    values = {
        "style": Markup(site_files()["style.css"].decode()),  # noqa: S704
        "begun": begun,
        "last": read_entry(snapshot.store, snapshot.last),
        "matches": snapshot.store.count_results(),
        "waiting": len(snapshot.store.queue()),
        "overall": overall,
        "sure": sure,
        "boards": boards,
        "excluded": list(_excluded(snapshot.roster)),
    }
    title = f"Result of season {begun.season}"
    return Page(f"results/{begun.season}", "result", title, values)


def _board(
    snapshot: Snapshot, division: Division, asked: TableQuery, fits: Mapping[str, Fit]
) -> _Board:
    standings = read_standings(snapshot, division.game, asked)
    rows = [row for row in standings.board.rows if isinstance(row, Row) and row.games]
    scale = scale_of([row.strength for row in rows])
    its = [fits[division.game]] if division.game in fits else []
    return _Board(division, standings, rows, scale, _find_certainty(standings, its))


def _find_certainty(standings: Standings, fits: Sequence[Fit]) -> Versus | None:
    """Compare the first of a board with the second; None as long as these have no rank."""
    first = [row.player for row in standings.board.rows[:2] if row.rank]
    return versus(fits, *first) if len(first) > 1 else None


def _excluded(roster: Roster) -> Iterator[tuple[str, str]]:
    out = roster.excluded
    for what, reasons in (("bot", out.bots), ("author", out.authors), ("match", out.matches)):
        for name, reason in reasons.items():
            yield f"{what} {name}", reason
    yield from out.players.items()
