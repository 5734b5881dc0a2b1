"""Moves as a person puts them together, with the legal moves of real games, in Node."""

import json
import subprocess
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from arena.games import find_game, game_names
from arena.games.deal import Deal
from arena.games.options import read_options
from tests.viewer.matches import OPTIONS

HERE: Final = Path(__file__).parent


def asked(name: str, seed: int) -> Iterator[Any]:
    """Play a game by chance; yield the scene of every seat that is asked, as the page has it."""
    game, draw = find_game(name), Random(seed)
    options = read_options(game, OPTIONS.get(name, {}))
    state = game.start(draw.choice(list(game.seats_for(options))), Deal(seed), options)
    while state.to_act:
        seat = draw.choice(state.to_act)
        yield asdict(game.scene(state, seat))
        state.play(seat, draw.choice(state.legal(seat)))


@pytest.mark.parametrize("games", [2, pytest.param(20, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", game_names())
def test_every_legal_move_can_be_put_together_and_nothing_else(
    name: str, games: int, node: str
) -> None:
    scenes = [scene for seed in range(games) for scene in asked(name, seed)]
    assert len(scenes) > games
    read = subprocess.run(
        [node, HERE / "choose_moves.js"],
        input=json.dumps(scenes),
        capture_output=True,
        text=True,
        check=True,
    )
    for scene, made in zip(scenes, json.loads(read.stdout), strict=True):
        moves = scene["decision"]["moves"]
        names = [move["text"] for move in moves]
        touching = [move["text"] for move in moves if move["touches"]]
        assert made["named"] == names
        assert made["picked"] == touching
        assert made["equal"] == touching
        assert {*made["wandered"]} <= {*touching}
        assert bool(made["used"]) == bool(touching)
