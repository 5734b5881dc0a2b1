"""A bot that remembers the hands of its match, and guesses those of the next game by the last."""

from typing import Any

from arena_sdk import Bot, run


class Rememberer(Bot):
    """Prints, before each game, the hand that it held in the game before."""

    before: frozenset[int] = frozenset()

    def start(self, _start: Any) -> None:
        self.begins = True

    def choose(self, turn: Any) -> Any:
        if self.begins:
            self.begins = False
            print("GUESS", *self.before)
            self.before = frozenset(turn.view.hand)
        return self.rng.choice(turn.legal)


if __name__ == "__main__":
    run(Rememberer)
