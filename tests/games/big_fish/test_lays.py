"""The list of lays that is not written out: it holds what trying every lay finds, and is a list."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.big_fish import Move, Options
from arena.games.big_fish.cards import Lays, fish_of
from tests.games.big_fish.scripted import fish

deck = st.permutations(fish_of(Options().copies))
lengths = st.lists(st.integers(0, 4), min_size=3, max_size=3)


def try_all(rows: list[list[int]], hand: list[int]) -> set[Move]:
    """Lay every ordered choice of fish one by one, as the rulebook says it."""
    found = set()
    for index, name in enumerate(("I", "II", "III")):
        for size in range(1, 5 - len(rows[index]) + 1 if rows[index] else 0):
            for cards in permutations(hand, size):
                table = [list(row) for row in rows]
                for card in cards:
                    ends = [row[-1] // 10 for row in table if row]
                    if card // 10 != table[index][-1] // 10 and card // 10 in ends:
                        break
                    table[index].append(card)
                else:
                    found.add(Move(name, cards))  # type: ignore[arg-type]
    return found


@given(deck, lengths, st.integers(0, 4))
def test_the_lays_are_those_that_trying_finds_each_once(
    cards: list[int], lengths: list[int], held: int
) -> None:
    top = iter(cards)
    rows = [[next(top) for _ in range(length)] for length in lengths]
    hand = sorted(next(top) for _ in range(held))
    lays = list(Lays(rows, hand))
    assert {*lays} == try_all(rows, hand)
    assert len({*lays}) == len(lays)


def test_it_is_indexed_from_both_ends_sliced_and_compared_as_a_list_is() -> None:
    rows, hand = [fish("R1"), fish("R2"), fish("B1")], fish("R3 Y2 G6")
    lays = Lays(rows, hand)
    written = list(lays)
    assert len(lays) == len(written)
    assert [lays[place] for place in range(-len(lays), 0)] == written
    assert lays[2:9:3] == written[2:9:3]
    assert lays == Lays(rows, hand)
    assert lays != Lays(rows, hand[:2])
    assert written[3] in lays


@pytest.mark.parametrize("index", [3, -4, 1000])
def test_beyond_its_ends_there_is_nothing(index: int) -> None:
    lays = Lays([fish("R1"), [], []], fish("R2 R2 R2"))
    with pytest.raises(IndexError, match="there are 3 moves"):
        lays[index]
