"""`ladder table` and `ladder rate`: the official board and the live one side by side."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from rich.table import Table
from rich.text import Text

from arena.cli.advice import advise
from arena.cli.terminal import say, say_csv
from arena.foreign_text import show
from ladder.cli.opening import (
    find_game_name,
    find_player,
    make_console,
    make_table,
    one_form,
    plural,
    read_season,
    require_season,
    working,
)
from ladder.exchange import read_exported_log
from ladder.leaderboards import rate_results, read_boards
from ladder.log import Opened, Played, result_of
from ladder.matches import Player, Selection, name_of
from ladder.ratings.board import Boards, OverallRow, Row, to_json
from ladder.ratings.official import Estimate
from ladder.ratings.settled import SETTLED
from ladder.roster import Roster, read_roster
from ladder.store.opening import open_store

# So many rows are printed on a screen; --csv and --json have all.
MOST_ROWS: Final = 200
# And so many names in a sentence.
MOST_NAMES: Final = 20
HOW_TO_READ: Final = Text("""\
rank: by strength, the official board; ±: 95 %. live: TrueSkill, mean less three
deviations. wins: how often it would win a game against a random other.""")
HOW_PROVISIONAL: Final = Text(f"-: provisional, with fewer than {SETTLED} games.")
HOW_OVERALL: Final = Text("""\
wins: how often it would win a game against a reference bot, in each division
and on average. Reference bots: the organiser's own, or else one of each author.""")
HOW_UNRANKED: Final = Text(f"""\
1 of 4: it has a rank in one division of four, and overall needs all;
a rank takes {SETTLED} games in a division.""")

# On two lines, since the numbers below are short.
_LIVE_RANK: Final = Text("live\nrank")


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody wants to count, as words."""

    season: int | None = None
    seats: int | None = None
    as_of: datetime | None = None
    without: tuple[str, ...] = ()
    versions: bool = False

    @property
    def everything(self) -> bool:
        """Whether all that counts in the season is wanted, as it is kept."""
        return Asked(season=self.season) == self

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
class _Shown:
    """What is shown, and what is to be said of it."""

    boards: Boards
    roster: Roster
    opened: Opened
    game: str | None
    benched: dict[Player, int]
    """Who is benched, since how many matches."""

    @property
    def rows(self) -> Sequence[Row] | Sequence[OverallRow]:
        return self.boards.overall if self.game is None else self.boards.games[self.game]

    def idle(self) -> list[Player]:
        """Return who has no game that counts, and would have a row with one."""
        if self.game is None:
            return [row.player for row in self.boards.overall if not row.games]
        playing = {row.player for row in self.boards.games[self.game]}
        return [
            one.player
            for one in self.boards.overall
            if one.player not in playing and self._plays(one.player)
        ]

    def _plays(self, player: Player) -> bool:
        games = self.roster.versions[player].games
        return not games or self.game in games


def show_table(
    place: str, game: str | None, asked: Asked, *, as_csv: bool = False, as_json: bool = False
) -> None:
    """Print the board of a game, or of all together."""
    one_form(as_csv=as_csv, as_json=as_json)
    with open_store(place) as store, working("rating"):
        opened = store.opened()
        if game is not None:
            game = find_game_name(opened, game)
        roster = read_season(store, asked.season)
        if asked.everything:
            boards = read_boards(store, roster.season)
        else:
            results = store.results(game=game, season=roster.season)
            selection = asked.selection(roster, game)
            boards = rate_results(opened, roster, results, selection, versions=asked.versions)
        since = {one: store.results_after(roster.benched_at[one]) for one in roster.benched}
    shown = _Shown(boards, roster, opened, game, since)
    _show(shown, as_csv=as_csv, as_json=as_json)
    if not as_csv and not as_json:
        first = next((row.player for row in shown.rows if row.games), None)
        say(advise(*(["bot", first] if first else ["run"]), program="ladder"))


def show_rated(
    log: Path, game: str | None, asked: Asked, *, as_csv: bool = False, as_json: bool = False
) -> None:
    """The same from an exported log alone."""
    one_form(as_csv=as_csv, as_json=as_json)
    with working("rating"):
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
    _show(_Shown(boards, roster, opened, game, since), as_csv=as_csv, as_json=as_json)
    if not as_csv and not as_json:
        say(advise("import", log, "--ladder", "copy.db", program="ladder"))


def _show(shown: _Shown, *, as_csv: bool, as_json: bool) -> None:
    if as_json:
        boards = shown.boards if shown.game is None else shown.boards.of(shown.game)
        sys.stdout.write(to_json(boards))
    elif as_csv and shown.game is not None:
        say_csv(DIVISION_COLUMNS, map(_division_cells, shown.boards.games[shown.game]))
    elif as_csv:
        games = [*shown.boards.games]
        cells = (_overall_cells(row, games) for row in shown.boards.overall)
        say_csv(_overall_columns(games), cells)
    else:
        _print(shown)


# --- on a screen ---


def _print(shown: _Shown) -> None:
    console = make_console()
    if not any(row.games for row in shown.rows):
        console.print("No match has been played yet that counts.")
    elif shown.game is None:
        console.print(overall_table(shown.boards, shown.roster))
    else:
        console.print(game_table(shown.boards.games[shown.game], shown.roster))
    for line in _remarks(shown):
        console.print(line)


def _remarks(shown: _Shown) -> Iterator[str | Text]:
    """Yield what is to be known of a table, each in a line or two."""
    played = [row for row in shown.rows if row.games]
    if len(played) > MOST_ROWS:
        yield f"{plural(len(played) - MOST_ROWS, 'more bot')}: --csv has them all."
    unranked = any(row.rank is None for row in played)
    if played:
        yield HOW_OVERALL if shown.game is None else HOW_TO_READ
    if unranked:
        yield HOW_UNRANKED if shown.game is None else HOW_PROVISIONAL
    if idle := shown.idle():
        more = f" and {len(idle) - MOST_NAMES:,} more" if len(idle) > MOST_NAMES else ""
        yield f"Without a game that counts: {', '.join(idle[:MOST_NAMES])}{more}."
    on_board = {row.player for row in played}
    for player, matches in shown.benched.items():
        if player in on_board:
            yield f"{player} has been benched for {plural(matches, 'match', 'matches')}."


def game_table(rows: Sequence[Row], roster: Roster) -> Table:
    names = ("rank", "bot", "strength", "wins", _LIVE_RANK, "live", "games", "matches")
    table = make_table(*names, left=["bot"])
    for row in rows[:MOST_ROWS]:
        table.add_row(
            _rank(row.rank),
            _mark(row.player, roster),
            _interval(row.strength, 2),
            _share(row.win_share),
            _rank(row.live_rank),
            f"{row.live:.1f}",
            str(row.games),
            str(row.matches),
        )
    return table


def overall_table(boards: Boards, roster: Roster) -> Table:
    # A game has a few letters below its name, which is too wide for them in one line.
    games = [Text(game.replace("_", "_\n", 1)) for game in boards.games]
    table = make_table("rank", "bot", "wins", *games, "games", "matches", left=["bot"])
    for row in [row for row in boards.overall if row.games][:MOST_ROWS]:
        table.add_row(
            _rank(row.rank),
            _mark(row.player, roster),
            _share(row.chance) if row.chance else _how_many(row, len(boards.games)),
            *(_part(row, game) for game in boards.games),
            str(row.games),
            str(row.matches),
        )
    return table


def _how_many(row: OverallRow, divisions: int) -> str:
    return f"{sum(part.rank is not None for part in row.divisions.values())} of {divisions}"


def _part(row: OverallRow, game: str) -> str:
    part = row.divisions.get(game)
    return "-" if part is None or part.chance is None else f"{part.chance.value:.0%}"


def _rank(rank: int | None) -> str:
    return "-" if rank is None else str(rank)


def _mark(player: Player, roster: Roster) -> Text:
    shown = Text(show(player))
    if player in roster.benched:
        return shown.append(" (benched)", "dim")
    replaced = roster.current(name_of(player)) != player
    return shown.append(" (replaced)", "dim") if replaced else shown


def _interval(estimate: Estimate, digits: int) -> str:
    margin = (estimate.high - estimate.low) / 2
    return f"{estimate.value:+.{digits}f} ± {margin:.{digits}f}"


def _share(estimate: Estimate) -> str:
    return f"{estimate.value:.0%} ({estimate.low * 100:.0f}-{estimate.high * 100:.0f})"


# --- as CSV ---

DIVISION_COLUMNS: Final = (
    *("rank", "bot", "games", "matches", "strength", "strength_low", "strength_high"),
    *("win_share", "win_share_low", "win_share_high", "live_rank", "live", "mean", "deviation"),
)


def _division_cells(row: Row) -> list[object]:
    own = [row.rank, row.player, row.games, row.matches]
    live = [row.live_rank, row.live, row.mean, row.deviation]
    return [*own, *cells(row.strength), *cells(row.win_share), *live]


def _overall_columns(games: Sequence[str]) -> list[str]:
    parts = ("rank", "games", "chance", "chance_low", "chance_high")
    own = ("rank", "bot", "games", "matches", "chance", "chance_low", "chance_high")
    return [*own, *(f"{game}_{part}" for game in games for part in parts)]


def _overall_cells(row: OverallRow, games: Sequence[str]) -> list[object]:
    found: list[object] = [row.rank, row.player, row.games, row.matches, *cells(row.chance)]
    for game in games:
        part = row.divisions.get(game)
        if part is None:
            found += [None, 0, None, None, None]
        else:
            found += [part.rank, part.games, *cells(part.chance)]
    return found


def cells(estimate: Estimate | None) -> tuple[float | None, ...]:
    """Return an estimate as three cells."""
    return (None,) * 3 if estimate is None else (estimate.value, estimate.low, estimate.high)
