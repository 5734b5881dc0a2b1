"""Plays every game without knowing its rules: it tries moves out in imagined games.

It deals the cards it has not seen at random, makes each of its moves in turn, lets everybody play
on at random for a while, and takes the move after which its score was on average furthest ahead of
the table. This is flat Monte Carlo search; what it needs of a game is in every game's state.
"""

from statistics import fmean

from arena_sdk import Bot, Turn, run

TRIES = 40  # of a decision, for all moves together
MOVES = 24  # that all seats together make in a try


class AllRounder(Bot):
    def choose(self, turn: Turn):
        if len(turn.legal) == 1:
            return turn.legal[0]
        moves = turn.legal
        if len(moves) > TRIES // 4:
            moves = self.rng.sample(moves, TRIES // 4)
        leads = dict.fromkeys(moves, 0.0)
        for _ in range(TRIES // len(moves)):
            state = turn.imagine(self.rng)
            for move in moves:
                leads[move] += self.lead_after(state.copy(), turn.view.seat, move)
        return max(moves, key=lambda move: leads[move])

    def lead_after(self, state, seat, move):
        """Make a move, then random ones; return how far the seat is ahead of the mean score."""
        state.play(seat, move)
        for _ in range(MOVES):
            if not state.to_act:
                break
            other = state.to_act[0]
            state.play(other, self.rng.choice(state.legal(other)))
        scores = state.scores()
        return scores[seat] - fmean(scores)


if __name__ == "__main__":
    run(AllRounder)
