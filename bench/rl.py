"""How fast one can learn: steps a second of our games, PettingZoo's and OpenSpiel's.

A step is: a seat's features and mask as numpy arrays, a random choice among what the mask allows,
and the action made. Ours are in a `VectorEnv` of 64 games with 4 seats, and one by one in
PettingZoo's interface, as theirs are. OpenSpiel's steps are its tensor as an array, its mask as an
array, and `apply_action`; its chance nodes and every new game cost time, but are no steps. Speeds
are medians of repetitions in turn, on one core; the ratios are to the fastest of either library.
"""

import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from itertools import count
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, Final

import numpy as np
from rich.console import Console
from rich.table import Table

from arena.games import game_names
from arena.rl import VectorEnv, env

REPETITIONS: Final = 5
SLICE: Final = 0.5  # seconds for one repetition
GAMES: Final = 64
SEATS: Final = 4
PETTINGZOO: Final = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5")
OPEN_SPIEL: Final = ("hearts", "gin_rummy", "spades", "euchre", "hanabi")
NOT_INSTALLED: Final = "Install what this is compared with: pip install -e '.[bench]'"

# Makes steps for ever, and says after some how many they were.
Steps = Iterator[int]


def vector_steps(name: str) -> Steps:
    """Step all games of a vector at once, with one random choice for all."""
    vector = VectorEnv(name, SEATS, games=GAMES)
    rng = np.random.default_rng(0)
    batch = vector.reset(seed=0)
    while True:
        worth = rng.random(batch.action_masks.shape, np.float32) * batch.action_masks
        batch = vector.step(worth.argmax(axis=1))
        yield GAMES


def pettingzoo_steps(made: Any) -> Steps:
    """Play an AEC environment of anybody's."""
    rng = Random(0)
    for seed in count():
        made.reset(seed=seed)
        for _ in made.agent_iter():
            observation, _, has_ended, was_cut, info = made.last()
            if has_ended or was_cut:
                made.step(None)
                continue
            has_mask = isinstance(observation, dict) and "action_mask" in observation
            mask = (observation if has_mask else info)["action_mask"]
            made.step(int(rng.choice(np.flatnonzero(mask))))
            yield 1


def open_spiel_steps(game: Any) -> Steps:
    """Play a game of OpenSpiel's, which has the one tensor or the other."""
    rng = Random(0)
    has_tensor = game.get_type().provides_observation_tensor
    tensor = "observation_tensor" if has_tensor else "information_state_tensor"
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(rng.choice(outcomes)[0])
                continue
            np.asarray(getattr(state, tensor)(), np.float32)
            mask = np.asarray(state.legal_actions_mask(), np.int8)
            state.apply_action(int(rng.choice(np.flatnonzero(mask))))
            yield 1


def steps_a_second(steps: Steps) -> float:
    """Go on for a slice of time."""
    begun = perf_counter()
    made = 0
    for some in steps:
        made += some
        if (spent := perf_counter() - begun) > SLICE:
            break
    return made / spent


def subjects() -> Mapping[str, Callable[[], Steps]]:
    """Return what is measured, by its line in the table."""
    spiel = import_module("pyspiel")
    ours = {f"{name}, {GAMES} at once": partial(vector_steps, name) for name in game_names()}
    ours |= {
        f"{name}, one by one": partial(pettingzoo_steps, env(name, SEATS)) for name in game_names()
    }
    theirs = {
        f"PettingZoo {name}": partial(
            pettingzoo_steps, import_module(f"pettingzoo.classic.{name}").env()
        )
        for name in PETTINGZOO
    }
    theirs |= {
        f"OpenSpiel {name}": partial(open_spiel_steps, spiel.load_game(name)) for name in OPEN_SPIEL
    }
    return ours | theirs


def main() -> None:
    """Measure and print."""
    warnings.simplefilter("ignore")  # theirs
    try:
        plays = {name: play() for name, play in subjects().items()}
    except ModuleNotFoundError:
        print(NOT_INSTALLED, file=sys.stderr)
        sys.exit(2)
    rounds = [[steps_a_second(steps) for steps in plays.values()] for _ in range(REPETITIONS)]
    speeds = dict(zip(plays, map(median, zip(*rounds, strict=True)), strict=True))
    libraries = ("PettingZoo", "OpenSpiel")
    best = [max(speeds[name] for name in speeds if name.startswith(one)) for one in libraries]
    table = Table("what", "steps/s", "/ PettingZoo", "/ OpenSpiel")
    for name, speed in speeds.items():
        table.add_row(name, f"{speed:,.0f}", *(f"{speed / fastest:.2f}" for fastest in best))
    Console().print(table)


if __name__ == "__main__":
    main()
