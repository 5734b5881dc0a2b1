"""`ladder grades`: the best and the newest bot of each author, for those who give marks."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from arena.errors import UserError
from arena.foreign_text import show
from arena.terminal.options import A_PATH
from ladder.cli.options import as_csv, in_season
from ladder.cli.output import Shown, make_table, showing
from ladder.course.file import read_scheme
from ladder.queries.comparisons import Grade, Grades, list_grades, read_grades
from ladder.queries.lookup import find_player
from ladder.queries.marks import COLUMNS, TierReached, list_marks, read_marks
from ladder.queries.wording import describe_rank, share
from ladder.store.store import Store


@click.command(epilog="Example: ladder grades six_nimmt --reference random")
@click.argument("game", required=False)
@click.option("--reference", metavar="BOT", help="Say how each author does against this bot.")
@click.option(
    "--scheme",
    type=A_PATH,
    metavar="FILE",
    help="Give points for the bots that the [[tiers]] of a course file name.",
)
@in_season
@as_csv
@showing("rating")
def grades(
    store: Store,
    *,
    game: str | None,
    reference: str | None,
    scheme: Path | None,
    season: int | None,
) -> Shown:
    """Show the best bot of each author, in a game or in all together."""
    if scheme is not None:
        if reference is not None:
            raise UserError("A scheme names its own bots; leave out --reference.")
        return _show_marks(store, scheme, game, season)
    found = read_grades(store, game, reference, season)
    csv = list_grades(found)
    if not found.grades:
        lines = ["Nobody has handed in a bot yet."]
        return Shown(found, lines, ["submit", "first"], csv=csv)
    return Shown(found, _lines(found), ["grades", "--csv"], csv=csv)


def _lines(found: Grades) -> Iterator[Table | str]:
    other = found.reference
    against = () if other is None else ("#beats", "#sure")
    heads = ("author", "#rank", "best bot", "#wins", *against, "newest")
    yield make_table(heads, (_row(grade, *against) for grade in found.grades))
    yield "wins: how often it would win a game against a reference bot, with 95 %."
    if any(grade.best and grade.best.ranks for grade in found.grades):
        yield "rank: 2 (1-3) may be from 1 to 3; all rows together hold with 95 %."
    yield "newest: what came in last. The best of many versions looks better than it is."
    if other is not None:
        yield f"beats: how often it would win a game against {other};"
        yield "sure: how likely it is that this is more often than not."


def _row(grade: Grade, *against: str) -> Iterator[object]:
    best, versus = grade.best, grade.against
    yield grade.author
    yield from (
        (describe_rank(best.rank, best.ranks), best.player, share(best.chance))
        if best
        else (None,) * 3
    )
    if against:
        yield from (share(versus.chance), f"{versus.certainty:.1%}") if versus else (None, None)
    yield _newest(grade)


def _newest(grade: Grade) -> Text | str:
    """Return the newest version and, below it, its share, where it is not the best."""
    newest = grade.newest
    if newest is None or newest == grade.best:
        return "-" if newest is None else "the same"
    return Text(f"{show(newest.player)}\n{share(newest.chance)}")


# --- by the tiers of a course file ---


def _show_marks(store: Store, file: Path, game: str | None, season: int | None) -> Shown:
    """Return what each author has reached; as CSV with what is known of its members."""
    scheme = read_scheme(file, partial(find_player, store.roster()))
    marks = read_marks(store, scheme, game, season)
    people = store.people()
    rows = (
        (
            mark.author,
            people[mark.author].name if mark.author in people else "",
            mark.bot or "-",
            *map(_tell_tier, mark.tiers),
            f"{mark.points:g}",
        )
        for mark in marks
    )
    tiers = [f"#{tier.bot}: {tier.points:g}" for tier in scheme.tiers]
    return Shown(
        {"scheme": scheme, "marks": marks},
        [
            make_table(["author", "name", "bot", *tiers, "#points"], rows),
            "A tier counts as soon as it is as sure as asked that one beats its bot.",
        ],
        ["grades", "--scheme", str(file), "--csv"],
        csv=((*COLUMNS, *(tier.bot for tier in scheme.tiers)), list_marks(marks, people)),
    )


def _tell_tier(one: TierReached) -> str:
    if one.certainty is None:
        return "-"
    said = f"{one.certainty:.1%}"
    if one.reached:
        return f"{said} ✓"
    more = one.matches
    return said if more is None else f"{said}, {more} more {'match' if more == 1 else 'matches'}"
