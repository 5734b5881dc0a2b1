"""`ladder table` and `ladder rate`: the official board and the live one side by side."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any, Final

import click
from rich.table import Table
from rich.text import Text

from arena.foreign_text import show
from arena.terminal.options import A_PATH
from ladder.cli.options import as_csv, selection
from ladder.cli.output import Shown, make_table, printing, showing, working
from ladder.matches import Player
from ladder.queries.tables import Leaderboard, TableQuery, rate_export, read_table
from ladder.queries.wording import cells, describe_rank, plural, share
from ladder.ratings.board import OverallRow, Row, to_json
from ladder.ratings.official import Estimate
from ladder.ratings.settled import SETTLED
from ladder.store.store import Store

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
@showing("rating")
def table(store: Store, *, game: str | None, **asked: Any) -> Shown:
    """Show the board of a game, or of all together."""
    shown = read_table(store, game, TableQuery(**asked))
    first = next((row.player for row in shown.rows if row.games), None)
    return _show(shown, ["bot", first] if first else ["run"])


@click.command(epilog="Example: ladder rate ladder.zip six_nimmt")
@click.argument("log", type=A_PATH)
@click.argument("game", required=False)
@selection
@as_csv
@printing()
def rate(*, log: Path, game: str | None, **asked: Any) -> Shown:
    """Make the boards of an export from its log alone.

    With --json these are the bytes of `ladder table --json`.
    """
    with working("rating"):
        shown = rate_export(log, game, TableQuery(**asked))
    return _show(shown, ("import", log, "--ladder", "copy.db"))


def _show(shown: Leaderboard, advice: Sequence[object]) -> Shown:
    boards = shown.boards if shown.game is None else shown.boards.of(shown.game)
    csv: tuple[Sequence[str], Iterable[Sequence[object]]]
    if shown.game is None:
        games = [*shown.boards.games]
        overall = (_overall_cells(row, games, shown) for row in boards.overall)
        csv = _overall_columns(games), overall
    else:
        csv = DIVISION_COLUMNS, (_division_cells(row, shown) for row in boards.games[shown.game])
    return Shown(to_json(boards), _lines(shown), advice, csv=csv)


# --- on a screen ---


def _lines(shown: Leaderboard) -> Iterator[str | Table]:
    if not any(row.games for row in shown.rows):
        yield "No rated matches yet."
    else:
        yield _overall_table(shown) if shown.game is None else _game_table(shown, shown.game)
    yield from _remarks(shown)


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


def _game_table(shown: Leaderboard, game: str) -> Table:
    scale = shown.scale.steps
    # The live rank is on two lines, since the numbers below are short.
    heads = ("#rank", "bot", "#strength", *(["#steps"] if scale else []), "#wins")
    rows = (
        (
            describe_rank(row.rank, shown.boards.range_of(game, row.player)),
            _mark(row.player, shown),
            _interval(row.strength),
            *([shown.scale.show(row.player)] if scale else []),
            share(row.win_share),
            row.live_rank,
            None if row.live is None else f"{row.live:.1f}",
            row.games,
            row.matches,
        )
        for row in shown.boards.games[game][:MOST_ROWS]
    )
    return make_table((*heads, "#live\nrank", "#live", "#games", "#matches"), rows)


def _overall_table(shown: Leaderboard) -> Table:
    boards = shown.boards
    # A game has a few letters below its name, which is too wide for them in one line.
    games = [f"#{game.replace('_', '_' + chr(10), 1)}" for game in boards.games]
    rows = (
        (
            describe_rank(row.rank, boards.range_of(None, row.player)),
            _mark(row.player, shown),
            share(shown.wins(row)),
            *(_part(shown.parts[row.player].get(game)) for game in boards.games),
            row.games,
            row.matches,
        )
        for row in [row for row in boards.overall if row.games][:MOST_ROWS]
    )
    return make_table(("#rank", "bot", "#wins", *games, "#games", "#matches"), rows)


def _part(estimate: Estimate | None) -> str:
    return "-" if estimate is None else f"{estimate.value:.0%}"


def _mark(player: Player, board: Leaderboard) -> Text:
    text = Text(show(player))
    if player in board.benched:
        return text.append(" (benched)", "dim")
    return text.append(" (replaced)", "dim") if player in board.replaced else text


def _interval(estimate: Estimate) -> str:
    return f"{estimate.value:+.2f} ± {(estimate.high - estimate.low) / 2:.2f}"


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
