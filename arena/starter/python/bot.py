"""6 nimmt!: tries each move in a game that it imagines, and takes the one that looks best."""

from arena_sdk.six_nimmt import Bot, Move, State, Turn, run

AHEAD = 10  # how many moves it plays on, for all seats together


class MyBot(Bot):
    def choose(self, turn: Turn) -> Move:
        """Return one of turn.legal; turn.view is what the seat knows, turn.time_left its time."""
        state = turn.imagine(self.rng)
        return max(turn.legal, key=lambda move: self.worth(state.copy(), turn.view.seat, move))

    def worth(self, state: State, seat: int, move: Move) -> float:
        """Say how good a move is. This is the place to think: so far all others play at random."""
        state.play(seat, move)
        for _ in range(AHEAD):
            if not state.to_act:
                break
            other = state.to_act[0]
            state.play(other, self.rng.choice(state.legal(other)))
        return state.scores()[seat]


if __name__ == "__main__":
    run(MyBot)
