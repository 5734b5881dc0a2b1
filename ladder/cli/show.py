"""`ladder show`: what a ladder plays and allows, and where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from arena.terminal.advice import advise
from arena.terminal.options import as_json
from arena.terminal.output import say
from ladder.cli.options import at_ladder
from ladder.cli.output import print_json
from ladder.queries.wording import plural
from ladder.settings.dates import describe_moment

if TYPE_CHECKING:
    from ladder.queries.overview import Rules


@click.command(epilog="Example: ladder show")
@at_ladder
@as_json
def show(*, place: str, as_json: bool) -> None:
    """Show what a ladder plays and allows, and where it stands."""
    from ladder.queries.overview import read_rules
    from ladder.store.opening import open_store

    with open_store(place) as store:
        rules = read_rules(store)
    if as_json:
        print_json(rules)
        return
    for line in _lines(rules):
        say(line)
    next_one = ["table"] if rules.matches else ["run"] if rules.bots else ["submit", "random"]
    say(advise(*next_one, program="ladder"))


def _lines(rules: Rules) -> Iterator[str]:
    yield "It plays:"
    for one in rules.divisions:
        yield f"  {one}, by {' or '.join(map(str, one.seats))} bots"
    yield f"A match has about {plural(rules.games_a_match, 'game')}; the clock is {rules.clock} s."
    yield "Each author may have:"
    yield from (f"  {limit}" for limit in rules.limits.words())
    yield f"Season {rules.season} goes on: {rules.format}."
    if rules.frozen:
        yield "It is frozen: no bots come in."
    if rules.paused:
        yield "It is paused: no matches are planned."
    for date in rules.dates:
        state = date.text if date.state == "planned" else f"{date.state.capitalize()}."
        yield f"{date.act}: {describe_moment(date.time, date.zone)}. {state}"
    yield f"{plural(rules.authors, 'author')}, {plural(rules.versions, 'version')} that came in;"
    yield f"{plural(rules.bots, 'bot')} in play."
    yield f"{plural(rules.matches, 'match', 'matches')} played, {rules.waiting:,} planned."
    yield f"{plural(rules.entries, 'entry', 'entries')} in the log, up to the digest"
    yield f"{rules.digest}"
