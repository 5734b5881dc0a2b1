"""Self-play: games of a policy against itself, and what each of its decisions has led to."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.rl import VectorEnv
from examples.train.network import Array, Forward, Mask, Parameters

# How far ahead a decision is credited: 0 to the next decision of its seat, 1 to the end.
TRACE: Final = 0.97


class Experience(NamedTuple):
    """Decisions between two or more actions; a row or an element for each."""

    features: Array
    masks: Mask
    actions: NDArray[np.int64]
    log_chances: Array
    """Of the action that was chosen, when it was chosen."""
    advantages: Array
    """How much better than expected it went on."""
    returns: Array
    """What the value should have been."""

    def pick(self, rows: NDArray[np.int64]) -> "Experience":
        return Experience(
            self.features[rows],
            self.masks[rows],
            self.actions[rows],
            self.log_chances[rows],
            self.advantages[rows],
            self.returns[rows],
        )


class _Step(NamedTuple):
    """One decision in each of some games."""

    games: NDArray[np.int64]
    seats: NDArray[np.int64]
    features: Array
    masks: Mask
    actions: NDArray[np.int64]
    log_chances: Array
    values: Array


def play(env: VectorEnv, parameters: Parameters, rng: np.random.Generator) -> Experience:
    """Play one game in every row of `env`, each to its end, by the chances of the policy."""
    batch = env.reset(seed=int(rng.integers(2**63)))
    running = np.ones(env.games, np.bool_)
    rewards = np.zeros_like(batch.rewards)
    steps = []
    while running.any():
        actions = batch.action_masks.argmax(axis=1)
        games = np.flatnonzero(running & (batch.action_masks.sum(axis=1) > 1))
        # Picked rows are copies, which the next step of the environment does not overwrite.
        features, masks = batch.observations[games], batch.action_masks[games]
        seen = Forward(parameters, features, masks)
        # To add Gumbel's noise and take the largest is to draw by the chances.
        chosen = (seen.log_chances + rng.gumbel(size=masks.shape)).argmax(axis=1)
        log_chances = seen.log_chances[np.arange(len(games)), chosen]
        steps.append(
            _Step(games, batch.seats[games], features, masks, chosen, log_chances, seen.values)
        )
        actions[games] = chosen
        batch = env.step(actions)
        ending = running & batch.ended
        rewards[ending] = batch.rewards[ending]
        running &= ~ending
    return _judge(steps, rewards)


def _judge(steps: list[_Step], rewards: Array) -> Experience:
    """Say of each decision how much better than expected it went on, from the ends of the games.

    Generalised advantage estimation (Schulman et al. 2016), for each seat of a game by itself.
    """
    # One rate of learning fits all games when rewards have a spread of 1.
    following = rewards / max(float(rewards.std()), 1e-3)
    trace = np.zeros_like(rewards)
    advantages, returns = [], []
    for step in reversed(steps):
        at = step.games, step.seats
        trace[at] = following[at] - step.values + TRACE * trace[at]
        following[at] = step.values
        advantages.append(trace[at])
        returns.append(trace[at] + step.values)
    return Experience(
        np.concatenate([step.features for step in steps]),
        np.concatenate([step.masks for step in steps]),
        np.concatenate([step.actions for step in steps]),
        np.concatenate([step.log_chances for step in steps]),
        np.concatenate(advantages[::-1]),
        np.concatenate(returns[::-1]),
    )
