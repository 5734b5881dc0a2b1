"""The gRPC connection to a bot: one server, one Unix socket and one stream for each.

The only module of the referee's side that speaks gRPC. A message is bytes until `connection.py` has
parsed it, so that no text of ours ever reaches a bot through a failed stream. The option values are
chosen against hostile clients; they bound a message, a stream and a handshake.
"""

import asyncio
import secrets
import shutil
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

import grpc
import grpc.aio

from arena.boxes.box import BOX_LIMIT, SOCKET, Box
from arena.boxes.connection.watch import Timings, Watch
from arena.boxes.supervision.bot_log import BotLog
from arena.errors import HostFailure, Unavailable
from arena.games.contract import LARGEST_TURN, Nonconformance
from arena.match.clock import GRACE, ClockKind, Deadline, Spent
from arena.match.connection import Connection, read_join
from arena.match.verdict import Exit, Fault, Verdict, conclude, describe_end
from arena.v1 import arena_pb2 as pb

SERVICE: Final = "arena.v1.Referee"
MAX_RECEIVE: Final = 16 * 1024
# Up to here a message that is too long arrives, and can be called that; beyond, gRPC ends the
# stream, which then looks as if the bot had.
_MAX_ARRIVING: Final = 1024 * 1024

# How long a bot may go on after the last game until its program has ended, in seconds.
GOODBYE_LIMIT: Final = 1.0
# How long the end of a bot's program may lag behind the end of its stream, in seconds.
_EXIT_LAG: Final = 1.0

_OPTIONS: Final = (
    ("grpc.max_receive_message_length", _MAX_ARRIVING),
    ("grpc.max_send_message_length", LARGEST_TURN),
    ("grpc.max_concurrent_streams", 1),
    ("grpc.max_metadata_size", 4096),
    ("grpc.absolute_max_metadata_size", 8192),
    ("grpc.server_handshake_timeout_ms", 3000),
    ("grpc.http2.max_ping_strikes", 1),
    ("grpc.http2.min_ping_interval_without_data_ms", 5000),
    ("grpc.http2.bdp_probe", 0),
    ("grpc.http2.lookahead_bytes", MAX_RECEIVE),
    ("grpc.so_reuseport", 0),
)

# Exceptions of a stream's operations when the other end is gone.
_BROKEN: Final = (grpc.RpcError, grpc.aio.BaseError, asyncio.InvalidStateError)

# The faults that are in what a bot has sent: no machine can bring them about.
_SENT: Final = frozenset({Verdict.ILLEGAL, Verdict.FLOODED})

ResultT = TypeVar("ResultT")
Stream: TypeAlias = "grpc.aio.ServicerContext[bytes, bytes]"


class GrpcConnection(Connection):
    """A bot in a box, on a stream. Owns the box, the socket and the seat's folder."""

    # A box may run under a user of its own, to whom the folder is all there is.
    _folder_mode = 0o755
    _socket_mode = 0o666

    def __init__(
        self,
        name: str,
        parameters: Mapping[str, str],
        box: Box,
        seat_folder: Path,
        now: Callable[[], float],
        *,
        log: BotLog | None = None,
        timings: Timings | None = None,
    ) -> None:
        super().__init__(parameters)
        # The bot's name in a sentence that says why a match is void.
        self._who = name
        self._name = name
        self._box = box
        self._log = BotLog() if log is None else log
        self._timings = Timings() if timings is None else timings
        box.hear = self._log.write
        # How much had been printed when the last game began, and the one before that.
        self._printed = (0, 0)
        self._may_print = True
        self._awake = False
        self._folder = seat_folder
        self._now = now
        self._server: grpc.aio.Server | None = None
        self._taken = False
        self._stream: asyncio.Future[Stream] = asyncio.get_running_loop().create_future()
        self._closed = asyncio.Event()
        self.charged: float | None = None
        """The CPU seconds that the box had spent at the last look; None if nobody can say."""
        # Messages without an answer wait for the next question: only then may the bot run.
        self._untold: list[bytes] = []

    @property
    def logged(self) -> int:
        return self._box.logged

    async def open(self, limit: float) -> Fault | None:
        with self._named():
            return await self._open(limit)

    async def _open(self, limit: float) -> Fault | None:
        self._log.start()
        ordered = self._now()
        await self._listen()
        await self._box.be_there(self._folder, "a bot's")
        # Only now, when the bot's own program is started on a CPU of its own, does its time run.
        await self._box.wake()
        deadline = Deadline(limit - GRACE, ClockKind.WALL)
        watch = Watch(self._box, self._now, deadline, self._box.cpu())
        self._box.launch()
        try:
            async with asyncio.timeout(None) as alarm:
                watch.start(alarm)
                fault = await self._meet()
        except TimeoutError:
            await watch.judge()
            return Fault(Verdict.NO_START, f"the bot sent no Join within {limit:g} s of its start")
        finally:
            watch.stop()
        if fault is None:
            cost = watch.cost()
            self.joined = cost.wall - cost.waited
            self._timings.starts.append(self._now() - ordered)
            await self._box.settle()
            self._log.joined()
            # From here on it runs only while it is asked. CPU time that it uses all the same is
            # charged.
            self._box.freeze()
            self._charge()
        return fault

    def next_number(self) -> int:
        """Return a number that a bot cannot know before, so that it cannot answer in advance."""
        return secrets.randbelow(2**32 - 1) + 1

    async def tell(self, message: pb.RefereeMessage) -> None:
        if message.WhichOneof("message") == "start":
            number, seat = message.start.number + 1, message.start.seat
            self._who = f"{self._name}, in seat {seat} of game {number}"
            self._log.begin_game(number, seat)
            self._printed = (self._box.logged, self._printed[0])
        self._untold.append(message.SerializeToString())

    async def goodbye(self) -> None:
        await self._box.wake()
        with suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_LIMIT):
                await super().goodbye()
                await self._send_untold()
                # The stream ends, which is what a client waits for; then its program can.
                self._closed.set()
                await asyncio.wait({self._box.exited})
        await self._box.settle()
        # Others wait for its CPU to say goodbye.
        self._box.freeze()

    async def evidence(self, fault: Fault) -> Fault:
        with self._named():
            return await self._find_evidence(fault)

    async def _find_evidence(self, fault: Fault) -> Fault:
        await self._box.wake()
        end = await self._wait_exit() if fault.verdict is Verdict.CRASHED else self._exit()
        self._check_host(fault)
        spent = self._box.cpu()
        self._awake = True
        await self.close()
        known = conclude(fault, end or self._exit(), self._box.log_tail())
        # A program that had to be killed reports no exit itself.
        return known if known.exit else replace(known, exit=Exit(cpu=spent))

    async def close(self) -> None:
        self._closed.set()
        try:
            # The output of a frozen box was heard before.
            if self._awake:
                await self._box.settle()
                self._awake = False
            await self._box.kill()
        finally:
            self._log.end()
            if self._server is not None:
                await self._server.stop(None)
            shutil.rmtree(self._folder, ignore_errors=True)

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Have a failure of ours say at which bot it was met."""
        try:
            yield
        except Unavailable:
            raise
        except HostFailure as failure:
            raise HostFailure(f"{self._who}: {failure}") from failure

    # --- the start ---

    async def _listen(self) -> None:
        """Open the socket. Anyone who connects first is the seat."""
        self._folder.mkdir(mode=self._folder_mode, parents=True, exist_ok=True)
        handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(
            self._play
        )
        service = grpc.method_handlers_generic_handler(SERVICE, {"Play": handler})
        self._server = grpc.aio.server(options=_OPTIONS)
        self._server.add_generic_rpc_handlers((service,))
        path = self._folder / SOCKET
        self._server.add_insecure_port(f"unix:{path}")
        await self._server.start()
        path.chmod(self._socket_mode)

    async def _play(self, _requests: AsyncIterator[bytes], stream: Stream) -> None:
        """Hold the one stream open while the connection asks and tells over it."""
        if self._taken:
            await stream.abort(grpc.StatusCode.PERMISSION_DENIED, "this seat is taken")
        self._taken = True
        # The open stream lives on without the name; nobody else can connect any more.
        (self._folder / SOCKET).unlink(missing_ok=True)
        try:
            # Else a first question that is cancelled while it is sent has gRPC send them twice.
            with suppress(*_BROKEN):
                await stream.send_initial_metadata(())
        finally:
            # Also of a client that has left meanwhile, which reading tells; unless nobody waits.
            if not self._stream.done():
                self._stream.set_result(stream)
        await self._closed.wait()

    async def _meet(self) -> Fault | None:
        """Wait for the stream and its Join, or for the end of the program or of the server."""
        join = asyncio.create_task(self._receive_join())
        broken = asyncio.create_task(self._break())
        either: set[asyncio.Future[Any]] = {join, broken, self._box.exited}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if join.done():
                return await join
            if broken.done():
                return await broken
        finally:
            join.cancel()
            broken.cancel()
        end = self._box.exited.result()
        return Fault(Verdict.NO_START, end.error or _describe_start(end))

    async def _break(self) -> Fault:
        """Wait for gRPC's server to end by itself.

        It looks at a path before any code of ours does, and one that is no UTF-8 ends it. Streams
        that are open go on, so a bot that does this in mid-game has done nothing.
        """
        assert self._server is not None  # noqa: S101 - it listens
        try:
            while True:
                # With a limit, since without one to stop waiting would break its shutdown.
                await self._server.wait_for_termination(BOX_LIMIT)
        except UnicodeDecodeError as error:
            path = error.object[:40]
            detail = f"the bot asked for {path!r}, which is no UTF-8, and so ended its server"
            return Fault(Verdict.NO_START, detail)

    async def _receive_join(self) -> Fault | None:
        stream = await self._stream
        payload: Any = grpc.aio.EOF
        with suppress(*_BROKEN):
            payload = await stream.read()
        if payload is grpc.aio.EOF:
            return Fault(Verdict.NO_START, "the bot closed its stream before its Join")
        joined = _flooded(payload) if len(payload) > MAX_RECEIVE else read_join(payload)
        if isinstance(joined, Fault):
            return joined
        self.join = joined
        return None

    # --- questions ---

    async def _exchange(
        self, message: pb.RefereeMessage, deadline: Deadline
    ) -> tuple[bytes, Spent] | Fault:
        stream = self._stream.result()
        sent = message.SerializeToString()
        if len(sent) > LARGEST_TURN:
            raise Nonconformance(
                f"a Turn of {len(sent)} bytes was to be sent; {LARGEST_TURN} are the most"
            )
        # The question is due; it is given when the box gets a CPU.
        await self._box.wake()
        self._awake = True
        try:
            with self._named():
                answer = await self._converse(stream, sent, deadline)
        except asyncio.CancelledError:
            # The match is told to end, maybe since this bot hangs: its last words say where.
            await self._box.settle(last=True)
            raise
        finally:
            # Others of this decision may wait for its CPU.
            self._awake = False
            self._box.freeze()
        if isinstance(answer, Fault):
            return answer
        payload, spent = answer
        return payload, spent._replace(cpu=self._charge())

    async def _converse(
        self, stream: Stream, sent: bytes, deadline: Deadline
    ) -> tuple[bytes, Spent] | Fault:
        """Give a question to a box that is awake; return its answer, and what of it is known."""
        watch = Watch(self._box, self._now, deadline, self.charged)
        self._log.ask()
        try:
            # A bot that does not even read the question spends its own time on that.
            async with asyncio.timeout(None) as alarm:
                watch.start(alarm)
                await self._write(stream, sent)
                payload: Any = await stream.read()
        except TimeoutError:
            return await watch.judge()
        except _BROKEN:
            return _gone()
        finally:
            watch.stop()
            self._timings.late = max(self._timings.late, watch.late)
        if payload is grpc.aio.EOF:
            return _gone()
        if len(payload) > MAX_RECEIVE:
            return _flooded(payload)
        spent = watch.cost()
        if deadline.is_over(spent):
            # It came while the timer was due: the machine is asked as if it had not come.
            return await watch.judge()
        # Flush the log after the first answer, then only for bots that printed in this game or the
        # one before: it takes longer than some answers. Else a text may be found a turn late.
        if self._may_print:
            await self._box.settle()
        self._may_print = self._box.logged > self._printed[1]
        self._log.answered()
        return payload, spent

    async def _write(self, stream: Stream, *contents: bytes) -> None:
        """Send what the bot has not been told yet, and then this."""
        untold, self._untold = self._untold, []
        for content in (*untold, *contents):
            await stream.write(content)

    async def _send_untold(self) -> None:
        """Send what has not been told yet; a stream that is gone is noticed elsewhere."""
        with suppress(*_BROKEN):
            await self._write(self._stream.result())

    def _charge(self) -> float | None:
        """Return the CPU seconds of the box since this was last asked."""
        before, self.charged = self.charged, self._box.cpu()
        if self.charged is None or before is None:
            return None
        return self.charged - before

    # --- the end ---

    def _exit(self) -> Exit | None:
        return self._box.exited.result() if self._box.exited.done() else None

    async def _wait_exit(self) -> Exit | None:
        await asyncio.wait({self._box.exited}, timeout=_EXIT_LAG)
        if self._box.silent:
            # Else what ended the box would look like a bot that ended its stream and ran on.
            await asyncio.wait({self._box.exited})
        return self._exit()

    def _check_host(self, fault: Fault) -> None:
        """HostFailure if this machine did to the box what may have led to the fault."""
        if fault.verdict not in _SENT and (why := self._box.host_fault()):
            raise HostFailure(why)


def _describe_start(end: Exit) -> str:
    hint = "; a Python bot ends with run(MyBot), which stays until the match is over"
    return f"the bot {describe_end(end)} before its Join{hint if end.code == 0 else ''}"


def _gone() -> Fault:
    return Fault(Verdict.CRASHED, "the bot closed its stream")


def _flooded(payload: bytes) -> Fault:
    return Fault(
        Verdict.FLOODED, f"the bot sent {len(payload)} bytes at once; {MAX_RECEIVE} are the most"
    )
