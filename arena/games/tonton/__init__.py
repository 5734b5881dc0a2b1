"""TonTon by Tori Hasegawa (Happy Baobab 2018), 3 to 5 seats.

A match is three games under three missions. In a game everybody holds eight cards and plays seven
tricks: the colour that is led has to be followed, the highest number of any colour wins, the later
one of equals, and anyone who played the last 4 leads next. The winner sorts the trick into a pile
for each colour, with the lowest card won on top. What counts is the sum of the cards on top, which
the mission wants to be high, low or exact, but not too much: that is bust. Every six won is one
point.

The advanced missions and team play for four are options. The complete rules, and which decisions
are ours, are in `docs/tonton.md`.
"""

from arena.games.colours import name_card
from arena.games.tonton.cards import Move
from arena.games.tonton.game import TonTon
from arena.games.tonton.options import Options
from arena.games.tonton.rules import TonTonState as State
from arena.v1.tonton_pb2 import TontonView as View

# All but GAME are names of the SDK's module for this game.
__all__ = ["GAME", "Move", "Options", "State", "View", "name_card"]

GAME = TonTon()
