"""The result of a season: boards, intervals and the digest of the log, as one HTML page.

It asks for nothing, from no server and no folder, so it can be sent, printed and kept.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ladder.log import SeasonBegun
from ladder.matches import Division
from ladder.queries.overview import read_entry
from ladder.queries.snapshot import Snapshot
from ladder.queries.tables import Standings, TableQuery, read_standings
from ladder.ratings.board import Row
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


def result_pages(snapshot: Snapshot) -> Iterator[Page]:
    """Yield the result of each season."""
    return (result_page(snapshot, begun) for begun in snapshot.roster.seasons)


def result_page(snapshot: Snapshot, begun: SeasonBegun) -> Page:
    """Return the result of a season."""
    # What goes on is asked as it is; of what is over, what was kept.
    asked = TableQuery(None if begun.season == snapshot.roster.season else begun.season)
    boards = [_board(snapshot, division, asked) for division in snapshot.opened.divisions]
    return _make_page(snapshot, begun, asked, boards)


def _make_page(
    snapshot: Snapshot, begun: SeasonBegun, asked: TableQuery, boards: Sequence[_Board]
) -> Page:
    values = {
        "style": Markup(site_files()["style.css"].decode()),  # noqa: S704
        "begun": begun,
        "last": read_entry(snapshot.store, snapshot.last),
        "matches": snapshot.store.count_results(),
        "waiting": len(snapshot.store.queue()),
        "overall": read_standings(snapshot, None, asked),
        "boards": boards,
        "excluded": list(_excluded(snapshot.roster)),
    }
    title = f"Result of season {begun.season}"
    return Page(f"results/{begun.season}", "result", title, values)


def _board(snapshot: Snapshot, division: Division, asked: TableQuery) -> _Board:
    standings = read_standings(snapshot, division.game, asked)
    rows = [row for row in standings.board.rows if isinstance(row, Row) and row.games]
    return _Board(division, standings, rows, scale_of([row.strength for row in rows]))


def _excluded(roster: Roster) -> Iterator[tuple[str, str]]:
    out = roster.excluded
    for what, reasons in (("bot", out.bots), ("author", out.authors), ("match", out.matches)):
        for name, reason in reasons.items():
            yield f"{what} {name}", reason
    yield from out.players.items()
