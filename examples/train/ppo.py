"""Proximal policy optimisation (PPO; Schulman et al. 2017): a policy improves by small steps."""

from typing import Final

import numpy as np

from examples.train.network import Adam, Array, Forward, Parameters
from examples.train.self_play import Experience

MINIBATCH: Final = 1024
EPOCHS: Final = 3
CLIP: Final = 0.2
VALUE_WEIGHT: Final = 0.5
ENTROPY_WEIGHT: Final = 0.02


def improve(
    parameters: Parameters,
    adam: Adam,
    experience: Experience,
    rate: float,
    rng: np.random.Generator,
) -> None:
    """Change the parameters so that what went better than expected becomes likelier."""
    count = len(experience.actions)
    for _ in range(EPOCHS):
        for rows in np.array_split(rng.permutation(count), max(1, count // MINIBATCH)):
            gradients = loss_gradients(parameters, experience.pick(rows))
            adam.step(parameters, gradients, rate)


def loss_gradients(parameters: Parameters, part: Experience) -> Parameters:
    """Return the gradients of PPO's loss: clipped surrogate, squared error of values, entropy."""
    seen = Forward(parameters, part.features, part.masks)
    count = len(part.actions)
    chosen = np.arange(count), part.actions
    advantages = (part.advantages - part.advantages.mean()) / (
        part.advantages.std() + np.float32(1e-8)
    )
    ratios = np.exp(seen.log_chances[chosen] - part.log_chances)
    # Where the policy has gone far enough in the better direction, it is left alone.
    held = np.where(advantages > 0, ratios > 1 + CLIP, ratios < 1 - CLIP)
    pull: Array = np.where(held, np.float32(0), ratios * advantages)
    chances = np.exp(seen.log_chances)
    by_logits: Array = chances * pull[:, None]
    by_logits[chosen] -= pull
    surprise = chances * np.where(part.masks, seen.log_chances, np.float32(0))
    by_logits += np.float32(ENTROPY_WEIGHT) * (
        surprise - chances * surprise.sum(axis=1, keepdims=True)
    )
    by_values = np.float32(VALUE_WEIGHT) * (seen.values - part.returns)
    return seen.gradients(by_logits / np.float32(count), by_values / np.float32(count))
