"""`ladder show`: what a ladder plays and allows, and where it stands."""

from collections.abc import Iterator

import click

from ladder.cli.output import Shown, showing
from ladder.queries.overview import Rules, read_rules
from ladder.queries.wording import plural
from ladder.settings.dates import describe_moment
from ladder.store.store import Store


@click.command(epilog="Example: ladder show")
@showing()
def show(store: Store) -> Shown:
    """Show what a ladder plays and allows, and where it stands."""
    rules = read_rules(store)
    next_one = ["table"] if rules.matches else ["run"] if rules.bots else ["submit", "random"]
    return Shown(rules, _lines(rules), next_one)


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
