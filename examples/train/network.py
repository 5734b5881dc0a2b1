"""A neural network in numpy: two hidden layers (ReLU), a policy over all actions, and a value.

Many positions at once are the rows of an array; every number is a 32-bit float.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Mask = NDArray[np.int8]
Parameters = dict[str, Array]

HIDDEN: Final = 128
# The logarithm of the chance of an action that is not possible: its exponential is 0.
_NEVER: Final = np.float32(-1e9)


def make_parameters(features: int, actions: int, rng: np.random.Generator) -> Parameters:
    """Return random weights (He et al. 2015), small ones at the end: all actions begin alike."""
    scales = {
        "w1": np.full((features, HIDDEN), np.sqrt(2 / features)),
        "w2": np.full((HIDDEN, HIDDEN), np.sqrt(2 / HIDDEN)),
        "policy": np.full((HIDDEN, actions), 0.01),
        "value": np.zeros(HIDDEN),
        "b1": np.zeros(HIDDEN),
        "b2": np.zeros(HIDDEN),
        "policy_b": np.zeros(actions),
        "value_b": np.zeros(1),
    }
    return {
        name: (scale * rng.standard_normal(scale.shape)).astype(np.float32)
        for name, scale in scales.items()
    }


class Forward:
    """What the network says of some positions. It keeps what `gradients` needs."""

    def __init__(self, parameters: Parameters, features: Array, masks: Mask) -> None:
        self._parameters = p = parameters
        self._features = features
        self._one: Array = np.maximum(features @ p["w1"] + p["b1"], 0)
        self._two: Array = np.maximum(self._one @ p["w2"] + p["b2"], 0)
        logits = np.where(masks, self._two @ p["policy"] + p["policy_b"], _NEVER)
        logits -= logits.max(axis=1, keepdims=True)
        self.log_chances: Array = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        """By position and action: the logarithm of the chance that it is chosen."""
        self.values: Array = self._two @ p["value"] + p["value_b"]
        """By position: the reward that is expected at the end of the game."""

    def gradients(self, by_logits: Array, by_values: Array) -> Parameters:
        """Return the gradients of a loss, given those by the logits and by the values."""
        p = self._parameters
        by_two = by_logits @ p["policy"].T + by_values[:, None] * p["value"]
        by_two *= self._two > 0
        by_one = by_two @ p["w2"].T
        by_one *= self._one > 0
        return {
            "w1": self._features.T @ by_one,
            "w2": self._one.T @ by_two,
            "policy": self._two.T @ by_logits,
            "value": self._two.T @ by_values,
            "b1": by_one.sum(axis=0),
            "b2": by_two.sum(axis=0),
            "policy_b": by_logits.sum(axis=0),
            "value_b": by_values.sum(keepdims=True),
        }


class Adam:
    """The optimiser Adam (Kingma and Ba 2015), with the length of the whole gradient limited."""

    def __init__(self, parameters: Parameters) -> None:
        self.means = {name: np.zeros_like(array) for name, array in parameters.items()}
        self.squares = {name: np.zeros_like(array) for name, array in parameters.items()}
        self.steps = 0

    def step(self, parameters: Parameters, gradients: Parameters, rate: float) -> None:
        """Change the parameters against the gradients."""
        length = np.sqrt(sum(float((one**2).sum()) for one in gradients.values()))
        shorter = np.float32(min(1.0, 0.5 / (length + 1e-8)))
        self.steps += 1
        rate *= np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for name, gradient in gradients.items():
            mean, square = self.means[name], self.squares[name]
            mean += np.float32(0.1) * (shorter * gradient - mean)
            square += np.float32(0.001) * ((shorter * gradient) ** 2 - square)
            parameters[name] -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(1e-5))
