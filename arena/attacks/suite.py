"""The whole suite on one host: every attack once, by bots in one game at its first seat."""

import tempfile
import time
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Final, Literal

from arena.attacks.attack import ATTACKS, Attack
from arena.attacks.build_attack import BUILDS, try_build
from arena.attacks.leftovers import find_leftovers
from arena.attacks.trial import try_attack
from arena.containers.engine import Engine
from arena.errors import HostFailure, Unavailable, UserError

GAME: Final = "six_nimmt"
"""The game in which an attack is tried that makes sense in any game."""
AT_ONCE: Final = 2
"""How many matches are played at once: half of the time goes by while boxes start."""
# How long the engine's own processes may take to go after the last match, in seconds.
_GOING: Final = 10.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """One attack: what it tried and where, what had to come of it, and what came."""

    name: str
    kind: str
    """The wall of `docs/boxes.md` that it tries."""
    tries: str
    where: str
    """Game and seat of a bot, or that it is a build."""
    must: str
    came: str
    complaints: tuple[str, ...] = ()
    """All that went otherwise than it has to; empty if nothing did."""
    known: str = ""
    """Why such a box does not stop it, and what bounds it there; empty if it was stopped."""
    harmed: int = 0
    """How many innocent seats forfeited."""

    @property
    def result(self) -> Literal["held", "open", "broken"]:
        if self.complaints:
            return "broken"
        return "open" if self.known else "held"


def suite_names(only: Collection[str] = ()) -> list[str]:
    """Return the names of all attacks in their order, or these; UserError if there is none such."""
    names = [*BUILDS, *ATTACKS]
    for asked in only:
        if asked not in names:
            near = " or ".join(get_close_matches(asked, names)) or "one of those that it lists"
            raise UserError(f"There is no attack {asked!r}; right would be {near}.")
    return [name for name in names if not only or name in only]


def run_suite(box: str, only: Collection[str] = ()) -> Iterator[Outcome]:
    """Try every attack in such boxes, or these alone."""
    names = suite_names(only)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(AT_ONCE) as pool:
        yield from pool.map(lambda name: _try(name, Path(folder) / name, box), names)


def find_left(
    engine: Engine, before: Collection[str], patience: float = _GOING, pause: float = 0.2
) -> list[str]:
    """Return the leftovers of matches that were not there before and stay, unlike the engine's own.

    Leftovers that appear meanwhile belong to another match.
    """
    deadline = time.monotonic() + patience
    left = find_leftovers(engine) - {*before}
    while left and time.monotonic() < deadline:
        time.sleep(pause)
        left &= find_leftovers(engine)
    return sorted(left)


def try_bot(attack: Attack, name: str, turn: tuple[str, int], folder: Path, box: str) -> Outcome:
    """Try an attack in a game and seat. A void match is broken: no bot may bring one about.

    Unavailable if there are no such boxes.
    """
    game, seat = turn
    where = f"{game}, seat {seat} of {attack.seats(game)}"
    if attack.attackers > 1:
        where = f"{game}, {attack.attackers} seats of {attack.seats(game)} from seat {seat} on"
    tried = partial(Outcome, name, attack.wall, attack.what, where, attack.must(box))
    try:
        trial = try_attack(attack, folder, game, seat, box)
    except Unavailable:
        raise
    except HostFailure as failure:
        void = f"the match was void: {failure}"
        return tried(void, (void,))
    return tried(trial.came, tuple(trial.complaints()), trial.known_open, trial.harmed)


def _try(name: str, folder: Path, box: str) -> Outcome:
    if attack := ATTACKS.get(name):
        return try_bot(attack, name, (attack.game or GAME, 0), folder, box)
    build = BUILDS[name]
    came = try_build(build, box)
    must, known = build.must(box), build.known_open(box)
    return Outcome(name, "builds", build.what, "built", must, *came, known)
