"""A process that plays matches beside one that speaks to a scheduler.

A process that speaks has threads, so it may not fork; and a referee is forked, as that takes a
millisecond. So a process without threads plays, with the executor of a season on one machine.
"""

import asyncio
import os
import signal
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from multiprocessing.connection import Connection
from typing import Final, TypeAlias

from arena.errors import HostFailure
from arena.runner.child import start_beside
from arena.runner.host import Host
from arena.runner.referee_process import GamePlayed, MatchPlayed, MatchVoid
from arena.v1 import record_pb2 as rec
from ladder.season.executor import LocalExecutor, MatchTask, Notice

_STOP_SECONDS: Final = 30


@dataclass(frozen=True, slots=True)
class Lacking:
    """A match cannot begin before the files of the submissions with these digests are here."""

    digests: tuple[str, ...]


Outcome: TypeAlias = MatchPlayed | MatchVoid | Lacking


@dataclass(frozen=True, slots=True)
class WorkerAnswer:
    """A worker's answer to a task. Only workers of this very version get one."""

    outcome: Outcome
    worker: str = ""
    """Its name; empty if none has answered."""
    address: str = ""


class Player:
    """A process of its own that plays matches. Used in an event loop; to be closed."""

    def __init__(self, host: Host, slots: int) -> None:
        self._process, self._port = start_beside(_run, host, slots, daemon=False)
        self._numbers = count(1)
        self._playing: dict[str, tuple[asyncio.Future[Outcome], Callable[[rec.GameRecord], None]]]
        self._playing = {}
        self._sending = asyncio.Lock()
        asyncio.get_running_loop().add_reader(self._port.fileno(), self._read)

    async def play(
        self,
        task: MatchTask,
        files: Mapping[str, bytes],
        on_game: Callable[[rec.GameRecord], None],
    ) -> Outcome:
        """Play a match; the files that are sent along are kept, as far as there is room."""
        number = str(next(self._numbers))
        outcome: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._playing[number] = (outcome, on_game)
        try:
            async with self._sending:
                # In a thread: both would wait for ever if both sent more than a pipe holds.
                work = (replace(task, job=number), dict(files))
                await asyncio.to_thread(self._port.send, work)
        except OSError:
            self._end()
        return await outcome

    def close(self) -> None:
        """End it, and the matches that it plays."""
        asyncio.get_running_loop().remove_reader(self._port.fileno())
        if self._process.pid is not None and self._process.is_alive():
            os.kill(self._process.pid, signal.SIGINT)
        self._process.join(_STOP_SECONDS)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._port.close()

    def _read(self) -> None:
        try:
            number, event = self._port.recv()
        except (EOFError, OSError):
            self._end()
            return
        outcome, on_game = self._playing[number]
        if isinstance(event, GamePlayed):
            on_game(event.game)
            return
        del self._playing[number]
        outcome.set_result(event)

    def _end(self) -> None:
        """It has died: that is the end of what it played."""
        asyncio.get_running_loop().remove_reader(self._port.fileno())
        self._process.join(_STOP_SECONDS)
        why = f"the process that plays matches ended with exit code {self._process.exitcode}"
        for outcome, _ in self._playing.values():
            outcome.set_result(MatchVoid(why, lasting=True))
        self._playing.clear()


# --- in that process ---


def _run(port: Connection, host: Host, slots: int) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    files: dict[str, bytes] = {}
    with (
        suppress(KeyboardInterrupt, EOFError, ConnectionError),
        LocalExecutor(files.get, host, slots=slots) as executor,
    ):
        while True:
            for number, event in executor.wait(None, port):
                if not isinstance(event, Notice):
                    port.send((number, event))
            while port.poll():
                task, sent = port.recv()
                files.update(sent)
                outcome = _start(executor, task)
                files.clear()
                if outcome is not None:
                    port.send((task.job, outcome))


def _start(executor: LocalExecutor, task: MatchTask) -> Outcome | None:
    """Begin a match; return what came of it if it cannot begin."""
    if lacking := executor.lacks(task):
        return Lacking(lacking)
    try:
        executor.start(task)
    except HostFailure as failure:
        return MatchVoid(str(failure))
    except OSError as error:
        return MatchVoid(f"no match can be begun here: {error.strerror or error}")
    return None
