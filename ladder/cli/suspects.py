"""`ladder suspects`: bots that do better together than the official fit expects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from arena.terminal.advice import advise
from arena.terminal.options import as_json
from arena.terminal.output import say
from ladder.cli.options import at_ladder
from ladder.cli.output import make_console, make_table, print_json, working

if TYPE_CHECKING:
    from rich.table import Table

    from ladder.log.roster import Roster
    from ladder.ratings.collusion import Findings

_LEGEND: Final = """\
The first bot wins more of its games against the second, or against the others
where the second plays too, than the official fit expects. At a false alarm rate
of {rate:.0%}: that part of what is listed is chance, and that part of ladders
on which all are honest lists anything; at tables of two more, up to one in
eight. Styles that suit each other look like help: look at the matches before
you exclude anybody."""


@click.command(epilog="Example: ladder suspects six_nimmt")
@click.argument("game", required=False)
@at_ladder
@as_json
def suspects(*, game: str | None, place: str, as_json: bool) -> None:
    """List bots that do better together than expected.

    One may play for the other.
    """
    from ladder.queries.comparisons import find_suspects
    from ladder.ratings.collusion import FALSE_ALARMS, TOGETHER
    from ladder.store.opening import open_store

    with open_store(place) as store, working("looking at all pairs"):
        found = find_suspects(store, game)
        roster = store.roster()
    if as_json:
        print_json(found, false_alarms=FALSE_ALARMS)
        return
    if found.suspicions:
        make_console().print(_make_table(found, roster))
        for line in _LEGEND.format(rate=FALSE_ALARMS).splitlines():
            say(line)
        first = found.suspicions[0]
        say(advise("bot", first.helper, "--against", first.profits, program="ladder"))
    elif found.looked_at:
        say(
            f"Nobody does better with anybody than expected, of {found.looked_at:,} pairs and ways"
            f" that were looked at, at a false alarm rate of {FALSE_ALARMS:.0%}."
        )
        say(advise("table", program="ladder"))
    else:
        say(f"There is nothing to look at yet: no two bots have met in {TOGETHER} matches.")
        say(advise("run", "--matches", 100, program="ladder"))


def _make_table(found: Findings, roster: Roster) -> Table:
    from arena.games import find_game
    from ladder.queries.comparisons import shared_author

    columns = ("game", "bot", "with", "wins more", "matches", "expected", "won", "author")
    table = make_table(*columns, left=["game", "bot", "with", "wins more", "author"])
    for one in found.suspicions:
        table.add_row(
            find_game(one.game).title,
            one.profits,
            one.helper,
            one.how,
            str(one.matches),
            f"{one.expected:.0%}",
            f"{one.won:.0%}",
            shared_author(roster, one.profits, one.helper),
        )
    return table
