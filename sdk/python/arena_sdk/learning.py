"""For bots that were taught: the features and actions of `arena.rl`, with the rules alone.

    def choose(self, turn: Turn):
        return choose_by(self.policy, turn, self.rng)

    def policy(self, features, actions):
        logits = self.weights @ np.asarray(features)
        return max(actions, key=logits.__getitem__)

The page of a game in the documents' site lists every feature and every action.
"""

from array import array
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

from arena.games.encoding import MoveBuilder, find_encoding
from arena_sdk.bot import Turn

# Is given the features and the possible actions, two or more; returns one of these.
Policy: TypeAlias = Callable[["array[float]", Sequence[int]], int]


def choose_by(policy: Policy, turn: Turn[Any, Any, Any], rng: Random) -> Any:
    """Return the move that a policy chooses, action by action.

    `rng` deals the cards that the seat does not know, on which the features do not depend. The
    policy is not asked if only one action is possible.
    """
    state = turn.imagine(rng)
    builder = MoveBuilder[Any, Any](find_encoding(turn.game.name), state, turn.view.seat)
    move = None
    while move is None:
        first, *others = builder.actions
        move = builder.add(policy(builder.observe(), builder.actions) if others else first)
    return move
