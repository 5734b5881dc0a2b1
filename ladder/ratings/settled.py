"""When enough is known of a player for a rank.

A rank says that somebody is better than who is below. After a few games that is luck: of forty bots
an average one that came in last was the first after three comparisons in 18 of 100 simulations. So
anyone who has fewer than `SETTLED` games is provisional: it is shown apart, without a rank.

The number follows from the interval of a strength. Among equals a game of n bots tells 3 (n - 1) /
(4 (n + 1)) of one's strength, least with two, a quarter; and the half of a 95 % interval is 1.96 /
sqrt(what all games tell). `SETTLED` games bring that to `HALF_WIDTH` logits with two bots, and
below with more: at 0.5 a chance of 50 % is known to 12 points. Games are counted and not the width
itself, since that shrinks slowly for who wins or loses nearly everything, and whose place is the
least in doubt. If matches differ by more than the luck of their games the interval is wider by that
(`Fit.dispersion`). Both boards and all games have the same number.
"""

from math import ceil, exp
from typing import Final

HALF_WIDTH: Final = 0.5
"""In logits."""
SETTLED: Final = ceil(4 * (1.96 / HALF_WIDTH) ** 2)
"""This many games of a game: 62."""
_POINTS: Final = 100 / (1 + exp(-HALF_WIDTH)) - 50
HOW_SURE: Final = (
    f"A bot has a rank after {SETTLED} games of a game. Its chance to win among equals is then"
    f" known to {_POINTS:.0f} points, 95 times of 100; four times as many games halve that."
)
