"""The line over a real gRPC stream, with clients that do what they should not."""

import asyncio
import gc
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest

from arena.boxes import box
from arena.boxes.box import SOCKET, Box
from arena.boxes.connection.grpc_connection import MAX_RECEIVE, GrpcConnection
from arena.boxes.connection.watch import Watch
from arena.errors import HostFailure
from arena.games.contract import LARGEST_TURN, Nonconformance
from arena.match.clock import GRACE, ClockKind, Deadline
from arena.match.connection import Reply
from arena.match.verdict import Fault, Verdict
from arena.runner.play import run_referee
from arena.v1 import arena_pb2 as pb
from arena.v1.tonton_pb2 import TontonMove

# For who answers, however slow the machine is.
PATIENT = Deadline(100, ClockKind.CPU)
# Late after 0.3 s of wall time, or 0.1 s of CPU time.
SHORT = Deadline(0.1 - GRACE, ClockKind.CPU)
JOIN = pb.BotMessage(join=pb.Join(revision=1)).SerializeToString()
Client = Callable[["grpc.aio.StreamStreamCall[bytes, bytes]"], Awaitable[None]]


class ClientBox(Box):
    """Runs a client in this very loop, in the place of a bot's program."""

    def __init__(self, client: Client) -> None:
        super().__init__()
        self._client = client
        self._task: asyncio.Task[None] | None = None
        self.frozen: list[bool] = []

    async def start(self, seat_folder: Path) -> None:
        self._folder = seat_folder

    def launch(self) -> None:
        self._task = asyncio.create_task(self._run(f"unix:{self._folder / SOCKET}"))

    async def _run(self, address: str) -> None:
        async with grpc.aio.insecure_channel(address) as channel:
            await self._client(open_stream(channel))

    async def kill(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    def log_tail(self) -> str:
        return "its log"

    def cpu(self) -> float | None:
        return time.process_time()

    def waited(self) -> float | None:
        return 0.0

    def freeze(self) -> None:
        self.frozen.append(True)

    async def wake(self) -> None:
        self.frozen.append(False)


def open_stream(channel: grpc.aio.Channel) -> "grpc.aio.StreamStreamCall[bytes, bytes]":
    call: grpc.aio.StreamStreamCall[bytes, bytes] = channel.stream_stream(
        "/arena.v1.Referee/Play"
    )()
    return call


class StuckBox(ClientBox):
    """Is never there."""

    async def start(self, seat_folder: Path) -> None:
        await wait_forever()


def test_a_box_that_is_not_there_is_our_failure_and_not_the_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(box, "BOX_LIMIT", 0.05)

    async def main() -> None:
        line = GrpcConnection("bot", {}, StuckBox(echo), tmp_path / "seat", time.perf_counter)
        with pytest.raises(HostFailure, match="not there after"):
            await line.open(0.01)
        await line.close()

    asyncio.run(main())


class StayingBox(ClientBox):
    """Cannot be removed."""

    async def kill(self) -> None:
        raise HostFailure("the engine is away")


def test_no_server_is_left_of_a_box_that_cannot_be_removed(tmp_path: Path) -> None:
    async def main() -> None:
        box = StayingBox(echo)
        line = GrpcConnection("bot", {}, box, tmp_path / "seat", time.perf_counter)
        assert await line.open(100) is None
        with pytest.raises(HostFailure, match="away"):
            await line.close()
        await ClientBox.kill(box)
        assert not (tmp_path / "seat").exists()

    asyncio.run(main())
    # A server that runs on when its loop has ended says so here.
    gc.collect()


async def wait_forever() -> None:
    await asyncio.Event().wait()


def converse(
    folder: Path,
    client: Client,
    talk: Callable[[GrpcConnection], Awaitable[None]],
    limit: float = 100,
    box: Callable[[Client], ClientBox] | None = None,
    *,
    now: Callable[[], float] = time.perf_counter,
) -> None:
    async def main() -> None:
        line = GrpcConnection("bot", {}, (box or ClientBox)(client), folder / "seat", now)
        try:
            fault = await line.open(limit)
            assert fault is None, fault
            await talk(line)
        finally:
            await line.close()
        assert not (folder / "seat").exists()

    asyncio.run(main())


async def echo(stream: "grpc.aio.StreamStreamCall[bytes, bytes]") -> None:
    """Answer every question with its own number and no move."""
    await stream.write(JOIN)
    while isinstance(payload := await stream.read(), bytes):
        number = pb.RefereeMessage.FromString(payload).turn.number
        choice = pb.Choice(turn=number, move=pb.Move())
        await stream.write(pb.BotMessage(choice=choice).SerializeToString())


def test_questions_are_numbered_and_answered(tmp_path: Path) -> None:
    async def talk(line: GrpcConnection) -> None:
        numbers = []
        for _ in range(3):
            reply = await line.ask(pb.Turn(), PATIENT)
            assert not isinstance(reply, Fault), reply
            assert reply.spent.wall > 0
            numbers.append(reply.turn.number)
        # Nor can a bot guess the next number.
        assert len({*numbers}) == 3
        assert numbers[1] - numbers[0] != numbers[2] - numbers[1]

    converse(tmp_path, echo, talk)


def test_a_question_that_is_too_large_is_our_bug_and_no_crash_of_the_bot(tmp_path: Path) -> None:
    async def talk(line: GrpcConnection) -> None:
        legal = [pb.Move(tonton=TontonMove(card=number)) for number in range(100_000)]
        with pytest.raises(Nonconformance, match="bytes was to be sent; 262144 are the most"):
            await line.ask(pb.Turn(legal=legal), PATIENT)
        # The largest that is allowed arrives, and is answered.
        fits = pb.Turn(legal=legal[:30_000])
        assert LARGEST_TURN * 0.7 < fits.ByteSize() < LARGEST_TURN
        assert isinstance(await line.ask(fits, PATIENT), Reply)

    converse(tmp_path, echo, talk)


def test_a_seat_is_frozen_unless_it_is_asked_or_was_lost(tmp_path: Path) -> None:
    seen: list[bool] = []

    class NotingBox(ClientBox):
        def freeze(self) -> None:
            seen.append(True)

        async def wake(self) -> None:
            seen.append(False)

    async def talk(line: GrpcConnection) -> None:
        assert seen == [False, True]
        for _ in range(2):
            await line.ask(pb.Turn(), PATIENT)
        assert seen == [False, True] * 3
        await line.evidence(Fault(Verdict.ILLEGAL, ""))
        assert not seen[-1]

    converse(tmp_path, echo, talk, box=NotingBox)


def test_what_a_box_does_between_two_answers_is_charged_to_the_second(tmp_path: Path) -> None:
    class WorkingBox(ClientBox):
        """Has worked for a quarter of a second, frozen as it was, whenever it is woken."""

        worked = 0.0

        async def wake(self) -> None:
            self.worked += 0.25

        def cpu(self) -> float | None:
            return self.worked

    async def talk(line: GrpcConnection) -> None:
        for _ in range(3):
            reply = await line.ask(pb.Turn(), PATIENT)
            assert not isinstance(reply, Fault)
            assert reply.spent.cpu == 0.25

    converse(tmp_path, echo, talk, box=WorkingBox)


def test_a_first_question_that_is_cancelled_leaves_nothing_in_the_journal(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def talk(line: GrpcConnection, turns: int) -> None:
        asking = asyncio.create_task(line.ask(pb.Turn(), PATIENT))
        # Within the loop's next turns it has been handed to gRPC and not been sent.
        for _ in range(turns):
            await asyncio.sleep(0)
        asking.cancel()
        await asyncio.wait({asking})

    for turns in range(8):
        converse(tmp_path, mute, partial(talk, turns=turns))
    assert not caplog.records


async def mute(stream: "grpc.aio.StreamStreamCall[bytes, bytes]") -> None:
    await stream.write(JOIN)
    await wait_forever()


class WaitingBox(ClientBox):
    """Says that it has waited for its CPU ever since, on a machine that had all of one."""

    spent = 0.0

    def cpu(self) -> float | None:
        return 0.0 if self._task is None else self.spent

    def waited(self) -> float | None:
        return time.monotonic()


class RecountedBox(ClientBox):
    """Says that it has waited, and then that this was not so long."""

    def cpu(self) -> float | None:
        return 0.001 * time.monotonic()

    def waited(self) -> float | None:
        return 1e9 - time.monotonic()


async def echo_late(stream: "grpc.aio.StreamStreamCall[bytes, bytes]") -> None:
    """Answer every question after a moment."""
    await stream.write(JOIN)
    while isinstance(payload := await stream.read(), bytes):
        await asyncio.sleep(0.05)
        choice = pb.Choice(turn=pb.RefereeMessage.FromString(payload).turn.number)
        await stream.write(pb.BotMessage(choice=choice).SerializeToString())


class Clock:
    """A clock that only the test moves."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


class LookedAtBox(ClientBox):
    """Says that it has worked and waited all the time, and knows when it was asked."""

    def __init__(self, client: Client, clock: Clock) -> None:
        super().__init__(client)
        self._clock = clock
        self.looked_at = asyncio.Event()

    def cpu(self) -> float | None:
        return self._clock.seconds

    def waited(self) -> float | None:
        self.looked_at.set()
        return self._clock.seconds


@pytest.mark.parametrize("first_look", [False, True], ids=["before_the_first_look", "later"])
def test_a_referee_that_stands_still_costs_a_bot_nothing(first_look: bool, tmp_path: Path) -> None:
    clock = Clock()
    boxes: list[LookedAtBox] = []

    def make(client: Client) -> LookedAtBox:
        boxes.append(LookedAtBox(client, clock))
        return boxes[0]

    async def stop(stream: "grpc.aio.StreamStreamCall[bytes, bytes]") -> None:
        """Answer after two seconds in which the loop of both does nothing else."""
        await stream.write(JOIN)
        payload = await stream.read()
        assert isinstance(payload, bytes)
        if first_look:
            await boxes[0].looked_at.wait()
        clock.seconds += 2
        choice = pb.Choice(turn=pb.RefereeMessage.FromString(payload).turn.number)
        await stream.write(pb.BotMessage(choice=choice).SerializeToString())
        await wait_forever()

    async def talk(line: GrpcConnection) -> None:
        reply = await line.ask(pb.Turn(), Deadline(1.5 - GRACE, ClockKind.WALL))
        assert isinstance(reply, Reply), reply
        # At most what was left until the referee would have looked.
        assert reply.spent.wall <= 0.051
        # What it waited meanwhile is left out once.
        assert 0 <= reply.spent.waited <= reply.spent.wall

    converse(tmp_path, stop, talk, box=make, now=clock)


def test_an_answer_that_is_read_before_the_late_timer_costs_nothing_either() -> None:
    clock = Clock()

    async def main() -> None:
        watch = Watch(ClientBox(mute), clock, PATIENT, 0.0)
        watch.start(asyncio.timeout(None))
        # The loop has no chance to run the timer, which was due after 5 ms.
        clock.seconds += 2
        assert watch.cost().wall == pytest.approx(0.005)
        watch.stop()

    asyncio.run(main())


def test_nor_does_one_that_is_read_behind_the_late_timer() -> None:
    clock = Clock()

    async def main() -> None:
        watch = Watch(ClientBox(mute), clock, PATIENT, 0.0)
        watch.start(asyncio.timeout(None))
        clock.seconds += 2
        # The timer of 5 ms is before this one.
        await asyncio.sleep(0.01)
        assert watch.late
        assert watch.cost().wall == pytest.approx(0.005)
        watch.stop()

    asyncio.run(main())


def test_a_referee_that_stands_still_while_it_looks_at_the_clock_takes_no_time_back() -> None:
    stands_still = False

    def now() -> float:
        seen = time.perf_counter()
        if stands_still:
            time.sleep(0.1)
        return seen

    async def main() -> None:
        nonlocal stands_still
        watch = Watch(ClientBox(mute), now, PATIENT, 0.0)
        watch.start(asyncio.timeout(None))
        stands_still = True
        assert watch.cost().wall >= 0
        watch.stop()

    asyncio.run(main())


def test_a_referee_that_stood_still_before_it_saw_the_answer_charges_none_of_that() -> None:
    moment = 0.0

    async def main() -> None:
        nonlocal moment
        watch = Watch(ClientBox(mute), lambda: moment, PATIENT, 0.0)
        watch.start(asyncio.timeout(None))
        # The timer was to go off after five milliseconds, and has not yet.
        moment = 2.0
        assert watch.cost().wall == pytest.approx(0.005)
        watch.stop()

    asyncio.run(main())


class PreemptedBox(ClientBox):
    """A box that does nothing but wait for its CPU."""

    def cpu(self) -> float:
        return 0.0

    def waited(self) -> float:
        return time.perf_counter()


def test_what_is_recorded_of_a_late_answer_is_what_made_it_late() -> None:
    """Else anyone who plays the record again finds that the seat was in time."""
    deadline = Deadline(0.02 - GRACE, ClockKind.CPU)

    async def main() -> Fault:
        watch = Watch(PreemptedBox(mute), time.perf_counter, deadline, 0.0)
        with suppress(TimeoutError):
            async with asyncio.timeout(None) as alarm:
                watch.start(alarm)
                await wait_forever()
        return await watch.judge()

    fault = asyncio.run(main())
    assert fault.spent is not None
    assert deadline.is_over(fault.spent)


def test_what_needs_no_answer_is_sent_with_the_next_question(tmp_path: Path) -> None:
    """Not before: a bot may only run when it is asked. Nor does a bot that does not read delay."""
    read: list[str | None] = []

    async def note(stream: "grpc.aio.StreamStreamCall[bytes, bytes]") -> None:
        await stream.write(JOIN)
        while isinstance(payload := await stream.read(), bytes):
            message = pb.RefereeMessage.FromString(payload)
            read.append(message.WhichOneof("message"))
            if message.HasField("turn"):
                choice = pb.Choice(turn=message.turn.number)
                await stream.write(pb.BotMessage(choice=choice).SerializeToString())

    async def talk(line: GrpcConnection) -> None:
        await line.tell(pb.RefereeMessage(over=pb.Over()))
        await line.tell(pb.RefereeMessage(start=pb.Start()))
        await asyncio.sleep(0.2)
        assert not read
        for _ in range(2):
            assert isinstance(await line.ask(pb.Turn(), PATIENT), Reply)
        assert read == ["over", "start", "turn", "turn"]
        await line.goodbye()
        assert read[4:] == ["goodbye"]

    converse(tmp_path, note, talk)


def test_nobody_has_waited_for_less_than_nothing(tmp_path: Path) -> None:
    async def talk(line: GrpcConnection) -> None:
        reply = await line.ask(pb.Turn(), PATIENT)
        assert isinstance(reply, Reply)
        assert reply.spent.waited == 0

    converse(tmp_path, echo_late, talk, box=RecountedBox)


class StarvedBox(WaitingBox):
    """And on a machine on which nobody else had a CPU either."""

    async def measure_share(self) -> float:
        return 0.05


class SleepingBox(StarvedBox):
    """But it has not wanted one."""

    def waited(self) -> float | None:
        return 0.0


class SpendthriftBox(StarvedBox):
    """Has spent all that was left."""

    spent = 0.2


@pytest.mark.parametrize("box", [ClientBox, WaitingBox, SleepingBox, SpendthriftBox])
def test_who_is_late_by_itself_is_late(box: type[ClientBox], tmp_path: Path) -> None:
    async def talk(line: GrpcConnection) -> None:
        line.charged = 0.0
        fault = await line.ask(pb.Turn(), SHORT)
        assert isinstance(fault, Fault)
        assert fault.verdict is Verdict.TIMEOUT

    converse(tmp_path, mute, talk, box=box)


def test_who_had_no_cpu_is_not_late_but_the_machine_is(tmp_path: Path) -> None:
    async def talk(line: GrpcConnection) -> None:
        with pytest.raises(HostFailure, match=r"bot: the machine is too busy"):
            await line.ask(pb.Turn(), SHORT)

    converse(tmp_path, mute, talk, box=StarvedBox)


@pytest.mark.parametrize("box", [WaitingBox, StarvedBox])
def test_an_answer_behind_its_time_is_judged_as_one_that_has_not_come(
    box: type[ClientBox], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The timer was due, and the answer was read before it went off."""
    monkeypatch.setattr(Watch, "_elapsed", lambda _: 0.4)
    monkeypatch.setattr(Watch, "_waited_in_all", lambda _: 0.35)

    async def talk(line: GrpcConnection) -> None:
        if box is StarvedBox:
            with pytest.raises(HostFailure, match=r"bot: the machine is too busy"):
                await line.ask(pb.Turn(), SHORT)
        else:
            fault = await line.ask(pb.Turn(), SHORT)
            assert isinstance(fault, Fault)
            assert fault.verdict is Verdict.TIMEOUT

    converse(tmp_path, echo_late, talk, box=box)


def test_nobody_else_can_take_the_seat(tmp_path: Path) -> None:
    refused: list[object] = []

    class GreedyBox(ClientBox):
        """Connects twice before it opens a stream, which takes the name of the socket away."""

        async def _run(self, address: str) -> None:
            apart = [("grpc.use_local_subchannel_pool", 1)]  # a connection of its own
            async with (
                grpc.aio.insecure_channel(address, options=apart) as one,
                grpc.aio.insecure_channel(address, options=apart) as other,
            ):
                await one.channel_ready()
                await other.channel_ready()
                first = open_stream(one)
                await first.write(JOIN)
                await first.read()
                second = open_stream(other)
                with pytest.raises(grpc.aio.AioRpcError):
                    await second.read()
                refused.append((await second.code(), await second.details()))

    async def talk(line: GrpcConnection) -> None:
        reply = await line.ask(pb.Turn(), PATIENT)
        assert isinstance(reply, Fault)
        assert refused == [(grpc.StatusCode.PERMISSION_DENIED, "this seat is taken")]
        assert not (tmp_path / "seat" / SOCKET).exists()

    converse(tmp_path, mute, talk, box=GreedyBox)


@pytest.mark.parametrize("payload", [b"\xff\xff\xff", b"\x0a\xff\xff\xff\xff\x0f"])
def test_a_bot_never_reads_our_exceptions(tmp_path: Path, payload: bytes) -> None:
    status: list[object] = []

    async def babbler(stream: "grpc.aio.StreamStreamCall[bytes, bytes]") -> None:
        await stream.write(JOIN)
        await stream.read()
        await stream.write(payload)
        await stream.read()
        status.append((await stream.code(), await stream.details()))

    async def talk(line: GrpcConnection) -> None:
        fault = await line.ask(pb.Turn(), PATIENT)
        assert isinstance(fault, Fault)
        assert fault.verdict is Verdict.PROTOCOL

    converse(tmp_path, babbler, talk)
    assert status in ([], [(grpc.StatusCode.OK, "")])


def test_a_message_over_the_limit_ends_the_conversation(tmp_path: Path) -> None:
    async def shouter(stream: "grpc.aio.StreamStreamCall[bytes, bytes]") -> None:
        await stream.write(JOIN)
        await stream.read()
        await stream.write(bytes(MAX_RECEIVE + 1))
        await wait_forever()

    async def talk(line: GrpcConnection) -> None:
        fault = await line.ask(pb.Turn(), PATIENT)
        assert isinstance(fault, Fault)
        concluded = await line.evidence(fault)
        assert concluded.verdict is Verdict.FLOODED
        assert concluded.detail == "the bot sent 16385 bytes at once; 16384 are the most"
        assert concluded.log_tail == "its log"

    converse(tmp_path, shouter, talk)


def test_a_silent_bot_times_out_and_a_silent_client_never_joins(tmp_path: Path) -> None:
    async def talk(line: GrpcConnection) -> None:
        fault = await line.ask(pb.Turn(), Deadline(0.05 - GRACE, ClockKind.WALL))
        assert isinstance(fault, Fault)
        assert fault.verdict is Verdict.TIMEOUT

    converse(tmp_path, mute, talk)

    async def absent(_: object) -> None:
        await wait_forever()

    with pytest.raises(AssertionError, match="no Join within"):
        converse(tmp_path, absent, talk, limit=0.1)


def test_a_line_leaves_what_becomes_of_errors_to_whoever_runs_the_loop(tmp_path: Path) -> None:
    async def look(_: GrpcConnection) -> None:
        assert asyncio.get_running_loop().get_exception_handler() is None

    converse(tmp_path, echo, look)


def test_an_error_of_ours_in_a_referee_is_reported_wherever_it_was_raised(
    caplog: pytest.LogCaptureFixture,
) -> None:
    names: dict[str, Any] = {}
    # As if it lay in gRPC.
    source = "async def decode():\n    b'\\xff'.decode()\n"
    exec(compile(source, "grpc/_cython/_cygrpc/aio/ours.py", "exec"), names)  # noqa: S102

    async def main() -> None:
        await asyncio.wait({asyncio.create_task(names["decode"]())})

    run_referee(main())
    gc.collect()
    assert "UnicodeDecodeError" in caplog.text
