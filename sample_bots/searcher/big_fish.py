"""Big Fish for a search: which of its many lays are worth a look, a greedy policy, and a value.

A lay is judged as the sample bot angler does: its catch with the best licence that it earns, less a
price for every fish, less a part of what the rows that it leaves are worth to the next seat.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from statistics import fmean
from typing import Any

from arena_sdk.big_fish import Move, State
from arena_sdk.search import Playout

from arena.games.big_fish.cards import POINTS, ROW, ROW_NAMES, A
from arena.games.big_fish.catch import count_points, keep_highest, licences_met, the_others

WIDTH = 8  # so many different lays, the best at first sight, are in the tree


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
        return max(legal, key=LayJudge(state, seat).worth)

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
        self._rows = [tuple(row) for row in state.rows]
        self._within_reach = set(within_reach(state, seat)) if state.options.licences else set()
        left = [self._left(row) for row in self._rows]
        # By row: the most that the other two rows are worth to the next seat.
        self._others = [max(0.0, *left[:row], *left[row + 1 :]) for row in range(len(left))]

    def effect(self, move: Move) -> tuple[Any, ...]:
        """Return what lays of the same effect have alike: the fish, and the colour at the end."""
        action, cards = move
        completes = len(self._rows[ROW_NAMES.index(action)]) + len(cards) == ROW
        return action, tuple(sorted(cards)), 0 if completes else cards[-1] // 10

    def worth(self, move: Move) -> float:
        """Guess what a lay is worth, to its seat less to the next one, in points."""
        action, cards = move
        index = ROW_NAMES.index(action)
        row = self._rows[index] + cards
        points = -price(cards)
        if len(row) == ROW:
            return points + self._catch(row) - 0.3 * self._others[index]
        return points - 0.3 * max(self._others[index], self._left(row))

    def _catch(self, row: tuple[int, ...]) -> int:
        if not self._within_reach:
            return balance(row)
        met = [POINTS[licence] for licence in all_met(row) if licence in self._within_reach]
        return balance(row) + max(met, default=0)

    def _left(self, row: tuple[int, ...]) -> float:
        """Return what a row is worth to the next seat: what it holds, less what it lacks."""
        return self._catch(row) - 3 * (ROW - len(row)) + 4 if row else 0.0


@lru_cache(maxsize=50_000)
def balance(row: tuple[int, ...]) -> int:
    """Return what a row brings: the highest fish of each colour plus, the others minus."""
    highest: dict[int, int] = {}
    values = [card % 10 for card in row]
    for card, value in zip(row, values, strict=True):
        colour = card // 10
        if value > highest.get(colour, 0):
            highest[colour] = value
    plus = highest.values() if len(highest) > 1 else sorted(values)[-2:]
    return 2 * sum(plus) - sum(values)


@lru_cache(maxsize=50_000)
def all_met(row: tuple[int, ...]) -> tuple[int, ...]:
    """Return the licences whose condition a row meets that keeps its highest fish."""
    kept = keep_highest(row)
    return tuple(licences_met(kept, the_others(row, kept)))


def within_reach(state: State, seat: int) -> Iterator[int]:
    """Yield the licences that can be earned: those on display, and A from another seat."""
    yield from state.display
    if any(A in owned for other, owned in enumerate(state.owned) if other != seat):
        yield A
