"""Bots that remember the hands of their match and guess by them, in any kind of box.

A test proves of a plan that nothing can be learnt from earlier games (`tests/match`); here real
programs in real boxes try. Before each game they guess that others were dealt a hand that they held
themselves, as it would be where a deal is played again from another seat.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from arena.boxes.supervision.bot_log import BotLog
from arena.games import find_game
from arena.games.options import read_options
from arena.match.clock import TimeControl
from arena.match.plan import make_plan
from arena.match.replay import Replay, open_replays, verify
from arena.runner.play import run_referee
from arena.runner.task import Task
from tests.bots.taking import taken
from tests.boxes.containers import play_task

_GAMES: Final = 24
_GUESS: Final = "GUESS"
_SHUFFLES: Final = 999

_REMEMBERER: Final = Path(__file__).parent / "rememberer"


class Guessed(NamedTuple):
    """How well a match was guessed by bots that remembered it."""

    right: int
    """How many cards of their guesses others did hold at the beginning of that game."""
    by_chance: float
    """How many these were of games that the guesses were not made for."""
    shown: bool
    """It was more than in each of 999 ways to exchange the guesses: once in 1,000 by chance."""


def guess_from_memory(name: str, box: str, seed: bytes | None = None) -> Guessed:
    """Play a match between such bots and see how they guessed. Difference if it is not as planned.

    HostFailure if there are no such boxes.
    """
    game = find_game(name)
    bots = tuple(taken(_REMEMBERER, f"bot{number}") for number in range(game.seats[0]))
    options = read_options(game, game.short)
    plan = make_plan(game, options, bots, games=_GAMES, control=TimeControl(), box=box, seed=seed)
    logs = [BotLog() for _ in bots]
    record = run_referee(play_task(Task(plan, bots), lambda _: None, logs))
    verify(record)
    replays = open_replays(record)
    pairs = [
        list(zip(_read_guesses(log), _hands_of_others(replays, index), strict=True))[1:]
        for index, log in enumerate(logs)
    ]
    return _judge([pair for bot in pairs for pair in bot], Random(1))


def _read_guesses(log: BotLog) -> list[set[int]]:
    lines = [line.split() for line in str(log).splitlines() if line.startswith(_GUESS)]
    return [{*map(int, words[1:])} for words in lines]


def _hands_of_others(replays: Sequence[Replay], bot: int) -> list[set[int]]:
    """Return game by game the cards that the others of a bot's table began with."""
    found = []
    for replay in replays:
        state = replay.start()
        others = [seat for seat, who in enumerate(replay.scheduled.seating) if who != bot]
        views = [replay.game.view(state, seat) for seat in others]
        found.append({card for view in views for card in view.hand})
    return found


def _judge(pairs: Sequence[tuple[set[int], set[int]]], rng: Random) -> Guessed:
    """Compare the guesses with the hands they were made for, and with those of other games."""
    guesses, hands = map(list, zip(*pairs, strict=True))
    right = _count(guesses, hands)
    others = []
    for _ in range(_SHUFFLES):
        rng.shuffle(hands)
        others.append(_count(guesses, hands))
    return Guessed(right, sum(others) / len(others), right > max(others))


def _count(guesses: Sequence[set[int]], hands: Sequence[set[int]]) -> int:
    return sum(len(guess & hand) for guess, hand in zip(guesses, hands, strict=True))
