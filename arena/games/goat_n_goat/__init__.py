"""Goat 'n' Goat by Hisashi Hayashi (OKAZU Brand 2019), 2 to 5 seats.

Who is to play lays goats of one number from the hand, of any colours, at the end of the own herds
of these colours. A herd only rises: a lower goat sends the old herd to the penalty pile and starts
a new one. Then as many cards as that number are taken from the open row, and what the hand has
beyond eight is discarded as penalty. A herd that is large enough may claim a mountain of its colour
and is gone. The mountains' numbers are points; every penalty card and every card left in hand is
one less.

What "the deck runs out" means is an option. The complete rules, and which decisions are ours, are
in `docs/goat_n_goat.md`.
"""

from arena.games.colours import name_card
from arena.games.goat_n_goat.cards import HERD, Move
from arena.games.goat_n_goat.game import GoatNGoat
from arena.games.goat_n_goat.options import Options
from arena.games.goat_n_goat.rules import GoatNGoatState as State
from arena.v1.goat_n_goat_pb2 import GoatNGoatView as View

# All but GAME are names of the SDK's module for this game.
__all__ = ["GAME", "HERD", "Move", "Options", "State", "View", "name_card"]

GAME = GoatNGoat()
