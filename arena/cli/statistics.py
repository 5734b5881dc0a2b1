"""Who is better, and how sure that is.

Games of the same deal are not independent of each other: every bot plays it from every seat. So the
unit is the deal. A bot's score in a deal is its mean over the deal's rotations; intervals and the
comparison of two bots are Student's t over these (paired by deal, for the comparison).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from math import sqrt
from statistics import fmean, stdev

from arena.games import find_game
from arena.games.options import read_options
from arena.match.plan import seating
from arena.match.verdict import read_verdict
from arena.v1 import record_pb2 as rec

CONFIDENCE = 0.95


@dataclass(slots=True)
class Tally:
    """What one bot, or one team of bots, did in all games."""

    name: str
    team: int
    by_deal: defaultdict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    wins: float = 0.0
    forfeits: Counter[str] = field(default_factory=Counter)
    walls: list[float] = field(default_factory=list)

    @property
    def games(self) -> int:
        return sum(map(len, self.by_deal.values()))

    def deal_means(self) -> list[float]:
        return [fmean(self.by_deal[deal]) for deal in sorted(self.by_deal)]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with the half width of its 95 % interval; None where one deal tells nothing of it."""

    mean: float
    margin: float | None

    def __str__(self) -> str:
        return f"{self.mean:.2f} ± {'?' if self.margin is None else format(self.margin, '.2f')}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """How much better one bot is than another, per game; `p` is two-sided, None if unknown."""

    better: str
    worse: str
    difference: Estimate
    p: float | None
    games: int


def tally(records: Iterable[rec.Record]) -> list[Tally]:
    """Count all games of all records, a Tally an entrant in the plan's order."""
    tallies: dict[str, Tally] = {}
    for record in records:
        names = [entrant.name for entrant in record.plan.entrants]
        # The teams of rotation 0. Partners stay partners in every other.
        teams = _teams(record.plan)
        for name, team in zip(names, teams, strict=True):
            tallies.setdefault(name, Tally(name, team))
        for game in record.games:
            seated = seating(record.plan, game.rotation)
            _count(game, [tallies[names[index]] for index in seated])
    return list(tallies.values())


def _teams(plan: rec.Plan) -> Sequence[int]:
    game = find_game(plan.game)
    return game.teams(len(plan.entrants), read_options(game, dict(plan.options)))


def _count(game: rec.GameRecord, seated: Sequence[Tally]) -> None:
    ranked = list(zip(seated, game.ranks, strict=True))
    winners = len({bot.team for bot, rank in ranked if rank == 1})
    for (bot, rank), score in zip(ranked, game.scores, strict=True):
        bot.by_deal[game.deal].append(score)
        bot.wins += (rank == 1) / winners
    for entry in game.entries:
        if not entry.fallback:
            seated[entry.seat].walls.append(entry.wall_us / 1e6)
    for forfeit in game.forfeits:
        seated[forfeit.seat].forfeits[str(read_verdict(forfeit.verdict))] += 1


def by_team(tallies: Iterable[Tally]) -> list[Tally]:
    """Add up the bots of each team, in the order of their first ones."""
    sides: dict[int, Tally] = {}
    for bot in tallies:
        side = sides.get(bot.team)
        if side is None:
            sides[bot.team] = replace(bot, by_deal=deepcopy(bot.by_deal))
            continue
        side.name += f" + {bot.name}"
        for deal, scores in bot.by_deal.items():
            own = side.by_deal[deal]
            side.by_deal[deal] = [one + other for one, other in zip(own, scores, strict=True)]
    return list(sides.values())


def estimate(values: Sequence[float]) -> Estimate:
    """Return the mean with its interval."""
    if len(values) < 2:
        return Estimate(fmean(values), None)
    return Estimate(fmean(values), _quantile(len(values) - 1) * stdev(values) / sqrt(len(values)))


def compare(first: Tally, second: Tally) -> Comparison:
    """Compare two bots over the deals that both played."""
    pairs = zip(first.deal_means(), second.deal_means(), strict=True)
    differences = [one - other for one, other in pairs]
    if fmean(differences) < 0:
        first, second = second, first
        differences = [-difference for difference in differences]
    found = estimate(differences)
    return Comparison(first.name, second.name, found, _p_value(differences), first.games)


def _p_value(differences: Sequence[float]) -> float | None:
    if len(differences) < 2:
        return None
    spread = stdev(differences)
    if spread == 0:
        return 0.0 if differences[0] else 1.0
    return _tail(abs(fmean(differences)) * sqrt(len(differences)) / spread, len(differences) - 1)


def _tail(t: float, freedom: int) -> float:
    """Return P(|T| > t) of Student's t (Abramowitz and Stegun 26.7.1)."""
    # Here, since loading it takes longer than everything else in this file.
    from mpmath import betainc

    x = freedom / (freedom + t * t)
    return float(betainc(freedom / 2, 0.5, 0, x, regularized=True))


def _quantile(freedom: int) -> float:
    """Return the t whose two tails hold what the confidence leaves."""
    low, high = 0.0, 1000.0
    while high - low > 1e-6:
        middle = (low + high) / 2
        if _tail(middle, freedom) > 1 - CONFIDENCE:
            low = middle
        else:
            high = middle
    return high
