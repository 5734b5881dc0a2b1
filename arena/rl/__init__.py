"""Reinforcement learning environments of all games: PettingZoo's AEC and parallel ones, vectors.

Needs the extra `rl`. Observations, actions and rewards are in `docs/learning.md`.
"""

from arena.extras import install_line

try:
    from arena.rl.environments import CardGameEnv, ParallelCardGameEnv, env, parallel_env
    from arena.rl.episode import Episode, EpisodeSettings
    from arena.rl.vector import Batch, VectorEnv
except ModuleNotFoundError as lack:
    raise ImportError(f"arena.rl needs {lack.name}; type: {install_line('rl')}") from None

__all__ = [
    "Batch",
    "CardGameEnv",
    "Episode",
    "EpisodeSettings",
    "ParallelCardGameEnv",
    "VectorEnv",
    "env",
    "parallel_env",
]
