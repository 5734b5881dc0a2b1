"""6 nimmt! by Wolfgang Kramer (AMIGO 1994), 2 to 10 seats.

The deck is 104 numbered cards; each carries bull heads, and heads are bad. A round deals ten cards
to every seat and four cards that start four rows. Ten times, all seats lay a card face down at
once; the cards are revealed and placed in ascending order, each at the right end of the row with
the greatest last card below it. Anyone who places a sixth card takes the five that lie there and
starts the row again. A card below all four last cards takes a row of its owner's choice. When a
round ends with somebody at 66 heads or more, the game is over and the fewest heads win.

Variants: `tactics` plays with the cards 1 to 10n+4 only; `logic` also has the hands drafted from
the open cards; `professional` lets cards be placed at both ends of a row. The complete rules, and
which decisions are ours, are in `docs/six_nimmt.md`.
"""

from arena.games.six_nimmt.cards import HEADS, ROW_CAPACITY, Move
from arena.games.six_nimmt.game import SixNimmt
from arena.games.six_nimmt.options import Options
from arena.games.six_nimmt.rules import SixNimmtState as State
from arena.v1.six_nimmt_pb2 import SixNimmtView as View

# All but GAME are names of the SDK's module for this game.
__all__ = ["GAME", "HEADS", "ROW_CAPACITY", "Move", "Options", "State", "View"]

GAME = SixNimmt()
