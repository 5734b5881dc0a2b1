"""Goat 'n' Goat: makes the move after which its herds have the best prospects.

For every herd it looks for the mountain that promises most, by its points and by how many goats are
missing and can still be appended; goats that are in the hand and fit are almost as good as laid. So
it breaks no herd in need, keeps herds low, and claims a mountain when waiting promises less.
"""

from arena_sdk.goat_n_goat import HERD, Bot, Move, State, Turn, run

# How likely it seems to get and lay one more goat that fits: it is in the hand, or is still to be
# taken, by the number of the herd's last goat (0 is an empty herd).
HELD = 0.95
TAKEN = (0.85, 0.85, 0.7, 0.55, 0.4, 0.25)


class Shepherd(Bot):
    def choose(self, turn: Turn) -> Move:
        state, seat = turn.imagine(self.rng), turn.view.seat
        return max(turn.legal, key=lambda move: worth_after(state.copy(), seat, move))


def worth_after(state: State, seat: int, move: Move) -> float:
    """Make a move and return about how many points the seat will end with."""
    state.play(seat, move)
    worth = float(state.scores()[seat])
    if state.last_turns is None:
        worth += 0.5 * len(state.hands[seat])  # some of the hand will be laid before the end
    if state.decision == "take":
        worth += 0.2 * state.number
    return worth + sum(prospect(state, seat, place) for place in range(3))


def prospect(state: State, seat: int, place: int) -> float:
    """Return what the best mountain for a herd is worth, made less by every goat that it lacks."""
    herd = state.herds[seat][place]
    heights = [mountain % 10 for mountain in state.mountains if HERD[mountain // 10] == place]
    last = herd[-1] if herd else 0
    fitting = sum(HERD[card // 10] == place and card >= last for card in state.hands[seat])
    best = 0.0
    for height in heights:
        lacking = max(0, height - len(herd))
        held = min(lacking, fitting)
        if state.last_turns is None or not lacking:  # in the last round it is now or never
            best = max(best, height * HELD**held * TAKEN[last % 10] ** (lacking - held))
    return best - 0.2 * (last % 10)


if __name__ == "__main__":
    run(Shepherd)
