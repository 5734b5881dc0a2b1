"""Lines from a terminal, a pipe or a file, read beside everything else that goes on."""

import asyncio
import os
from typing import Final

_AT_ONCE: Final = 65536


class Keyboard:
    """Reads the lines of a descriptor as they are typed. Who waits for one may stop waiting."""

    def __init__(self, descriptor: int = 0) -> None:
        self._descriptor = descriptor
        self._read = b""
        self._ended = False

    async def line(self) -> str:
        """Wait for the next line and return it; EOFError when there are no more."""
        while b"\n" not in self._read and not self._ended:
            await self._wait()
            data = os.read(self._descriptor, _AT_ONCE)
            self._read += data
            self._ended = not data
        if not self._read:
            raise EOFError
        line, _, self._read = self._read.partition(b"\n")
        return line.decode("utf-8", "replace").strip()

    async def _wait(self) -> None:
        """Wait until there is something to read."""
        loop = asyncio.get_running_loop()
        ready = asyncio.Event()
        try:
            loop.add_reader(self._descriptor, ready.set)
        except PermissionError:
            return  # A file is always there to be read.
        try:
            await ready.wait()
        finally:
            loop.remove_reader(self._descriptor)
