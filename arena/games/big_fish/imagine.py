"""Determinization of Big Fish: the fish that lie nowhere in sight, dealt to hands and stacks."""

from collections.abc import Sequence
from random import Random

from arena.games.big_fish.rules import BigFishState
from arena.games.deal import Deal, fisher_yates


def deal_unseen(
    known: BigFishState,
    sizes: Sequence[tuple[int, int]],
    reserve: int,
    hidden: Sequence[int],
    rng: Random,
) -> BigFishState:
    """Return what is known with a hand and a stack of these sizes for every seat.

    A hand that is known has size 0. What is left of the hidden fish is not in the game.
    """
    state = known.copy()
    state.deal = Deal(rng.getrandbits(128))
    order = fisher_yates(
        hidden, rng.randbytes, sum([hand + stack for hand, stack in sizes]) + reserve
    )
    stacks = []
    top = 0
    for seat, (hand, stack) in enumerate(sizes):
        end = top + hand
        if end > top:
            state.hands[seat] = sorted(order[top:end])
        top = end + stack
        stacks.append(order[end:top])
    state.stacks = tuple(stacks)
    state.reserve = list(order[top : top + reserve])
    state.rest = order[top + reserve :] + known.rest
    return state
