"""Plays the first legal move of any game: what a seat plays that has forfeited."""

from arena_sdk import Bot, Turn, run


class First(Bot):
    def choose(self, turn: Turn):
        return turn.legal[0]


if __name__ == "__main__":
    run(First)
