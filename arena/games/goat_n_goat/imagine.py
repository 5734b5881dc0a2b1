"""Determinization of Goat 'n' Goat: goats that are not in sight, dealt to hands and deck."""

from collections.abc import Sequence
from random import Random

from arena.games.deal import Deal, fisher_yates
from arena.games.goat_n_goat.rules import GoatNGoatState


def deal_unseen(
    known: GoatNGoatState, missing: Sequence[int], hidden: Sequence[int], rng: Random
) -> GoatNGoatState:
    """Return what is known with this many goats more in every hand, and the others in the deck.

    A deck whose cards are known is shuffled instead: the hidden goats are all in hands then.
    """
    state = known.copy()
    state.deal = Deal(rng.getrandbits(128))
    order = fisher_yates(hidden, rng.randbytes)
    top = 0
    for seat in range(known.seats):
        if missing[seat]:
            end = top + missing[seat]
            state.hands[seat] = sorted([*known.hands[seat], *order[top:end]])
            top = end
    state.deck = list(fisher_yates(known.deck, rng.randbytes) if known.deck else order[top:])
    return state
