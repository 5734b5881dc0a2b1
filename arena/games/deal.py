"""The Deal: the chance outcomes of one game, that is every shuffle."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True, slots=True)
class Deal:
    """All chance of one game: it answers the k-th shuffle. Given it, a game is a function of moves.

    `orders` are scripted outcomes of the first shuffles, the top card first; every later shuffle
    comes from `seed`, a secret 128-bit number. Nothing can be learnt about one shuffle from another
    one, since each has a generator of its own behind a cryptographic hash.
    """

    seed: int
    orders: tuple[tuple[int, ...], ...] = ()

    def shuffle(
        self, number: int, cards: Sequence[int], drawn: int | None = None
    ) -> tuple[int, ...]:
        """Return the outcome of shuffle `number` (0 is the first) of these cards, top card first.

        Only the first `drawn` places (default: all) are random; a game that never turns the cards
        below them saves the time. ValueError if a scripted order does not consist of these cards.
        """
        if number < len(self.orders):
            order = self.orders[number]
            if sorted(order) != sorted(cards):
                raise ValueError(f"the scripted order of shuffle {number} has other cards")
            return order
        return fisher_yates(cards, self._source(number), drawn)

    def _source(self, number: int) -> random.Random:
        key = sha256(self.seed.to_bytes(16, "big") + number.to_bytes(4, "big"))
        return random.Random(int.from_bytes(key.digest(), "big"))


def fisher_yates(
    cards: Sequence[int], source: random.Random, drawn: int | None = None
) -> tuple[int, ...]:
    """Shuffle the first `drawn` places (default: all) with nothing but `source.random()`.

    Only that method is promised to give the same numbers in every version of Python
    (docs.python.org, "random", Notes on Reproducibility); `random.shuffle` is not.
    """
    order = list(cards)
    size = len(order)
    draw = source.random
    for top in range(size if drawn is None else drawn):
        other = top + int(draw() * (size - top))
        order[top], order[other] = order[other], order[top]
    return tuple(order)
