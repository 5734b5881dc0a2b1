"""6 nimmt!: lays the card that costs least in imagined deals of the cards it has not seen.

For every card of the hand it counts, over a few deals, the heads that it would take in this trick if
the others laid a random card. Among equally cheap cards it lays the one that fits its row most
closely, and keeps the others for later.
"""

from arena.games.six_nimmt.moves import Move
from arena.v1.six_nimmt_pb2 import SIX_NIMMT_DECISION_CARD, SixNimmtView
from arena_sdk import Bot, Turn, run

DEALS = 12


class Careful(Bot[SixNimmtView, Move]):
    def choose(self, turn: Turn[SixNimmtView, Move]) -> Move:
        if turn.view.decision != SIX_NIMMT_DECISION_CARD or len(turn.legal) == 1:
            return turn.legal[0]  # the row with the fewest heads, the lowest card of a draft
        cost = dict.fromkeys(turn.legal, 0)
        for _ in range(DEALS):
            deal = turn.imagine(self.rng)
            others = {
                seat: self.rng.choice(deal.legal(seat))
                for seat in deal.to_act
                if seat != turn.view.seat
            }
            for move in turn.legal:
                cost[move] += self.trick_cost(turn, deal.copy(), {**others, turn.view.seat: move})
        return min(turn.legal, key=lambda move: (cost[move], self.distance(turn.view, move)))

    def trick_cost(self, turn, deal, moves) -> int:
        """Play one trick; return the heads that it costs this seat."""
        me = turn.view.seat
        for seat, move in sorted(moves.items()):
            deal.play(seat, move)
        while len(deal.to_act) == 1:  # somebody chooses a row; the cheapest is as good a guess as any
            deal.play(deal.to_act[0], deal.legal(deal.to_act[0])[0])
        return -deal.scores()[me] - turn.view.heads[me]

    def distance(self, view: SixNimmtView, move: Move) -> int:
        """Return how far a card is from the end of its row; low cards are far from all."""
        below = [row.cards[-1] for row in view.rows if row.cards[-1] < move.number]
        return move.number - max(below) if below else 104


run(Careful)
