"""Real matches of any game between random bots that are no programs, for tests of records."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final

from arena.bots.manifest import Bot
from arena.games import AnyGame
from arena.games.testing.random_play import Table, tables
from arena.match.clock import Deadline, Spent, TimeControl
from arena.match.connection import Connection
from arena.match.match import play_match
from arena.match.plan import SEED_BYTES, make_plan
from arena.match.verdict import Fault
from arena.v1 import arena_pb2 as pb
from arena.v1 import record_pb2 as rec

_AGES: Final = 1000.0


class RandomConnection(Connection):
    """Plays any legal move, by default in no time. Now and then errs as a bot can, or is late."""

    def __init__(self, seed: str, erring: float, late: float = 0.0, took: float = 0.0) -> None:
        super().__init__({})
        # Nothing else of it is promised to be the same in every version of Python.
        self._draw = Random(seed).random
        self._erring = erring
        self._late = late
        self._took = took

    async def _exchange(
        self, message: pb.RefereeMessage, deadline: Deadline
    ) -> tuple[bytes, Spent] | Fault:
        turn = message.turn
        index = int(self._draw() * len(turn.legal))
        errs = self._draw() < self._erring
        choice = pb.Choice(turn=turn.number)
        # Every other good answer is the move itself, the others are its index.
        if errs:
            choice.move.SetInParent()
        elif turn.number % 2:
            choice.move.CopyFrom(turn.legal[index])
        else:
            choice.index = index
        seconds = _AGES if self._late and self._draw() < self._late else self._took
        return pb.BotMessage(choice=choice).SerializeToString(), Spent(seconds, seconds)


def seed_of(number: int) -> bytes:
    """Return the seed of a match whose luck is the same today and tomorrow."""
    return sha256(str(number).encode()).digest()[:SEED_BYTES]


def quick_tables(game: AnyGame) -> Iterator[Table]:
    """Yield all tables; where rounds follow each other alike there are two at most."""
    for table in tables(game):
        options = table.options
        quick = replace(options, rounds=2) if hasattr(options, "rounds") else options
        yield replace(table, options=quick)


def make_record(table: Table, erring: float = 0.0, games: int = 1, late: float = 0.0) -> rec.Record:
    """Play a match through the real referee."""
    names = [f"bot{index}" for index in range(table.seats)]
    plan = make_plan(
        table.game,
        table.options,
        [Bot(name, Path(), name) for name in names],
        games=games,
        control=TimeControl(),
        box="inline",
        seed=seed_of(table.seed),
    )
    connect = [partial(RandomConnection, f"{table.seed} {name}", erring, late) for name in names]
    return asyncio.run(play_match(plan, connect, lambda _: None))
