"""6 nimmt!: lays the card that costs least in imagined deals of the cards it has not seen.

For every card of the hand it counts, over a few deals, the heads that it would take in this trick
if the others laid a random card. Among equally cheap cards it lays the one that fits its row most
closely, and keeps the others for later.
"""

from arena_sdk.six_nimmt import Bot, Move, State, Turn, View, run

DEALS = 12


class Careful(Bot):
    def choose(self, turn: Turn) -> Move:
        view, kind = turn.view, turn.legal[0].kind
        if kind == "draft":
            return self.rng.choice(turn.legal)
        if kind != "card" or len(turn.legal) == 1:
            return turn.legal[0]  # the row with the fewest heads
        costs = dict.fromkeys(turn.legal, 0)
        for _ in range(DEALS):
            state = turn.imagine(self.rng)
            others = {seat: self.rng.choice(state.legal(seat)) for seat in state.to_act}
            for move in turn.legal:
                costs[move] += trick_cost(state.copy(), view.seat, {**others, view.seat: move})
        return min(turn.legal, key=lambda move: (costs[move], distance(view, move)))


def trick_cost(state: State, seat: int, moves: dict[int, Move]) -> int:
    """Play one trick and return the heads that it costs a seat."""
    before = state.scores()[seat]
    for other, move in moves.items():
        state.play(other, move)
    while state.decision in ("row", "side"):  # guess that its owner takes the cheapest row
        state.play(state.to_act[0], state.legal(state.to_act[0])[0])
    return before - state.scores()[seat]


def distance(view: View, move: Move) -> int:
    """Return how far a card is from the end of its row; low cards are far from all."""
    below = [row.cards[-1] for row in view.rows if row.cards[-1] < move.number]
    return move.number - max(below) if below else 104


if __name__ == "__main__":
    run(Careful)
