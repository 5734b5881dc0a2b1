"""Plays every game by searching with the real rules, mostly in a tree (ISMCTS).

It uses a tenth of its clock; `searcher?time=10` uses all of it, `searcher?time=0.1` a hundredth.
`searcher?playouts=100` tries 100 games for each decision, whatever the clock and the CPU: its
strength is the same on every machine.
The search and the time manager are the SDK's. What the bot adds are four small modules, one a game:
which moves are worth a look, how everybody plays on in imagined games, and how far to look ahead. A
game that has no module is searched all the same.
"""

from typing import Any

from arena_sdk import Bot, Start, Turn, run
from arena_sdk.search import Playout, Search
from arena_sdk.timing import TimeManager
from big_fish import BigFishPlayout
from goat_n_goat import GoatNGoatPlayout
from six_nimmt import SixNimmtPlayout
from tonton import TonTonPlayout

PLAYOUTS = {
    "big_fish": BigFishPlayout(),
    "goat_n_goat": GoatNGoatPlayout(),
    "six_nimmt": SixNimmtPlayout(),
    "tonton": TonTonPlayout(),
}
TENTH = 0.1
# Where looking at the opponents' best answers brought less than more playouts of every move.
FLAT = {"big_fish"}


class Searcher(Bot):
    def start(self, start: Start) -> None:
        self.clock = TimeManager(start.clock, TENTH * self.parameters.get("time", 1.0))
        self.playout = PLAYOUTS.get(start.game, Playout())
        self.method = Search.flat if start.game in FLAT else Search.tree

    def choose(self, turn: Turn) -> Any:
        search, playouts = Search(turn, self.rng, self.playout), self.parameters.get("playouts", 0)
        if playouts:
            return self.method(search, iter(lambda: search.playouts < playouts, False))
        return self.method(search, self.clock.share(turn, self.rng))


if __name__ == "__main__":
    run(Searcher)
