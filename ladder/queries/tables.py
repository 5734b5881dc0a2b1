"""Tables: the boards of a season, of an exported log or of what is selected of them."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from arena.games import find_game
from ladder.archive.exchange import read_exported_log
from ladder.leaderboards import rate_results, read_boards
from ladder.log.entries import Played, result_of
from ladder.log.roster import Roster, read_roster
from ladder.matches import Player, Selection, name_of
from ladder.queries.lookup import find_game_name, find_player, read_season, require_season
from ladder.queries.snapshot import Snapshot
from ladder.queries.wording import plural
from ladder.ratings.board import Boards, OverallRow, Row, mean_of
from ladder.ratings.official import Estimate
from ladder.ratings.scale import BoardScale
from ladder.store.reader import Reader


@dataclass(frozen=True, slots=True)
class TableQuery:
    """The table that is asked for, in words."""

    season: int | None = None
    seats: int | None = None
    as_of: datetime | None = None
    without: tuple[str, ...] = ()
    versions: bool = False

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
    """Players without a game that counts; they would have a row with one."""
    replaced: frozenset[Player]
    """Players in whose place another version plays now."""
    benched: dict[Player, int]
    """Benched players, each with the number of matches since."""
    needs: dict[Player, str]
    """The condition of a rank overall for each that has played, as the end of a sentence."""
    rated: bool
    """Whether the live ratings are those of what counts now, and not being made again."""
    parts: dict[Player, dict[str, Estimate]]
    """By game how often it would win against a reference bot, or a random other without one."""

    def wins(self, row: Row | OverallRow) -> Estimate:
        """Return how often a bot would win; without a rank overall the mean of its games."""
        if isinstance(row, Row):
            return row.win_share
        return row.chance or mean_of([*self.parts[row.player].values()])

    @property
    def scale(self) -> BoardScale:
        """The steps on the board of a game; overall nobody has any."""
        return BoardScale() if self.game is None else self.boards.scale(self.game)

    @property
    def rows(self) -> Sequence[Row] | Sequence[OverallRow]:
        return self.boards.overall if self.game is None else self.boards.games[self.game]


def read_table(store: Reader, game: str | None, asked: TableQuery) -> Leaderboard:
    """Return the board of a game or of all together. UserError if something asked is not there."""
    opened, roster = store.opened(), read_season(store, asked.season)
    if game is not None:
        game = find_game_name(opened, game)
    selection = asked.selection(roster, game)
    if selection.is_whole:
        selection = Selection(season=roster.season)
    boards = read_boards(store, roster, selection, versions=asked.versions)
    rated = store.is_rated() or not selection.is_whole
    return _leaderboard(boards, game, roster, _benched(store, roster), rated=rated)


def _benched(store: Reader, roster: Roster) -> dict[Player, int]:
    return {one: store.results_after(roster.benched_at[one]) for one in roster.benched}


@dataclass(frozen=True, slots=True)
class Standings:
    """A leaderboard with what a page tells beside it."""

    board: Leaderboard
    last: int
    """The entry of the log that it is as of; one that came later may still be rated."""
    digest: str
    """The digest of that entry."""
    season: int
    authors: dict[Player, str]
    forfeits: dict[Player, int]
    """How many games each has forfeited, of those that are counted here."""
    movement: dict[Player, int]
    """By how many ranks each has risen since midnight, in UTC; only who had a rank then."""
    unfitted: frozenset[str]
    """The games whose newest results cannot be fitted: theirs is the last fit that there was."""


def read_standings(snapshot: Snapshot, game: str | None, asked: TableQuery) -> Standings:
    """Return the board of a game or of all together. UserError if something asked is not there."""
    roster = snapshot.roster
    game = None if game is None else find_game_name(snapshot.opened, game)
    if asked == TableQuery():
        made, benched = snapshot.boards(), _benched(snapshot.store, roster)
        board = _leaderboard(made.boards, game, roster, benched, rated=made.rated)
        movement = _movement(made.boards, made.at_midnight, game)
        (last, digest), season = made.head, made.fits.season
        unfitted = made.fits.failed if game is None else made.fits.failed & {game}
    else:
        board, movement = read_table(snapshot.store, game, asked), {}
        (last, digest), season = snapshot.head, asked.season or roster.season
        unfitted = frozenset()
    forfeits = _count_forfeits(snapshot, game, asked)
    players = [row.player for row in board.rows]
    return Standings(
        board=board,
        last=last,
        digest=digest,
        season=season,
        authors={player: roster.author_of(player) for player in players},
        forfeits={player: forfeits[player] for player in players if forfeits[player]},
        movement=movement,
        unfitted=unfitted,
    )


def _count_forfeits(snapshot: Snapshot, game: str | None, asked: TableQuery) -> Counter[Player]:
    """Return how many games each has forfeited, of those that are selected."""
    store, found = snapshot.store, Counter[Player]()
    if asked == TableQuery():
        for player, its, _, games in store.forfeits(season=snapshot.boards().fits.season):
            found[player] += games if game in {None, its} else 0
        return found
    selection = asked.selection(read_season(store, asked.season), game)
    for entry in store.played_before(season=selection.season, game=game):
        if any(selection.of([result_of(entry)])):
            for player, verdicts in zip(entry.played.players, entry.played.forfeits, strict=True):
                found[player] += sum(verdicts.values())
    return found


def _movement(now: Boards, then: Boards, game: str | None) -> dict[Player, int]:
    before = _ranks(then, game)
    return {
        player: before[player] - rank
        for player, rank in _ranks(now, game).items()
        if player in before
    }


def _ranks(boards: Boards, game: str | None) -> dict[Player, int]:
    rows: Sequence[Row] | Sequence[OverallRow]
    rows = boards.overall if game is None else boards.games.get(game, ())
    return {row.player: row.rank for row in rows if row.rank is not None}


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
    boards: Boards,
    game: str | None,
    roster: Roster,
    benched: dict[Player, int],
    *,
    rated: bool = True,
) -> Leaderboard:
    players = {row.player for row in boards.overall}
    players |= {row.player for rows in boards.games.values() for row in rows}
    replaced = {player for player in players if roster.current(name_of(player)) != player}
    idle = tuple(_idle(boards, game, roster))
    needs = {row.player: said for row in boards.overall if (said := _needs(row, roster))}
    parts = _parts(boards)
    return Leaderboard(boards, game, idle, frozenset(replaced), benched, needs, rated, parts)


def _parts(boards: Boards) -> dict[Player, dict[str, Estimate]]:
    found: defaultdict[Player, dict[str, Estimate]] = defaultdict(dict)
    for game, rows in boards.games.items():
        for row in rows:
            found[row.player][game] = row.win_share
    for overall in boards.overall:
        its = {game: part.chance for game, part in overall.divisions.items() if part.chance}
        found[overall.player] |= its
    return found


def _needs(row: OverallRow, roster: Roster) -> str:
    """Say what a bot needs for a rank overall: "needs 8 more games in TonTon"."""
    if not row.games:
        return ""
    plays = roster.versions[row.player].games
    never = [find_game(game).title for game in row.needs if plays and game not in plays]
    if never:
        return f"plays no {', no '.join(never)}"
    missing = [
        f"{plural(number, 'more game')} in {find_game(game).title}"
        for game, number in row.needs.items()
    ]
    return f"needs {', '.join(missing)}" if missing else ""


def _idle(boards: Boards, game: str | None, roster: Roster) -> list[Player]:
    if game is None:
        return [row.player for row in boards.overall if not row.games]
    playing = {row.player for row in boards.games[game]}
    listed = [row.player for row in boards.overall if row.player not in playing]
    return [one for one in listed if not (games := roster.versions[one].games) or game in games]
