"""Games of sample bots at tables of four, played in this process: thousands in a minute or two.

Bots that search do so in one imagined deal: a twelfth of the time, and hardly worse.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from arena_sdk import Bot, Turn, load

from arena.cli.bots import SAMPLES
from arena.games import State, find_game
from arena.match.clock import TimeControl
from arena.match.entrant import Entrant
from arena.match.plan import Fixture, fixtures, make_plan
from arena.match.referee import make_turn

SEATS: Final = 4
BEST: Final = {
    "six_nimmt": "careful",
    "big_fish": "angler",
    "tonton": "juggler",
    "goat_n_goat": "shepherd",
}

# A sample bot, and how often it makes a random move instead of its own.
Version: TypeAlias = tuple[str, float]


def plan_games(game: str, number: int, games: int) -> list[Fixture]:
    """Return the games of a match, as they are planned; another number is another match."""
    bots = [Entrant(str(index), Path(), str(index)) for index in range(SEATS)]
    rules = find_game(game)
    plan = make_plan(
        rules,
        rules.Options(),
        bots,
        games=games,
        control=TimeControl(),
        box="inline",
        seed=Random(number).randbytes(16),
    )
    return fixtures(plan)


def rotate(games: Sequence[Fixture]) -> list[Fixture]:
    """Have every deal played from every seat in turn, with the same neighbours.

    So it was before every game had a deal and a seating of its own.
    """
    seats = len(games[0].seating)
    return [
        replace(
            fixture,
            deal=games[fixture.number // seats].deal,
            seating=tuple((seat - fixture.number) % seats for seat in range(seats)),
        )
        for fixture in games
    ]


def play_game(game: str, versions: Sequence[Version], fixture: Fixture) -> list[float]:
    """Play a game and return its scores by entrant."""
    return [float(score) for score in _by_entrant(fixture, _play(game, versions, fixture).scores())]


def rank_game(
    game: str, versions: Sequence[Version], fixture: Fixture
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Play a game and return its ranks, 1 for the best, and its scores, both by entrant."""
    state = _play(game, versions, fixture)
    return _by_entrant(fixture, state.ranks()), _by_entrant(fixture, state.scores())


def _play(game: str, versions: Sequence[Version], fixture: Fixture) -> State[Any]:
    rules = find_game(game)
    state: State[Any] = rules.start(SEATS, fixture.deal, rules.Options())
    luck = [Random(seed) for seed in fixture.seeds]
    while state.to_act:
        seat = state.to_act[0]
        name, noise = versions[fixture.seating[seat]]
        if luck[seat].random() < noise:
            state.play(seat, luck[seat].choice(state.legal(seat)))
            continue
        bot = _open_bot(name)
        bot.rng = luck[seat]
        state.play(seat, bot.choose(Turn(rules, make_turn(rules, state, seat))))
    return state


def _by_entrant(fixture: Fixture, by_seat: Sequence[int]) -> tuple[int, ...]:
    return tuple(by_seat[fixture.seating.index(bot)] for bot in range(SEATS))


@cache
def _open_bot(name: str) -> Bot:
    bot = load(SAMPLES / name / "bot.py")
    searched: dict[str, Any] = type(bot).choose.__globals__
    if "DEALS" in searched:
        searched["DEALS"] = 1
    return bot
