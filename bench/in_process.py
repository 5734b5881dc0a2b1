"""Games of sample bots at tables of four, played in this process: thousands in a minute or two.

Bots that search do so in one imagined deal: a twelfth of the time, and hardly worse.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

import arena_sdk
from arena_sdk import Turn, load

from arena.bots.manifest import Bot
from arena.bots.samples import SAMPLES, samples_for
from arena.games import State, find_game, game_names
from arena.games.messages import make_turn
from arena.match.clock import TimeControl
from arena.match.plan import ScheduledGame, make_plan, scheduled_games

SEATS: Final = 4
BEST: Final = {name: samples_for(name)[0] for name in game_names()}

# A sample bot, and how often it makes a random move instead of its own.
Version: TypeAlias = tuple[str, float]


def plan_games(game: str, number: int, games: int, seats: int = SEATS) -> list[ScheduledGame]:
    """Return the games of a match, as they are planned; another number is another match."""
    bots = [Bot(str(index), Path(), str(index)) for index in range(seats)]
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
    return scheduled_games(plan)


def rotate(games: Sequence[ScheduledGame]) -> list[ScheduledGame]:
    """Have every deal played from every seat in turn, with the same neighbours.

    So it was before every game had a deal and a seating of its own.
    """
    seats = len(games[0].seating)
    return [
        replace(
            scheduled,
            deal=games[scheduled.number // seats].deal,
            seating=tuple((seat - scheduled.number) % seats for seat in range(seats)),
        )
        for scheduled in games
    ]


def play_game(game: str, versions: Sequence[Version], scheduled: ScheduledGame) -> list[float]:
    """Play a game and return its scores by bot."""
    return [float(score) for score in _by_bot(scheduled, _play(game, versions, scheduled).scores())]


def rank_game(
    game: str, versions: Sequence[Version], scheduled: ScheduledGame
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Play a game and return its ranks, 1 for the best, and its scores, both by bot."""
    state = _play(game, versions, scheduled)
    return _by_bot(scheduled, state.ranks()), _by_bot(scheduled, state.scores())


def _play(game: str, versions: Sequence[Version], scheduled: ScheduledGame) -> State[Any]:
    rules = find_game(game)
    seats = len(scheduled.seating)
    state: State[Any] = rules.start(seats, scheduled.deal, rules.Options())
    asked = [0] * seats
    while state.to_act:
        seat = state.to_act[0]
        name, noise = versions[scheduled.seating[seat]]
        asked[seat] += 1
        # As the SDK does: a generator of its own for every question.
        rng = Random(scheduled.seeds[seat] + asked[seat].to_bytes(4))
        if rng.random() < noise:
            state.play(seat, rng.choice(state.legal(seat)))
            continue
        bot = _open_bot(name)
        bot.rng = rng
        state.play(seat, bot.choose(Turn(rules, make_turn(rules, state, seat))))
    return state


def _by_bot(scheduled: ScheduledGame, by_seat: Sequence[int]) -> tuple[int, ...]:
    return tuple(by_seat[scheduled.seating.index(bot)] for bot in range(len(by_seat)))


@cache
def _open_bot(name: str) -> arena_sdk.Bot[Any, Any, Any]:
    bot = load(SAMPLES / name / "bot.py")
    searched: dict[str, Any] = type(bot).choose.__globals__
    if "DEALS" in searched:
        searched["DEALS"] = 1
    return bot
