"""One game with a bot under the real referee, in this process: for an author's tests and debugger.

One question, or a game between bots as objects, needs no referee: `arena_sdk.testing` has both.
"""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from time import perf_counter
from types import MappingProxyType

from arena.bots.finding import BotSource
from arena.bots.intake import take_in
from arena.boxes.host.leftovers import runtime_folder
from arena.boxes.kinds.in_process import InProcessConnection
from arena.check.scenario import HABITS, Scenario, play_scenario
from arena.errors import UserError
from arena.games import find_game
from arena.games.options import read_options
from arena.match.clock import TimeControl
from arena.runner.host import Host
from arena.runner.play import run_referee
from arena.v1 import record_pb2 as rec


def play_under_referee(
    folder: Path, game: str, seed: int = 1, *, options: Mapping[str, str] = MappingProxyType({})
) -> rec.GameRecord:
    """Play a game between a bot of ours and others that play any legal move.

    The bot's faults are in the record's `forfeits`; its scores and ranks are there too, by seat: it
    sits where `seating` has a 0. The same seed gives the same cards and seats. Its output is shown
    at once, and a debugger can be typed to. UserError if there is no such game, or no bot.
    """
    rules = find_game(game)
    chosen = read_options(rules, options)
    seats = rules.seats_for(chosen)[0]
    scenario = Scenario(rules, chosen, seats, habit=HABITS[-1], number=seed)
    with runtime_folder() as place:
        bot = take_in(BotSource(folder), place)
        if bot.defect:
            raise UserError(bot.defect)
        connect = partial(InProcessConnection, bot, perf_counter, echo=True)
        return run_referee(
            play_scenario(scenario, scenario.plan(bot, Host("inline"), TimeControl()), connect)
        ).games[0]
