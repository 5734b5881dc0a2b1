"""How one player does against another one in a game, and how sure that is."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from statistics import NormalDist

import scipy

from ladder.matches import Player
from ladder.ratings.official import NORMAL, Estimate, Fit, proportion


@dataclass(frozen=True, slots=True)
class Versus:
    """One player against another."""

    chance: Estimate
    """To come in front in a game; over several divisions the mean."""
    certainty: float
    """The probability that this chance is above a half."""


def versus(fits: Sequence[Fit], player: Player, other: Player) -> Versus | None:
    """Compare two players over the divisions of these fits; None if they have not played them all.

    The fits know nothing of each other, so their errors are independent.
    """
    if not fits or not all(player in fit and other in fit for fit in fits):
        return None
    chances = [fit.beats(player, other) for fit in fits]
    value = sum(chance.value for chance in chances) / len(chances)
    deviation = hypot(*map(_deviation, chances)) / len(chances)
    if not 0 < value < 1 or not deviation:
        return None
    spread = deviation / (value * (1 - value))
    certainty = NormalDist().cdf(float(scipy.special.logit(value)) / spread)
    return Versus(proportion(value, deviation), certainty)


def _deviation(chance: Estimate) -> float:
    """Return the deviation of a chance whose interval is symmetrical in logits."""
    spread = float(scipy.special.logit(chance.high) - scipy.special.logit(chance.low)) / (
        2 * NORMAL
    )
    return spread * chance.value * (1 - chance.value)
