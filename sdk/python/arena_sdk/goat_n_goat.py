"""The SDK typed for Goat 'n' Goat: what the author of a bot for this game alone imports.

from arena_sdk.goat_n_goat import Bot, Move, Turn, run

class First(Bot):
    def choose(self, turn: Turn) -> Move:
        return turn.legal[0]

if __name__ == "__main__":
    run(First)
"""

from typing import TypeAlias

from arena.games.colours import name_card
from arena.games.goat_n_goat import Move, Options, State, View
from arena.games.goat_n_goat.cards import HERD
from arena_sdk import bot
from arena_sdk.bot import Over, Start
from arena_sdk.program import load, run

__all__ = [
    "HERD",
    "Bot",
    "Move",
    "Options",
    "Over",
    "Start",
    "State",
    "Turn",
    "View",
    "load",
    "name_card",
    "run",
]

Bot: TypeAlias = bot.Bot[View, Move, State]
Turn: TypeAlias = bot.Turn[View, Move, State]
