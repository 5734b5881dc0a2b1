"""Measurement of a bot in steps: it plays the deals that each house bot of the game plays, too.

In each arm the bot, or a house bot, sits among sample bots of the game, all of them in fresh
processes. The share of the table that it leaves behind it is its strength, as a logit. Luck that
all arms have had leaves no error in the steps.
"""

from math import log
from statistics import covariance, fmean
from typing import Final

from arena.match.paired import PairedCount
from arena.match.steps import GRADES, HouseScale, Steps

BOT: Final = "bot"
HOUSE: Final = tuple(f"house-{grade}" for grade in GRADES)
ARMS: Final = (BOT, *HOUSE)
# An interval of fewer games than this may be narrow by chance.
_FEWEST: Final = 48


class Measurement(PairedCount):
    """The deals of a measurement so far, and the steps that they come to."""

    def __init__(self, width: float, most: int) -> None:
        """Play until the steps are known to plus or minus `width`."""
        super().__init__(most)
        self.width = width
        self.steps: Steps | None = None
        self.missing = HouseScale({}, (), ()).missing

    def _look(self) -> None:
        if len(self.pairs) < 2:
            return
        scale = self.scale()
        self.missing = scale.missing
        self.steps = None if scale.missing else scale.place(0)

    @property
    def ended(self) -> bool:
        narrow = self.steps is not None and self.steps.margin <= self.width
        return (narrow and len(self.pairs) >= _FEWEST) or self.played >= self.most

    def scale(self) -> HouseScale:
        """Return the house bots' logits and, first, the bot's, as all games say; at least two."""
        games = len(self.pairs)
        arms = [[outcome.share for outcome in self.outcomes(arm)] for arm in range(len(ARMS))]
        # A share of nothing or all has no logit.
        means = [min(max(fmean(arm), 0.5 / games), 1 - 0.5 / games) for arm in arms]
        slopes = [1 / (mean * (1 - mean)) for mean in means]
        known = [
            [a * b * covariance(one, two) / games for one, a in zip(arms, slopes, strict=True)]
            for two, b in zip(arms, slopes, strict=True)
        ]
        logits = [log(mean / (1 - mean)) for mean in means]
        return HouseScale({grade: grade + 1 for grade in GRADES}, logits, known)
