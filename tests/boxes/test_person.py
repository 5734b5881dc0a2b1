"""A person's seat over a real stream: who gets in, who leaves, and what it costs the others."""

import asyncio
import stat
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import grpc
import grpc.aio
import pytest
from arena_sdk.stream import METHOD

from arena.bots.samples import SAMPLES
from arena.boxes.box import SOCKET
from arena.boxes.host.leftovers import runtime_folder
from arena.errors import Unavailable, UserError
from arena.games import find_game
from arena.human.events import GameBegun, GameEnded, Question
from arena.human.seat import TakenSeat, take_seat
from arena.match.clock import ClockKind, TimeControl
from arena.match.plan import make_plan
from arena.match.replay import verify
from arena.match.seat import Guest, Seat
from arena.runner.beside import play_beside
from arena.runner.host import Host
from arena.runner.play import run_referee
from arena.runner.referee_process import Event, GamePlayed, MatchPlayed
from arena.runner.task import Task
from arena.v1 import record_pb2 as rec
from tests.bots.taking import taken
from tests.boxes.containers import play_task

GAME = find_game("six_nimmt")
RANDOM = taken(SAMPLES / "random")


@pytest.fixture
def door() -> Iterator[Path]:
    with runtime_folder() as folder:
        yield folder


def match_of(*competitors: Seat, games: int = 1) -> Task:
    options = GAME.Options(limit=None, rounds=1)
    plan = make_plan(GAME, options, competitors, games=games, control=TimeControl(), box="process")
    return Task(plan, competitors)


async def play_anything(seat: TakenSeat, source: Random) -> list[object]:
    """Answer whatever is asked with any move; return all that was heard."""
    heard: list[object] = []
    while (event := await seat.hear()) is not None:
        heard.append(event)
        if isinstance(event, Question):
            await seat.answer(source.randrange(len(event.moves)))
    return heard


async def sit_and_play(door: Path, seed: int = 0) -> list[object]:
    async with take_seat(door) as seat:
        return await play_anything(seat, Random(seed))


def sockets(door: Path) -> list[Path]:
    return [*door.glob(f"*/{SOCKET}")]


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def wait_for_question(seat: TakenSeat) -> Question:
    while not isinstance(event := await seat.hear(), Question):
        pass
    return event


async def follow(task: Task) -> list[Event]:
    async with aclosing(play_beside(Host("process"), task)) as events:
        return [event async for event in events]


@asynccontextmanager
async def playing(task: Task) -> AsyncIterator["asyncio.Task[rec.Record]"]:
    match = asyncio.create_task(play_task(task, lambda _: None))
    try:
        yield match
    finally:
        match.cancel()
        await asyncio.gather(match, return_exceptions=True)


@pytest.mark.usefixtures("processes")
def test_a_person_hears_of_the_game_is_asked_and_hears_how_it_ended(door: Path) -> None:
    async def main() -> tuple[list[object], rec.Record]:
        async with playing(match_of(Guest("Ann", door), RANDOM)) as it:
            return await sit_and_play(door), await it

    heard, record = run_referee(main())
    begun, *questions, over = heard
    assert isinstance(begun, GameBegun)
    (game,) = record.games
    assert (begun.number, begun.seats, begun.seat) == (1, 2, list(game.seating).index(0))
    assert begun.options == {"limit": "none", "rounds": "1", "variant": "base"}
    assert isinstance(over, GameEnded)
    assert (over.number, over.scores, over.ranks) == (1, tuple(game.scores), tuple(game.ranks))
    assert all(isinstance(event, Question) for event in questions)
    told = tuple(sentence for event in (*questions, over) for sentence in event.news)  # type: ignore[attr-defined]
    assert over.history == told
    assert told[-1] == "The round is over."
    assert len(questions) == sum(entry.seat == begun.seat for entry in game.entries)
    assert record.plan.bots[0].human
    assert verify(record) == len(game.entries)


def test_the_socket_is_for_its_owner_alone(door: Path) -> None:
    async def main() -> list[int]:
        # Two people, so that no process is started.
        async with playing(match_of(Guest("Ann", door), Guest("Ben", door / "other"))):
            # For a moment it has the mode of a new socket; its folder keeps others out.
            while not any(mode_of(path) == 0o600 for path in sockets(door)):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            (found,) = sockets(door)
            return [mode_of(path) for path in (found, found.parent, door)]

    assert run_referee(main()) == [0o600, 0o700, 0o700]


@pytest.mark.usefixtures("processes")
def test_whoever_comes_second_finds_no_seat(door: Path) -> None:
    async def main() -> None:
        match = match_of(Guest("Ann", door), RANDOM)
        async with playing(match), take_seat(door) as seat:
            assert isinstance(await seat.hear(), GameBegun)
            assert not sockets(door)

    run_referee(main())


@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize("asked", [True, False], ids=["asked", "before a question"])
def test_who_leaves_ends_the_match_at_once(asked: bool, door: Path) -> None:
    async def main() -> None:
        task = match_of(Guest("Ann", door / "1"), Guest("Bob", door / "2"), RANDOM)
        # Bob thinks, and would for ever.
        async with (
            playing(task) as it,
            take_seat(door / "2") as bob,
        ):
            async with take_seat(door / "1") as ann:
                if asked:
                    await wait_for_question(ann)
            with pytest.raises(Unavailable, match=r"Ann has left the table$"):
                await it
            while await bob.hear():
                pass

    run_referee(main())


GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
SETTINGS = bytes(3) + b"\4" + bytes(5)
STRANGERS = {
    "says nothing": [b""],
    "speaks HTTP/1": [b"GET / HTTP/1.1\r\nhost: bot\r\n\r\n"],
    "sends rubbish": [bytes(range(256)) * 400],
    "says half a greeting": [GREETING[:12]],
    "sends half a frame": [GREETING + SETTINGS + b"\0\x40\0\0\1"],
    "sends a frame of a stream that it has not": [GREETING + SETTINGS + b"\0\0\4\0\1\0\0\0\7abcd"],
    "comes a hundred times": [b"x"] * 100,
}


@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize("name", STRANGERS)
def test_a_stranger_who_comes_first_and_has_no_stream_takes_no_seat(name: str, door: Path) -> None:
    """Another program of this user; nobody else reaches the socket. It stays to the end."""

    async def main() -> rec.Record:
        async with playing(match_of(Guest("Ann", door), RANDOM)) as it:
            while not (found := sockets(door)):  # noqa: ASYNC110 - nobody tells of a file
                await asyncio.sleep(0.01)
            strangers = []
            for said in STRANGERS[name]:
                _, writer = await asyncio.open_unix_connection(found[0])
                writer.write(said)
                strangers.append(writer)
            async with take_seat(door) as seat:
                question = await wait_for_question(seat)
                for writer in strangers[::2]:
                    writer.close()
                for writer in strangers[1::2]:
                    writer.write(GREETING)
                await seat.answer(len(question.moves) - 1)
                await play_anything(seat, Random(0))
            for writer in strangers:
                writer.close()
            return await it

    record = run_referee(main())
    assert not record.games[0].forfeits
    assert verify(record)


@pytest.mark.usefixtures("processes")
def test_a_stranger_who_has_connected_before_gets_no_second_stream(door: Path) -> None:
    async def main() -> rec.Record:
        async with playing(match_of(Guest("Ann", door), RANDOM)) as it:
            while not (found := sockets(door)):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            private = [("grpc.use_local_subchannel_pool", 1)]
            async with grpc.aio.insecure_channel(f"unix:{found[0]}", private) as channel:
                await channel.channel_ready()
                async with take_seat(door) as seat:
                    await wait_for_question(seat)
                    stream: Any = channel.stream_stream(METHOD)()
                    with pytest.raises(grpc.aio.AioRpcError, match="this seat is taken"):
                        await stream.read()
                    await seat.answer(0)
                    await play_anything(seat, Random(0))
            return await it

    assert not run_referee(main()).games[0].forfeits


@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize(
    ("said", "verdict"),
    [(b"\x12\x7f", rec.VERDICT_PROTOCOL), (bytes(20_000), rec.VERDICT_FLOODED)],
    ids=["half a message", "far too much"],
)
def test_a_stranger_who_has_the_seat_costs_it_a_game_and_the_next_is_open_again(
    said: bytes, verdict: "rec.Verdict.ValueType", door: Path
) -> None:
    async def main() -> rec.Record:
        task = match_of(Guest("Ann", door), RANDOM, games=2)
        async with playing(task) as it:
            async with take_seat(door) as stranger:
                await wait_for_question(stranger)
                await stranger.stream.write(said)
                assert await stranger.hear() is None
            await sit_and_play(door)
            return await it

    one, two = run_referee(main()).games
    (forfeit,) = one.forfeits
    assert forfeit.verdict == verdict
    assert not two.forfeits


@pytest.mark.usefixtures("processes")
def test_beside_an_event_loop_a_match_gives_its_games_and_its_record(door: Path) -> None:
    async def main() -> list[Event]:
        task = match_of(Guest("Ann", door), RANDOM, games=2)
        person = asyncio.create_task(sit_and_play(door))
        found = await follow(task)
        await person
        return found

    one, two, end = asyncio.run(main())
    assert isinstance(one, GamePlayed)
    assert isinstance(two, GamePlayed)
    assert isinstance(end, MatchPlayed)
    assert [*end.record.games] == [one.game, two.game]


@pytest.mark.usefixtures("processes")
def test_who_leaves_a_match_beside_an_event_loop_ends_that(door: Path) -> None:
    async def main() -> None:
        person = asyncio.create_task(leave_when_asked())
        with pytest.raises(Unavailable, match="Ann has left the table"):
            await follow(match_of(Guest("Ann", door), RANDOM))
        await person

    async def leave_when_asked() -> None:
        async with take_seat(door) as seat:
            await wait_for_question(seat)

    asyncio.run(main())


@pytest.mark.usefixtures("processes")
def test_a_person_who_thinks_holds_no_cpu_and_no_clock_but_their_own_runs(door: Path) -> None:
    """Two people think for longer than a bot's whole clock, and a match of bots goes on."""

    async def main() -> rec.Record:
        people = Guest("Ann", door / "1"), Guest("Bob", door / "2")
        task = match_of(*people, RANDOM)
        clock = replace(task.plan.clock, bank=2, increment=0.001)
        task = replace(task, plan=replace(task.plan, clock=clock))
        async with playing(task) as it:
            async with take_seat(door / "1") as ann, take_seat(door / "2") as bob:
                for seat in (ann, bob):
                    await wait_for_question(seat)
                await play_task(match_of(RANDOM, taken(SAMPLES / "first")), lambda _: None)
                await asyncio.sleep(2.1)
                for seat in (ann, bob):
                    await seat.answer(0)
                await asyncio.gather(*(play_anything(seat, Random(1)) for seat in (ann, bob)))
            return await it

    record = run_referee(main())
    assert not record.games[0].forfeits
    assert max(entry.wall_us for entry in record.games[0].entries) > 2_000_000


@pytest.mark.usefixtures("processes")
def test_who_is_late_loses_the_game_and_hears_it(door: Path) -> None:
    async def main() -> rec.Record:
        clock = TimeControl(0.3, 0, inf, ClockKind.WALL)
        async with (
            playing(match_of(Guest("Ann", door, clock), RANDOM)) as it,
            take_seat(door) as seat,
        ):
            event = await wait_for_question(seat)
            assert event.time_left == pytest.approx(0.3)
            assert await seat.hear() is None
            with pytest.raises(UserError, match="Nothing is asked of this seat now"):
                await seat.answer(0)
            return await it

    record = run_referee(main())
    (forfeit,) = record.games[0].forfeits
    assert (forfeit.verdict, forfeit.detail) == (rec.VERDICT_TIMEOUT, "no answer within 0.310 s")
    assert verify(record)


@pytest.mark.usefixtures("processes")
def test_an_answer_is_given_once_and_is_one_of_the_moves(door: Path) -> None:
    async def main() -> None:
        match = match_of(Guest("Ann", door), RANDOM)
        async with playing(match), take_seat(door) as seat:
            with pytest.raises(UserError, match="wait for its next turn"):
                await seat.answer(0)
            event = await wait_for_question(seat)
            for index in (-1, 10):
                with pytest.raises(UserError, match=f"no move {index}; the moves are 0 to 9"):
                    await seat.answer(index)
            assert event.find(f"  {event.moves[3].text} ") == 3
            with pytest.raises(UserError, match="'105' is no move that is possible now"):
                event.find("105")
            await seat.answer(3)
            with pytest.raises(UserError, match="wait for its next turn"):
                await seat.answer(3)

    run_referee(main())


@pytest.mark.usefixtures("processes")
def test_who_is_no_client_of_ours_forfeits_as_a_bot_does(door: Path) -> None:
    async def main() -> rec.Record:
        async with playing(match_of(Guest("Ann", door), RANDOM)) as it:
            async with take_seat(door) as seat:
                await wait_for_question(seat)
                await seat.stream.write(b"\xff")
                assert await seat.hear() is None
            return await it

    (forfeit,) = run_referee(main()).games[0].forfeits
    assert (forfeit.verdict, forfeit.detail) == (
        rec.VERDICT_PROTOCOL,
        "a message was no BotMessage",
    )
