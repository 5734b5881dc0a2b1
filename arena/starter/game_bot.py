"""6 nimmt!: tries each move in a game that it imagines, and takes the one that looks best."""

from arena_sdk import Bot, Turn, run

from arena.games.six_nimmt.moves import Move
from arena.games.six_nimmt.rules import SixNimmtState
from arena.v1 import six_nimmt_pb2 as pb

AHEAD = 10  # how many moves it plays on, for all seats together


class MyBot(Bot[pb.SixNimmtView, Move, SixNimmtState]):
    def choose(self, turn: Turn[pb.SixNimmtView, Move, SixNimmtState]) -> Move:
        """Return one of turn.legal; turn.view is what the seat knows, turn.time_left its time."""
        deal = turn.imagine(self.rng)
        return max(turn.legal, key=lambda move: self.worth(deal.copy(), turn.view.seat, move))

    def worth(self, deal: SixNimmtState, seat: int, move: Move) -> float:
        """Say how good a move is. This is the place to think: so far all others play at random."""
        deal.play(seat, move)
        for _ in range(AHEAD):
            if not deal.to_act:
                break
            other = deal.to_act[0]
            deal.play(other, self.rng.choice(deal.legal(other)))
        return deal.scores()[seat]


if __name__ == "__main__":
    run(MyBot)
