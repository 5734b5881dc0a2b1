"""A vectorised environment: many games of one kind at once, in one numpy array for all.

Each game asks one seat at a time; a policy answers all of them with one matrix product. A game that
ends is followed by another one at once.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.errors import UserError
from arena.games.encoding import explain
from arena.rl.episode import Episode, read_seed, read_settings


class Batch(NamedTuple):
    """The questions of all games, and the outcome of the step before. The next step overwrites the
    arrays."""

    observations: NDArray[np.float32]
    """By game: the features of the seat that is to act."""
    action_masks: NDArray[np.int8]
    """By game and action: 1 if the seat can choose it."""
    seats: NDArray[np.int64]
    """By game: the seat that is to act."""
    ended: NDArray[np.bool_]
    """By game: whether the last step ended a game; what is asked belongs to the next one then."""
    rewards: NDArray[np.float32]
    """By game and seat: the rewards of the game that ended, otherwise 0."""


class VectorEnv:
    """Many games at once. `step` takes an action for each, and returns a Batch."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        games: int = 64,
        options: Mapping[str, Any] | None = None,
        reward: str = "rank",
    ) -> None:
        """UserError if a name or a number is wrong."""
        if not isinstance(games, int) or games < 1:
            raise UserError(f"A vector has one game or more, not {games!r}.")
        self.settings = read_settings(game, seats, options, reward)
        self.games = games
        self._luck = read_seed(None)
        self._episodes: list[Episode] = []
        self._batch = Batch(
            np.zeros((games, self.settings.observation_size), np.float32),
            np.zeros((games, self.settings.action_count), np.int8),
            np.zeros(games, np.int64),
            np.zeros(games, np.bool_),
            np.zeros((games, self.settings.seats), np.float32),
        )
        # An element is written into these in half of the time that it takes in an array.
        self._features = [memoryview(row) for row in self._batch.observations]
        self._masks = [memoryview(row) for row in self._batch.action_masks]
        self._rows = np.arange(games)

    def reset(self, seed: int | None = None) -> Batch:
        """Deal all games again; with a seed the same ones again. UserError if it is no number."""
        if seed is not None:
            self._luck = read_seed(seed)
        self._episodes = [Episode(self.settings, self._luck) for _ in range(self.games)]
        self._batch.ended.fill(False)
        self._batch.rewards.fill(0)
        return self._observe()

    def step(self, actions: NDArray[np.integer[Any]]) -> Batch:
        """Choose an action in every game. UserError, and no change in any, if one is wrong."""
        chosen = self._check(actions)
        batch = self._batch
        batch.ended.fill(False)
        batch.rewards.fill(0)
        for number, action in enumerate(chosen.tolist()):
            episode = self._episodes[number]
            episode.apply_action(action)
            if episode.is_terminal():
                batch.ended[number] = True
                batch.rewards[number] = episode.returns()
                self._episodes[number] = Episode(self.settings, self._luck)
        return self._observe()

    def _observe(self) -> Batch:
        batch = self._batch
        batch.observations.fill(0)
        batch.action_masks.fill(0)
        for episode, features, mask in zip(
            self._episodes, self._features, self._masks, strict=True
        ):
            episode.write_observation(features, mask)
        batch.seats[:] = [episode.current_player() for episode in self._episodes]
        return batch

    def _check(self, actions: NDArray[np.integer[Any]]) -> NDArray[np.integer[Any]]:
        if not self._episodes:
            raise UserError("No game has begun; reset() begins them.")
        chosen = np.asarray(actions)
        if chosen.shape != (self.games,) or chosen.dtype.kind not in "iu":
            raise UserError(f"The actions are {self.games} whole numbers, one a game.")
        count = self.settings.action_count
        inside = (chosen >= 0) & (chosen < count)
        allowed = inside & (self._batch.action_masks[self._rows, np.where(inside, chosen, 0)] == 1)
        if not allowed.all():
            number = int(np.argmin(allowed))
            why = explain(
                self.settings.encoding,
                int(chosen[number]),
                self._episodes[number].legal_actions(),
            )
            raise UserError(f"In game {number}, {why}.")
        return chosen
