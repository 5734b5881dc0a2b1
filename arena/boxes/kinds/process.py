"""The process box: your own code on your own machine, without walls. The local default."""

import asyncio
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from arena.boxes.box import SOCKET
from arena.boxes.host.cpus import Cpus
from arena.boxes.host.process_tree import ProcessTree, end_orphans, pin
from arena.boxes.supervision import supervisor
from arena.boxes.supervision.supervised import SUPERVISOR_SOCKET, SupervisedBox, missing_supervisor
from arena.match.verdict import Exit
from arena.system import reads_cpu_time

# How long a supervisor may take to end all that its bot has started, in seconds.
_END_LIMIT: Final = 10.0


class ProcessBox(SupervisedBox):
    """Runs a bot's program where its folder is, under this user. It is stopped by signals.

    `python3` is the interpreter that runs the arena, so that the SDK is there.
    """

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        cpus: Cpus,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(command, cpus)
        self._environment = environment or {}
        self._folder = folder.resolve()
        self._seat_folder: Path | None = None
        self._supervisor: asyncio.subprocess.Process | None = None
        self._tree: ProcessTree | None = None
        self._program = 0

    async def _launch(self, seat_folder: Path) -> None:
        self._seat_folder = seat_folder
        self._supervisor = await asyncio.create_subprocess_exec(
            sys.executable,
            "-IS",
            supervisor.__file__,
            str(seat_folder / SUPERVISOR_SOCKET),
            stdin=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
            # Its bot can read it, and ours may have the password of a database.
            env={},
        )
        await self.wait_connected(self._supervisor)

    async def wait_connected(self, process: asyncio.subprocess.Process) -> None:
        ended = asyncio.create_task(process.wait())
        either: set[asyncio.Future[Any]] = {ended, self._port}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not self._port.done():
            assert process.stderr is not None  # noqa: S101 - it was asked for
            raise missing_supervisor((await process.stderr.read(2000)).decode(errors="replace"))
        ended.cancel()

    def _started(self, pid: int) -> None:
        self._program = pid
        if self._supervisor is not None and reads_cpu_time():
            self._tree = ProcessTree(self._supervisor.pid, pid)

    def cpu(self) -> float | None:
        return None if self._tree is None else self._tree.cpu()

    def waited(self) -> float | None:
        return None if self._tree is None else self._tree.waited()

    def _pin(self, cpu: int) -> None:
        if self._supervisor is not None:
            pin(self._supervisor.pid, cpu)

    def _stop(self) -> None:
        self._signal(signal.SIGSTOP)

    def _go_on(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        """Send a signal to the program and to all that it has started."""
        # With the end of the program its supervisor ends the others, and its number may be
        # another's.
        if not self._program or self.exited.done():
            return
        # The group of the program, at once; anyone who has left it is known from a look now and
        # then.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._program, number)
        for pid in self._tree.strays() if self._tree is not None else ():
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    async def _destroy(self) -> None:
        """Wait for the supervisor, which ends by itself when its connection is closed.

        A bot may do what this user may, and so stop it; what does not end then is ended.
        """
        if self._supervisor is None:
            return
        self._signal_supervisor(signal.SIGCONT)
        try:
            async with asyncio.timeout(_END_LIMIT):
                await self._supervisor.wait()
        except TimeoutError:
            self._signal_supervisor(signal.SIGKILL)
            await self._supervisor.wait()
            await self._end_orphans()

    def _signal_supervisor(self, number: signal.Signals) -> None:
        # Not by asyncio: it looks first whether the process has ended, and by that look takes the
        # exit code from its own waiting, which then says 255 and that the process is unknown.
        if self._supervisor is not None and self._supervisor.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self._supervisor.pid, number)

    async def _explain_silence(self) -> Exit:
        """End the bot, which may do what this user may, and so has ended its supervisor."""
        await self._destroy()
        assert self._supervisor is not None  # noqa: S101 - it was there
        await self._end_orphans()
        code = self._supervisor.returncode or 0
        return Exit(code=code if code >= 0 else None, signal=-code if code < 0 else None)

    async def _end_orphans(self) -> None:
        if self._program:
            await asyncio.to_thread(end_orphans, self._program, self._socket)

    @property
    def _socket(self) -> str:
        return f"unix:{self._seat_folder}/{SOCKET}"

    def _order(self) -> dict[str, Any]:
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
        return {
            "folder": str(self._folder),
            "environment": {
                "PATH": path,
                "HOME": str(Path.home()),
                "LANG": "C.UTF-8",
                "ARENA_SOCKET": self._socket,
                "GRPC_VERBOSITY": "NONE",
                "GRPC_ENABLE_FORK_SUPPORT": "0",
                "PYTHONUNBUFFERED": "1",
                "PYTHONDONTWRITEBYTECODE": "1",
                **self._environment,
            },
        }
