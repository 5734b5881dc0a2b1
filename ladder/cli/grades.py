"""`ladder grades`: the best and the newest bot of each author, for those who give marks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.errors import UserError
from arena.foreign_text import show
from arena.terminal.advice import advise
from arena.terminal.options import as_json
from arena.terminal.output import say_csv
from ladder.cli.options import as_csv, at_ladder, in_season
from ladder.cli.output import make_console, make_table, one_form, print_json, working
from ladder.queries.wording import describe_rank

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from ladder.queries.comparisons import Grade, Grades
    from ladder.ratings.official import Estimate


@click.command(epilog="Example: ladder grades six_nimmt --reference random")
@click.argument("game", required=False)
@click.option("--reference", metavar="BOT", help="Say how each author does against this bot.")
@click.option(
    "--scheme",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Give points for the bots that the [[tiers]] of a course file name.",
)
@in_season
@as_csv
@at_ladder
@as_json
def grades(
    *,
    game: str | None,
    reference: str | None,
    scheme: Path | None,
    season: int | None,
    place: str,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Show the best bot of each author, in a game or in all together."""
    from ladder.cli.marks import print_marks
    from ladder.queries.comparisons import list_grades, read_grades
    from ladder.store.opening import open_store

    one_form(as_csv=as_csv, as_json=as_json)
    if scheme is not None:
        if reference is not None:
            raise UserError("A scheme names its own bots; leave out --reference.")
        print_marks(scheme, game, season, place, as_csv=as_csv, as_json=as_json)
        return
    with open_store(place) as store, working("rating"):
        found = read_grades(store, game, reference, season)
    if as_csv:
        say_csv(*list_grades(found))
    elif as_json:
        print_json(found)
    else:
        _print(found)


def _print(found: Grades) -> None:
    other = found.reference
    console = make_console()
    if not found.grades:
        console.print("Nobody has handed in a bot yet.")
        console.print(advise("submit", "first", program="ladder"))
        return
    console.print(_table(found))
    console.print("wins: how often it would win a game against a reference bot, with 95 %.")
    if any(grade.best and grade.best.ranks for grade in found.grades):
        console.print("rank: 2 (1-3) may be from 1 to 3; all rows together hold with 95 %.")
    console.print("newest: what came in last. The best of many versions looks better than it is.")
    if other is not None:
        console.print(f"beats: how often it would win a game against {other};")
        console.print("sure: how likely it is that this is more often than not.")
    console.print(advise("grades", "--csv", program="ladder"))


def _table(found: Grades) -> Table:
    other = found.reference
    against = () if other is None else ("beats", "sure")
    table = make_table(
        *("author", "rank", "best bot", "wins", *against, "newest"),
        left=["author", "best bot", "newest"],
    )
    for grade in found.grades:
        best = grade.best
        row = ["-", "-", "-"]
        if best is not None:
            row = [describe_rank(best.rank, best.ranks), best.player, _share(best.chance)]
        beside = _against(grade) if other is not None else ()
        table.add_row(grade.author, *row, *beside, _newest(grade))
    return table


def _newest(grade: Grade) -> Text:
    """Return the newest version and, below it, its share, where it is not the best."""
    from rich.text import Text

    newest = grade.newest
    if newest is None or newest == grade.best:
        return Text("-" if newest is None else "the same")
    return Text(f"{show(newest.player)}\n{_share(newest.chance)}")


def _against(grade: Grade) -> tuple[str, str]:
    if grade.against is None:
        return "-", "-"
    return _share(grade.against.chance), f"{grade.against.certainty:.1%}"


def _share(chance: Estimate | None) -> str:
    if chance is None:
        return "-"
    return f"{chance.value:.0%} ({chance.low * 100:.0f}-{chance.high * 100:.0f})"
