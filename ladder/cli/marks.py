"""`ladder grades --scheme`: the points of each author by the tiers of a course file."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from arena.foreign_text import show
from arena.terminal.advice import advise
from arena.terminal.output import say_csv
from ladder.cli.output import make_console, make_table, print_json, working

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from ladder.queries.marks import Mark, TierReached
    from ladder.settings.people import Participant
    from ladder.settings.scheme import Scheme


def print_marks(
    file: Path, game: str | None, season: int | None, place: str, *, as_csv: bool, as_json: bool
) -> None:
    """Print what each author has reached; as CSV with what is known of its members."""
    from ladder.course.file import read_scheme
    from ladder.queries.lookup import find_player
    from ladder.queries.marks import COLUMNS, list_marks, read_marks
    from ladder.store.opening import open_store

    with open_store(place) as store, working("rating"):
        scheme = read_scheme(file, partial(find_player, store.roster()))
        marks = read_marks(store, scheme, game, season)
        people = store.people()
    if as_csv:
        tiers = (tier.bot for tier in scheme.tiers)
        say_csv((*COLUMNS, *tiers), list_marks(marks, people))
    elif as_json:
        print_json({"scheme": scheme, "marks": marks})
    else:
        _print(scheme, marks, people, file)


def _print(
    scheme: Scheme, marks: Sequence[Mark], people: Mapping[str, Participant], file: Path
) -> None:
    titles = [f"{tier.bot}: {tier.points:g}" for tier in scheme.tiers]
    table = make_table("author", "name", "bot", *titles, "points", left=["author", "name", "bot"])
    for mark in marks:
        name = people[mark.author].name if mark.author in people else ""
        tiers = map(_describe, mark.tiers)
        table.add_row(mark.author, show(name), mark.bot or "-", *tiers, f"{mark.points:g}")
    console = make_console()
    console.print(table)
    console.print("A tier counts as soon as it is as sure as asked that one beats its bot.")
    console.print(advise("grades", "--scheme", str(file), "--csv", program="ladder"))


def _describe(one: TierReached) -> str:
    if one.certainty is None:
        return "-"
    said = f"{one.certainty:.1%}"
    if one.reached:
        return f"{said} ✓"
    more = one.matches
    return said if more is None else f"{said}, {more} more {'match' if more == 1 else 'matches'}"
