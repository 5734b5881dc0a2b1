"""The playout (rollout): a game played on from a state, in compiled code where there is any."""

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

from arena.games.choices import Choices
from arena.games.contract import Move, State

Policy: TypeAlias = Callable[[State[Any], int, Random], Move]
"""Chooses a move of a seat that is to act, fast."""
Stops: TypeAlias = Callable[[State[Any]], bool]
"""Says before a move whether to stop there, fast."""


def playout(
    state: State[Any],
    rng: Random,
    limit: int | None = None,
    policy: Policy | None = None,
    stops: Stops | None = None,
) -> int:
    """Play a state on to the end of the game, and return how many moves that took.

    At most `limit` moves of all seats together, and only until it `stops`, if these are given.
    Every move is chosen by the policy, or without one drawn uniformly from the legal ones by one
    `rng.random()`. The state is changed; copy it first to keep it.
    """
    draw = rng.random
    made = 0
    while state.to_act and made != limit:
        if stops is not None and stops(state):
            break
        seat = state.to_act[0]
        if policy is None:
            legal = state.legal(seat)
            place = int(draw() * len(legal))
            move = legal.make(place) if isinstance(legal, Choices) else legal[place]
        else:
            move = policy(state, seat, rng)
        state.play(seat, move)
        made += 1
    return made
