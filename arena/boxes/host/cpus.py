"""CPU allocation: each CPU for bots is for one box at a time, over all matches of this machine.

A CPU that is taken is a locked file, one that all matches of a user share. The kernel lets go of
the locks of a process that dies, so nothing has to be mended after a kill.

A waiter draws a ticket first: a lock on one byte of the queue's file, at the nanosecond of its
arrival. Only the first ticket, with no byte before it locked, may take a CPU: first come, first
served. Waiters look again when a ticket or a CPU is given back: that changes its file, and inotify
tells. A box that gives its CPU back while another one of its match is first hands it on, with
neither lock nor news.

With physical cores enough, one CPU of each is for bots: two on the siblings of one core would be
charged for each other.
"""

import asyncio
import hashlib
import os
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final, Self, TypeAlias

from arena import system
from arena.boxes.host.leftovers import lock_path, open_lock

# From this many CPUs on one is kept for referees and the container engine. On fewer they share: a
# referee works for a third of a millisecond a decision, and one CPU of two is half of the machine.
# From as many physical cores on, each core has one bot at a time.
KEPT_FROM: Final = 4
BEHIND: Final = 10**9
"""The delay of a match that gives way: it queues as if it had come later, in nanoseconds."""
_QUEUE: Final = "cpu-queue"
# How long anyone who waits sleeps at most before it looks again, in seconds: where inotify cannot
# be had, and else in case it says nothing.
_POLL: Final = 0.002
_LONG_POLL: Final = 0.2
# The rounds of work between two looks at the clock: a fraction of a millisecond.
_WORK: Final = 500

News: TypeAlias = "asyncio.Future[int | None]"


def cpus_for_bots(topology: Path = system.CPU_TOPOLOGY) -> list[int]:
    """Return the numbers of the CPUs that bots may think on, of those that this process may use."""
    usable = system.usable_cpus()
    # The first CPU of each core.
    cores = {_read_core(cpu, topology): cpu for cpu in reversed(usable)}
    if len(cores) >= KEPT_FROM:
        usable = sorted(cores.values())
    return usable[1:] if len(usable) >= KEPT_FROM else usable


def _read_core(cpu: int, topology: Path) -> str:
    """Return the list of the CPUs that share a CPU's core; its own number if nobody says."""
    try:
        return (topology / f"cpu{cpu}/topology/thread_siblings_list").read_text().strip()
    except OSError:
        return str(cpu)


class Cpus:
    """Hands a match the CPUs for bots, one a box. To be used as a context.

    A match that gives way is behind those that come a second later. Unavailable if the files that
    all matches share cannot be used.
    """

    def __init__(self, *, gives_way: bool = False) -> None:
        self._behind = BEHIND if gives_way else 0
        self._files: dict[int, int] = {}
        self._held: set[int] = set()
        self._queue = -1
        self._drawn = 0
        # A match does not see its own tickets. The box of its own that came first is next.
        self._waiting = asyncio.Lock()
        # The CPU handed to the first of the queue, if it is a box of this match.
        self._handed: News | None = None
        self.bell: _FileWatch | None = None
        """The watch on other matches; None as long as none of ours has waited for them."""

    def __enter__(self) -> Self:
        with ExitStack() as opened:
            self._queue = _open(_QUEUE, opened)
            self._files = {cpu: _open(_purpose(cpu), opened) for cpu in cpus_for_bots()}
            self._opened = opened.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    async def take(self, last: int | None = None) -> int:
        """Wait for a CPU, and return its number; the last one if that is free."""
        ticket = self._draw_ticket()
        try:
            async with self._waiting:
                while not system.is_first_locked(self._queue, ticket):
                    await self._wait(_make_news())
                return await self._take_first(ticket, last)
        finally:
            system.unlock_byte(self._queue, ticket)
            _tell_waiting(self._queue)

    def _draw_ticket(self) -> int:
        """Return a place in the queue, by the time and never one's own before."""
        self._drawn = max(self._drawn + 1, time.monotonic_ns() + self._behind)
        while not system.try_lock_byte(self._queue, self._drawn):
            # Somebody else came in the same nanosecond.
            self._drawn += 1
        return self._drawn

    def give_back(self, cpu: int) -> None:
        """Let others have a CPU."""
        if self._handed is not None and not self._handed.done():
            self._handed.set_result(cpu)
            return
        self._held.discard(cpu)
        system.unlock(self._files[cpu])
        _tell_waiting(self._files[cpu])

    async def _take_first(self, ticket: int, last: int | None) -> int:
        """Wait for a CPU as the first of the queue, behind those who come before it after all."""
        while True:
            is_first = system.is_first_locked(self._queue, ticket)
            cpu = self._take_free(last) if is_first else None
            if cpu is None:
                cpu = await self._be_handed()
            if cpu is not None:
                return cpu

    async def _be_handed(self) -> int | None:
        """Wait for a CPU that a box of this match hands on; None if one has to look."""
        handed = self._handed = _make_news()
        try:
            # No other match has news of CPUs that this match holds itself.
            return await (handed if len(self._held) == len(self._files) else self._wait(handed))
        except asyncio.CancelledError:
            self._handed = None
            # A CPU may have come in the very moment in which this was told to end.
            cpu = handed.result() if handed.done() and not handed.cancelled() else None
            if cpu is not None:
                self.give_back(cpu)
            raise
        finally:
            self._handed = None

    def _take_free(self, last: int | None) -> int | None:
        if last in self._files and self._take(last):
            return last
        return next(filter(self._take, self._files), None)

    def _take(self, cpu: int) -> bool:
        free = cpu not in self._held and system.try_lock(self._files[cpu])
        if free:
            self._held.add(cpu)
        return free

    async def _wait(self, news: News) -> int | None:
        """Wait until there is news: a CPU that is handed on, or None, and one has to look."""
        if self.bell is None:
            # A new watch has missed all that was given back before.
            self.bell = _FileWatch(map(lock_path, [_QUEUE, *map(_purpose, self._files)]))
            self._opened.callback(self.bell.close)
            return None
        return await self.bell.wait(news)


class _FileWatch:
    """Waits (inotify) until a file is written to, or a process that could write to it has ended.

    It rings all the time if the kernel has no such thing, or no more of them.
    """

    def __init__(self, files: Iterable[Path]) -> None:
        self._descriptor = system.watch_files(files)

    def close(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)

    async def wait(self, news: News) -> int | None:
        """Wait until it rings, or for what somebody else says."""
        loop = asyncio.get_running_loop()
        timer = loop.call_later(_POLL if self._descriptor < 0 else _LONG_POLL, _ring, news)
        if self._descriptor >= 0:
            loop.add_reader(self._descriptor, _ring, news)
        try:
            return await news
        finally:
            timer.cancel()
            if self._descriptor >= 0:
                loop.remove_reader(self._descriptor)
                with suppress(BlockingIOError):
                    os.read(self._descriptor, 65536)


def _make_news() -> News:
    return asyncio.get_running_loop().create_future()


def _ring(news: News) -> None:
    if not news.done():
        news.set_result(None)


async def measure_share(cpu: int) -> float:
    """Return which share of a CPU a program gets there that always wants it, from 0 to 1.

    It takes 0.4 s on an idle CPU, and more where the run queue is long.
    """
    # The thread ends with this: it stays on that CPU, which is a bot's.
    own = ThreadPoolExecutor(1)
    try:
        return await asyncio.get_running_loop().run_in_executor(own, _measure_share, cpu)
    finally:
        own.shutdown(wait=False)


def _measure_share(cpu: int) -> float:
    system.run_on(0, cpu)
    # A newcomer may run for two slices before it waits: that counts only from the first wait on.
    _work_until_preempted(1, 0.1)
    ran, waited = time.thread_time(), system.waited_for_cpu()
    _work_until_preempted(10, 0.3)
    ran, waited = time.thread_time() - ran, system.waited_for_cpu() - waited
    return ran / (ran + waited)


def _work_until_preempted(times: int, seconds: float) -> None:
    """Want the CPU until this thread has been preempted so often, or until so much time is over."""
    end, most = time.perf_counter() + seconds, system.preemptions() + times
    while system.preemptions() < most and time.perf_counter() < end:
        # Work that other threads of this process need not wait for.
        hashlib.pbkdf2_hmac("sha256", b"", b"", _WORK)


def _purpose(cpu: int) -> str:
    return f"cpu-{cpu}"


def _open(purpose: str, opened: ExitStack) -> int:
    descriptor = open_lock(purpose)
    opened.callback(os.close, descriptor)
    return descriptor


def _tell_waiting(descriptor: int) -> None:
    """Write to a file: nobody reads it, but that is heard by all who wait."""
    os.pwrite(descriptor, b"\n", 0)
