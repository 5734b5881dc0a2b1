"""`ladder init`: what is played, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from arena.errors import UserError
from arena.terminal.advice import advise
from arena.terminal.options import as_json
from arena.terminal.output import say
from ladder.cli.options import at_ladder, limiting
from ladder.cli.output import print_json

if TYPE_CHECKING:
    from ladder.log import SaidLimit
    from ladder.matches import Division

# Of each game as many seats as a club's evening has, unless others are asked for.
USUAL_SEATS = range(2, 6)


@click.command(epilog="Example: ladder init --division six_nimmt")
@click.option(
    "--division",
    "divisions",
    multiple=True,
    metavar="'GAME [KEY=VALUE...] [seats=N,N]'",
    help="What is played; without it every game, by its usual rules.",
)
@click.option("--games-a-match", type=click.IntRange(1, 10_000), default=40, help="About how many.")
@click.option(
    "--clock",
    default="10+0.1",
    metavar="BANK+INCREMENT",
    help="Seconds a game, and more for each move.",
)
@limiting
@at_ladder
@as_json
def init(
    *,
    place: str,
    divisions: tuple[str, ...],
    games_a_match: int,
    clock: str,
    as_json: bool,
    **asked: SaidLimit | None,
) -> None:
    """Make a ladder. Its rules stay the same as long as it lasts, but for the authors' limits."""
    from arena.games import game_names
    from arena.match.clock import parse_time_control
    from ladder.acts import AskedLimits
    from ladder.admission import USUAL_LIMITS
    from ladder.store.database import without_password
    from ladder.store.opening import create_store
    from ladder.versions import open_log

    limits = AskedLimits(**asked)
    control = parse_time_control(clock)
    chosen = tuple(map(read_division, divisions or game_names()))
    games = [division.game for division in chosen]
    if len(set(games)) < len(games):
        raise UserError("A ladder plays each game by one set of options; make another for others.")
    opened = open_log(chosen, games_a_match, clock, limits.changed(USUAL_LIMITS))
    create_store(place, opened).close()
    named = without_password(place)
    if as_json:
        print_json({"ladder": named, "games": games})
        return
    say(f"There is a ladder in {named} now. It plays:")
    for division in opened.divisions:
        say(f"  {division}, by {' or '.join(map(str, division.seats))} bots")
    longest = control.longest(0) * games_a_match / 60
    say(
        f"A bot that sleeps holds up a match of {games_a_match} games for {longest:.1f} min at"
        f" most, and {control.longest(1) - control.longest(0):.2f} s more for each answer."
    )
    say(f"Each author may have {opened.limits}; ladder set changes that.")
    say(advise("submit", "random", "first", program="ladder"))


def read_division(text: str) -> Division:
    """Read a division; UserError if there is no such game, option or number of seats."""
    from arena.games import find_game
    from arena.games.options import read_options, write_options
    from ladder.matches import Division

    name, *words = text.split() or [""]
    game = find_game(name)
    pairs = dict(_split(word) for word in words)
    if len(pairs) < len(words):
        raise UserError(f"A division has each option once, not as in {text!r}.")
    seats = pairs.pop("seats", "")
    options = read_options(game, pairs)
    allowed = game.seats_for(options)
    usual = tuple(number for number in allowed if number in USUAL_SEATS) or tuple(allowed)
    return Division(name, write_options(options), _read_seats(seats) if seats else usual)


def _split(word: str) -> tuple[str, str]:
    key, equals, value = word.partition("=")
    if not equals:
        raise UserError(
            f"A division is a game and its options, for example 'tonton teams=true seats=4',"
            f" without {word!r}."
        )
    return key, value


def _read_seats(text: str) -> tuple[int, ...]:
    if not all(part.isdecimal() and len(part) < 4 for part in text.split(",")):
        raise UserError(f"Seats are numbers, for example seats=2,3,4, not {text!r}.")
    return tuple(sorted({int(part) for part in text.split(",")}))
