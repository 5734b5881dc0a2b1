"""TonTon: plays the card after which this game ends best, if everybody goes on at random.

It imagines four deals of the cards it has not seen. In each it plays every legal card a few times,
and then all seats play random cards to the end of this game. It takes the card after which its
side, itself or its team, was on average furthest ahead of the table.
"""

from statistics import fmean

from arena_sdk.tonton import Bot, Move, State, Turn, run

DEALS = 4
PLAYOUTS = 16  # in each deal, for all cards together


class Juggler(Bot):
    def choose(self, turn: Turn) -> Move:
        view = turn.view
        if len(turn.legal) == 1:
            return turn.legal[0]
        side = [view.seat, (view.seat + 2) % 4] if view.teams else [view.seat]
        leads = dict.fromkeys(turn.legal, 0.0)
        for _ in range(DEALS):
            state = turn.imagine(self.rng)
            for move in turn.legal:
                for _ in range(PLAYOUTS // len(turn.legal)):
                    changes = self.play_out(state.copy(), move)
                    leads[move] += fmean(changes[seat] for seat in side) - fmean(changes)
        return max(turn.legal, key=lambda move: leads[move])

    def play_out(self, state: State, move: Move) -> tuple[int, ...]:
        """Play a card, then random ones; return by how much this game changes the totals."""
        games = len(state.results)
        state.play(state.to_act[0], move)
        while len(state.results) == games:
            seat = state.to_act[0]
            state.play(seat, self.rng.choice(state.legal(seat)))
        return state.results[games]


if __name__ == "__main__":
    run(Juggler)
