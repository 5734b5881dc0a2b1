"""Referee processes: runs matches, each in a child process, and reports their events.

A referee keeps clocks, so nothing else may keep its process busy; and a process that dies takes one
match with it and no more. Games in which our own machinery failed are played again with other
cards.
"""

import multiprocessing
import os
import signal
import sys
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from subprocess import Popen, TimeoutExpired
from typing import Final, Self, TypeAlias

from arena.boxes.connection.watch import Timings
from arena.boxes.supervision.bot_log import BotLog, write_logs
from arena.errors import CannotPlay, HostFailure, ServiceAway, Unavailable
from arena.foreign_text import show
from arena.match.match import DoesNotStart
from arena.runner.child import become_child, start_child
from arena.runner.host import Host
from arena.runner.task import Task
from arena.system import MAY_FORK, signal_with_parent
from arena.v1 import record_pb2 as rec

# How often a void match is played again before we give up.
MAX_REPLAYS: Final = 2
_STOP_SECONDS: Final = 15
# By how much a match that gives way does so, in the kernel's steps.
_NICE: Final = 10


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """One game of a match is over."""

    game: rec.GameRecord


@dataclass(frozen=True, slots=True)
class MatchPlayed:
    """A match is over, and this is its record."""

    record: rec.Record
    logs: tuple[str, ...] = ()
    """The log of each bot, by game and turn."""
    timings: Timings | None = None
    """The measurements; None if the child has sent none."""


@dataclass(frozen=True, slots=True)
class MatchVoid:
    """A match was voided by us and is played again."""

    reason: str
    missing: int = 0
    """This many of its games are played again."""
    lasting: bool = False
    """It would fail again, as would any other here, or with `bot`."""
    bot: str = ""
    """The one for want of which it failed: others can be played without it."""
    bug: bool = False
    """The referee has a fault, which this match would meet again."""

    def __str__(self) -> str:
        games = (
            "its missing game is" if self.missing == 1 else f"its {self.missing} missing games are"
        )
        return f"The match is void, and {games} played again with new cards: {self.reason}"


Event: TypeAlias = GamePlayed | MatchPlayed | MatchVoid
# A message of the child: an event, or why there is no match.
Report: TypeAlias = Event | DoesNotStart | ServiceAway


class _Program(Popen[bytes]):
    """A referee in an interpreter of its own, with the methods of a `Process` that are called here.

    A process that `multiprocessing` spawns runs the main module again: a script without a guard
    would call us once more.
    """

    def __init__(self, host: Host, task: Task, ours: Connection, theirs: Connection) -> None:
        self._work, self._ours, self._theirs = (host, task), ours, theirs

    def start(self) -> None:
        port = self._theirs.fileno()
        code = (
            f"import sys; sys.path[:] = {[*map(str, sys.path)]};"
            f" from {__name__} import play_apart; play_apart({port}, {os.getpid()})"
        )
        super().__init__([sys.executable, "-c", code], pass_fds=[port])
        self._theirs.close()
        with suppress(ConnectionError):
            self._ours.send(self._work)

    def is_alive(self) -> bool:
        return self.poll() is None

    def join(self, limit: float | None = None) -> None:
        with suppress(TimeoutExpired):
            self.wait(limit)

    exitcode = property(Popen.poll)


class RefereeProcess:
    """A child process that plays one match and reports over a pipe.

    A parent that has threads, or has loaded gRPC, may not `fork`; nor may one on every system.
    """

    def __init__(self, number: int, host: Host, task: Task, *, fork: bool) -> None:
        self.number = number
        self._told = False
        self.port, theirs = multiprocessing.Pipe()
        self._process: BaseProcess | _Program
        if fork and MAY_FORK:
            # It starts in a millisecond. A daemon: one that a signal kept from being known here is
            # ended with this process, which would wait for it for ever otherwise.
            self._process = multiprocessing.get_context("fork").Process(
                target=play_alone, args=(host, task, theirs), daemon=True
            )
        else:
            self._process = _Program(host, task, self.port, theirs)
        start_child(self._process.start)
        theirs.close()

    def receive(self) -> Event:
        """Return the next report; a process that died without one has voided its match.

        DoesNotStart if a bot does not start that has to, ServiceAway if what it asks is away.
        """
        try:
            event: Report = self.port.recv()
        except (EOFError, ConnectionError):
            self._process.join()
            return MatchVoid(f"the referee's process ended with exit code {self._process.exitcode}")
        if isinstance(event, DoesNotStart | ServiceAway):
            raise event
        return event

    def tell_to_stop(self) -> None:
        """Have the match end its bots and then itself, without waiting for that."""
        if self._process.is_alive() and not self._told:
            self._told = True
            self._process.terminate()

    def stop(self) -> None:
        """Let the match end its bots, and then end it."""
        self.tell_to_stop()
        self._process.join(_STOP_SECONDS)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self.port.close()


class Referees:
    """The matches that are being played on a host, by numbers that the caller gives them.

    To be used as a context: however that ends, no match is left running.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._running: list[RefereeProcess] = []
        # Those whose match is over, and that remove its boxes.
        self._leaving: list[RefereeProcess] = []
        if host.kind.isolates:
            # Here, since the others need no engine. No referee then has to load it.
            import arena.containers.image  # noqa: F401, PLC0415

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # All at once: one after the other would take as many times as long.
        for process in self._running:
            process.tell_to_stop()
        for process in (*self._running, *self._leaving):
            process.stop()

    def __len__(self) -> int:
        return len(self._running)

    def start(self, number: int, task: Task, *, fork: bool = True) -> None:
        """Have a referee play a match."""
        self._running.append(RefereeProcess(number, self._host, task, fork=fork))
        # So no boxes gather that are to be removed.
        while len(self._leaving) > len(self._running):
            self._leaving.pop(0).stop()

    def wait(self, limit: float | None = None, *others: Connection) -> list[tuple[int, Event]]:
        """Wait until something happens, or for this many seconds, and return what has.

        Returns, too, when one of the `others` has something to be read.
        """
        by_port = {process.port: process for process in self._running}
        ready = wait([*by_port, *others], limit)
        return [self._receive(by_port[port]) for port in ready if port in by_port]

    def _receive(self, process: RefereeProcess) -> tuple[int, Event]:
        event = process.receive()
        if isinstance(event, GamePlayed):
            self._host.answered = True
        else:
            self._running.remove(process)
            self._leaving.append(process)
        return process.number, event


def run_matches(
    host: Host, tasks: Iterable[Task], parallel: int, *, fork: bool = True
) -> Generator[tuple[int, Event]]:
    """Play the matches, at most `parallel` at once; yield what happens, and in which of them.

    A task is taken when its match can begin. A game that was played stays so: of a match that was
    void those are played again that are missing, dealt again, if any is. HostFailure when a match
    has been voided more than MAX_REPLAYS times, DoesNotStart if a bot does not start that has to.
    """
    coming, again = enumerate(tasks), list[tuple[int, Task]]()
    begun = dict[int, Task]()
    played = defaultdict[int, set[int]](set)
    replays = Counter[int]()
    with Referees(host) as referees:
        while True:
            while len(referees) < parallel and (
                following := again.pop() if again else next(coming, None)
            ):
                number, task = following
                begun[number] = task
                referees.start(number, task, fork=fork)
            if not referees:
                return
            for number, event in referees.wait():
                if isinstance(event, GamePlayed):
                    played[number].add(event.game.number)
                if not isinstance(event, MatchVoid):
                    yield number, event
                    continue
                missing = find_missing(begun[number], played[number], event, replays[number])
                if missing is not None:
                    replays[number] += 1
                    again.append((number, missing))
                    yield number, replace(event, missing=len(missing.numbers or ()))


def find_missing(task: Task, played: Collection[int], void: MatchVoid, replays: int) -> Task | None:
    """Return the task of what a void match has not played; None if its last game was over.

    HostFailure if playing that again would not help.
    """
    again = task.again(played)
    if not again.numbers:
        return None
    check_replay(void, replays)
    return again


def check_replay(void: MatchVoid, replays: int) -> None:
    """Raise what made a match void, if playing it again would not help."""
    if void.lasting:
        raise Unavailable(void.reason)
    if void.bug or replays >= MAX_REPLAYS:
        raise HostFailure(void.reason)


def play_alone(host: Host, task: Task, port: Connection) -> None:
    """Play the match; the body of the child process."""
    become_child()
    if host.gives_way:
        os.nice(_NICE)
    if not host.kind.own_process:
        # Here and below, since the parent needs none of it, and may not fork once gRPC is loaded.
        from arena.boxes.kinds.in_process import INTERRUPT  # noqa: PLC0415

        _take_terminal(INTERRUPT.stop)
    play_and_report(host, task, port.send)


def play_apart(port: int, parent: int) -> None:
    """Play the match that comes over a port; the body of a program that a process has started."""
    become_child()
    signal_with_parent(parent, signal.SIGINT)
    theirs = Connection(port)
    host, task = theirs.recv()
    play_alone(host, task, theirs)


def play_and_report(host: Host, task: Task, report: Callable[[Report], None]) -> None:
    """Play a match and report all that happens, up to MatchPlayed or MatchVoid; a bug is raised.

    A bot that does not start, but has to, is reported, too, and one whose service is away.
    """
    import asyncio  # noqa: PLC0415

    from arena.boxes.kinds.in_process import Stopped  # noqa: PLC0415
    from arena.runner.play import run_referee  # noqa: PLC0415

    with suppress(asyncio.CancelledError, BrokenPipeError, Stopped):
        try:
            run_referee(_play_until_stopped(host, task, report))
        except (DoesNotStart, ServiceAway) as refusal:
            report(refusal)
        except HostFailure as failure:
            bot = failure.bot if isinstance(failure, CannotPlay) else ""
            report(MatchVoid(str(failure), lasting=isinstance(failure, Unavailable), bot=bot))
        except Exception as bug:
            said = traceback.format_exception_only(bug)[-1].strip()
            report(MatchVoid(f"the referee has failed, by a fault of its own: {said}", bug=True))
            raise


def _take_terminal(stop: Callable[..., None]) -> None:
    """Let bots in this process, and a debugger in them, be typed to and be stopped."""
    with suppress(OSError):
        # As a child it was given another one, where nothing is to be read.
        sys.stdin = open(0, closefd=False)  # noqa: SIM115 - it has no path, and stays open

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)


def _write_logs(logs: Sequence[BotLog], task: Task) -> None:
    """Write the bots' logs, if they are wanted."""
    if task.logs is not None:
        try:
            write_logs(task.logs, [bot.name for bot in task.bots], [*map(str, logs)])
        except OSError as error:
            # The match was played all the same.
            sentence = f"No logs can be written in {task.logs}: {error.strerror}."
            print(show(sentence), file=sys.stderr)  # noqa: T201 - nobody else is left


async def _play_until_stopped(host: Host, task: Task, report: Callable[[Report], None]) -> None:
    """Play the match; the first signal to stop cancels it, and later ones do not disturb that."""
    import asyncio  # noqa: PLC0415

    loop = asyncio.get_running_loop()
    playing = asyncio.create_task(_play(host, task, report))
    if not host.kind.own_process:
        await playing
        return
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, lambda: playing.cancelling() or playing.cancel())
    try:
        await playing
    finally:
        # A loop closes what signals are told to before it gives up its handlers, and Python would
        # tell the terminal of one that comes in between.
        signal.set_wakeup_fd(-1)


async def _play(host: Host, task: Task, report: Callable[[Report], None]) -> None:
    """Play the match and report it when no bot runs any more; then remove its boxes."""
    from arena.runner.play import play_in  # noqa: PLC0415

    logs, timings = [BotLog() for _ in task.bots], Timings()
    # Its own: nothing of what the parent has open may be used here.
    with copy(host) as here:
        try:
            record = await play_in(here, task, lambda game: report(GamePlayed(game)), logs, timings)
        finally:
            _write_logs(logs, task)
        report(MatchPlayed(record, tuple(map(str, logs)), timings))
