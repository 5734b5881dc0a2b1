"""Big Fish by Wolfgang Kramer, Bernhard Lach and Uwe Rapp (HUCH! 2018, Fat Fish), 2 to 6 seats.

Three rows of fish lie open. Who is to play lays one to four of the four cards in hand, one after
another, at the right end of one row: each has the colour in which that row ends, or one in which no
row ends. Who lays the fifth card takes the row: the highest fish of each colour counts plus, every
other one minus. A lay against the rules brings the fiasco card, which costs its last owner five
points, and a second try.

The advanced game has fishing licences: bonuses for certain rows and at the end. The complete rules,
and which decisions are ours, are in `docs/big_fish.md`.
"""

from arena.games.big_fish.cards import POINTS, ROW, ROW_NAMES, A, B, C, D, E, F, G, H, I, Move
from arena.games.big_fish.catch import count_points, keep_highest, licences_met, the_others
from arena.games.big_fish.game import BigFish
from arena.games.big_fish.options import Options
from arena.games.big_fish.rules import BigFishState as State
from arena.games.colours import name_card
from arena.v1.big_fish_pb2 import BigFishView as View

# All but GAME are names of the SDK's module for this game.
__all__ = [
    "GAME",
    "POINTS",
    "ROW",
    "ROW_NAMES",
    "A",
    "B",
    "C",
    "D",
    "E",
    "F",
    "G",
    "H",
    "I",
    "Move",
    "Options",
    "State",
    "View",
    "count_points",
    "keep_highest",
    "licences_met",
    "name_card",
    "the_others",
]

GAME = BigFish()
