import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from arena.bots.manifest import Bot
from arena.errors import HostFailure
from arena.games import find_game
from arena.match.clock import TimeControl
from arena.match.connection import Connection
from arena.match.match import play_match
from arena.match.plan import MatchPlan, make_plan, scheduled_games
from arena.match.verdict import Fault, Verdict
from arena.v1 import record_pb2 as rec
from tests.match.playing import seed_of
from tests.match.scripted import Script, ScriptedConnection, first_legal

GAME = find_game("six_nimmt")


def plan(games: int = 4) -> MatchPlan:
    bots = [Bot(name, Path(name), "0") for name in ("good", "other")]
    return make_plan(
        GAME,
        GAME.Options(limit=None, rounds=1),
        bots,
        games=games,
        control=TimeControl(),
        box="inline",
        seed=seed_of(5),
    )


@dataclass
class Contender:
    """Makes the connections of one bot and keeps them."""

    script: Script = first_legal
    refusals: list[Fault | None] = field(default_factory=list)
    lines: list[ScriptedConnection] = field(default_factory=list)

    def connect(self) -> Connection:
        refusal = self.refusals.pop(0) if self.refusals else None
        self.lines.append(ScriptedConnection(self.script, refusal))
        return self.lines[-1]


def run(
    plan_: MatchPlan, *bots: Contender, strict: bool = False, numbers: Collection[int] | None = None
) -> rec.Record:
    connect: list[Callable[[], Connection]] = [bot.connect for bot in bots]
    return asyncio.run(play_match(plan_, connect, lambda _: None, numbers=numbers, strict=strict))


def test_a_bot_is_started_once_for_all_games_and_ended_after_them() -> None:
    bots = Contender(), Contender()
    record = run(plan(), *bots)
    assert len(record.games) == 4
    for bot in bots:
        (line,) = bot.lines
        assert line.closed
        assert line.told[-1].WhichOneof("message") == "goodbye"


def test_every_game_says_which_it_is_and_who_sat_where() -> None:
    planned = plan()
    record = run(planned, Contender(), Contender())
    found = [(game.number, tuple(game.seating)) for game in record.games]
    assert found == [
        (scheduled.number, scheduled.seating) for scheduled in scheduled_games(planned)
    ]


def test_some_of_the_games_are_played_as_they_would_be_among_all() -> None:
    whole = run(plan(), Contender(), Contender())
    part = run(plan(), Contender(), Contender(), numbers=[1, 3])
    assert list(part.games) == [whole.games[1], whole.games[3]]


def test_a_bot_that_forfeits_is_started_afresh_for_the_next_game() -> None:
    broken = Contender(lambda turn: None if turn.number == 3 else first_legal(turn))
    record = run(plan(games=2), Contender(), broken)
    assert len(broken.lines) == 2
    assert all(line.closed for line in broken.lines)
    assert [len(game.forfeits) for game in record.games] == [1, 1]


def test_after_its_second_forfeit_a_bot_sits_out_the_match() -> None:
    broken = Contender(lambda _: None)
    record = run(plan(), Contender(), broken)
    assert len(broken.lines) == 2
    details = [game.forfeits[0].detail for game in record.games]
    assert [detail.startswith("sits out after 2 forfeits: the script") for detail in details] == [
        False,
        False,
        True,
        True,
    ]


def test_a_bot_that_does_not_start_loses_one_game_and_is_tried_again() -> None:
    slow = Contender(refusals=[Fault(Verdict.NO_START, "too slow"), None])
    record = run(plan(games=2), Contender(), slow)
    assert [len(game.forfeits) for game in record.games] == [1, 0]


def test_strict_stops_after_the_first_game_with_a_forfeit() -> None:
    assert len(run(plan(), Contender(), Contender(lambda _: None), strict=True).games) == 1


def test_what_we_get_wrong_voids_the_match_and_leaves_no_bot_running() -> None:
    class Unstartable(ScriptedConnection):
        async def open(self, limit: float) -> Fault | None:
            raise HostFailure("no image")

    good, bad = Contender(), Unstartable()
    connect: list[Callable[[], Connection]] = [good.connect, lambda: bad]
    with pytest.raises(HostFailure, match="no image"):
        asyncio.run(play_match(plan(), connect, lambda _: None))
    assert bad.closed
    assert all(line.closed for line in good.lines)


def test_a_bot_whose_end_fails_for_us_does_not_break_off_the_end_of_another() -> None:
    class Lost(ScriptedConnection):
        async def close(self) -> None:
            raise HostFailure("the engine is gone")

    class Slow(ScriptedConnection):
        async def close(self) -> None:
            for _ in range(9):
                await asyncio.sleep(0)
            self.closed = True

    lost, slow = Lost(), Slow()
    with pytest.raises(HostFailure, match="the engine is gone"):
        asyncio.run(play_match(plan(games=1), [lambda: lost, lambda: slow], lambda _: None))
    assert slow.closed


def test_a_cancelled_match_leaves_no_bot_running() -> None:
    class Endless(ScriptedConnection):
        def __init__(self) -> None:
            super().__init__()
            self.asked = asyncio.Event()

        async def _exchange(self, *_: object) -> Fault:
            self.asked.set()
            await asyncio.Event().wait()
            raise AssertionError

    lines = [Endless(), Endless()]

    async def cancel() -> None:
        connect: list[Callable[[], Connection]] = [lambda: lines[0], lambda: lines[1]]
        playing = asyncio.create_task(play_match(plan(), connect, lambda _: None))
        await lines[0].asked.wait()
        playing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await playing

    asyncio.run(cancel())
    assert all(line.closed for line in lines)
