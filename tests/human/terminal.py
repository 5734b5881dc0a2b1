"""A person at a terminal, over a real stream, among bots by script: what they type and read."""

import asyncio
import io
import os
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.bots.intake import TakenBot
from arena.boxes.connection.guest import GuestConnection
from arena.boxes.host.leftovers import runtime_folder
from arena.cli.human import EndError, Terminal
from arena.errors import Unavailable
from arena.games import AnyGame, Deal
from arena.match.clock import NO_CLOCK, TimeControl
from arena.match.connection import Connection
from arena.match.plan import MatchPlan, make_plan, scheduled_games
from arena.match.referee import Referee
from arena.match.seat import Guest, Seat
from arena.match.unfinished import keep_match
from arena.review.hint import Hint, find_hint_beside
from arena.review.worth import AskedDecision
from arena.runner.host import Host
from arena.runner.play import run_referee
from arena.runner.task import Task
from arena.terminal.console import PlainConsole
from arena.v1 import arena_pb2 as pb
from tests.match.scripted import ScriptedConnection, first_legal

SEATS = 4


def replaying(game: AnyGame, moves: list[str]) -> ScriptedConnection:
    """Return a seat that makes these moves, and then its first ones."""
    left = iter(moves)

    def answer(turn: pb.Turn) -> tuple[float, pb.BotMessage]:
        text = next(left, None)
        if text is None:
            return first_legal(turn)
        move: Any = pb.Move(**{game.name: game.encode(game.parse(text))})
        return 0.001, pb.BotMessage(choice=pb.Choice(turn=turn.number, move=move))

    return ScriptedConnection(answer)


def people_and_bots(door: Path) -> tuple[Guest, *tuple[TakenBot, ...]]:
    bots = (TakenBot(f"bot{number}", door, str(number)) for number in range(3))
    return Guest("Ann", door), *bots


def plan_of(game: AnyGame, competitors: tuple[Seat, ...]) -> MatchPlan:
    """Return a plan with the same luck, and so the same seating, each time."""
    return make_plan(
        game,
        game.Options(),
        competitors,
        games=1,
        control=TimeControl(),
        box="process",
        seed=b"one and the same",
    )


def person_seat(game: AnyGame) -> int:
    """Return where the person sits in the game of the plan."""
    return scheduled_games(plan_of(game, people_and_bots(Path())))[0].seating.index(0)


def read_lines(
    game: AnyGame,
    typed: str,
    folder: Path,
    *,
    moves: Sequence[tuple[int, str]] = (),
    deal: Deal | None = None,
    find_hint: Callable[[AskedDecision], Awaitable[Hint]] = find_hint_beside,
) -> str:
    """Type this, while the other seats make their moves of these; return all that is read.

    The person leaves when it is used up.
    """
    said = io.StringIO()

    async def main(door: Path) -> None:
        competitors = people_and_bots(door)
        plan = plan_of(game, competitors)
        (planned,) = scheduled_games(plan)
        person = planned.seating.index(0)
        reading, writing = os.pipe()
        os.write(writing, typed.encode())
        os.close(writing)
        match = keep_match(folder, plan, fresh=True, same_luck=True)
        console, lines = PlainConsole(file=said, width=80), io.FileIO(reading)
        terminal = Terminal(
            *(Host("process"), Task(plan, competitors), match, console, lines), find_hint=find_hint
        )
        seats: list[Connection] = [
            GuestConnection(competitors[0], asyncio.get_running_loop().time)
            if seat == person
            else replaying(game, [text for whose, text in moves if whose == seat])
            for seat in range(SEATS)
        ]
        sitting = asyncio.create_task(terminal.sit(0))
        assert await seats[person].open(NO_CLOCK.start) is None
        scheduled = replace(planned, deal=deal or planned.deal)
        with pytest.raises(Unavailable, match="Ann has left the table"):
            await Referee(plan, scheduled, seats).play()
        with pytest.raises(EndError):
            await sitting
        await seats[person].close()
        match.close()
        lines.close()

    with runtime_folder() as door:
        run_referee(main(door))
    return said.getvalue()
