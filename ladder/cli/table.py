"""`ladder table` and `ladder rate`: the official board and the live one side by side."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

import click

from arena.foreign_text import show
from arena.terminal.advice import advise
from arena.terminal.options import as_json
from arena.terminal.output import say, say_csv
from ladder.cli.options import as_csv, at_ladder, selection
from ladder.cli.output import make_console, make_table, one_form, working
from ladder.queries.wording import cells, describe_rank, plural
from ladder.ratings.settled import SETTLED

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from ladder.matches import Player
    from ladder.queries.tables import Leaderboard
    from ladder.ratings.board import OverallRow, Row
    from ladder.ratings.official import Estimate

# This many rows are printed on a screen; --csv and --json have all.
MOST_ROWS: Final = 200
WIDTH: Final = 80
# And this many names in a sentence.
MOST_NAMES: Final = 20
HOW_TO_READ: Final = (
    "rank: by strength, the official board; (1-3): from 1 to 3, all rows together",
    "95 %. ±: 95 %. live: TrueSkill, mean less three deviations. wins: how often it",
    "would win a game against a random other.",
)
HOW_PROVISIONAL: Final = (f"-: provisional, with fewer than {SETTLED} games.",)
HOW_OVERALL: Final = (
    "rank: by wins on average; (1-3): from 1 to 3, all rows together 95 %. wins: how",
    "often it would win a game against a reference bot, in each division and on",
    "average. Reference bots: the organiser's own, or else one of each author.",
)
HOW_UNRANKED: Final = (f"-: provisional; a rank overall takes {SETTLED} games in every division.",)
HOW_RATED: Final = "Live ratings are being recalculated. The official board is up to date."


@click.command(epilog="Example: ladder table six_nimmt")
@click.argument("game", required=False)
@selection
@as_csv
@at_ladder
@as_json
def table(*, game: str | None, place: str, as_csv: bool, as_json: bool, **asked: Any) -> None:
    """Show the board of a game, or of all together."""
    from ladder.queries.tables import TableQuery, read_table
    from ladder.store.opening import open_store

    one_form(as_csv=as_csv, as_json=as_json)
    with open_store(place) as store, working("rating"):
        shown = read_table(store, game, TableQuery(**asked))
    _show(shown, as_csv=as_csv, as_json=as_json)
    if not as_csv and not as_json:
        first = next((row.player for row in shown.rows if row.games), None)
        say(advise(*(["bot", first] if first else ["run"]), program="ladder"))


@click.command(epilog="Example: ladder rate ladder.zip six_nimmt")
@click.argument("log", type=click.Path(path_type=Path))
@click.argument("game", required=False)
@selection
@as_csv
@as_json
def rate(*, log: Path, game: str | None, as_csv: bool, as_json: bool, **asked: Any) -> None:
    """Make the boards of an export from its log alone.

    With --json these are the bytes of `ladder table --json`.
    """
    from ladder.queries.tables import TableQuery, rate_export

    one_form(as_csv=as_csv, as_json=as_json)
    with working("rating"):
        shown = rate_export(log, game, TableQuery(**asked))
    _show(shown, as_csv=as_csv, as_json=as_json)
    if not as_csv and not as_json:
        say(advise("import", log, "--ladder", "copy.db", program="ladder"))


def _show(shown: Leaderboard, *, as_csv: bool, as_json: bool) -> None:
    if as_json:
        from ladder.ratings.board import to_json

        boards = shown.boards if shown.game is None else shown.boards.of(shown.game)
        sys.stdout.write(to_json(boards))
    elif as_csv and shown.game is not None:
        rows = (_division_cells(row, shown) for row in shown.boards.games[shown.game])
        say_csv(DIVISION_COLUMNS, rows)
    elif as_csv:
        games = [*shown.boards.games]
        overall = (_overall_cells(row, games, shown) for row in shown.boards.overall)
        say_csv(_overall_columns(games), overall)
    else:
        _print(shown)


# --- on a screen ---


def _print(shown: Leaderboard) -> None:
    console = make_console()
    if not any(row.games for row in shown.rows):
        console.print("No rated matches yet.")
    elif shown.game is None:
        console.print(_overall_table(shown))
    else:
        console.print(_game_table(shown, shown.boards.games[shown.game]))
    for line in _remarks(shown):
        console.print(line)


def _remarks(shown: Leaderboard) -> Iterator[str]:
    """Yield what is to be known of a table, each in a line or two."""
    played = [row for row in shown.rows if row.games]
    if not shown.rated:
        yield HOW_RATED
    if len(played) > MOST_ROWS:
        yield f"{plural(len(played) - MOST_ROWS, 'more bot')}: --csv has them all."
    unranked = any(row.rank is None for row in played)
    if played:
        yield from HOW_OVERALL if shown.game is None else HOW_TO_READ
    if played and shown.game is not None:
        yield shown.scale.describe()
    if unranked:
        yield from HOW_UNRANKED if shown.game is None else HOW_PROVISIONAL
    if shown.game is None:
        short = [row.player for row in played if row.player in shown.needs]
        for player in short[:MOST_NAMES]:
            yield from wrap(f"{player} {shown.needs[player]}.", WIDTH, subsequent_indent="  ")
    if played and (tried := Counter(shown.boards.tried).most_common(MOST_NAMES)):
        said = ", ".join(f"{author} {number}" for author, number in tried)
        yield from wrap(f"Versions tried: {said}.", WIDTH)
    if idle := shown.idle:
        more = f" and {len(idle) - MOST_NAMES:,} more" if len(idle) > MOST_NAMES else ""
        yield f"Not rated yet: {', '.join(idle[:MOST_NAMES])}{more}."
    on_board = {row.player for row in played}
    for player, matches in shown.benched.items():
        if player in on_board:
            yield f"{player} has been benched for {plural(matches, 'match', 'matches')}."


def _game_table(shown: Leaderboard, rows: Sequence[Row]) -> Table:
    from rich.text import Text

    # On two lines, since the numbers below are short.
    live = Text("live\nrank")
    scale = shown.scale.steps
    steps = ("steps",) if scale else ()
    made = make_table(
        *("rank", "bot", "strength", *steps, "wins", live, "live", "games", "matches"),
        left=["bot"],
    )
    for row in rows[:MOST_ROWS]:
        made.add_row(
            describe_rank(row.rank, shown.boards.range_of(shown.game, row.player)),
            _mark(row.player, shown),
            _interval(row.strength, 2),
            *([shown.scale.show(row.player)] if scale else []),
            _share(row.win_share),
            describe_rank(row.live_rank, None),
            "-" if row.live is None else f"{row.live:.1f}",
            str(row.games),
            str(row.matches),
        )
    return made


def _overall_table(shown: Leaderboard) -> Table:
    from rich.text import Text

    boards = shown.boards
    # A game has a few letters below its name, which is too wide for them in one line.
    games = [Text(game.replace("_", "_\n", 1)) for game in boards.games]
    made = make_table("rank", "bot", "wins", *games, "games", "matches", left=["bot"])
    for row in [row for row in boards.overall if row.games][:MOST_ROWS]:
        made.add_row(
            describe_rank(row.rank, boards.range_of(None, row.player)),
            _mark(row.player, shown),
            _share(shown.wins(row)),
            *(_part(shown.parts[row.player].get(game)) for game in boards.games),
            str(row.games),
            str(row.matches),
        )
    return made


def _part(estimate: Estimate | None) -> str:
    return "-" if estimate is None else f"{estimate.value:.0%}"


def _mark(player: Player, board: Leaderboard) -> Text:
    from rich.text import Text

    text = Text(show(player))
    if player in board.benched:
        return text.append(" (benched)", "dim")
    return text.append(" (replaced)", "dim") if player in board.replaced else text


def _interval(estimate: Estimate, digits: int) -> str:
    margin = (estimate.high - estimate.low) / 2
    return f"{estimate.value:+.{digits}f} ± {margin:.{digits}f}"


def _share(estimate: Estimate) -> str:
    return f"{estimate.value:.0%} ({estimate.low * 100:.0f}-{estimate.high * 100:.0f})"


# --- as CSV ---

DIVISION_COLUMNS: Final = (
    *("rank", "bot", "games", "matches", "strength", "strength_low", "strength_high"),
    *("win_share", "win_share_low", "win_share_high", "live_rank", "live", "mean", "deviation"),
    *("rank_low", "rank_high", "steps", "steps_low", "steps_high", "steps_note"),
)


def _division_cells(row: Row, shown: Leaderboard) -> list[object]:
    own = [row.rank, row.player, row.games, row.matches]
    live = [row.live_rank, row.live, row.mean, row.deviation]
    between = shown.boards.range_of(shown.game, row.player) or (None, None)
    steps = [*cells(shown.scale.steps.get(row.player)), shown.scale.note(row.player)]
    return [*own, *cells(row.strength), *cells(row.win_share), *live, *between, *steps]


def _overall_columns(games: Sequence[str]) -> list[str]:
    parts = ("rank", "games", "chance", "chance_low", "chance_high")
    own = ("rank", "bot", "games", "matches", "chance", "chance_low", "chance_high")
    return [*own, *(f"{game}_{part}" for game in games for part in parts), "rank_low", "rank_high"]


def _overall_cells(row: OverallRow, games: Sequence[str], shown: Leaderboard) -> list[object]:
    found: list[object] = [row.rank, row.player, row.games, row.matches, *cells(row.chance)]
    for game in games:
        part = row.divisions.get(game)
        if part is None:
            found += [None, 0, None, None, None]
        else:
            found += [part.rank, part.games, *cells(part.chance)]
    return [*found, *(shown.boards.range_of(None, row.player) or (None, None))]
