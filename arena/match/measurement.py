"""Measurement of a bot in steps: it plays the deals that each house bot of the game plays, too.

In each arm the bot, or a house bot, sits among sample bots of the game, all of them in fresh
processes. The share of the table that it leaves behind it is its strength, as a logit. Luck that
all arms have had leaves no error in the steps.
"""

from collections import Counter
from collections.abc import Sequence
from math import log
from statistics import covariance, fmean
from typing import Final, NamedTuple

from arena.match.paired import ArmOutcome, Games, read_outcomes
from arena.match.steps import GRADES, HouseScale, Steps
from arena.match.verdict import read_verdict

BOT: Final = "bot"
HOUSE: Final = tuple(f"house-{grade}" for grade in GRADES)
ARMS: Final = (BOT, *HOUSE)
# An interval of fewer games than this may be narrow by chance.
_FEWEST: Final = 48


class MeasuredGame(NamedTuple):
    """A deal in all arms: what came of it for the bot and for the house bots, by grade."""

    bot: ArmOutcome
    house: tuple[ArmOutcome, ...]


class Measurement:
    """The deals of a measurement so far, and the steps that they come to."""

    def __init__(self, width: float, most: int) -> None:
        """Play until the steps are known to plus or minus `width`, or in this number of games,
        and the rest of a round.
        """
        self.width = width
        self.most = most
        self.pairs: list[MeasuredGame] = []
        self.rounds = 0
        self.played = 0
        """How many games of the bot there were, with those that do not count."""
        self.faults = Counter[str]()
        """Number of games that the bot forfeited, by verdict."""
        self.steps: Steps | None = None
        self.missing = HouseScale({}, (), ()).missing

    def count(self, teams: Sequence[int], games: Sequence[Games]) -> None:
        """Count the next round, from the games of each arm."""
        self.rounds += 1
        self.played += len(games[0])
        for bot, *house in zip(*(read_outcomes(arm, teams) for arm in games), strict=True):
            played = tuple(outcome for outcome in house if outcome)
            if bot and len(played) == len(house):
                self.pairs.append(MeasuredGame(bot, played))
                self.faults.update([str(read_verdict(bot.forfeit.verdict))] if bot.forfeit else ())
        if len(self.pairs) < 2:
            return
        scale = self.scale()
        self.missing = scale.missing
        self.steps = None if scale.missing else scale.place(0)

    @property
    def ended(self) -> bool:
        """Whether no more is to be played."""
        narrow = self.steps is not None and self.steps.margin <= self.width
        return (narrow and len(self.pairs) >= _FEWEST) or self.played >= self.most

    def scale(self) -> HouseScale:
        """Return the house bots' logits and, first, the bot's, as all games say; at least two."""
        games = len(self.pairs)
        shares = [[one.bot.share, *(other.share for other in one.house)] for one in self.pairs]
        arms = [*zip(*shares, strict=True)]
        # A share of nothing or all has no logit.
        means = [min(max(fmean(arm), 0.5 / games), 1 - 0.5 / games) for arm in arms]
        slopes = [1 / (mean * (1 - mean)) for mean in means]
        known = [
            [a * b * covariance(one, two) / games for one, a in zip(arms, slopes, strict=True)]
            for two, b in zip(arms, slopes, strict=True)
        ]
        logits = [log(mean / (1 - mean)) for mean in means]
        return HouseScale({grade: grade + 1 for grade in GRADES}, logits, known)
