"""Charts: where the lines of a drawing go, in the units of an SVG's view box."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ladder.queries.bots import CurvePoint
from ladder.ratings.official import Estimate

WIDTH: Final = 640
HEIGHT: Final = 240
_LEFT: Final = 44
_BOTTOM: Final = 28
_TOP: Final = 10
_RIGHT: Final = 12
_BAND: Final = 120


@dataclass(frozen=True, slots=True)
class Drawing:
    """A rating curve: its line, the band around it, and the grid behind it."""

    line: str
    band: str
    ticks: tuple[tuple[float, str], ...]
    """The height of each line of the grid, and its text."""
    left: int = _LEFT
    right: int = WIDTH - _RIGHT
    bottom: int = HEIGHT - _BOTTOM


def draw_curve(points: Sequence[CurvePoint]) -> Drawing:
    """Place a curve of means with a band of three deviations on either side."""
    low = min(point.mean - 3 * point.deviation for point in points)
    high = max(point.mean + 3 * point.deviation for point in points)
    most = points[-1].games

    def across(games: float) -> float:
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * games / most

    def up(rating: float) -> float:
        return HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * (rating - low) / (high - low)

    def path(places: Sequence[tuple[float, float]]) -> str:
        return " ".join(f"{across(games):.1f},{up(rating):.1f}" for games, rating in places)

    upper = [(point.games, point.mean + 3 * point.deviation) for point in points]
    lower = [(point.games, point.mean - 3 * point.deviation) for point in reversed(points)]
    first = -(-low // 10) * 10
    ratings = [first + 10 * number for number in range(int((high - first) // 10) + 1)]
    return Drawing(
        line=path([(point.games, point.mean) for point in points]),
        band=path(upper + lower),
        ticks=tuple((round(up(rating), 1), f"{rating:.0f}") for rating in ratings),
    )


@dataclass(frozen=True, slots=True)
class Band:
    """An interval on a scale: where it begins, how wide it is, and where its value is."""

    left: float
    width: float
    value: float
    full: int = _BAND


@dataclass(frozen=True, slots=True)
class Scale:
    """From the least to the greatest of what is compared."""

    low: float
    high: float

    def band(self, estimate: Estimate) -> Band:
        left, value, right = map(self._place, (estimate.low, estimate.value, estimate.high))
        return Band(round(left, 1), round(right - left, 1), round(value, 1))

    def _place(self, number: float) -> float:
        if self.high <= self.low:
            return _BAND / 2
        inside = min(max(number, self.low), self.high)
        return 3 + (_BAND - 6) * (inside - self.low) / (self.high - self.low)


def scale_of(estimates: Sequence[Estimate]) -> Scale:
    """Return a scale that has all of these intervals on it."""
    if not estimates:
        return Scale(0, 1)
    return Scale(min(one.low for one in estimates), max(one.high for one in estimates))


PERCENT: Final = Scale(0, 1)
