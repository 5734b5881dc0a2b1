"""PettingZoo's own tests of all games, and what they do not look at."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo import AECEnv
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

from arena.errors import UserError
from arena.games import find_game, game_names
from arena.games.options import option_choices, write_options
from arena.rl import env, parallel_env

# This many decisions a seat: most of these games have ended by then.
CYCLES = 40


def cases() -> Iterator[Any]:
    """Yield every choice of options with some number of seats, and every number of seats."""
    for name in game_names():
        game = find_game(name)
        for number, options in enumerate(option_choices(game)):
            allowed = game.seats_for(options)
            for seats in allowed if number == 0 else [allowed[number % len(allowed)]]:
                texts = write_options(options)
                yield pytest.param(name, seats, texts, id=f"{name}-{seats}-{number}")


every_game = pytest.mark.parametrize(("name", "seats", "options"), list(cases()))
one_of_each = pytest.mark.parametrize("name", game_names())

# PettingZoo expects an array as observation, except of games of its own that it knows by name.
allow_masks = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    # At the end of a game nothing is legal.
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]
pytestmark = allow_masks


def seeded(made: Any) -> Any:
    """Return an environment whose deals, and the actions drawn for it, are always the same."""
    made.reset(seed=0)
    for seat, agent in enumerate(made.possible_agents):
        made.action_space(agent).seed(seat)
    return made


@every_game
def test_every_game_passes_the_test_of_the_interface(
    name: str, seats: int, options: dict[str, str]
) -> None:
    made = seeded(env(name, seats, options=options))
    api_test(made, num_cycles=CYCLES)
    assert len(made.possible_agents) == seats


@every_game
def test_every_game_passes_the_test_of_the_parallel_interface(
    name: str, seats: int, options: dict[str, str]
) -> None:
    parallel_api_test(seeded(parallel_env(name, seats, options=options)), num_cycles=CYCLES)


@one_of_each
def test_a_seed_makes_the_same_game(name: str) -> None:
    seed_test(partial(env, name), num_cycles=CYCLES)


@one_of_each
def test_a_seed_makes_other_games_after_the_first(name: str) -> None:
    made = env(name)

    def first_features() -> list[float]:
        features: list[float] = made.last()[0]["observation"].tolist()
        return features

    made.reset(seed=1)
    first = first_features()
    made.reset()
    second = first_features()
    made.reset(seed=1)
    assert first_features() == first != second


@one_of_each
def test_every_game_is_drawn(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: seeded(env(name, render_mode=render_mode)))
    printed = capsys.readouterr().out
    made = env(name, render_mode="ansi")
    made.reset(seed=1)
    assert "seat 0" in made.render()
    assert "seat 0" in printed


def play(made: AECEnv, seed: int) -> dict[str, float]:
    """Play any moves to the end; return what each agent got in all."""
    rng = Random(seed)
    total: dict[str, float] = {}
    made.reset(seed=seed)
    for agent in made.agent_iter():
        observation, reward, has_ended, _, _ = made.last()
        total[agent] = total.get(agent, 0) + reward
        legal = np.flatnonzero(observation["action_mask"])
        made.step(None if has_ended else int(rng.choice(legal)))
    return total


@one_of_each
def test_rewards_are_the_lead_of_the_mean_score(name: str) -> None:
    made = env(name, reward="score")
    total = play(made, 1)
    scores = made.unwrapped.episode.state.scores()
    mean = sum(scores) / len(scores)
    leads = [score - mean for score in scores]
    assert [total[agent] for agent in made.possible_agents] == pytest.approx(leads)


def test_rewards_by_rank_reach_from_1_to_minus_1_and_ties_share() -> None:
    made = env("six_nimmt", 5, options={"limit": 1})
    made.reset(seed=0)
    rewards = made.unwrapped.settings.rewards

    class Ranked:
        def __init__(self, *ranks: int) -> None:
            self._ranks = ranks

        def ranks(self) -> tuple[int, ...]:
            return self._ranks

    assert rewards(Ranked(1, 2, 3, 4, 5)) == [1, 0.5, 0, -0.5, -1]
    assert rewards(Ranked(5, 2, 2, 4, 1)) == [-1, 0.25, 0.25, -0.5, 1]
    assert rewards(Ranked(1, 1, 1, 1, 1)) == [0] * 5
    assert sum(play(made, 3).values()) == pytest.approx(0)


def test_nobody_sees_what_another_has_chosen_at_the_same_time() -> None:
    seen = []
    for chosen in (0, -1):
        made = env("six_nimmt", 3)
        made.reset(seed=4)
        made.step(int(np.flatnonzero(made.last()[0]["action_mask"])[chosen]))
        assert made.agent_selection == "seat_1"
        seen.append([made.observe(agent)["observation"].tolist() for agent in ("seat_1", "seat_2")])
    assert seen[0] == seen[1]


def test_whoever_acts_has_a_view_and_nobody_else() -> None:
    made = env("big_fish", 3)
    made.reset(seed=4)
    # It is made when it is asked for: it takes half the time of a step.
    assert made.last()[4] == {}
    view = made.unwrapped.view("seat_0")
    assert (view.seat, len(view.hand)) == (0, 4)
    with pytest.raises(UserError, match="seat_1 is not to act"):
        made.unwrapped.view("seat_1")


def test_before_the_first_game_nothing_is_drawn() -> None:
    with pytest.raises(UserError, match=r"no game yet; reset\(\) begins one"):
        parallel_env("tonton", 3, render_mode="ansi").render()


def test_in_parallel_all_decide_at_once_and_others_wait() -> None:
    made = parallel_env("six_nimmt", 4)
    observed, _ = made.reset(seed=2)
    assert all(one["action_mask"].sum() == 10 for one in observed.values())
    waiting = parallel_env("tonton", 3)
    observed, _ = waiting.reset(seed=2)
    asked = [agent for agent, one in observed.items() if one["action_mask"].any()]
    assert len(asked) == 1
    action = int(np.flatnonzero(observed[asked[0]]["action_mask"])[0])
    after, rewards, *_ = waiting.step(dict.fromkeys(waiting.agents, action))
    assert not after[asked[0]]["action_mask"].any()
    assert set(rewards.values()) == {0}


# --- bad input ---


def test_an_action_that_the_mask_forbids_ends_the_game_and_costs_its_agent() -> None:
    made = env("six_nimmt", 3)
    made.reset(seed=1)
    made.step(int(np.flatnonzero(made.last()[0]["action_mask"] == 0)[0]))
    assert all(made.terminations.values())
    assert made.rewards == {"seat_0": -1, "seat_1": 0, "seat_2": 0}


def test_a_step_after_the_end_does_nothing() -> None:
    made = env("big_fish", 2)
    play(made, 1)
    made.step(3)
    assert made.agents == []
    both = parallel_env("big_fish", 2)
    both.reset(seed=1)
    both.agents = []
    with pytest.raises(UserError, match="is over"):
        both.step({})


@pytest.mark.parametrize("seed", ["1", 1.5, -1, [1]])
@pytest.mark.parametrize("make", [env, parallel_env])
def test_a_seed_that_is_no_whole_number_is_refused(make: Callable[[str], Any], seed: Any) -> None:
    with pytest.raises(UserError, match="A seed is a whole number from 0 on, not"):
        make("tonton").reset(seed=seed)


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"game": "bridge"}, "no game 'bridge'"),
        ({"options": {"colour": "red"}}, "no option 'colour'; it has variant"),
        ({"options": {"variant": "fast"}}, "cannot be 'fast'; it can be base"),
        ({"options": {"limit": 0}}, "limit is 1 to 1000"),
        ({"seats": 11}, "not for 11 seats; it is for 2, 3"),
        ({"reward": "money"}, "cannot be 'money'; it can be rank or score"),
        ({"render_mode": "rgb_array"}, "cannot be 'rgb_array'; it can be ansi or human"),
    ],
)
def test_what_does_not_exist_is_refused_by_name(changes: dict[str, Any], what: str) -> None:
    with pytest.raises(UserError, match=what):
        env(**{"game": "six_nimmt", **changes})


def test_without_a_render_mode_nothing_is_drawn() -> None:
    made = env("tonton")
    made.reset(seed=1)
    with pytest.raises(UserError, match="render mode: ansi or human"):
        made.render()


def test_in_parallel_a_wrong_action_changes_nothing() -> None:
    made = parallel_env("six_nimmt", 2)
    observed, _ = made.reset(seed=1)
    good = {agent: int(np.argmax(one["action_mask"])) for agent, one in observed.items()}
    with pytest.raises(UserError, match="seat_1 is to act, and there is no action for it"):
        made.step({"seat_0": good["seat_0"]})
    with pytest.raises(UserError, match="seat_1 cannot choose 111"):
        made.step({**good, "seat_1": 111})
    made.step(good)
