"""A completed row of Big Fish: which fish count plus, and which licences it is worth."""

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby, product
from typing import TypeAlias

from arena.games.big_fish.cards import A, D, E, F, G, H, I

# The fish that count plus.
Kept: TypeAlias = tuple[int, ...]


def keep_highest(row: Sequence[int]) -> Kept:
    """Return the highest fish of each colour, or the two highest of a single one."""
    fish = sorted(row)
    highest = fish[-1:]
    for card in reversed(fish):
        if card // 10 != highest[-1] // 10:
            highest.append(card)
    return tuple(highest[::-1]) if len(highest) > 1 else tuple(fish[-2:])


def all_ways_to_keep(row: Sequence[int]) -> list[Kept]:
    """Return every choice of one fish of each colour, or two of a single one, the highest first."""
    fish = sorted(row, reverse=True)
    by_colour = [list(group) for _, group in groupby(fish, key=lambda card: card // 10)]
    ways = combinations(fish, 2) if len(by_colour) == 1 else product(*by_colour)
    return list(dict.fromkeys(tuple(sorted(way)) for way in ways))


def the_others(row: Sequence[int], kept: Kept) -> list[int]:
    """Return the fish that count minus, in increasing order."""
    others = sorted(row)
    for card in kept:
        others.remove(card)
    return others


def count_points(fish: Sequence[int]) -> int:
    """Return the sum of the values."""
    return sum([card % 10 for card in fish])


def licences_met(plus: Sequence[int], minus: Sequence[int]) -> Iterator[int]:
    """Return the licences whose condition a row meets, in order, anyone who has them."""
    row = [*plus, *minus]
    values = {card % 10 for card in row}
    colours = {card // 10 for card in row}
    balance = count_points(plus) - count_points(minus)
    if any(card % 10 == 1 for card in plus):
        yield A
    if any({low, low + 1, low + 2, low + 3} <= values for low in (1, 2, 3)):
        yield D
    if balance < 0:
        yield E
    if balance == 0:
        yield F
    if max(values) <= 3:
        yield G
    if len(colours) == 1:
        yield H
    if len(colours) == 2:
        yield I
