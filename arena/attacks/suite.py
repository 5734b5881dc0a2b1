"""The whole suite on one host: every attack once, in one game at one seat, and memory in all."""

import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from arena.attacks import ATTACKS, KINDS
from arena.attacks.memory import guess_from_memory
from arena.attacks.traces import find_traces
from arena.attacks.trial import try_attack
from arena.boxes.engine import Engine
from arena.games import game_names

LEFT_BEHIND: Final = "traces"
MEMORY: Final = "memory"
AT_ONCE: Final = 2
"""How many matches are played at once: half of the time goes by while boxes start."""


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
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(AT_ONCE) as pool:
        yield from pool.map(partial(_try, Path(folder), box), *zip(*_all(), strict=True))
        yield _try_memory(Path(folder), box)
    left = sorted(find_traces(engine) - before)
    what = "containers, processes, cgroups, mounts and folders of all these matches"
    yield Outcome(LEFT_BEHIND, LEFT_BEHIND, what, tuple(f"left: {trace}" for trace in left))


def _try(folder: Path, box: str, number: int, name: str, kind: str) -> Outcome:
    attack = ATTACKS[name]
    trial = try_attack(attack, folder / name, *turn_of(number, name), box)
    what = f"a bot that {attack.what}"
    return Outcome(name, kind, what, tuple(trial.complaints()), trial.lack)


def _try_memory(folder: Path, box: str) -> Outcome:
    """Have bots guess the cards of a game by the earlier ones of their match."""
    complaints = []
    for name in game_names():
        found = guess_from_memory(folder / f"{MEMORY}-{name}", name, box)
        if found.shown:
            complaints.append(
                f"in {name} they guessed {found.right} cards right, and {found.by_chance:.0f} would"
                " be by chance"
            )
    what = "bots that remember the hands of their match, and guess those of the next game"
    return Outcome(MEMORY, MEMORY, what, tuple(complaints))


def _all() -> Iterator[tuple[int, str, str]]:
    kinds = [(name, kind) for kind, attacks in KINDS.items() for name in attacks]
    for number, (name, kind) in enumerate(kinds):
        yield number, name, kind
