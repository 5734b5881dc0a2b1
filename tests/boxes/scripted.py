"""A box whose program is a script: what it sends and how it ends, of a stranger's choice."""

import asyncio
from contextlib import suppress
from pathlib import Path

from arena.boxes.box import Box
from arena.match.verdict import Exit


class ScriptedBox(Box):
    """Sends these bytes to the socket of the product, prints and ends; each may be left out.

    One that is `queued` waits for its CPU until then.
    """

    def __init__(
        self,
        sent: bytes | None,
        end: Exit | None,
        *,
        printed: str = "",
        fault: str = "",
        pause: float = 0.0,
        queued: bool = False,
    ) -> None:
        super().__init__()
        self.awake = False
        self.killed = False
        self._sent = sent
        self._end = end
        self._printed = printed
        self._fault = fault
        self._pause = pause
        self._queued = queued
        self._seat = Path()
        self._playing: asyncio.Task[None] | None = None

    async def start(self, seat_folder: Path) -> None:
        self._seat = seat_folder

    def launch(self) -> None:
        assert self.awake
        self._playing = asyncio.create_task(self._play())

    async def _play(self) -> None:
        self.hear(self._printed)
        if self._sent is not None:
            # What is too much is not read to its end.
            with suppress(ConnectionError):
                _, writer = await asyncio.open_unix_connection(self._seat / "product.sock")
                writer.write(self._sent)
                await writer.drain()
                writer.close()
        await asyncio.sleep(self._pause)
        if self._end is not None:
            self.exited.set_result(self._end)

    async def wake(self) -> None:
        if self._queued and self._playing is not None:
            # It gets a CPU when all is over, and was heard.
            await asyncio.wait(asyncio.all_tasks() - {asyncio.current_task()})
        self.awake = True

    def freeze(self) -> None:
        self.awake = False

    def host_fault(self) -> str:
        return self._fault

    async def kill(self) -> None:
        self.killed = True
        if self._playing is not None:
            self._playing.cancel()

    def log_tail(self) -> str:
        return self._printed
