"""`ladder estimate`: what an event will tell, before it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from arena.terminal.advice import advise
from arena.terminal.options import as_json
from ladder.cli.options import at_ladder
from ladder.cli.output import make_console, make_table, print_json
from ladder.queries.wording import plural
from ladder.ratings.settled import SETTLED

if TYPE_CHECKING:
    from ladder.queries.estimate import EventEstimate, Forecast

_HOW_TO_READ: Final = (
    "±: half of a 95 % interval, in points of the chance to win a game among equals.",
    "In order: how often the better one of two neighbours is in front; tau, of all",
    "pairs: 1 all in order, 0 by chance. For fields as spread as those of",
    "bench.luck; of bots that are nearer to each other it tells less.",
)


@click.command(epilog="Example: ladder estimate --bots 40 --hours 8")
@click.option("--bots", type=click.IntRange(2, 10_000), required=True, help="How many will play.")
@click.option(
    "--hours",
    type=click.FloatRange(0, 100_000, min_open=True),
    required=True,
    help="How long they play.",
)
@click.option("--machines", type=click.IntRange(1, 1000), default=1, help="How many there are.")
@click.option(
    "--matches-an-hour",
    "speed",
    type=click.FloatRange(0, 10_000_000, min_open=True),
    help="Matches an hour on one machine. [default: as the last ones here]",
)
@at_ladder
@as_json
def estimate(
    *, bots: int, hours: float, machines: int, speed: float | None, place: str, as_json: bool
) -> None:
    """Say how well the boards will tell bots apart after an event."""
    from ladder.queries.estimate import estimate_event
    from ladder.store.opening import open_store

    with open_store(place) as store:
        found = estimate_event(store, bots, hours, machines, speed)
    if as_json:
        print_json(found)
    else:
        _print(found, bots, hours)


def _print(found: EventEstimate, bots: int, hours: float) -> None:
    console = make_console()
    whence = "as the last ones here" if found.measured else "as you say"
    console.print(
        f"{plural(bots, 'bot')}, {hours:g} hours; {found.matches_an_hour:,.0f} matches an hour on a"
        f" machine, {whence}:"
    )
    columns = ("machines", "matches", "a bot", "game", "games a bot", "±", "in order", "tau")
    table = make_table(*columns, left=["game"])
    for one in found.machines:
        first = [f"{one.machines:,}", f"{one.matches:,}", f"{one.matches_a_bot:,}"]
        for number, game in enumerate(one.games):
            table.add_row(*(first if number == 0 else ["", "", ""]), *_cells(game))
    console.print(table)
    for line in _HOW_TO_READ:
        console.print(line)
    if not all(game.ranked for one in found.machines for game in one.games):
        console.print(f"–: with fewer than {SETTLED} games a bot has no rank.")
    console.print(advise("run", program="ladder"))


def _cells(game: Forecast) -> list[str]:
    from arena.games import find_game

    return [
        find_game(game.game).title,
        f"{game.games_a_bot:,}" + ("" if game.ranked else " –"),
        f"{game.half_width:.1%}",
        f"{game.neighbours:.0%}",
        f"{game.tau:.2f}",
    ]
