"""`ladder table` and `ladder rate`: the boards, live and of record side by side."""

import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from arena.cli.advice import advise
from arena.cli.terminal import say
from arena.foreign_text import show
from ladder.cli.opening import (
    find_game_name,
    make_console,
    make_table,
    read_selection,
    working,
)
from ladder.export import read_exported_log
from ladder.kept_ratings import read_ratings
from ladder.log import Opened, Played
from ladder.outcome import result_of
from ladder.ratings.board import (
    Boards,
    OverallRow,
    Row,
    fit_games,
    make_boards,
    rate_log,
    to_json,
)
from ladder.ratings.of_record import Estimate
from ladder.result import Player, Selection, name_of
from ladder.roster import Roster, read_roster
from ladder.store.opening import open_store

HOW_TO_READ = Text("""\
rank: by strength, on record; ±: 95 %. live: TrueSkill, mean - 3 deviations.
wins: how often it would beat a random other of the board.""")
HOW_OVERALL = Text("""\
wins: the mean over the games of how often it would beat a random other,
0 in a game that it has not played. live: the mean of the live scores.""")

# On two lines, since the numbers below are short.
_LIVE_RANK = Text("live\nrank")


def show_table(place: str, game: str | None, asked: dict[str, Any], *, as_json: bool) -> None:
    with open_store(place) as store, working("rating"):
        last, _ = store.head()
        roster = store.roster()
        games, selection = _choose(store.opened(), roster, game, asked)
        results = roster.counted(store.results(last=last, game=game, season=roster.season))
        listed = _listed(roster, selection.without, versions=asked["versions"])
        if selection == Selection(game, roster.season):
            # All that counts, which has been rated already.
            ratings = read_ratings(store, roster, roster.season, last)
            boards = make_boards(ratings, fit_games(results), games, listed)
        else:
            boards = rate_log(results, selection, games, listed)
    _show(boards, roster, game, as_json=as_json)
    if not as_json:
        first = _first(boards, game)
        say(advise(*(["bot", first] if first else ["run"]), program="ladder"))


def show_rated(log: Path, game: str | None, asked: dict[str, Any], *, as_json: bool) -> None:
    """The same from an exported log alone."""
    with working("rating"):
        entries = read_exported_log(log)
        roster = read_roster(entries)
        games, selection = _choose(entries[0].opened, roster, game, asked)
        results = (result_of(entry) for entry in entries if isinstance(entry.body, Played))
        listed = _listed(roster, selection.without, versions=asked["versions"])
        boards = rate_log(roster.counted(results), selection, games, listed)
    _show(boards, roster, game, as_json=as_json)
    if not as_json:
        say(advise("import", log, "--ladder", "copy.db", program="ladder"))


def _choose(
    opened: Opened, roster: Roster, game: str | None, asked: dict[str, Any]
) -> tuple[list[str], Selection]:
    """Return of which games boards are wanted, and which results count."""
    games = [division.game for division in opened.divisions]
    if game is not None:
        games = [find_game_name(opened, game)]
    chosen = {name: asked[name] for name in ("seats", "as_of", "without")}
    return games, read_selection(roster, game, season=roster.season, **chosen)


def _listed(roster: Roster, without: Collection[Player], *, versions: bool) -> list[Player]:
    players = roster.listed(versions=versions)
    return [player for player in players if player not in without]


def _show(boards: Boards, roster: Roster, game: str | None, *, as_json: bool) -> None:
    if as_json:
        sys.stdout.write(to_json(boards))
        return
    console = make_console()
    rows = boards.games[game] if game else boards.overall
    if not rows:
        console.print("No match has been played yet.")
        return
    console.print(game_table(boards.games[game], roster) if game else overall_table(boards, roster))
    console.print(HOW_TO_READ if game else HOW_OVERALL)


def game_table(rows: Sequence[Row], roster: Roster) -> Table:
    names = ("rank", "bot", "strength", "wins", _LIVE_RANK, "live", "mean", "±", "matches")
    table = make_table(*names, left=["bot"])
    for row in rows:
        table.add_row(
            str(row.rank),
            _mark(row.player, roster),
            _interval(row.strength, 2),
            _share(row.win_share),
            str(row.live_rank),
            f"{row.live:.1f}",
            f"{row.mean:.1f}",
            f"{row.deviation:.1f}",
            str(row.matches),
        )
    return table


def overall_table(boards: Boards, roster: Roster) -> Table:
    # A game has a few letters below its name, which is too wide for them in one line.
    games = [Text(game.replace("_", "_\n", 1)) for game in boards.games]
    names: tuple[str | Text, ...] = ("rank", "bot", "wins", *games, _LIVE_RANK, "live", "matches")
    table = make_table(*names, left=["bot"])
    for row in boards.overall:
        table.add_row(
            str(row.rank),
            _mark(row.player, roster),
            _share(row.win_share),
            *(_part(row, game) for game in boards.games),
            str(row.live_rank),
            f"{row.live:.1f}",
            str(row.matches),
        )
    return table


def _part(row: OverallRow, game: str) -> str:
    share = row.games[game].win_share
    return f"{share:.0%}" if share else "-"


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


def _first(boards: Boards, game: str | None) -> str:
    rows = boards.games[game] if game else boards.overall
    return rows[0].player if rows else ""
