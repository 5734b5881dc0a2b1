"""The reference of the protocol says what the program does."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

from arena.bots.manifest import Bot
from arena.check.scenario import OpponentConnection
from arena.games import find_game
from arena.games.options import read_options
from arena.match.clock import Deadline, TimeControl
from arena.match.connection import Reply
from arena.match.match import play_match
from arena.match.plan import make_plan
from arena.match.verdict import Fault, Verdict
from arena.v1 import arena_pb2 as pb
from tests.documents.limits import write_protocol_table

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()


class Listening(OpponentConnection):
    """Notes what passes between the referee and a bot, but for questions after a game's first."""

    def __init__(self) -> None:
        super().__init__("first")
        self.heard: list[str] = []

    async def open(self, limit: float) -> Fault | None:
        self.heard.append("bot      join")
        return await super().open(limit)

    async def tell(self, message: pb.RefereeMessage) -> None:
        self.heard.append(f"referee  {message.WhichOneof('message')}")
        await super().tell(message)

    async def ask(self, turn: pb.Turn, deadline: Deadline) -> Reply | Fault:
        reply = await super().ask(turn, deadline)
        if self.heard[-1] == "referee  start":
            self.heard += ["referee  turn", "bot      choice"]
        elif self.heard[-1] == "bot      choice":
            self.heard.append("...      turn and choice, until the game is over")
        return reply


def test_the_page_has_the_table_of_the_program() -> None:
    assert write_protocol_table() in PAGE


def test_a_match_passes_as_the_page_says() -> None:
    (flow,) = re.findall(r"```text\n(.*?)```", PAGE, re.S)
    game = find_game("six_nimmt")
    options = read_options(game, {"rounds": "1"})
    bots = [Bot(name, Path(), name) for name in ("one", "two")]
    plan = make_plan(game, options, bots, games=2, control=TimeControl(), box="inline")
    seats = [Listening(), Listening()]
    asyncio.run(play_match(plan, [lambda: seats[0], lambda: seats[1]], lambda _: None))
    for seat in seats:
        assert seat.heard == flow.splitlines()


def test_every_verdict_is_explained_once() -> None:
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.M) == [*Verdict]


def fields() -> Iterator[str]:
    for part in (pb.Start, pb.Turn, pb.Choice, pb.Clock, pb.Join):
        yield from (field.name for field in part.DESCRIPTOR.fields)


def test_what_the_page_names_of_a_message_is_there() -> None:
    named = re.findall(r"`(?:Start|Turn|Join)\.([a-z_.]+)`|`(last_[a-z_]+_us)`", PAGE)
    parts = {part for pair in named for name in pair for part in name.split(".") if part}
    assert {"seat", "parameters", "time_left_us", "last_cpu_us"} <= parts <= {*fields()}
