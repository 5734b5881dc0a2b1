"""Plays by a network that was taught by self-play: always the action that it likes best."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from arena_sdk import Bot, Turn, run
from arena_sdk.learning import choose_by

WEIGHTS = Path(__file__).with_name("weights.npz")


class Taught(Bot):
    def __init__(self) -> None:
        with np.load(WEIGHTS) as saved:
            self.weights = {name: saved[name].astype(np.float32) for name in saved.files}

    def choose(self, turn: Turn) -> Any:
        return choose_by(self.policy, turn, self.rng)

    def policy(self, features: Sequence[float], actions: Sequence[int]) -> int:
        w = self.weights
        one = np.maximum(np.asarray(features, np.float32) @ w["w1"] + w["b1"], 0)
        two = np.maximum(one @ w["w2"] + w["b2"], 0)
        logits = two @ w["policy"] + w["policy_b"]
        return max(actions, key=logits.__getitem__)


if __name__ == "__main__":
    run(Taught)
