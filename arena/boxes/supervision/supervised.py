"""A box with a supervisor in it: the referee's end of the conversation with `supervisor.py`."""

import asyncio
import json
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from arena.boxes.box import Box
from arena.boxes.host.cpus import Cpus, measure_share
from arena.errors import HostFailure
from arena.match.verdict import Exit
from arena.system import peer_of

SUPERVISOR_SOCKET: Final = "supervisor.sock"
_LOG_TAIL_LINES: Final = 20
_LOG_TAIL_BYTES: Final = 4096
_LINE_BYTES: Final = 1024 * 1024
# How long a supervisor may take to pass on what its bot has written. One that cannot, since its bot
# leaves it no CPU, costs this once. In seconds.
_SETTLE_LIMIT: Final = 0.25
# The same where a match is stopped, and nobody's clock runs any more.
_LAST_WORDS_LIMIT: Final = 10.0


class SupervisedBox(Box, ABC):
    """Starts a supervisor, orders the bot from it, and listens to what it reports."""

    def __init__(self, command: Sequence[str], cpus: Cpus) -> None:
        super().__init__()
        self._cpus = cpus
        # The CPU that is this box's while it is awake, and the one that it last had.
        self._cpu: int | None = None
        self._pinned: int | None = None
        self._command = command
        self._log: deque[str] = deque(maxlen=64)
        self._port: asyncio.Future[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = (
            asyncio.get_running_loop().create_future()
        )
        self._listening: asyncio.Task[None] | None = None
        self._drained: asyncio.Future[None] | None = None
        self._settles = True
        self._ending = False

    @abstractmethod
    async def _launch(self, seat_folder: Path) -> None:
        """Start the supervisor; HostFailure if that cannot be done."""

    def _started(self, pid: int) -> None:
        """Take note of the number that the supervisor sees of the program."""

    @abstractmethod
    async def _destroy(self) -> None:
        """End the supervisor and all that is left. May be repeated."""

    def _met(self, pid: int) -> None:
        """Take note of the number that this host sees of the supervisor, 0 if it cannot."""

    @abstractmethod
    async def _explain_silence(self) -> Exit:
        """Return how a supervisor ended that has not said how its bot did."""

    def _confirm(self, end: Exit) -> Exit:
        """Return how the program ended, where the host knows better than the supervisor."""
        return end

    @abstractmethod
    def _order(self) -> dict[str, Any]:
        """Return folder and environment of the bot's program, as the box sees them."""

    @abstractmethod
    def _pin(self, cpu: int) -> None:
        """Have all in the box run on one CPU alone, if the box can do that."""

    @abstractmethod
    def _stop(self) -> None:
        """Stop all in the box until `_go_on`, if the box can do that."""

    @abstractmethod
    def _go_on(self) -> None:
        """Let all in the box go on."""

    async def start(self, seat_folder: Path) -> None:
        reader, _ = await self._meet_supervisor(seat_folder)
        self._listening = asyncio.create_task(self._listen(reader))

    def launch(self) -> None:
        order = {"command": list(self._command), **self._order()}
        self._port.result()[1].write(json.dumps(order).encode() + b"\n")

    async def wake(self) -> None:
        if self._cpu is not None:
            return
        self._cpu = await self._cpus.take(self._pinned)
        if self._cpu != self._pinned:
            self._pin(self._cpu)
            self._pinned = self._cpu
        self._go_on()

    def freeze(self) -> None:
        self._stop()
        self._give_back()

    def _give_back(self) -> None:
        if self._cpu is not None:
            self._cpus.give_back(self._cpu)
            self._cpu = None

    async def measure_share(self) -> float:
        assert self._cpu is not None  # noqa: S101 - it is awake
        self._stop()
        try:
            return await measure_share(self._cpu)
        finally:
            self._go_on()

    async def _meet_supervisor(
        self, seat_folder: Path
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Start a supervisor and wait for its connection."""
        path = seat_folder / SUPERVISOR_SOCKET
        # Stopped as it begins to serve, it would leave its socket open: so that is done below.
        server = await asyncio.start_unix_server(
            self._connected, path, limit=_LINE_BYTES, start_serving=False
        )
        try:
            path.chmod(0o666)
            await server.start_serving()
            await self._launch(seat_folder)
            met = await self._port
        finally:
            # Not wait_closed() as well, which waits for the supervisor's connection to end.
            server.close()
        path.unlink(missing_ok=True)
        return met

    async def settle(self, *, last: bool = False) -> None:
        if not (self._settles or last) or self._listening is None or self._listening.done():
            return
        self._drained = asyncio.get_running_loop().create_future()
        self._port.result()[1].write(b"\n")
        done, _ = await asyncio.wait(
            {self._drained, self._listening},
            timeout=_LAST_WORDS_LIMIT if last else _SETTLE_LIMIT,
            return_when=asyncio.FIRST_COMPLETED,
        )
        self._settles = bool(done)
        self._drained = None

    async def kill(self) -> None:
        self._ending = True
        if self._port.done() and not self._port.cancelled():
            self._port.result()[1].close()
        try:
            await self._destroy()
        finally:
            self._give_back()
        if self._listening is not None:
            with suppress(asyncio.CancelledError):
                await self._listening

    def log_tail(self) -> str:
        text = "".join(self._log)[-_LOG_TAIL_BYTES:]
        return "\n".join(text.splitlines()[-_LOG_TAIL_LINES:])

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take the first connection, which is the supervisor's: the bot does not run yet."""
        # One that is accepted while this is ended arrives here after `kill` has looked for it, and
        # `_destroy` waits for a supervisor that waits for its connection to end.
        if self._port.done() or self._ending:
            writer.close()
            return
        self._met(peer_of(writer.get_extra_info("socket")))
        self._port.set_result((reader, writer))

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        """Read the supervisor's reports until it is gone."""
        with suppress(ConnectionError, ValueError):
            while line := await reader.readline():
                report = json.loads(line)
                if "log" in report:
                    self._log.append(report["log"])
                    self.logged += len(report["log"])
                    self.hear(report["log"])
                elif "drained" in report:
                    if self._drained is not None and not self._drained.done():
                        self._drained.set_result(None)
                elif "pid" in report:
                    self._started(report["pid"])
                else:
                    self.exited.set_result(self._confirm(Exit(**report["exit"])))
        if not self.exited.done() and not self._ending:
            self.silent = True
            self.exited.set_result(await self._explain_silence())


def missing_supervisor(detail: str) -> HostFailure:
    return HostFailure(f"a bot's box could not be started: {detail}")
