"""`ladder suspects`: bots that do better together than the official fit expects."""

from typing import Final

import click
from rich.table import Table

from arena.games import find_game
from ladder.cli.output import Shown, make_table, showing
from ladder.log.roster import Roster
from ladder.queries.comparisons import find_suspects, shared_author
from ladder.ratings.collusion import FALSE_ALARMS, TOGETHER, Findings
from ladder.store.store import Store

_LEGEND: Final = """\
The first bot wins more of its games against the second, or against the others
where the second plays too, than the official fit expects. At a false alarm rate
of {rate:.0%}: that part of what is listed is chance, and that part of ladders
on which all are honest lists anything; at tables of two more, up to one in
eight. Styles that suit each other look like help: look at the matches before
you exclude anybody."""


@click.command(epilog="Example: ladder suspects six_nimmt")
@click.argument("game", required=False)
@showing("looking at all pairs")
def suspects(store: Store, *, game: str | None) -> Shown:
    """List bots that do better together than expected.

    One may play for the other.
    """
    found = find_suspects(store, game)
    more = {"false_alarms": FALSE_ALARMS}
    if found.suspicions:
        first = found.suspicions[0]
        legend = _LEGEND.format(rate=FALSE_ALARMS).splitlines()
        advice = ("bot", first.helper, "--against", first.profits)
        return Shown(found, [_table(found, store.roster()), *legend], advice, more)
    if found.looked_at:
        said = (
            f"Nobody does better with anybody than expected, of {found.looked_at:,} pairs and ways"
            f" that were looked at, at a false alarm rate of {FALSE_ALARMS:.0%}."
        )
        return Shown(found, [said], ["table"], more)
    said = f"There is nothing to look at yet: no two bots have met in {TOGETHER} matches."
    return Shown(found, [said], ["run", "--matches", 100], more)


def _table(found: Findings, roster: Roster) -> Table:
    rows = (
        (
            find_game(one.game).title,
            one.profits,
            one.helper,
            one.how,
            one.matches,
            f"{one.expected:.0%}",
            f"{one.won:.0%}",
            shared_author(roster, one.profits, one.helper),
        )
        for one in found.suspicions
    )
    heads = ("game", "bot", "with", "wins more", "#matches", "#expected", "#won", "author")
    return make_table(heads, rows)
