"""One game with a bot, in this very process: for an author's tests and debugger."""

import asyncio
from functools import partial
from pathlib import Path
from time import perf_counter

from arena.boxes.inline import InlineLine
from arena.check.opponents import HABITS
from arena.check.setting import Setting, play_setting
from arena.games import find_game
from arena.match.clock import TimeControl
from arena.match.entrant import open_entrant
from arena.match.submission import open_submission
from arena.mistake import Mistake
from arena.v1 import record_pb2 as rec


def play_game(folder: Path, game: str, seed: int = 1) -> rec.GameRecord:
    """Play a game between a bot of ours, at seat 0, and others that play any legal move.

    What the bot did wrong is in `forfeits` of what is returned; its scores and ranks are there
    too. The same seed gives the same cards. What it prints is shown as it prints it, and a debugger
    can be typed to. Mistake if there is no such game, or no bot.
    """
    rules = find_game(game)
    with open_submission(folder) as files:
        bot = open_entrant(files)
        if bot.defect:
            raise Mistake(bot.defect)
        options = rules.Options()
        seats = rules.seats_for(options)[0]
        setting = Setting(rules, options, seats, habit=HABITS[-1], seed=seed)
        connect = partial(InlineLine, bot.command, files, perf_counter, echo=True)
        return asyncio.run(
            play_setting(setting, setting.plan(bot, "inline", TimeControl()), connect)
        ).games[0]
