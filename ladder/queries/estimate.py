"""Estimates of an event before it is played: how well the official boards will tell bots apart.

Among equals a game of n bots tells 3 (n - 1) / (4 (n + 1)) of a strength (`settled.py`), so the
variance of a strength in logits is 1 divided by the sum of that over its games. A field's strengths
are taken as Gaussian. Their spread is what `bench.luck` measures: skill divided by luck, times
1.596 / sqrt(2), which makes logits of it (a difference of two scores has twice the variance of one;
the slope of the Gaussian distribution in its middle is 1.596 times that of the logistic). Kendall's
tau between the true order and the board's is then 2 / pi * asin(r), where r is the correlation of
both (Kendall 1949). How often neighbours are in order is counted in drawn fields.

Where bots suit each other matches differ by more than luck, and it takes more games than this says.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from math import asin, pi, sqrt
from typing import Final

import numpy as np
import scipy

from arena.errors import UserError
from ladder.matches import Division
from ladder.matchmaking.pairing import games_of
from ladder.ratings.official import PRIOR
from ladder.ratings.settled import SETTLED
from ladder.store.reader import Reader

# The deviation of the strengths of a field, in logits: 1.13 times the skill / luck of `bench.luck`,
# of bots of which the best errs in every fifth move and the worst in four of five.
SPREADS: Final = {"big_fish": 0.72, "goat_n_goat": 0.86, "six_nimmt": 0.54, "tonton": 0.21}
# Of a game that has not been measured.
USUAL_SPREAD: Final = 0.5
_FIELDS: Final = 300
# The speed is that of the newest this many matches, and of no fewer than these.
_NEWEST: Final = 200
_FEWEST: Final = 20
# Beside the machines that somebody has, as many times this many.
_TIMES: Final = (1, 2, 4, 8)


@dataclass(frozen=True, slots=True)
class Forecast:
    """What the board of a division will be worth."""

    game: str
    matches: int
    """In the division."""
    games_a_bot: int
    half_width: float
    """Half of a 95 % interval, as a chance to win a game against an equal."""
    ranked: bool
    """Whether bots have a rank by then."""
    neighbours: float
    """Of two bots of which one is next to the other, how often the better one is in front."""
    tau: float
    """Kendall's tau between the true order and the board's."""


@dataclass(frozen=True, slots=True)
class MachinesEstimate:
    """What this many machines bring."""

    machines: int
    matches: int
    matches_a_bot: float
    games: tuple[Forecast, ...]


@dataclass(frozen=True, slots=True)
class EventEstimate:
    """What an event will tell, by how many machines play."""

    matches_an_hour: float
    """Of one machine."""
    measured: bool
    """Whether that is how fast this ladder was played, and not what somebody has said."""
    machines: tuple[MachinesEstimate, ...]


def estimate_event(
    store: Reader, bots: int, hours: float, machines: int, speed: float | None
) -> EventEstimate:
    """Say what the boards will be worth; `speed` is in matches an hour on one machine.

    UserError if that is not known, or if the bots are too few for a match.
    """
    divisions = store.opened().divisions
    fewest = min(size for division in divisions for size in division.seats)
    if bots < fewest:
        raise UserError(f"A match here needs {fewest} bots or more; --bots {fewest} is the least.")
    known = speed or _measure(store)
    if known is None:
        raise UserError(
            f"Too little was played here to know how fast that is: play {_FEWEST} matches with"
            " ladder run, or say it with --matches-an-hour N."
        )
    found = (_estimate(store, bots, known * hours, machines * times) for times in _TIMES)
    return EventEstimate(round(known, 1), speed is None, tuple(found))


def _estimate(
    store: Reader, bots: int, matches_a_machine: float, machines: int
) -> MachinesEstimate:
    opened = store.opened()
    matches = int(matches_a_machine * machines)
    share = matches // len(opened.divisions)
    games = tuple(forecast(one, bots, opened.games_a_match, share) for one in opened.divisions)
    seats = sum(share * sum(one.seats) / len(one.seats) for one in opened.divisions)
    return MachinesEstimate(machines, matches, round(seats / bots, 1), games)


def _measure(store: Reader) -> float | None:
    newest = list(islice(store.played_before(store.head()[0] + 1), _NEWEST))
    return matches_an_hour([entry.time.timestamp() for entry in reversed(newest)])


def forecast(division: Division, bots: int, games_a_match: int, matches: int) -> Forecast:
    """Say what a board of this many bots is worth after this many matches of a division."""
    sizes = [size for size in division.seats if size <= bots] or [min(division.seats)]
    rows = [(size, size * games_of(size, games_a_match)) for size in sizes]
    share = matches / len(rows) / bots
    told = sum(share * games * 3 * (size - 1) / (4 * (size + 1)) for size, games in rows)
    games_a_bot = sum(share * games for _, games in rows)
    spread = SPREADS.get(division.game, USUAL_SPREAD)
    error = 1 / sqrt(told + 1 / PRIOR**2)
    return Forecast(
        game=division.game,
        matches=matches,
        games_a_bot=int(games_a_bot),
        half_width=float(scipy.special.expit(1.96 * error)) - 0.5,
        ranked=games_a_bot >= SETTLED,
        neighbours=_in_order(bots, spread, error),
        tau=2 / pi * asin(spread / sqrt(spread**2 + error**2)),
    )


def _in_order(bots: int, spread: float, error: float) -> float:
    rng = np.random.default_rng(1)
    fields = np.sort(rng.normal(0, spread, (_FIELDS, bots)))
    return float(np.mean(scipy.special.ndtr(np.diff(fields) / (error * sqrt(2)))))


def matches_an_hour(times: Sequence[float]) -> float | None:
    """Return how many matches end in an hour of play, of when they ended, in seconds and in order.

    Pauses, ten times as long as the mean of what comes between two, are left out. None of too few.
    """
    gaps = np.diff(times)
    if len(times) < _FEWEST or float(np.mean(gaps)) <= 0:
        return None
    return 3600 / float(np.mean(gaps[gaps <= 10 * np.mean(gaps)]))
