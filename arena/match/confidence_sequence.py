"""Confidence sequence of a mean, by betting: an interval that one may look at after every game.

An interval of Student's t is right once, after a number of games that was fixed before. Anyone who
looks again and again, and stops when it says something, is wrong far more often than 5 times in
100. The interval here holds at all times at once: the chance that it *ever* misses the mean is at
most 5 %, whatever the numbers are like, as long as they are from -1 to 1. So it says when to stop.

How: take some number for the mean, and let a gambler bet that the mean is greater. If the number is
right, or too great, no way of betting wins on average, and the chance that the stake is ever 40
times as large is at most 1/40 (Ville 1939). So a number at which it has been is refuted. The
gambler shares the stake out among fixed bets of many sizes, which is nearly as good as to have
known the best of them (Cover 1991, "Universal portfolios"; Waudby-Smith and Ramdas 2024,
"Estimating means of bounded random variables by betting", JRSS B 86). A second gambler bets that
the mean is less.
"""

from collections import Counter
from collections.abc import Iterable
from math import exp, inf, log, log1p
from typing import Final, NamedTuple

ERROR: Final = 0.05
"""The greatest chance that the interval ever misses the mean: half of it to either side."""
# Which share of the stake is risked. The best share for a mean m of variance v is about m / v, and
# to make the interval as narrow as it can be after n numbers 2.7 / sqrt(n v): these serve from a
# few dozen numbers up to 20,000 of v = 0.15, at equal steps of proportion.
BETS: Final = tuple(0.95 * 2 ** (-step / 2) for step in range(13))
REFUTED: Final = log(2 / ERROR)
# How exactly the ends of the interval are found.
_EXACT: Final = 1e-5


class Interval(NamedTuple):
    """The bounds of a mean, as far as is known."""

    low: float
    high: float

    def within(self, margin: float) -> bool:
        """Say whether nothing in it is further from 0 than this."""
        return -margin <= self.low and self.high <= margin


def interval_of(values: Iterable[float]) -> Interval:
    """Return the interval of the mean of numbers from -1 to 1; [-1, 1] before the first one.

    It holds for all calls together, each with the numbers of the last one and more.
    """
    # Bets that stay the same do not look at the order, so how often is enough.
    counts = Counter(values)
    mirrored = Counter({-value: count for value, count in counts.items()})
    return Interval(_refuted_below(counts), -_refuted_below(mirrored))


def _refuted_below(counts: Counter[float]) -> float:
    """Return the number below which the mean is not: all these are refuted, from -1 on.

    The greater the number, the less is won by betting that the mean is greater, so this is found by
    halving.
    """
    low, high = -1.0, 1.0
    while high - low > _EXACT:
        middle = (low + high) / 2
        if _winnings(counts, middle) >= REFUTED:
            low = middle
        else:
            high = middle
    return low


def _winnings(counts: Counter[float], mean: float) -> float:
    """Return the logarithm of what has become of a stake of 1 on numbers greater than the mean.

    A bet costs its share of what there is, and brings (1 + value) / (1 + mean) times that: as much,
    on average, if this is the mean.
    """
    won = [
        sum(count * log1p(bet * ((1 + value) / (1 + mean) - 1)) for value, count in counts.items())
        for bet in BETS
    ]
    most = max(won, default=-inf)
    return most + log(sum(exp(one - most) for one in won) / len(won))
