"""The certificate of a result: boards, intervals and the digest of the log, as one HTML page.

It asks for nothing, from no server and no folder, so it can be sent, printed and kept.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from markupsafe import Markup

from arena.errors import UserError
from ladder.matches import Division
from ladder.queries.lookup import require_season
from ladder.queries.overview import read_entry
from ladder.queries.snapshot import Snapshot
from ladder.queries.tables import Standings, TableQuery, read_standings
from ladder.ratings.board import Row
from ladder.roster import Roster
from ladder.store.database import require_no_database
from ladder.store.store import Ladder
from ladder.web.charts import Scale, scale_of
from ladder.web.site import Page, Site


@dataclass(frozen=True, slots=True)
class Certified:
    """What a certificate is about."""

    season: int
    entries: int
    digest: str
    """Of the last entry of the log."""


@dataclass(frozen=True, slots=True)
class _Board:
    division: Division
    standings: Standings
    rows: list[Row]
    scale: Scale


def write_certificate(store: Ladder, file: Path, season: int | None) -> Certified:
    """Write the page; it is there whole or not at all. UserError if nothing was played."""
    if not file.name or file.is_dir():
        raise UserError(f"{file} is a folder; a certificate is a file, say {file / 'result.html'}.")
    require_no_database(file)
    snapshot = Snapshot(store)
    require_season(snapshot.roster, season)
    page = _make_page(snapshot, season or snapshot.roster.season)
    partial = file.with_name(f"{file.name}.{os.urandom(4).hex()}.partial")
    try:
        partial.write_bytes(Site(published=True).render(page))
        partial.replace(file)
    except OSError as error:
        raise UserError(f"{file} cannot be written: {error.strerror}.") from error
    finally:
        with suppress(OSError):
            partial.unlink()
    return Certified(season or snapshot.roster.season, snapshot.last, snapshot.digest)


def _make_page(snapshot: Snapshot, season: int) -> Page:
    # What goes on is asked as it is; of what is over, what was kept.
    asked = TableQuery(None if season == snapshot.roster.season else season)
    boards = [_board(snapshot, division, asked) for division in snapshot.opened.divisions]
    if not any(board.rows for board in boards):
        raise UserError(f"No match of season {season} was played that counts; there is no result.")
    values = {
        "style": Markup((files("ladder.web") / "static" / "style.css").read_text()),  # noqa: S704
        "begun": snapshot.roster.seasons[season - 1],
        "last": read_entry(snapshot.store, snapshot.last),
        "matches": snapshot.store.count_results(),
        "waiting": len(snapshot.store.queue()),
        "overall": read_standings(snapshot, None, asked),
        "boards": boards,
        "excluded": list(_excluded(snapshot.roster)),
    }
    return Page("certificate", "certificate", f"Result of season {season}", values)


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
