"""The base game against a second program, written from the rules and as simple as it can be."""

from random import Random

import pytest

from arena.games import Deal
from arena.games.six_nimmt import Options
from arena.games.six_nimmt.cards import ROW
from tests.games.six_nimmt.scripted import GAMES

# As printed on the cards.
PRINTED = {55: 7}
PRINTED |= dict.fromkeys((11, 22, 33, 44, 66, 77, 88, 99), 5)
PRINTED |= dict.fromkeys((10, 20, 30, 40, 50, 60, 70, 80, 90, 100), 3)
PRINTED |= dict.fromkeys((5, 15, 25, 35, 45, 65, 75, 85, 95), 2)


def resolve(
    rows: list[list[int]], trick: dict[int, int], wanted: int
) -> tuple[list[list[int]], dict[int, int]]:
    """Place the cards (by their seats) one by one; return the rows and the heads of each seat."""
    rows = [list(row) for row in rows]
    heads = dict.fromkeys(trick, 0)
    while trick:
        seat = min(trick, key=lambda seat: trick[seat])
        card = trick[seat]
        trick = {other: number for other, number in trick.items() if other != seat}
        lower = [row for row in rows if row[-1] < card]
        row = max(lower, key=lambda row: row[-1]) if lower else rows[wanted]
        if not lower or len(row) == 5:
            heads[seat] += sum(PRINTED.get(number, 1) for number in row)
            row.clear()
        row.append(card)
    return rows, heads


@pytest.mark.parametrize("seats", range(2, 11))
def test_every_trick_ends_as_the_other_program_says(seats: int) -> None:
    source = Random(seats)
    for seed in range(50):
        state = GAMES.start(seats, Deal(seed), Options(limit=None, rounds=1))
        for _ in range(10):
            rows, before = [list(row) for row in state.rows], state.scores()
            trick = {}
            for seat in range(seats):
                move = source.choice(state.legal(seat))
                trick[seat] = move.number
                state.play(seat, move)
            wanted = source.randrange(4)
            if state.decision == "row":
                state.play(state.to_act[0], ROW[wanted])
            expected_rows, expected_heads = resolve(rows, trick, wanted)
            assert state.rows == expected_rows
            taken = [old - new for old, new in zip(before, state.scores(), strict=True)]
            assert taken == [expected_heads[seat] for seat in range(seats)]
        assert not state.to_act
