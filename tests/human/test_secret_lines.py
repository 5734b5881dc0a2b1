"""What a person reads at the terminal is the same whatever they have not seen.

A game is played over the real stream to a question of the person, and again with all that they have
not seen by then dealt again. Both times the same is typed and the others make the same moves.
"""

import asyncio
import io
import os
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from arena.bots.manifest import Bot
from arena.boxes.leftovers import runtime_folder
from arena.boxes.person import PersonConnection
from arena.cli.human import Terminal
from arena.cli.keyboard import Keyboard
from arena.errors import Unavailable
from arena.games import AnyGame, Deal, IllegalMove, find_game, game_names
from arena.games.testing.random_play import Table
from arena.games.testing.secrecy import redeals
from arena.match.clock import NO_CLOCK, TimeControl
from arena.match.connection import Connection
from arena.match.person import Competitor, Person
from arena.match.plan import MatchPlan, ScheduledGame, make_plan, scheduled_games
from arena.match.referee import Referee
from arena.match.unfinished import keep_match
from arena.runner.play import run_referee
from arena.runner.task import Task
from arena.terminal.console import PlainConsole
from arena.v1 import arena_pb2 as pb
from tests.match.scripted import ScriptedConnection, first_legal

SEATS = 4
QUESTIONS = 12


class Story(NamedTuple):
    """The moves of a game up to a question of the person, and two deals that lead there."""

    moves: list[tuple[int, str]]
    deals: tuple[Deal, Deal]


def tell_story(game: AnyGame, person: int, seed: int) -> Story:
    """Play at random until the person has been asked often, and find another deal like that."""
    table = Table(game, SEATS, game.Options(), seed)
    source, state, moves = table.source("story"), table.start(), list[tuple[int, str]]()
    questions = 0
    before = state.copy()
    while state.to_act:
        if person in state.to_act:
            before, so_far, questions = state.copy(), len(moves), questions + 1
            if questions == QUESTIONS:
                break
        for seat in state.to_act:
            move = source.choice(state.legal(seat))
            moves.append((seat, str(move)))
            state.play(seat, move)
    unseen = {*game.unseen(before, person)}
    for orders in redeals(before.shuffles, unseen, source):
        deal = Deal(source.getrandbits(128), orders)
        if orders != before.shuffles and leads_there(table, deal, moves[:so_far], before.to_act):
            return Story(moves[:so_far], (Deal(seed, before.shuffles), deal))
    return tell_story(game, person, seed + 1)


def leads_there(
    table: Table, deal: Deal, moves: list[tuple[int, str]], to_act: tuple[int, ...]
) -> bool:
    state = table.start(deal)
    try:
        for seat, text in moves:
            state.play(seat, table.game.parse(text))
    except IllegalMove:
        return False
    return state.to_act == to_act


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


def people_and_bots(door: Path) -> tuple[Competitor, ...]:
    return Person("Ann", door), *(Bot(f"bot{number}", door, str(number)) for number in range(3))


def plan_of(game: AnyGame, competitors: tuple[Competitor, ...]) -> MatchPlan:
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


def read_lines(game: AnyGame, story: Story, deal: Deal, folder: Path) -> str:
    """Play the story to its question; return all that the person has read by then."""
    said = io.StringIO()

    async def main(door: Path) -> None:
        competitors = people_and_bots(door)
        plan = plan_of(game, competitors)
        (planned,) = scheduled_games(plan)
        person = planned.seating.index(0)
        typed = "".join(f"{text}\nh\n" for seat, text in story.moves if seat == person)
        reading, writing = os.pipe()
        os.write(writing, f"h\n{typed}".encode())
        os.close(writing)
        match = keep_match(folder, plan, fresh=True, same_luck=True)
        console = PlainConsole(file=said, width=80)
        terminal = Terminal(Task(plan, competitors), match, console, Keyboard(reading))
        seats: list[Connection] = [
            PersonConnection("Ann", door, asyncio.get_running_loop().time)
            if seat == person
            else replaying(game, [text for whose, text in story.moves if whose == seat])
            for seat in range(SEATS)
        ]
        sitting = asyncio.create_task(terminal.sit(0))
        assert await seats[person].open(NO_CLOCK.start) is None
        scheduled = ScheduledGame(0, planned.seating, deal, planned.seeds)
        with pytest.raises(Unavailable, match="Ann has left the table"):
            await Referee(plan, scheduled, seats).play()
        await sitting
        await seats[person].close()
        match.close()
        os.close(reading)

    with runtime_folder() as door:
        run_referee(main(door))
    return said.getvalue()


@pytest.mark.parametrize("name", game_names())
def test_a_person_reads_nothing_that_their_seat_may_not_know(name: str, tmp_path: Path) -> None:
    game = find_game(name)
    first, second = (
        read_lines(game, story, deal, tmp_path)
        for story in [tell_story(game, person_seat(game), Random(name).getrandbits(32))]
        for deal in story.deals
    )
    assert first == second
    assert first.count("> ") > QUESTIONS


def person_seat(game: AnyGame) -> int:
    """Return where the person sits in the game of the plan."""
    return scheduled_games(plan_of(game, people_and_bots(Path())))[0].seating.index(0)
