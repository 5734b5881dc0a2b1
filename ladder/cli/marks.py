"""`ladder grades --scheme`: the points of each author by the tiers of a course file."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ladder.cli.output import Shown, make_table

if TYPE_CHECKING:
    from pathlib import Path

    from ladder.queries.marks import TierReached
    from ladder.store.store import Store


def show_marks(store: Store, file: Path, game: str | None, season: int | None) -> Shown:
    """Return what each author has reached; as CSV with what is known of its members."""
    from ladder.course.file import read_scheme
    from ladder.queries.lookup import find_player
    from ladder.queries.marks import COLUMNS, list_marks, read_marks

    scheme = read_scheme(file, partial(find_player, store.roster()))
    marks = read_marks(store, scheme, game, season)
    people = store.people()
    rows = (
        (
            mark.author,
            people[mark.author].name if mark.author in people else "",
            mark.bot or "-",
            *map(_describe, mark.tiers),
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


def _describe(one: TierReached) -> str:
    if one.certainty is None:
        return "-"
    said = f"{one.certainty:.1%}"
    if one.reached:
        return f"{said} ✓"
    more = one.matches
    return said if more is None else f"{said}, {more} more {'match' if more == 1 else 'matches'}"
