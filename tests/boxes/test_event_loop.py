"""A bot may run an event loop of its own, although it is called from one."""

from pathlib import Path

import pytest

from arena.containers.image import Image
from tests.bots.writing import write_bot
from tests.boxes.containers import FIRST, play

pytestmark = pytest.mark.usefixtures("processes")

LOOPING = """
import asyncio
from arena_sdk import Bot, run

async def think(turn):
    async with asyncio.TaskGroup() as group:
        thoughts = [group.create_task(asyncio.sleep(0, move)) for move in turn.legal]
    return thoughts[0].result()

class Looping(Bot):
    def start(self, start):
        self.loop = asyncio.new_event_loop()
    def choose(self, turn):
        move = asyncio.run(think(turn))
        assert move == self.loop.run_until_complete(think(turn))
        return move
    def over(self, over):
        self.loop.close()

run(Looping)
"""


@pytest.mark.parametrize("box", ["inline", "process"])
def test_a_bot_may_run_an_event_loop_in_choose(box: str, tmp_path: Path) -> None:
    game = play(write_bot(tmp_path / "looping", LOOPING), FIRST, box=box)
    assert [*game.forfeits] == []


def test_in_a_container_too(image: Image, tmp_path: Path) -> None:
    game = play(write_bot(tmp_path / "looping", LOOPING), FIRST)
    assert [*game.forfeits] == []
