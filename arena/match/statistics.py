"""Statistics of a match: paired comparisons of its bots, with Student's t and Holm's correction.

The unit is the game: each has a deal and a seating of its own, so the games of a match are
independent of each other. Two bots are compared by the differences of their scores in the same
games, with Student's t. A game that a bot forfeited is a game that it lost: there its score counts
as the lowest of the others less 1, if it was not even lower. (The referee's points in its seat are
not the bot's.)

The first bot is found in the same games. So each p is over all pairs of the table (Holm, "A simple
sequentially rejective multiple test procedure", 1979): at most 5 in 100 tables of equally good bots
have any pair with p < .05. Each interval is over all pairs, too (Bonferroni): at least 95 in 100
tables have all true differences in theirs. An interval without 0 has p < .05; since Holm's p of a
pair is less where others differ more clearly, it may be below .05 beside an interval with 0 in it.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations
from math import sqrt
from statistics import fmean, stdev

from arena.games.contract import team_scores
from arena.match.clock import ClockKind, charge, read_spent
from arena.match.plan import MatchPlan, PlannedBot
from arena.match.verdict import read_verdict
from arena.v1 import record_pb2 as rec

CONFIDENCE = 0.95
# Standard errors beyond a margin that a difference shows with a power of 80 %.
_POWER = 0.84
# With fewer games the spread says too little.
LEAST_GAMES = 10


@dataclass(slots=True)
class Tally:
    """The games of one bot or person in sum; copies of the same files are one bot."""

    name: str
    identity: str
    """The digest of its files; of a person, who has none, the name."""
    copies: int = 0
    scores: list[float] = field(default_factory=list)
    """By game, the mean of its copies."""
    wins: float = 0.0
    """By game and copy; a shared win counts in part."""
    forfeits: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)
    """The seconds that the clock charged for each answer; for a person, the seconds it took."""

    @property
    def score(self) -> float:
        return fmean(self.scores)

    @property
    def win_share(self) -> float:
        """Which part of its games it won."""
        return self.wins / (len(self.scores) * self.copies)


@dataclass(frozen=True, slots=True)
class MeanWithMargin:
    """A mean with the half width of its 95 % interval; None where one game tells nothing of it.

    Those of a table hold together: in 95 % of tables all of them have the truth in them.
    """

    mean: float
    margin: float | None

    def __str__(self) -> str:
        return f"{self.mean:.2f} ± {'?' if self.margin is None else format(self.margin, '.2f')}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """How much better one bot is than another, a game."""

    bot: str
    other: str
    difference: MeanWithMargin
    """The score of the first less that of the other."""
    p: float | None
    """How often a table of equally good bots has a pair that differs by as much or more; None below
    `LEAST_GAMES`, and where all games came out alike."""
    games: int
    detectable: float | None
    """The minimum detectable difference: two bots of this table that differ by it have p < .05 in
    80 % of matches of this length, or more. None where p is."""

    @property
    def shown(self) -> bool:
        return self.p is not None and self.p < 1 - CONFIDENCE


def tally(plan: MatchPlan, games: Iterable[rec.GameRecord]) -> list[Tally]:
    """Count the games of a match, a Tally a bot, best first. There has to be at least one game."""
    bots: dict[str, Tally] = {}
    for bot in plan.bots:
        bots.setdefault(identify(bot), Tally(bot.name, identify(bot))).copies += 1
    entered = [bots[identify(bot)] for bot in plan.bots]
    teams, kind = plan.teams, plan.clock.kind
    for played in games:
        _count(played, [entered[index] for index in played.seating], teams, kind)
    return sorted(bots.values(), key=lambda bot: -bot.score)


def identify(bot: PlannedBot) -> str:
    """Return what two bots of a plan share exactly if they count as one."""
    return bot.digest or bot.name


def _count(
    played: rec.GameRecord, seated: Sequence[Tally], teams: Sequence[int], kind: ClockKind
) -> None:
    for seat, share in share_wins(played, teams).items():
        seated[seat].wins += share
    own = dict.fromkeys(map(id, seated), 0.0)
    for bot, score in zip(seated, count_scores(played, teams), strict=True):
        own[id(bot)] += score / bot.copies
    for bot in {id(bot): bot for bot in seated}.values():
        bot.scores.append(own[id(bot)])
    for entry in played.entries:
        if not entry.fallback:
            spent = read_spent(entry)
            # A refused record may say nothing of its CPU time.
            charged = spent.wall if spent.cpu is None else charge(spent, kind)
            seated[entry.seat].times.append(charged)
    for forfeit in played.forfeits:
        seated[forfeit.seat].forfeits[str(read_verdict(forfeit.verdict))] += 1


def share_wins(played: rec.GameRecord, teams: Sequence[int]) -> dict[int, float]:
    """Return the part of the win that each seat has that won; who forfeited has none."""
    lost = {forfeit.seat for forfeit in played.forfeits}
    winners = {seat for seat, rank in enumerate(played.ranks) if rank == 1} - lost
    return {seat: 1 / len({teams[winner] for winner in winners}) for seat in winners}


def count_scores(played: rec.GameRecord, teams: Sequence[int]) -> list[int]:
    """Return what the game counts for every seat: its team's score, or that of a lost game."""
    scores = team_scores(played.scores, teams)
    lost = {forfeit.seat for forfeit in played.forfeits}
    clean = [score for seat, score in enumerate(scores) if seat not in lost]
    last = min(clean) - 1 if clean else min(scores)
    return [min(score, last) if seat in lost else score for seat, score in enumerate(scores)]


def estimate(values: Sequence[float], pairs: int = 1) -> MeanWithMargin:
    """Return the mean with its interval, as one of a table of this many pairs."""
    if len(values) < 2:
        return MeanWithMargin(fmean(values), None)
    return MeanWithMargin(
        fmean(values), _quantile(len(values) - 1, pairs) * stdev(values) / sqrt(len(values))
    )


def compare_all(bots: Sequence[Tally]) -> list[Comparison]:
    """Compare all pairs of a table over their games, in the order of `combinations`."""
    pairs = [*combinations(bots, 2)]
    return _correct([_compare(bot, other, len(pairs)) for bot, other in pairs])


def _correct(pairs: Sequence[Comparison]) -> list[Comparison]:
    """Make each p one over all pairs: the k-th smallest of n times n - k + 1, and none falls."""
    tested = sorted((pair.p, number) for number, pair in enumerate(pairs) if pair.p is not None)
    corrected = dict[int, float]()
    least = 0.0
    for place, (p, number) in enumerate(tested):
        least = max(least, min(1.0, p * (len(tested) - place)))
        corrected[number] = least
    return [replace(pair, p=corrected.get(number)) for number, pair in enumerate(pairs)]


def _compare(bot: Tally, other: Tally, pairs: int) -> Comparison:
    differences = [one - two for one, two in zip(bot.scores, other.scores, strict=True)]
    games, difference = len(differences), estimate(differences, pairs)
    spread = stdev(differences) if games >= LEAST_GAMES else 0.0
    if not spread:
        return Comparison(bot.name, other.name, difference, None, games, None)
    p = _tail(abs(difference.mean) * sqrt(games) / spread, games - 1)
    detectable = (_quantile(games - 1, pairs) + _POWER) * spread / sqrt(games)
    return Comparison(bot.name, other.name, difference, p, games, detectable)


def _tail(t: float, freedom: int) -> float:
    """Return P(|T| > t) of Student's t (Abramowitz and Stegun 26.7.1).

    By hand over mpmath, of 5 MB, since SciPy, which has it, takes 200 MB with NumPy.
    """
    # Loaded here, since that takes longer than everything else in this file.
    from mpmath import betainc  # noqa: PLC0415

    x = freedom / (freedom + t * t)
    return float(betainc(freedom / 2, 0.5, 0, x, regularized=True))


@cache
def _quantile(freedom: int, pairs: int) -> float:
    """Return the t whose two tails hold what the confidence leaves to each of so many pairs."""
    low, high = 0.0, 1000.0
    while high - low > 1e-6:
        middle = (low + high) / 2
        if _tail(middle, freedom) > (1 - CONFIDENCE) / pairs:
            low = middle
        else:
            high = middle
    return high
