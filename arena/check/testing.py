"""One game with a bot, or one decision, in this process: for an author's tests and debugger."""

from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from arena_sdk import Bot, Turn

from arena.bots.manifest import open_bot
from arena.bots.upload import open_upload
from arena.boxes.in_process import InProcessConnection
from arena.check.scenario import HABITS, Scenario, opening, play_scenario
from arena.errors import UserError
from arena.games import find_game
from arena.games.options import write_options
from arena.match.clock import TimeControl, clock_message
from arena.match.referee import make_turn
from arena.runner.play import run_referee
from arena.v1 import arena_pb2 as pb
from arena.v1 import record_pb2 as rec


def play_game(folder: Path, game: str, seed: int = 1) -> rec.GameRecord:
    """Play a game between a bot of ours and others that play any legal move.

    What the bot did wrong is in `forfeits` of what is returned; its scores and ranks are there too,
    by seat: it sits where `seating` has a 0. The same seed gives the same cards and seats. What it
    prints is shown as it prints it, and a debugger can be typed to. UserError if there is no such
    game, or no bot.
    """
    rules = find_game(game)
    with open_upload(folder) as files:
        bot = open_bot(files)
        if bot.defect:
            raise UserError(bot.defect)
        options = rules.Options()
        seats = rules.seats_for(options)[0]
        scenario = Scenario(rules, options, seats, habit=HABITS[-1], number=seed)
        connect = partial(InProcessConnection, bot.command, files, perf_counter, echo=True)
        return run_referee(
            play_scenario(scenario, scenario.plan(bot, "inline", TimeControl()), connect)
        ).games[0]


def ask(bot: Bot[Any, Any, Any], game: str, seed: int = 1) -> tuple[Turn[Any, Any, Any], Any]:
    """Ask a bot for its first decision in a game; return the question and what it has answered.

    It sits at the smallest table. The same seed gives the same cards, seat and luck.
    What it raises is raised; UserError if there is no such game.
    """
    rules = find_game(game)
    options = rules.Options()
    scenario = Scenario(rules, options, rules.seats_for(options)[0], number=seed)
    scheduled = opening(scenario)
    seat = scheduled.seating.index(0)
    state = rules.start(scenario.seats, scheduled.deal, options)
    while seat not in state.to_act:
        other = state.to_act[0]
        state.play(other, state.legal(other)[0])
    control = TimeControl()
    start = pb.Start(
        game=rules.name,
        seats=scenario.seats,
        seat=seat,
        options=write_options(options),
        seed=scheduled.seeds[seat],
        clock=clock_message(control),
    )
    message = make_turn(rules, state, seat)
    message.time_left_us = round((control.bank + control.increment) * 1e6)
    turn = Turn[Any, Any, Any](rules, message)
    bot.rng = Random(start.seed)
    bot.start(start)
    return turn, bot.choose(turn)
