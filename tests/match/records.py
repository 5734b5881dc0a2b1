"""A plan and a record of a match whose bots are a script, and an edited copy of it."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from arena.bots.manifest import Bot
from arena.games import find_game
from arena.match.clock import TimeControl
from arena.match.connection import Connection
from arena.match.match import play_match
from arena.match.plan import MatchPlan, make_plan
from arena.match.referee import rank_seats
from arena.v1 import record_pb2 as rec
from tests.match.playing import seed_of
from tests.match.scripted import ScriptedConnection

GAME = find_game("six_nimmt")


def plan(seed: int | None = 1, bots: int = 3, games: int = 12) -> MatchPlan:
    return make_plan(
        GAME,
        GAME.Options(),
        [Bot(f"bot{index}", Path(), f"{index}") for index in range(bots)],
        games=games,
        control=TimeControl(),
        box="process",
        seed=None if seed is None else seed_of(seed),
    )


def make_record() -> rec.Record:
    connect: list[Callable[[], Connection]] = [ScriptedConnection] * 3
    return asyncio.run(play_match(plan(games=3), connect, lambda _: None))


RECORD = make_record()


def edited() -> rec.Record:
    record = rec.Record()
    record.CopyFrom(RECORD)
    return record


def forfeited(verdict: "rec.Verdict.ValueType", **spent: int) -> rec.Record:
    """Return a record in which the last answer of a seat is one that the referee has given it.

    Its only legal move then is the one that it has made.
    """
    record = edited()
    game = record.games[0]
    last = game.entries[-1]
    last.fallback, last.verdict = True, verdict
    last.ClearField("cpu_us")
    game.forfeits.add(seat=last.seat, verdict=verdict, detail="Of its own.", **spent)
    game.ranks[:] = rank_seats(game.ranks, {last.seat})
    return record
