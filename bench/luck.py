"""How much of the score of one game is skill and how much luck, in every game of this project.

Four versions of the game's sample bot play at a table. Each plays a random move with a probability
of its own. The skill is the deviation of their true means; the luck that of one bot's score in one
game; both against the mean of the table.
"""

from math import sqrt
from statistics import fmean, pvariance, variance
from typing import Final, NamedTuple

from bench.in_process import BEST, SEATS, Version, plan_games, play_game

# How often the versions play at random: spread evenly, with a deviation of 0.22.
RANDOM: Final = (0.2, 0.4, 0.6, 0.8)


class Luck(NamedTuple):
    """Skill and luck in one game, in its points."""

    skill: float
    luck: float

    @property
    def ratio(self) -> float:
        return self.skill / self.luck


def measure_luck(name: str, games: int) -> Luck:
    """Play this many games."""
    versions: list[Version] = [(BEST[name], noise) for noise in RANDOM]
    played = [play_game(name, versions, scheduled) for scheduled in plan_games(name, 1, games)]
    columns = list(zip(*([one - fmean(game) for one in game] for game in played), strict=True))
    # Each is measured against a mean that it is a part of itself.
    luck = fmean(map(variance, columns)) * SEATS / (SEATS - 1)
    means = [fmean(column) for column in columns]
    return Luck(sqrt(max(0.0, pvariance(means) - luck / games)), sqrt(luck))
