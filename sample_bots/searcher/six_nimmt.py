"""6 nimmt! for a search: look to the end of the round, and take one of the two cheapest rows."""

from collections.abc import Sequence
from random import Random

from arena_sdk.search import Playout
from arena_sdk.six_nimmt import Move, State


class SixNimmtPlayout(Playout):
    def moves(self, state: State, seat: int) -> Sequence[Move]:
        legal = state.legal(seat)
        return legal[:2] if state.decision == "row" else legal

    def policy(self, state: State, seat: int, rng: Random) -> Move:
        if state.decision == "card":
            hand = state.hands[seat]  # `legal` would make a list of it
            return hand[int(rng.random() * len(hand))]
        if state.decision == "row":
            return state.legal(seat)[0]  # the fewest heads
        return super().policy(state, seat, rng)

    def stops(self, state: State, root: State) -> bool:
        return state.round != root.round
