"""6 nimmt!: lays the card that costs least in imagined deals of the cards it has not seen.

For every card of the hand it counts, over a few deals, the heads that it would take in this trick
if the others laid a random card. Among equally cheap cards it lays the one that fits its row most
closely, and keeps the others for later.
"""

from arena_sdk import Bot, Turn, run

from arena.games.six_nimmt.moves import Move
from arena.games.six_nimmt.rules import SixNimmtState
from arena.v1 import six_nimmt_pb2 as pb

DEALS = 12


class Careful(Bot[pb.SixNimmtView, Move, SixNimmtState]):
    def choose(self, turn: Turn[pb.SixNimmtView, Move, SixNimmtState]) -> Move:
        view = turn.view
        if view.decision == pb.SIX_NIMMT_DECISION_DRAFT:
            return self.rng.choice(turn.legal)
        if view.decision != pb.SIX_NIMMT_DECISION_CARD or len(turn.legal) == 1:
            return turn.legal[0]  # the row with the fewest heads
        costs = dict.fromkeys(turn.legal, 0)
        for _ in range(DEALS):
            deal = turn.imagine(self.rng)
            others = {seat: self.rng.choice(deal.legal(seat)) for seat in deal.to_act}
            for move in turn.legal:
                costs[move] += trick_cost(deal.copy(), view.seat, {**others, view.seat: move})
        return min(turn.legal, key=lambda move: (costs[move], distance(view, move)))


def trick_cost(deal: SixNimmtState, seat: int, moves: dict[int, Move]) -> int:
    """Play one trick and return the heads that it costs a seat."""
    before = deal.scores()[seat]
    for other, move in moves.items():
        deal.play(other, move)
    while deal.decision in ("row", "side"):  # guess that its owner takes the cheapest row
        deal.play(deal.to_act[0], deal.legal(deal.to_act[0])[0])
    return before - deal.scores()[seat]


def distance(view: pb.SixNimmtView, move: Move) -> int:
    """Return how far a card is from the end of its row; low cards are far from all."""
    below = [row.cards[-1] for row in view.rows if row.cards[-1] < move.number]
    return move.number - max(below) if below else 104


if __name__ == "__main__":
    run(Careful)
