"""Determinization of 6 nimmt!: the cards that a seat has not seen, dealt to the others."""

from collections.abc import Sequence
from random import Random

from arena.games.deal import Deal, fisher_yates
from arena.games.six_nimmt.cards import hand_of
from arena.games.six_nimmt.rules import SixNimmtState


def deal_unseen(
    known: SixNimmtState, seat: int, unseen: Sequence[int], rng: Random
) -> SixNimmtState:
    """Return what is known with hands for the others; all hold as many cards as the seat does."""
    state = known.copy()
    state.deal = Deal(rng.getrandbits(128))
    if not unseen:
        return state
    size = len(known.hands[seat])
    dealt = size * (known.seats - 1)
    order = fisher_yates(unseen, rng.randbytes, dealt)
    top = 0
    for other in range(known.seats):
        if other != seat:
            state.hands[other] = hand_of(order[top : top + size])
            top += size
    state.rest = list(order[dealt:])
    return state
