"""Goat 'n' Goat for a search: a quick policy that lets herds grow, and claims most of the time."""

from random import Random

from arena_sdk.goat_n_goat import HERD, Move, State
from arena_sdk.search import Playout


class GoatNGoatPlayout(Playout):
    horizon = 60

    def policy(self, state: State, seat: int, rng: Random) -> Move:
        legal = state.legal(seat)
        if state.decision == "lay":
            herds = state.herds[seat]
            return max(legal, key=lambda move: gain(herds, move.cards) + 1.5 * rng.random())
        if state.decision == "claim":
            return legal[-1 if rng.random() < 0.7 else 0]
        return legal[int(rng.random() * len(legal))]


def gain(herds: list[list[int]], cards: tuple[int, ...]) -> float:
    """Guess what goats add to herds: less if they skip numbers, minus a herd that starts again."""
    points = 0.0
    for card in cards:
        herd = herds[HERD[card // 10]]
        last = herd[-1] if herd else 0
        points += -len(herd) if card < last else 1 - 0.15 * (card % 10 - last % 10)
    return points
