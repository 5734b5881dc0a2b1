"""Tables: the boards of a season, of an exported log or of what is selected of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ladder.exchange import read_exported_log
from ladder.leaderboards import rate_results, read_boards
from ladder.log import Played, result_of
from ladder.matches import Player, Selection, name_of
from ladder.queries.lookup import find_game_name, find_player, read_season, require_season
from ladder.ratings.board import Boards, OverallRow, Row
from ladder.roster import Roster, read_roster
from ladder.store.reader import Reader


@dataclass(frozen=True, slots=True)
class TableQuery:
    """What somebody wants to count, in words."""

    season: int | None = None
    seats: int | None = None
    as_of: datetime | None = None
    without: tuple[str, ...] = ()
    versions: bool = False

    @property
    def everything(self) -> bool:
        """Whether all that counts in the season is wanted, as it is kept."""
        return TableQuery(season=self.season) == self

    def selection(self, roster: Roster, game: str | None) -> Selection:
        """Return which results count. UserError if somebody that is left out is unknown."""
        return Selection(
            game,
            roster.season,
            self.seats,
            None if self.as_of is None else self.as_of.replace(tzinfo=UTC),
            frozenset(find_player(roster, text) for text in self.without),
        )


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The board of a game, or of all together, and what is to be said of its rows."""

    boards: Boards
    game: str | None
    """None for the overall board."""
    idle: tuple[Player, ...]
    """Who has no game that counts, and would have a row with one."""
    replaced: frozenset[Player]
    """Of which another version plays now."""
    benched: dict[Player, int]
    """Who is benched, since how many matches."""

    @property
    def rows(self) -> Sequence[Row] | Sequence[OverallRow]:
        return self.boards.overall if self.game is None else self.boards.games[self.game]


def read_table(store: Reader, game: str | None, asked: TableQuery) -> Leaderboard:
    """Return the board of a game or of all together. UserError if something asked is not there."""
    opened, roster = store.opened(), read_season(store, asked.season)
    if game is not None:
        game = find_game_name(opened, game)
    if asked.everything:
        boards = read_boards(store, roster.season)
    else:
        results = store.results(game=game, season=roster.season)
        selection = asked.selection(roster, game)
        boards = rate_results(opened, roster, results, selection, versions=asked.versions)
    since = {one: store.results_after(roster.benched_at[one]) for one in roster.benched}
    return _leaderboard(boards, game, roster, since)


def rate_export(log: Path, game: str | None, asked: TableQuery) -> Leaderboard:
    """Return the same from an exported log alone."""
    entries = read_exported_log(log)
    opened = entries[0].opened
    if game is not None:
        game = find_game_name(opened, game)
    roster = require_season(read_roster(entries, asked.season), asked.season)
    played = [entry for entry in entries if isinstance(entry.body, Played)]
    selection = asked.selection(roster, game)
    results = map(result_of, played)
    boards = rate_results(opened, roster, results, selection, versions=asked.versions)
    since = {
        one: sum(entry.number > roster.benched_at[one] for entry in played)
        for one in roster.benched
    }
    return _leaderboard(boards, game, roster, since)


def _leaderboard(
    boards: Boards, game: str | None, roster: Roster, benched: dict[Player, int]
) -> Leaderboard:
    players = {row.player for row in boards.overall}
    players |= {row.player for rows in boards.games.values() for row in rows}
    replaced = {player for player in players if roster.current(name_of(player)) != player}
    idle = tuple(_idle(boards, game, roster))
    return Leaderboard(boards, game, idle, frozenset(replaced), benched)


def _idle(boards: Boards, game: str | None, roster: Roster) -> list[Player]:
    if game is None:
        return [row.player for row in boards.overall if not row.games]
    playing = {row.player for row in boards.games[game]}
    listed = [row.player for row in boards.overall if row.player not in playing]
    return [one for one in listed if not (games := roster.versions[one].games) or game in games]
