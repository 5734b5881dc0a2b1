"""For the tests of a bot's author: a question of a match that was played, as a Turn to ask a bot.

arena replay RECORD --game 3 --bot mine --view 7 --json > turn.json

bot = load(Path("bot.py"))
bot.rng = Random(1)
assert str(bot.choose(read_turn(Path("turn.json").read_text()))) == "row 2"
"""

import json
from typing import Any

from google.protobuf import json_format

from arena.games import find_game
from arena.v1 import arena_pb2 as pb
from arena_sdk.bot import Turn


def read_turn(text: str, seconds: float = 10.0) -> Turn[Any, Any, Any]:
    """Return the question that `arena replay --view N --json` has printed.

    It has its number and its times as if it were the first of a game with so many `seconds`.
    ValueError if the text is none, with what is wrong.
    """
    try:
        told = json.loads(text)
        message = json_format.ParseDict(told["turn"], pb.Turn(number=1))
        game = find_game(told["game"])
    except (json_format.ParseError, TypeError, KeyError) as error:
        raise ValueError(
            f"this is no question ({error}); arena replay RECORD --view N --json prints one"
        ) from error
    message.time_left_us = round(seconds * 1e6)
    return Turn(game, message)
