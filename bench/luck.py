"""How much of the score of one deal is skill and how much luck, in every game of this project.

Four versions of the game's sample bot play deals from every seat, in this process. Each version
plays a random move with a probability of its own. The skill is the deviation of their true means;
the luck that of one bot's mean over the games of one deal; both against the mean of the table.
"""

from math import sqrt
from random import Random
from statistics import fmean, pvariance, variance
from typing import Any, Final, NamedTuple

from arena_sdk import Bot, Turn, load

from arena.cli.bots import SAMPLES
from arena.games import AnyGame, Deal, find_game
from arena.games.contract import Move, State
from arena.match.referee import make_turn

BOTS: Final = {
    "six_nimmt": "careful",
    "big_fish": "angler",
    "tonton": "juggler",
    "goat_n_goat": "shepherd",
}
# How often the versions play at random: spread evenly, with a deviation of 0.22.
RANDOM: Final = (0.2, 0.4, 0.6, 0.8)
SEATS: Final = len(RANDOM)


class Luck(NamedTuple):
    """Skill and luck in one deal, in the game's points."""

    skill: float
    luck: float

    @property
    def ratio(self) -> float:
        return self.skill / self.luck


def measure_luck(name: str, deals: int) -> Luck:
    """Play so many deals from every seat."""
    game, bot = find_game(name), load(SAMPLES / BOTS[name] / "bot.py")
    # Bots that search do so in one imagined deal: a twelfth of the time, and hardly worse.
    searched: dict[str, Any] = type(bot).choose.__globals__
    if "DEALS" in searched:
        searched["DEALS"] = 1
    scores = [play_deal(game, bot, Deal(number)) for number in range(deals)]
    columns = list(zip(*scores, strict=True))
    # Each is measured against a mean that it is a part of itself.
    luck = fmean(map(variance, columns)) * SEATS / (SEATS - 1)
    means = [fmean(column) for column in columns]
    return Luck(sqrt(max(0.0, pvariance(means) - luck / deals)), sqrt(luck))


def play_deal(game: AnyGame, bot: Bot, deal: Deal) -> list[float]:
    """Return the mean score of every version over the rotations, less the mean of all."""
    totals = [0.0] * SEATS
    for rotation in range(SEATS):
        rng = bot.rng = Random(f"{deal.seed} {rotation}")
        state = game.start(SEATS, deal, game.Options())
        while state.to_act:
            seat = state.to_act[0]
            chance = RANDOM[(seat - rotation) % SEATS]
            at_random = rng.random() < chance
            state.play(seat, rng.choice(state.legal(seat)) if at_random else ask(game, bot, state))
        for seat, score in enumerate(state.scores()):
            totals[(seat - rotation) % SEATS] += score / SEATS
    return [total - fmean(totals) for total in totals]


def ask(game: AnyGame, bot: Bot, state: State[Any]) -> Move:
    """Return what the bot chooses for the first seat to act."""
    choice: Move = bot.choose(Turn(game, make_turn(game, state, state.to_act[0])))
    return choice
