"""Environments of PettingZoo's two interfaces: agents in turn (AEC), and all at once (parallel).

PettingZoo: Terry et al., "PettingZoo: Gym for Multi-Agent Reinforcement Learning", 2021.
"""

import sys
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from arena.drawing import draw_scene
from arena.errors import UserError
from arena.rl.episode import Episode, EpisodeSettings, Reward, read_seed, read_settings

Agent: TypeAlias = str
Observation: TypeAlias = dict[str, NDArray[Any]]
Info: TypeAlias = dict[str, Any]

RENDER_MODES: Final = ("ansi", "human")
# The reward of an action that the mask forbids: no game is lost by more.
ILLEGAL: Final[dict[Reward, float]] = {"rank": -1.0, "score": -1000.0}


def env(
    game: str,
    seats: int | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    reward: str = "rank",
    render_mode: str | None = None,
) -> AECEnv:
    """Return a game as an AEC environment with PettingZoo's usual wrappers.

    An action that the mask forbids ends the game, and costs its agent a reward of -1 (-1000 where
    rewards are scores). UserError if a name or a number is wrong.
    """
    raw = CardGameEnv(read_settings(game, seats, options, reward), render_mode)
    lenient = TerminateIllegalWrapper(raw, ILLEGAL[raw.settings.reward])
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(lenient))


def parallel_env(
    game: str,
    seats: int | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    reward: str = "rank",
    render_mode: str | None = None,
) -> "ParallelCardGameEnv":
    """Return a game as a parallel environment. UserError if a name or a number is wrong."""
    return ParallelCardGameEnv(read_settings(game, seats, options, reward), render_mode)


class _Table:
    """The parts that both kinds of environment have: agents, spaces, an episode and its picture."""

    def __init__(self, settings: EpisodeSettings, render_mode: str | None) -> None:
        if render_mode not in (None, *RENDER_MODES):
            known = " or ".join(RENDER_MODES)
            raise UserError(f"The render mode cannot be {render_mode!r}; it can be {known}.")
        self.settings = settings
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{settings.game.name}_v1",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": True,
            "render_fps": 1,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(settings.seats)]
        self.agents: list[Agent] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: _observations(settings) for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(settings.action_count) for agent in self.possible_agents
        }
        self._luck = read_seed(None)

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """Draw the table as an onlooker sees it: return it (`ansi`) or print it (`human`)."""
        if self.render_mode is None:
            raise UserError(f"Nothing is drawn without a render mode: {' or '.join(RENDER_MODES)}.")
        scene = self.settings.game.scene(self.episode.state)
        text = "\n".join(line.plain for line in draw_scene(scene)) + "\n"
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text)
        return None

    def close(self) -> None:
        """Nothing is to be closed."""

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            self._luck = read_seed(seed)
        self._episode = Episode(self.settings, self._luck)
        self.agents = self.possible_agents[:]

    def _observe(self, agent: Agent) -> Observation:
        seat = self._seat_of[agent]
        mask = np.zeros(self.settings.action_count, np.int8)
        mask[list(self._episode.legal_actions(seat))] = 1
        features = np.asarray(self._episode.observation_tensor(seat), np.float32)
        return {"observation": features, "action_mask": mask}

    def view(self, agent: Agent) -> Any:
        """Return the View message of an agent that is to act: all that it knows, as a bot gets it.

        UserError if it is not to act.
        """
        state, seat = self.episode.state, self._seat_of[agent]
        if seat not in state.to_act:
            raise UserError(f"{agent} is not to act, so it has no view.")
        return self.settings.game.view(state, seat)

    @property
    def episode(self) -> Episode:
        """The game that is being played; UserError before the first."""
        if not hasattr(self, "_episode"):
            raise UserError("There is no game yet; reset() begins one.")
        return self._episode


class CardGameEnv(_Table, AECEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """A game in which one agent acts at a time; where several decide at once, in seat order."""

    agent_selection: Agent

    def reset(self, seed: int | None = None, options: Info | None = None) -> None:  # noqa: ARG002
        """Deal a game; with a seed the same ones, one after the other. There are no options."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, Info] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def step(self, action: int | None) -> None:
        """Choose an action for the agent whose turn it is; None, once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise UserError(f"{agent} is to act, so None is no action; a number of its mask is.")
        self._episode.apply_action(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._episode.is_terminal():
            returns = self._episode.returns()
            self.rewards = {agent: returns[self._seat_of[agent]] for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self._select()
        self._accumulate_rewards()

    def observe(self, agent: Agent) -> Observation:
        """Return what an agent knows now; its mask is empty while it is not to act."""
        return self._observe(agent)

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self._episode.current_player()]


class ParallelCardGameEnv(_Table, ParallelEnv):  # type: ignore[misc]  # the same
    """A game in which all agents act at once; an agent that is not to act has an empty mask.

    The action of such an agent is ignored. 6 nimmt! has decisions of all seats at once; in the
    other games one agent is to act at a time.
    """

    def reset(
        self,
        seed: int | None = None,
        options: Info | None = None,  # noqa: ARG002 - there are none
    ) -> tuple[dict[Agent, Observation], dict[Agent, Info]]:
        """Deal a game; with a seed the same ones, one after the other. There are no options."""
        self._begin(seed)
        return self._observations(), self._infos()

    def step(
        self, actions: dict[Agent, int]
    ) -> tuple[
        dict[Agent, Observation],
        dict[Agent, float],
        dict[Agent, bool],
        dict[Agent, bool],
        dict[Agent, Info],
    ]:
        """Choose an action for every agent that is to act. UserError if one is wrong.

        Then nothing has changed.
        """
        if not self.agents:
            raise UserError("The game is over, so no action is possible; reset() begins another.")
        asked = [self.possible_agents[seat] for seat in self._episode.state.to_act]
        for agent in asked:
            self._check(agent, actions)
        for agent in asked:
            self._episode.apply_action(int(actions[agent]), self._seat_of[agent])
        agents, is_over = self.agents, self._episode.is_terminal()
        observed, told = self._observations(), self._infos()
        if is_over:
            self.agents = []
        return (
            observed,
            dict(zip(agents, self._episode.returns(), strict=True)),
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, False),
            told,
        )

    def _check(self, agent: Agent, actions: Mapping[Agent, int]) -> None:
        if agent not in actions:
            raise UserError(f"{agent} is to act, and there is no action for it.")
        if actions[agent] not in self._episode.legal_actions(self._seat_of[agent]):
            raise UserError(f"{agent} cannot choose {actions[agent]!r}; its mask says what it can.")

    def _observations(self) -> dict[Agent, Observation]:
        return {agent: self._observe(agent) for agent in self.agents}

    def _infos(self) -> dict[Agent, Info]:
        return {agent: {} for agent in self.agents}


def _observations(settings: EpisodeSettings) -> spaces.Dict:
    size, actions = settings.observation_size, settings.action_count
    return spaces.Dict(
        {
            "observation": spaces.Box(-np.inf, np.inf, (size,), np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )
