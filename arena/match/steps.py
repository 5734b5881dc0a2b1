"""Steps: the unit of strength that the house bots of a game make, the same on every table.

Random is 0, the sample bot of the game 1, the searcher with a fixed number of playouts 2. A bot's
steps are its logits, interpolated between the house bots beside it. Beyond the outer two the
nearest step goes on.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import hypot, sqrt
from typing import Final

# Half the width of a 95 % interval, in standard deviations.
_NORMAL: Final = 1.959963984540054
GRADES: Final = range(3)


@dataclass(frozen=True, slots=True)
class Steps:
    """A strength in steps, with its 95 % interval."""

    value: float
    low: float
    high: float
    beyond: bool
    """Outside of all house bots, where the nearest step is taken to go on."""

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return self.high - self.value

    def widen(self, deviation: float) -> "Steps":
        """Return the same with an error that grows by one which is independent of it."""
        margin = hypot(self.margin, _NORMAL * deviation)
        return Steps(self.value, self.value - margin, self.value + margin, self.beyond)

    def map(self, shown: Callable[[float], float]) -> "Steps":
        """Return the same with other numbers, such as rounded ones."""
        return Steps(shown(self.value), shown(self.low), shown(self.high), self.beyond)


@dataclass(frozen=True, slots=True)
class HouseScale:
    """The house bots that played, as their places by grade, among bots of these logits."""

    places: Mapping[int, int]
    logits: Sequence[float]
    covariance: Sequence[Sequence[float]]

    @property
    def missing(self) -> str:
        """The reason why there is no scale; empty if there is one."""
        if len(self.places) < 2:
            return "fewer than two house bots play"
        for low, high in pairwise(sorted(self.places)):
            gap, deviation = self.step(low, high)
            if gap <= 2 * deviation:
                return f"house bots {low} and {high} are not told apart, or out of order"
        return ""

    def step(self, low: int, high: int) -> tuple[float, float]:
        """Return how far two house bots are apart, in logits, and its standard deviation."""
        one, two = self.places[low], self.places[high]
        return self.logits[two] - self.logits[one], self._deviation({two: 1.0, one: -1.0})

    def place(self, bot: int) -> Steps:
        """Return the steps of the bot at this place. There has to be a scale."""
        grades = sorted(self.places)
        logit = self.logits[bot]
        passed = sum(logit >= self.logits[self.places[grade]] for grade in grades)
        begin = min(max(passed, 1), len(grades) - 1) - 1
        low, high = (self.places[grade] for grade in grades[begin : begin + 2])
        step = self.logits[high] - self.logits[low]
        part = (logit - self.logits[low]) / step
        grade_step = grades[begin + 1] - grades[begin]
        slopes = dict.fromkeys((bot, low, high), 0.0)
        for place, slope in ((bot, 1.0), (low, part - 1), (high, -part)):
            slopes[place] += slope * grade_step / step
        value = grades[begin] + part * grade_step
        margin = _NORMAL * self._deviation(slopes)
        return Steps(value, value - margin, value + margin, not 0 <= part <= 1)

    def _deviation(self, slopes: Mapping[int, float]) -> float:
        variance = sum(
            a * b * self.covariance[one][two]
            for (one, a), (two, b) in product(slopes.items(), repeat=2)
        )
        return sqrt(max(0.0, variance))
