"""How fast the rules play: moves per second of every game beside two of OpenSpiel's, in C++.

Both sides play uniformly random games on one core, driven from Python. Counted are the moves of
the seats: a call of `legal`, a choice by `int(rnd() * len(moves))` and a call of `play`; there
`legal_actions` and `apply_action`. Dealing is not counted as moves, but its time is: a new game,
every shuffle, and OpenSpiel's chance nodes. Speeds are medians of repetitions in turn. `copy` is
the time to copy a state in the middle of a game.
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from itertools import count
from random import Random
from statistics import median
from time import perf_counter
from timeit import repeat
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

from rich.console import Console
from rich.table import Table

from arena.games import AnyGame, Deal, State, find_game, game_names

REPETITIONS: Final = 7
SLICE: Final = 0.25  # seconds for one repetition
COPIES: Final = 2000
THEIRS: Final = ("hearts", "gin_rummy")
NO_OPEN_SPIEL: Final = "OpenSpiel is not installed; install it with: pip install -e '.[bench]'"


class Case(NamedTuple):
    """One line of the table."""

    game: AnyGame
    seats: int
    options: Any
    label: str

    def play(self, seed: int, most: int | None = None) -> tuple[State[Any], int]:
        """Play a random game, up to `most` moves if given; return the state and the moves made."""
        state = self.game.start(self.seats, Deal(seed), self.options)
        rnd = Random(seed).random
        made = 0
        while state.to_act and made != most:
            seat = state.to_act[0]
            moves = state.legal(seat)
            state.play(seat, moves[int(rnd() * len(moves))])
            made += 1
        return state, made

    def count_moves(self, seed: int) -> int:
        return self.play(seed)[1]

    def time_copy(self) -> float:
        """Return the microseconds that copying a game takes after half of its moves."""
        state, _ = self.play(0, most=self.count_moves(0) // 2)
        return min(repeat(state.copy, number=COPIES, repeat=5)) / COPIES * 1e6


def cases_of(game: AnyGame) -> Iterator[Case]:
    """Yield the default options at fewest, 4 and most seats, then every other choice at 4."""
    usual = game.Options()
    fewest, most = min(game.seats), max(game.seats)
    four = 4 if 4 in game.seats else fewest
    for seats in sorted({fewest, four, most}):
        yield Case(game, seats, usual, "default")
    for name, hint in get_type_hints(game.Options).items():
        for value in (
            get_args(hint) if get_origin(hint) is Literal else {bool: (True,)}.get(hint, ())
        ):
            if value != getattr(usual, name):
                yield Case(game, four, game.Options(**{name: value}), f"{name}={value}".lower())


def count_their_moves(game: Any, seed: int) -> int:
    """Play a random game of OpenSpiel's and return the moves of the seats."""
    state = game.new_initial_state()
    rnd = Random(seed).random
    made = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(rnd() * len(outcomes))][0])
        else:
            actions = state.legal_actions(state.current_player())
            state.apply_action(actions[int(rnd() * len(actions))])
            made += 1
    return made


def moves_per_second(play: Callable[[int], int]) -> float:
    """Play game after game for a slice of time."""
    begun = perf_counter()
    made = 0
    for seed in count():
        made += play(seed)
        if (spent := perf_counter() - begun) > SLICE:
            break
    return made / spent


def main() -> None:
    """Measure and print."""
    try:
        spiel = import_module("pyspiel")
    except ModuleNotFoundError:
        print(NO_OPEN_SPIEL, file=sys.stderr)
        sys.exit(2)
    theirs = [spiel.load_game(name) for name in THEIRS]
    cases = [case for name in game_names() for case in cases_of(find_game(name))]
    plays: list[Callable[[int], int]] = [partial(count_their_moves, game) for game in theirs]
    plays += [case.count_moves for case in cases]
    rounds = [[moves_per_second(play) for play in plays] for _ in range(REPETITIONS)]
    hearts, rummy, *speeds = map(median, zip(*rounds, strict=True))
    table = Table("game", "seats", "options", "moves/s", "/ hearts", "/ gin rummy", "copy µs")
    table.add_row("OpenSpiel hearts", "4", "default", f"{hearts:,.0f}", "1.00", "", "")
    table.add_row("OpenSpiel gin rummy", "2", "default", f"{rummy:,.0f}", "", "1.00", "")
    for case, speed in zip(cases, speeds, strict=True):
        ratios = f"{speed / hearts:.2f}", f"{speed / rummy:.2f}", f"{case.time_copy():.2f}"
        table.add_row(case.game.title, str(case.seats), case.label, f"{speed:,.0f}", *ratios)
    Console().print(table)


if __name__ == "__main__":
    main()
