"""The whole suite on one host: every attack once, in one game at one seat, in turn."""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.attacks import ATTACKS, KINDS, Attack
from arena.attacks.traces import find_traces
from arena.attacks.trial import try_attack
from arena.boxes.engine import Engine
from arena.games import game_names

LEFT_BEHIND: Final = "traces"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One line of the suite: what was tried, and what went otherwise than it has to."""

    name: str
    kind: str
    what: str
    complaints: tuple[str, ...]
    lack: str = ""
    """Why such a box does not give this guarantee; empty if it does."""

    @property
    def holds(self) -> bool:
        return not self.complaints and not self.lack


def turn_of(number: int, name: str) -> tuple[str, int]:
    """Return the game and the seat in which the suite tries an attack."""
    attack = ATTACKS[name]
    games = list(attack.games or game_names())
    game = games[number % len(games)]
    return game, number // len(games) % attack.seats(game)


def run_suite(box: str) -> Iterator[Outcome]:
    """Try every attack in such boxes, and then look for what is left of them all."""
    engine = Engine()
    before = find_traces(engine)
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, kind, attack) in enumerate(_all()):
            game, seat = turn_of(number, name)
            trial = try_attack(attack, Path(folder) / name, game, seat, box)
            what = f"a bot that {attack.what}"
            yield Outcome(name, kind, what, tuple(trial.complaints()), trial.lack)
    left = sorted(find_traces(engine) - before)
    what = "containers, processes, cgroups, mounts and folders of all these matches"
    yield Outcome(LEFT_BEHIND, LEFT_BEHIND, what, tuple(f"left: {trace}" for trace in left))


def _all() -> Iterator[tuple[str, str, Attack]]:
    for kind, attacks in KINDS.items():
        for name, attack in attacks.items():
            yield name, kind, attack
