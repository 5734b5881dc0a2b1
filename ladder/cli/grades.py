"""`ladder grades`: the best bot of each author, for whoever has to give marks."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Final

from rich.table import Table

from arena.cli.advice import advise
from arena.cli.terminal import say_csv, say_json
from ladder.cli.opening import (
    find_game_name,
    find_player,
    make_console,
    make_table,
    one_form,
    read_season,
    working,
)
from ladder.cli.table import cells
from ladder.leaderboards import read_boards, read_fits
from ladder.log import Opened
from ladder.matches import Player
from ladder.ratings.board import DIGITS, Boards
from ladder.ratings.official import Estimate, Fit
from ladder.ratings.versus import Versus, versus
from ladder.roster import Roster
from ladder.store.opening import open_store

COLUMNS: Final = ("author", "bot", "rank", "games", "chance", "chance_low", "chance_high")
AGAINST: Final = ("reference", "beats", "beats_low", "beats_high", "certainty")


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a bot stands on the board that is asked for."""

    player: Player
    rank: int | None
    games: int
    chance: Estimate | None
    """To win a game against one of the reference field."""


@dataclass(frozen=True, slots=True)
class Grade:
    """An author, and the best of its bots that stand on the board, if there is one."""

    author: str
    best: Standing | None
    against: Versus | None
    """How the bot does against the reference bot, if one is named and has played as much."""


def show_grades(
    place: str,
    game: str | None,
    reference: str | None,
    season: int | None,
    *,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Print a line for each author, the organiser too if it has bots."""
    one_form(as_csv=as_csv, as_json=as_json)
    with open_store(place) as store, working("rating"):
        opened = store.opened()
        games = _games(opened, game)
        roster = read_season(store, season)
        other = None if reference is None else find_player(roster, reference)
        boards = read_boards(store, roster.season)
        fits = {} if other is None else read_fits(store, games, roster)
    grades = list(_grades(_standings(boards, game), roster))
    if other is not None:
        compared = [fits[one] for one in games] if {*games} <= {*fits} else []
        grades = [_compare(grade, compared, other) for grade in grades]
    if as_csv:
        columns = COLUMNS if other is None else (*COLUMNS, *AGAINST)
        say_csv(columns, (_cells(grade, other) for grade in grades))
    elif as_json:
        say_json({"reference": other, "grades": [asdict(grade) for grade in grades]})
    else:
        _print(grades, other)


def _games(opened: Opened, game: str | None) -> list[str]:
    if game is not None:
        return [find_game_name(opened, game)]
    return [division.game for division in opened.divisions]


def _standings(boards: Boards, game: str | None) -> list[Standing]:
    """Return everybody in the order of the board."""
    if game is None:
        return [Standing(row.player, row.rank, row.games, row.chance) for row in boards.overall]
    parts = {row.player: row.divisions.get(game) for row in boards.overall}
    found = []
    for row in boards.games[game]:
        part = parts[row.player]
        found.append(Standing(row.player, row.rank, row.games, part.chance if part else None))
    return found


def _grades(standings: Sequence[Standing], roster: Roster) -> Iterator[Grade]:
    best: dict[str, Standing] = {}
    for standing in standings:
        best.setdefault(roster.author_of(standing.player), standing)
    for author, standing in best.items():
        yield Grade(author, standing, None)
    for author in sorted(roster.authors - {*best}):
        yield Grade(author, None, None)


def _compare(grade: Grade, fits: Sequence[Fit], other: Player) -> Grade:
    if grade.best is None or grade.best.player == other:
        return grade
    against = versus(fits, grade.best.player, other)
    return Grade(grade.author, grade.best, None if against is None else _rounded(against))


def _rounded(found: Versus) -> Versus:
    numbers = (found.chance.value, found.chance.low, found.chance.high)
    chance = Estimate(*(round(number, DIGITS) for number in numbers))
    return Versus(chance, round(found.certainty, DIGITS))


def _cells(grade: Grade, other: Player | None) -> list[object]:
    best = grade.best
    own: list[object] = [grade.author, *[None] * 6]
    if best is not None:
        own = [grade.author, best.player, best.rank, best.games, *cells(best.chance)]
    if other is None:
        return own
    against = grade.against
    chance = None if against is None else against.chance
    return [*own, other, *cells(chance), None if against is None else against.certainty]


def _print(grades: Sequence[Grade], other: Player | None) -> None:
    console = make_console()
    if not grades:
        console.print("Nobody has handed in a bot yet.")
        console.print(advise("submit", "first", program="ladder"))
        return
    console.print(_table(grades, other))
    console.print("wins: how often it would win a game against a reference bot, with 95 %.")
    if other is not None:
        console.print(f"beats: how often it would win a game against {other};")
        console.print("sure: how likely it is that this is more often than not.")
    console.print(advise("grades", "--csv", program="ladder"))


def _table(grades: Sequence[Grade], other: Player | None) -> Table:
    against = () if other is None else ("beats", "sure")
    table = make_table("author", "rank", "best bot", "wins", *against, left=["author", "best bot"])
    for grade in grades:
        best = grade.best
        row = ["-", "-", "-"]
        if best is not None:
            rank = "-" if best.rank is None else str(best.rank)
            row = [rank, best.player, _share(best.chance)]
        table.add_row(grade.author, *row, *(_against(grade) if other is not None else ()))
    return table


def _against(grade: Grade) -> tuple[str, str]:
    if grade.against is None:
        return "-", "-"
    return _share(grade.against.chance), f"{grade.against.certainty:.1%}"


def _share(chance: Estimate | None) -> str:
    if chance is None:
        return "-"
    return f"{chance.value:.0%} ({chance.low * 100:.0f}-{chance.high * 100:.0f})"
