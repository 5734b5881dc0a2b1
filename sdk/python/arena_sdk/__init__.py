"""The SDK for bots in Python: subclass `Bot`, write `choose`, call `run`.

from arena_sdk import Bot, Turn, run

class First(Bot):
    def choose(self, turn: Turn):
        return turn.legal[0]

if __name__ == "__main__":
    run(First)

This bot plays every game. `from arena_sdk.six_nimmt import Bot, Move, Turn, run` is the same with
the types of one game. The promises to a bot stand at `Bot`, `Turn` and `arena.games.State`.
"""

from arena_sdk.bot import Bot, Over, Start, Turn
from arena_sdk.errors import ProviderAway
from arena_sdk.program import load, run

__all__ = ["Bot", "Over", "ProviderAway", "Start", "Turn", "load", "run"]
