"""Paired comparison of two versions of a bot: the same games twice, in which only the bot differs.

Each game has two arms. In both the deal, the seats, the other bots and all seeds are the same; in
one the candidate is the old version, in the other the new one. The share of the table that the
candidate leaves behind it is compared: 1 for the first of all, 0 for the last, half for a tie.
Every game has that, with every number of seats. The mean of the differences is looked at after
every round, by a confidence sequence, until it answers the question.

A *round* is this many games that everybody is in every seat equally often: each arm of it is a
match of its own, with fresh processes. So no process meets a deal twice, and within a match every
game has another deal. Only whole rounds are looked at, in their order, whichever is played first:
so the answer does not depend on how many are played at once, or on where a comparison was
interrupted. (Within a round the seats are drawn without replacement, which can only make errors
rarer: seats that are worth more are then evened out.)

Nothing is looked at within a round. A confidence sequence may be looked at after each number whose
mean is the same whatever came before it. Rounds are such, since the next one has fresh processes
and all seats. A game within a round is not: after good seats bad ones are left. To stop at the
best moment of a round would count the good ones alone.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from statistics import fmean
from typing import Final, NamedTuple, TypeAlias

from arena.match.confidence_sequence import Interval, interval_of
from arena.match.match import MAX_FORFEITS
from arena.match.plan import MatchPlan, derive_seed
from arena.match.statistics import count_scores, share_wins
from arena.match.verdict import read_verdict
from arena.v1 import record_pb2 as rec

Games: TypeAlias = Sequence[rec.GameRecord]

# The place of the candidate in the plans.
CANDIDATE: Final = 0
# A round has at least this many games, since to start its bots costs as much as some games.
_ROUND: Final = 12


class Arm(StrEnum):
    """Which version of the candidate plays."""

    OLD = "old"
    NEW = "new"


class PairedAnswer(StrEnum):
    """The answer of a comparison about the new version."""

    BETTER = "better"
    WORSE = "worse"
    NO_DIFFERENCE = "no difference"
    OPEN = "open"


def round_games(seats: int) -> int:
    """Return how many games a round has: a multiple of the seats."""
    return -(-_ROUND // seats) * seats


def place_of(number: int) -> tuple[int, Arm]:
    """Return the round and the arm of a match, by its number over all, from 0 on."""
    return number // len(Arm), [*Arm][number % len(Arm)]


def plan_round(plan: MatchPlan, number: int) -> MatchPlan:
    """Return the plan of a round of an arm, from the arm's own, whose games and seed are for all.

    The seed follows from that of the plan and the number alone, so it is the same in both arms.
    """
    return replace(
        plan,
        games=round_games(len(plan.bots)),
        seed=derive_seed(plan.seed, f"round {number}"),
    )


@dataclass(frozen=True, slots=True)
class ArmOutcome:
    """The outcome of a game for the candidate."""

    share: float
    """The share of the bots outside its team that it left behind it; ties are half."""
    score: int
    won: float
    """1 if it was the first; a shared win counts in part."""
    forfeit: rec.Forfeit | None


class ArmMeans(NamedTuple):
    """The means of the candidate of an arm, over its games."""

    share: float
    score: float
    wins: float


class PairedGame(NamedTuple):
    """A game in all arms."""

    arms: tuple[ArmOutcome, ...]
    round: int
    game: int
    """The number of the game in its round, from 0 on."""

    @property
    def difference(self) -> float:
        """By how much more of the table the last arm left behind it than the first, -1 to 1."""
        return self.arms[-1].share - self.arms[0].share

    @property
    def clean(self) -> bool:
        """Whether it was forfeited in no arm."""
        return not any(outcome.forfeit for outcome in self.arms)


def read_pairs(number: int, teams: Sequence[int], arms: Sequence[Games]) -> list[PairedGame]:
    """Return the games of a round that was played in all arms, but those in which a candidate sat
    out after its forfeits.

    A loss is then not counted twice; and whether a game counts is known before it is played, so
    leaving it out favours no arm.
    """
    outcomes = zip(*(read_outcomes(games, teams) for games in arms), strict=True)
    pairs = (
        PairedGame(tuple(filter(None, row)), number, game) for game, row in enumerate(outcomes)
    )
    return [pair for pair in pairs if len(pair.arms) == len(arms)]


def read_outcomes(games: Games, teams: Sequence[int]) -> Iterator[ArmOutcome | None]:
    """Yield what came of each game for the candidate; None where it sat out."""
    forfeited = 0
    for played in games:
        if forfeited >= MAX_FORFEITS:
            yield None
            continue
        seat = [*played.seating].index(CANDIDATE)
        forfeits = [forfeit for forfeit in played.forfeits if forfeit.seat == seat]
        forfeited += len(forfeits)
        yield ArmOutcome(
            share_beaten(played.ranks, teams, seat),
            count_scores(played, teams)[seat],
            share_wins(played, teams).get(seat, 0.0),
            forfeits[0] if forfeits else None,
        )


def share_beaten(ranks: Sequence[int], teams: Sequence[int], seat: int) -> float:
    """Return the share of the other teams' seats that a seat has left behind it; ties are half."""
    others = [rank for rank, team in zip(ranks, teams, strict=True) if team != teams[seat]]
    return fmean((rank > ranks[seat]) + (rank == ranks[seat]) / 2 for rank in others)


class PairedEstimate(NamedTuple):
    """The estimate of the mean difference from this many pairs."""

    pairs: int
    mean: float
    interval: Interval


def estimate(pairs: Sequence[PairedGame]) -> PairedEstimate:
    """Return the mean difference of some pairs, with its interval."""
    differences = [pair.difference for pair in pairs]
    mean = fmean(differences) if pairs else 0.0
    return PairedEstimate(len(pairs), mean, interval_of(differences))


class PairedCount(ABC):
    """The games that count of what all arms have played so far."""

    def __init__(self, most: int) -> None:
        """Play this many games of each arm at most, and the rest of a round."""
        self.most = most
        self.pairs: list[PairedGame] = []
        self.played = 0
        """How many games of an arm there were, with those that do not count."""
        self.rounds = 0

    @property
    @abstractmethod
    def ended(self) -> bool:
        """Whether no more is to be played."""

    @abstractmethod
    def _look(self) -> None:
        """Look at all games after a round."""

    def count(self, teams: Sequence[int], arms: Sequence[Games]) -> None:
        """Count the next round, from the games of each arm."""
        self.add_round(len(arms[0]), read_pairs(self.rounds, teams, arms))

    def add_round(self, played: int, pairs: Sequence[PairedGame]) -> None:
        """Count those games of the next round that count, of this many, and look."""
        self.rounds += 1
        self.played += played
        self.pairs += pairs
        self._look()

    def outcomes(self, arm: int) -> list[ArmOutcome]:
        """Return what came of the games of an arm, by its place among them."""
        return [pair.arms[arm] for pair in self.pairs]

    def means(self, arm: int) -> ArmMeans:
        """Return the means of an arm; there has to be a game."""
        rows = ((outcome.share, outcome.score, outcome.won) for outcome in self.outcomes(arm))
        return ArmMeans(*map(fmean, zip(*rows, strict=True)))

    def forfeits(self, arm: int) -> Counter[str]:
        """Return how often the candidate of an arm forfeited, by verdict."""
        given = (outcome.forfeit for outcome in self.outcomes(arm))
        return Counter(str(read_verdict(forfeit.verdict)) for forfeit in given if forfeit)


class PairedComparison(PairedCount):
    """The pairs of a comparison so far, and what they answer."""

    def __init__(self, margin: float, most: int) -> None:
        """Look for a difference, or for that there is none of more than `margin`."""
        super().__init__(most)
        self.margin = margin
        self.latest = estimate(())

    def _look(self) -> None:
        self.latest = estimate(self.pairs)

    @property
    def clean(self) -> PairedEstimate:
        """The estimate from the pairs in which neither version forfeited a game."""
        return estimate([pair for pair in self.pairs if pair.clean])

    @property
    def answer(self) -> PairedAnswer:
        low, high = interval = self.latest.interval
        if low > 0:
            return PairedAnswer.BETTER
        if high < 0:
            return PairedAnswer.WORSE
        return PairedAnswer.NO_DIFFERENCE if interval.within(self.margin) else PairedAnswer.OPEN

    @property
    def spent(self) -> bool:
        """Whether there is no answer, after as many pairs as there may be."""
        return self.answer is PairedAnswer.OPEN and len(self.pairs) >= self.most

    @property
    def ended(self) -> bool:
        return self.answer is not PairedAnswer.OPEN or self.spent

    def worst(self) -> PairedGame:
        """Return the pair in which the new version did worst beside the old one."""
        return min(self.pairs, key=lambda pair: pair.difference)
