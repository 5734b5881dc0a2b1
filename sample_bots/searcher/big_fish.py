"""Big Fish for a search: which of its many lays are worth a look, a greedy policy, and a value.

A lay is judged as the sample bot angler does: its catch with the best licence that it earns, less a
price for every fish, less a part of what the rows that it leaves are worth to the next seat.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from statistics import fmean
from typing import Any

from arena_sdk.big_fish import (
    POINTS,
    ROW,
    ROW_NAMES,
    A,
    Move,
    State,
    count_points,
    keep_highest,
    licences_met,
    the_others,
)
from arena_sdk.search import Playout

WIDTH = 8  # this many different lays, the best at first sight, are in the tree


class BigFishPlayout(Playout):
    horizon = 4  # at a table of four, until the seat's next turn: what comes later is luck

    def moves(self, state: State, seat: int) -> Sequence[Move]:
        if state.decision != "lay":
            return state.legal(seat)
        judge = LayJudge(state, seat)
        different = {judge.effect(move): move for move in state.legal(seat)}
        return sorted(different.values(), key=judge.worth, reverse=True)[:WIDTH]

    def policy(self, state: State, seat: int, rng: Random) -> Move:  # noqa: ARG002 - it is greedy
        legal = state.legal(seat)
        if state.decision == "keep":
            return legal[0]  # the highest fish
        if state.decision == "licence":
            return max(legal, key=lambda move: POINTS[move.cards[0]])
        judge = LayJudge(state, seat)
        return max(filter(judge.is_frugal, legal), key=judge.worth)

    def value(self, state: State) -> Sequence[float]:
        """Return the leads, each fish that a seat has still to lay being worth its price."""
        worths = [
            score + price([*hand, *state.stack(seat)])
            for seat, (score, hand) in enumerate(zip(state.scores(), state.hands, strict=True))
        ]
        mean = fmean(worths)
        return [worth - mean for worth in worths]


def price(fish: Sequence[int]) -> float:
    """Return what fish are worth as long as they are not laid, in points."""
    return len(fish) + 0.7 * count_points(fish)


class LayJudge:
    """Judges the lays of one position."""

    def __init__(self, state: State, seat: int) -> None:
        self._rows = {name: tuple(row) for name, row in zip(ROW_NAMES, state.rows, strict=True)}
        self._within_reach = within_reach(state, seat) if state.options.licences else ()
        left = {name: self._left(row) if row else 0.0 for name, row in self._rows.items()}
        # By row: the most that the other two rows are worth to the next seat.
        self._others = {
            name: max(0.0, *(worth for other, worth in left.items() if other != name))
            for name in left
        }

    def effect(self, move: Move) -> tuple[Any, ...]:
        """Return what lays of the same effect have alike: the fish, and the colour at the end."""
        action, cards = move
        completes = len(self._rows[action]) + len(cards) == ROW
        return action, tuple(sorted(cards)), 0 if completes else cards[-1] // 10

    def is_frugal(self, move: Move) -> bool:
        """Say whether a lay is of one fish or completes its row: others are hardly ever best."""
        fish = len(move.cards)
        return fish == 1 or len(self._rows[move.action]) + fish == ROW

    def worth(self, move: Move) -> float:
        """Guess what a lay is worth, to its seat less to the next one, in points."""
        action, cards = move
        row = self._rows[action] + cards
        others = self._others[action]
        if len(row) == ROW:
            return catch(tuple(sorted(row)), self._within_reach) - price(cards) - 0.3 * others
        return -price(cards) - 0.3 * max(others, self._left(row))

    def _left(self, row: tuple[int, ...]) -> float:
        """Return what a row is worth to the next seat: what it holds, less what it lacks."""
        return catch(tuple(sorted(row)), self._within_reach) - 3 * (ROW - len(row)) + 4


@lru_cache(maxsize=50_000)
def catch(row: tuple[int, ...], licences: tuple[int, ...]) -> int:
    """Return what a row brings, and with it the best of these licences that it meets."""
    kept = keep_highest(row)
    minus = the_others(row, kept)
    met = [POINTS[licence] for licence in licences_met(kept, minus) if licence in licences]
    return count_points(kept) - count_points(minus) + max(met, default=0)


def within_reach(state: State, seat: int) -> tuple[int, ...]:
    """Return the licences that can be earned: those on display, and A from another seat."""
    if any(A in owned for other, owned in enumerate(state.owned) if other != seat):
        return (*state.display, A)
    return tuple(state.display)
