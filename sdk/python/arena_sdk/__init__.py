"""What a bot's author uses: subclass `Bot`, write `choose`, call `run`.

from arena_sdk import Bot, Turn, run

class First(Bot):
    def choose(self, turn: Turn):
        return turn.legal[0]

if __name__ == "__main__":
    run(First)
"""

from arena_sdk.bot import Bot, Over, Start, Turn
from arena_sdk.program import load, run

__all__ = ["Bot", "Over", "Start", "Turn", "load", "run"]
