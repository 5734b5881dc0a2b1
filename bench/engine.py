"""How fast the rules play: moves per second of every game beside two of OpenSpiel's, in C++.

Both sides play uniformly random games on one core, driven from Python: ours by a call of `playout`
for every game, and in the column `Python's loop` by a call of `legal`, a choice and a call of
`play` for every move; OpenSpiel's by `legal_actions` and `apply_action`. Dealing is not counted as
moves, but its time is: a new game, every shuffle, and OpenSpiel's chance nodes. Speeds are medians
of repetitions in turn, by CPU time. Of a state in the middle of a game: the time to copy it, to
copy it and play it out, and to imagine it from a view that has been read. ARENA_RULES=interpreted
measures the sources where there are compiled rules.
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from itertools import count
from random import Random
from statistics import median
from time import process_time
from timeit import repeat
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

from rich.console import Console
from rich.table import Table

from arena.games import AnyGame, Deal, State, find_game, game_names, playout, rules_form

REPETITIONS: Final = 7
SLICE: Final = 0.25  # seconds of CPU time for one repetition
CALLS: Final = 500
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
        return state, playout(state, Random(seed), most)

    def count_moves(self, seed: int) -> int:
        return self.play(seed)[1]

    def count_moves_of_a_loop(self, seed: int) -> int:
        """Play a random game with a loop of Python's."""
        state = self.game.start(self.seats, Deal(seed), self.options)
        rnd = Random(seed).random
        made = 0
        while state.to_act:
            seat = state.to_act[0]
            moves = state.legal(seat)
            state.play(seat, moves[int(rnd() * len(moves))])
            made += 1
        return made

    def times(self) -> list[str]:
        """Return the microseconds of a copy, a playout and an imagined state, in mid-game."""
        state, _ = self.play(0, most=self.count_moves(0) // 2)
        rng = Random(0)
        imagine = partial(self.game.imaginer(self.game.view(state, state.to_act[0])), rng)
        return [
            f"{micros(timed):.2f}"
            for timed in (state.copy, lambda: playout(state.copy(), rng), imagine)
        ]


def micros(timed: Callable[[], object]) -> float:
    """Return the microseconds that a call takes, the least of some repetitions."""
    return min(repeat(timed, timer=process_time, number=CALLS, repeat=REPETITIONS)) / CALLS * 1e6


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
    begun = process_time()
    made = 0
    for seed in count():
        made += play(seed)
        if (spent := process_time() - begun) > SLICE:
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
    plays += [case.count_moves_of_a_loop for case in cases]
    rounds = [[moves_per_second(play) for play in plays] for _ in range(REPETITIONS)]
    hearts, rummy, *speeds = map(median, zip(*rounds, strict=True))
    print(f"The rules are {rules_form(cases[0].game.name)}.")
    table = Table("game", "seats", "options", "moves/s", "/ hearts", "/ gin rummy")
    for column in ("Python's loop", "copy µs", "playout µs", "imagine µs"):
        table.add_column(column)
    table.add_row("OpenSpiel hearts", "4", "default", f"{hearts:,.0f}", "1.00")
    table.add_row("OpenSpiel gin rummy", "2", "default", f"{rummy:,.0f}", "", "1.00")
    for case, speed, loop in zip(cases, speeds[: len(cases)], speeds[len(cases) :], strict=True):
        ratios = f"{speed / hearts:.2f}", f"{speed / rummy:.2f}", f"{loop:,.0f}"
        words = (case.game.title, str(case.seats), case.label, f"{speed:,.0f}", *ratios)
        table.add_row(*words, *case.times())
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
