"""The rerun of a whole match whose bots are scripts."""

import asyncio
from collections.abc import Callable

import pytest

from arena.match.connection import Connection
from arena.match.match import play_match
from arena.match.replay import open_replays
from arena.match.rerun import repeat_match
from arena.v1 import arena_pb2 as pb
from tests.match.records import plan
from tests.match.scripted import Script, ScriptedConnection, failing_at, lines_of


def answer_illegally(turn: pb.Turn) -> tuple[float, pb.BotMessage]:
    return 0.001, pb.BotMessage(choice=pb.Choice(turn=turn.number, move=pb.Move()))


@pytest.mark.parametrize("failure", [answer_illegally, lambda _turn: None], ids=["illegal", "gone"])
def test_a_forfeit_of_the_first_game_leaves_the_second_as_it_was(failure: Script) -> None:
    def connect() -> list[Callable[[], Connection]]:
        scripts = iter([failing_at(3, failure), failing_at(0, failure)])
        return [ScriptedConnection, ScriptedConnection, lines_of(scripts)]

    record = asyncio.run(play_match(plan(bots=3, games=2), connect()))
    assert [len(game.forfeits) for game in record.games] == [1, 0]
    found = asyncio.run(repeat_match(open_replays(record), connect()))
    assert [rerun.departure for rerun in found] == [None] * 3
    entries = [entry for game in record.games for entry in game.entries]
    assert sum(rerun.same for rerun in found) == sum(not entry.fallback for entry in entries)
