"""The Deal: the chance outcomes of one game, that is every shuffle."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import shake_256
from typing import TypeVar

from mypy_extensions import mypyc_attr

CardT = TypeVar("CardT")


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(init=False, slots=True, unsafe_hash=True)
class Deal:
    """All chance of one game: it answers the k-th shuffle. Given it, a game is a function of moves.

    `orders` are scripted outcomes of the first shuffles, the top card first; every later shuffle
    comes from `seed`, a secret 128-bit number. Nothing can be learnt about one shuffle from another
    one, since the order of each is what a cryptographic hash makes of the seed and of its number.
    That is all, so a seed deals the same cards in every version of Python, and in other languages.
    """

    seed: int
    orders: tuple[tuple[int, ...], ...]

    # The one that a dataclass makes is not compiled, and took a tenth of an imagined state.
    def __init__(self, seed: int, orders: tuple[tuple[int, ...], ...] = ()) -> None:
        self.seed = seed
        self.orders = orders

    def shuffle(
        self, number: int, cards: Sequence[int], drawn: int | None = None
    ) -> tuple[int, ...]:
        """Return the outcome of shuffle `number` (0 is the first) of these cards, top card first.

        Only the first `drawn` places (default: all) are random; a game that never turns the cards
        below them saves the time. The random bytes of `fisher_yates` are SHAKE-256 (FIPS 202) of 20
        bytes: the seed, 16, and the number, 4, both with the highest first. ValueError if a
        scripted order does not consist of these cards.
        """
        if number < len(self.orders):
            order = self.orders[number]
            if sorted(order) != sorted(cards):
                raise ValueError(f"the scripted order of shuffle {number} has other cards")
            return order
        key = self.seed.to_bytes(16, "big") + number.to_bytes(4, "big")
        return fisher_yates(cards, shake_256(key).digest, drawn)


def fisher_yates(
    cards: Sequence[CardT], source: Callable[[int], bytes], drawn: int | None = None
) -> tuple[CardT, ...]:
    """Shuffle the first `drawn` places (default: all): every order of at most 65,536 is as likely.

    From the top on, each place is exchanged with one that is drawn among it and those below.
    `source(size)` gives this many random bytes; two are a number, the higher byte first. The number
    modulo n gives the place drawn among n. The highest numbers, 65,536 modulo n of them, are passed
    over, so that the others give all n places equally often. If the bytes do not suffice, twice as
    many are asked for, and those behind the ones that were read go on.
    """
    order = list(cards)
    left = len(order)
    count = left if drawn is None else drawn
    random = source(2 * count)
    read = 0
    for top in range(count):
        fair = 65536 - 65536 % left
        number = fair
        while number >= fair:
            if read == len(random):
                random = source(2 * read)
            number = random[read] << 8 | random[read + 1]
            read += 2
        other = top + number % left
        order[top], order[other] = order[other], order[top]
        left -= 1
    return tuple(order)
