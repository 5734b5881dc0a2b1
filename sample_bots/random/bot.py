"""Plays any legal move of any game."""

from arena_sdk import Bot, Turn, run


class Random(Bot):
    def choose(self, turn: Turn):
        return self.rng.choice(turn.legal)


if __name__ == "__main__":
    run(Random)
