"""How far two versions of a bot differ, by their answers to the same questions."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from arena.bots.manifest import Bot
from arena.check.scenario import HABITS, OpponentConnection
from arena.games import find_game, game_names
from arena.match.answers import Answers
from arena.match.clock import Allowance, Spent, TimeControl
from arena.match.match import play_match
from arena.match.paired import compare_answers
from arena.match.plan import make_plan
from arena.match.replay import open_replays
from arena.v1 import arena_pb2 as pb
from arena.v1 import record_pb2 as rec

GAMES = 3


class Turning(OpponentConnection):
    """Plays the first legal move until it has had this many choices in a game, then the last."""

    def __init__(self, after: int) -> None:
        super().__init__("first")
        self._after = after
        self._had = 0

    async def tell(self, message: pb.RefereeMessage) -> None:
        await super().tell(message)
        if message.WhichOneof("message") == "start":
            self._had = 0

    async def _exchange(
        self, message: pb.RefereeMessage, allowed: Allowance
    ) -> tuple[bytes, Spent]:
        self._had += len(message.turn.legal) > 1
        self._habit = HABITS[self._had > self._after]
        return await super()._exchange(message, allowed)


def play(game: str, after: int, other: str = "random") -> rec.Record:
    """Play a match of which the first bot turns after this many choices; the rest is always so."""
    found = find_game(game)
    bots = [Bot(name, Path(), "") for name in ("own", "other", "third")]
    plan = make_plan(
        found, found.Options(), bots, games=GAMES, control=TimeControl(), box="", seed=bytes(16)
    )
    others = partial(OpponentConnection, other)
    return asyncio.run(play_match(plan, [partial(Turning, after), others, others], lambda _: None))


@pytest.mark.parametrize("game", game_names())
def test_versions_that_play_alike_answer_all_their_questions_alike(game: str) -> None:
    match = play(game, 10_000)
    chosen = sum(
        entry.seat == replay.scheduled.seating.index(0) and len(state.legal(entry.seat)) > 1
        for replay in open_replays(match)
        for state, entry in replay.moves()
    )
    assert compare_answers(match, play(game, 10_000)) == Answers(chosen, 0)


@pytest.mark.parametrize("game", game_names())
def test_questions_are_compared_up_to_where_the_games_part(game: str) -> None:
    """In each game the fourth choice is the first in which the two differ."""
    assert compare_answers(play(game, 10_000), play(game, 3)) == Answers(4 * GAMES, GAMES)


def test_where_others_part_the_games_nobody_has_differed() -> None:
    found = compare_answers(play("big_fish", 10_000, "first"), play("big_fish", 10_000, "last"))
    assert found.differed == 0
    assert found.asked < compare_answers(play("big_fish", 10_000), play("big_fish", 10_000)).asked


def test_a_share_is_told_with_its_counts() -> None:
    told = (Answers(30, 2) + Answers(10, 1)).sentence
    assert told.startswith("Before their games parted they answered 3 of 40 questions differently")
    assert told.endswith("(7.5%).")
    assert Answers().sentence == "No question with a choice was the same for both yet."
