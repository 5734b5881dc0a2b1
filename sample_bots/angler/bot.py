"""Big Fish: completes rows that are worth it, with as few and as low fish as it can.

Every fish that it lays has a price, a higher one for a high fish. A lay is worth its catch, with
the best licence that it earns, less this price and a part of what the rows that it leaves are
worth to the next seat: what they hold by now, less the more fish they lack.
"""

from collections.abc import Collection, Sequence

from arena_sdk import big_fish as fish
from arena_sdk.big_fish import ROW, A, Bot, Move, Turn, View, run


class Angler(Bot):
    def choose(self, turn: Turn) -> Move:
        view, action = turn.view, turn.legal[0].action
        if action == "licence":  # rather not A, which can be lost
            return max(turn.legal, key=lambda move: (fish.POINTS[move.cards[0]], move.cards))
        rows = [tuple(row.cards) for row in view.rows]
        licences = within_reach(view)
        if action == "keep":
            row = rows[view.completed - 1]
            return max(turn.legal, key=lambda move: balance(row, move.cards, licences))
        return max(turn.legal, key=lambda move: worth(rows, move, licences))


def worth(rows: list[tuple[int, ...]], move: Move, licences: set[int]) -> float:
    """Guess what a lay is worth, to its seat less to the next one."""
    after = rows.copy()
    index = fish.ROW_NAMES.index(move.action)
    row = after[index] = rows[index] + move.cards
    points = -len(move.cards) - 0.7 * fish.count_points(move.cards)
    if len(row) == ROW:
        points += balance(row, fish.keep_highest(row), licences)
        after[index] = ()
    left = [
        balance(row, fish.keep_highest(row)) - 3 * (fish.ROW - len(row)) + 4 for row in after if row
    ]
    return points - 0.3 * max([0, *left])


def balance(row: Sequence[int], kept: tuple[int, ...], licences: Collection[int] = ()) -> int:
    """Return what a row brings, and with it the best of these licences that it meets."""
    minus = fish.the_others(row, kept)
    met = [
        fish.POINTS[licence] for licence in fish.licences_met(kept, minus) if licence in licences
    ]
    return fish.count_points(kept) - fish.count_points(minus) + max(met, default=0)


def within_reach(view: View) -> set[int]:
    """Return the licences that can be earned: those on display, and A from another seat."""
    others = [pile.licences for seat, pile in enumerate(view.owned) if seat != view.seat]
    return {*view.display} | {A for licences in others if A in licences}


if __name__ == "__main__":
    run(Angler)
