"""A container box that was ready before its bot: see `pool.py`."""

import asyncio
import os
import socket
from collections.abc import Collection, Sequence
from pathlib import Path

from arena.boxes.container import ContainerBox
from arena.boxes.engine import Engine
from arena.boxes.pool import ReadyBox


class PooledBox(ContainerBox):
    """Runs a bot's program in a container that has waited for one."""

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        engine: Engine,
        ready: ReadyBox,
        *,
        accepted: Collection[str] = (),
    ) -> None:
        super().__init__(command, folder, "", engine, accepted=accepted)
        self._name = ready.name
        self._id = ready.id
        self._files = Path(ready.files)
        self._ready = ready

    async def _meet_warden(
        self,
        seat_folder: Path,  # noqa: ARG002 - the warden has come already
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        self._starting = asyncio.create_task(asyncio.to_thread(self._copy_files))
        met = await asyncio.open_unix_connection(sock=socket.socket(fileno=self._ready.warden))
        self._met(self._ready.pid)
        self._port.set_result(met)
        await self._starting
        return met

    def _remove(self) -> None:
        super()._remove()
        os.close(self._ready.lock)
