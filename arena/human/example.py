"""The example of a game, for who learns it: a moment of one that was played by chance."""

from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Final

from arena.games import Deal, find_game
from arena.games.scene import Scene

# In every game this is a question whose moves do different things.
_SEED: Final = 1287
_QUESTION: Final = 5
_SEATS: Final = 3
_SEAT: Final = 0
# Zones that are only counted teach nothing.
_COUNTED: Final = {"stack", "pile"}


@dataclass(frozen=True, slots=True)
class Example:
    """A question to a seat: what it shares with all and what it has, the rule, and some moves."""

    scene: Scene
    """As if it sat alone."""
    rule: str
    moves: tuple[str, ...]
    """The moves, each with its effect by the rules if one is to be told."""


@cache
def find_example(name: str) -> Example:
    """Return the example of a game."""
    game = find_game(name)
    seats, draw = min(_SEATS, game.seats[-1]), Random(_SEED)
    state = game.start(seats, Deal(_SEED), game.Options())
    asked = 0
    while (asked := asked + (_SEAT in state.to_act)) < _QUESTION:
        for seat in state.to_act:
            state.play(seat, draw.choice(state.legal(seat)))
    scene, guide, legal = game.scene(state, _SEAT), game.guide(state, _SEAT), state.legal(_SEAT)
    told = [f"{move}, {note}." for move, note in zip(legal, guide.notes, strict=True) if note]
    some = dict.fromkeys(told[at] for at in (0, len(told) // 2, -1)) if told else ()
    return Example(_alone(scene), guide.rule, tuple(some))


def _alone(scene: Scene) -> Scene:
    zones = [zone for zone in scene.zones if zone.seat in (None, _SEAT)]
    return replace(
        scene,
        seats=1,
        zones=tuple(zone for zone in zones if zone.seat == _SEAT or zone.layout not in _COUNTED),
        counters=tuple(one for one in scene.counters if one.seat == _SEAT),
        decision=scene.decision and replace(scene.decision, seats=(_SEAT,), moves=()),
    )
