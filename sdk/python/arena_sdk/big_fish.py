"""The SDK typed for Big Fish: what the author of a bot for this game alone imports.

from arena_sdk.big_fish import Bot, Move, Turn, run

class First(Bot):
    def choose(self, turn: Turn) -> Move:
        return turn.legal[0]

if __name__ == "__main__":
    run(First)
"""

from typing import TypeAlias

from arena.games.big_fish import Move, Options, State, View
from arena.games.big_fish.cards import POINTS, ROW, ROW_NAMES, A, B, C, D, E, F, G, H, I
from arena.games.big_fish.catch import count_points, keep_highest, licences_met, the_others
from arena.games.colours import name_card
from arena_sdk import bot
from arena_sdk.bot import Over, Start
from arena_sdk.program import load, run

__all__ = [
    "POINTS",
    "ROW",
    "ROW_NAMES",
    "A",
    "B",
    "Bot",
    "C",
    "D",
    "E",
    "F",
    "G",
    "H",
    "I",
    "Move",
    "Options",
    "Over",
    "Start",
    "State",
    "Turn",
    "View",
    "count_points",
    "keep_highest",
    "licences_met",
    "load",
    "name_card",
    "run",
    "the_others",
]

Bot: TypeAlias = bot.Bot[View, Move, State]
Turn: TypeAlias = bot.Turn[View, Move, State]
