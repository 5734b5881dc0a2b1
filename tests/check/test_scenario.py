"""A match of a check: whose cards it has, whom the bot meets in it, and when it is over."""

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random

from arena.bots.manifest import Bot
from arena.check.scenario import HABITS, OpponentConnection, Scenario, choose, play_scenario
from arena.games import find_game
from arena.match.clock import Allowance, TimeControl
from arena.match.connection import Reply
from arena.match.plan import MatchPlan
from arena.v1 import arena_pb2 as pb
from tests.match.scripted import ScriptedConnection

GAME = find_game("six_nimmt")
SCENARIO = Scenario(GAME, GAME.Options(), 3, seed=bytes(range(16)))


def plan(scenario: Scenario, games: int = 1) -> MatchPlan:
    return replace(scenario.plan(Bot("bot", Path(), ""), "inline", TimeControl()), games=games)


def test_the_cards_of_a_match_are_the_checks_own_and_no_other_matches() -> None:
    other_check = replace(SCENARIO, seed=bytes(16))
    other_match = replace(SCENARIO, number=2)
    seeds = {plan(one).seed for one in (SCENARIO, other_check, other_match)}
    assert len(seeds) == 3
    assert plan(SCENARIO) == plan(replace(SCENARIO))


def test_opponents_play_their_first_their_last_or_any_move_from_game_to_game() -> None:
    assert [SCENARIO.habit_of(number) for number in range(6)] == [*HABITS, *HABITS]
    assert {replace(SCENARIO, habit="last").habit_of(number) for number in range(6)} == {"last"}
    rng = Random(1)
    assert [choose(habit, range(9), rng) for habit in ("first", "last")] == [0, 8]
    assert {choose("random", range(9), rng) for _ in range(200)} == {*range(9)}


def test_an_opponent_takes_up_the_habit_of_each_game_that_begins() -> None:
    async def main() -> list[int]:
        connection = OpponentConnection(SCENARIO.habit_of)
        chosen = []
        for number in range(2):
            await connection.tell(pb.RefereeMessage(start=pb.Start(number=number, seed=b"x")))
            turn = pb.Turn(legal=[pb.Move() for _ in range(9)])
            reply = await connection.ask(turn, Allowance(1, 1))
            assert isinstance(reply, Reply)
            chosen.append(reply.choice.index)
        return chosen

    assert asyncio.run(main()) == [0, 8]


def test_a_match_is_over_with_the_bots_first_forfeit() -> None:
    record = asyncio.run(
        play_scenario(SCENARIO, plan(SCENARIO, 3), lambda: ScriptedConnection(lambda _: None))
    )
    assert [len(game.forfeits) for game in record.games] == [1]
    record = asyncio.run(play_scenario(SCENARIO, plan(SCENARIO, 3), ScriptedConnection))
    assert [len(game.forfeits) for game in record.games] == [0, 0, 0]
