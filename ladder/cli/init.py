"""`ladder init`: what is played, and how."""

from pathlib import Path
from typing import Final

import click

from arena.errors import UserError
from arena.games import game_names
from arena.match.clock import parse_time_control
from arena.terminal.options import A_PATH, FROM_ONE
from ladder.cli.options import at_ladder, limiting
from ladder.cli.output import Shown, printing
from ladder.course.file import LadderRules, read_rules
from ladder.log.admission import USUAL_LIMITS
from ladder.log.entries import SaidLimit
from ladder.log.versions import open_log
from ladder.matches import read_division
from ladder.store.database import without_password
from ladder.store.opening import create_store

GAMES: Final = 40
"""Games of a match, unless others are asked for; and the clock."""
CLOCK: Final = "10+0.1"


@click.command(epilog="Example: ladder init --division six_nimmt")
@click.option(
    "--division",
    "divisions",
    multiple=True,
    metavar="'GAME [KEY=VALUE...] [seats=N,N]'",
    help="A game to play; without it every game, by its usual rules.",
)
@click.option("--games-a-match", type=FROM_ONE, help=f"About how many. [default: {GAMES}]")
@click.option(
    "--clock",
    metavar="BANK+INCREMENT",
    help=f"Seconds a game, and more for each move. [default: {CLOCK}]",
)
@click.option(
    "--course",
    "file",
    type=A_PATH,
    metavar="FILE",
    help="Take these three from the [rules] of a course file.",
)
@limiting
@at_ladder
@printing()
def init(
    *,
    place: str,
    divisions: tuple[str, ...],
    games_a_match: int | None,
    clock: str | None,
    file: Path | None,
    **asked: SaidLimit | None,
) -> Shown:
    """Make a ladder. Its rules stay the same as long as it lasts, but for the authors' limits."""
    rules = LadderRules(divisions or None, games_a_match, clock)
    if file is not None:
        if rules != LadderRules():
            raise UserError(
                "Expected either --course or --division, --games-a-match and --clock, got both."
            )
        rules = read_rules(file)
    games_a_match, clock = rules.games_a_match or GAMES, rules.clock or CLOCK
    control = parse_time_control(clock)
    chosen = tuple(map(read_division, rules.divisions or game_names()))
    games = [division.game for division in chosen]
    if len(set(games)) < len(games):
        raise UserError("A ladder plays each game by one set of options; make another for others.")
    opened = open_log(chosen, games_a_match, clock, USUAL_LIMITS.changed(asked))
    create_store(place, opened).close()
    named = without_password(place)
    longest = control.longest(0) * games_a_match / 60
    sleeping = (
        f"A bot that sleeps holds up a match of {games_a_match} games for {longest:.1f} min at"
        f" most, and {control.longest(1) - control.longest(0):.2f} s more for each answer."
    )
    lines = [
        f"There is a ladder in {named} now. It plays:",
        *(f"  {division.described}" for division in opened.divisions),
        sleeping,
        f"Each author may have {opened.limits}; ladder set changes that.",
    ]
    advice = ("submit", "random", "first") if file is None else ("course", "apply", str(file))
    return Shown({"ladder": named, "games": games}, lines, advice)
