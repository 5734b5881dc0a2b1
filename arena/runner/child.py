"""A child process of ours: signals stop it, none is lost while it starts, and it ends with us."""

import multiprocessing
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Lock, Thread
from typing import Any, Final, Generic, Self, TypeVar, cast

from arena.errors import HostFailure, UserError
from arena.system import CPU_SECONDS, MEMORY, limit_process, signal_with_parent

AnswerT = TypeVar("AnswerT")
_POLITE: Final = (signal.SIGINT, signal.SIGTERM)
_INTERRUPTED: Final = 130
_LONGEST_REST: Final = 10.0
_STOP_SECONDS: Final = 15


def start_child(start: Callable[[], None]) -> None:
    """Start a process whose body begins with `become_child`; signals wait until it has started.

    A fork runs functions of the library in which an exception is printed and dropped, also that of
    a signal's handler.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _POLITE)
    try:
        start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def start_beside(
    body: Callable[..., None], *work: object, daemon: bool
) -> tuple[BaseProcess, Connection]:
    """Start a process whose body gets one end of a pipe, and then `work`; return it and the other.

    It is not forked, since its parent may have threads; a daemon has no children.
    """
    context = multiprocessing.get_context("spawn")
    # The first one starts the tracker of resources, which lets signals through as it begins.
    context.Lock()
    port, theirs = context.Pipe()
    process = context.Process(target=_run, args=(body, theirs, *work), daemon=daemon)
    start_child(process.start)
    theirs.close()
    return process, port


def _run(body: Callable[..., None], *work: object) -> None:
    become_child(apart=True)
    body(*work)


def become_child(*, apart: bool = False) -> None:
    """Reset signal handlers, and be interrupted when the parent dies.

    One that is apart gets no Ctrl-C, which is for its parent.
    """
    if apart:
        os.setpgid(0, 0)
    for number in _POLITE:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _POLITE)
    parent = multiprocessing.parent_process()
    if parent is not None and apart:
        # The kernel tells of the thread that started it, and a server ends those that idle.
        Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()
    elif parent is not None:
        # A fork server may stand in between; that ends with the parent.
        signal_with_parent(os.getppid(), signal.SIGINT)
        if is_orphan():
            os.kill(os.getpid(), signal.SIGINT)


def _end_with(parent: int) -> None:
    """Wait for the end of the parent, by its sentinel, and interrupt this process."""
    wait([parent])
    os.kill(os.getpid(), signal.SIGINT)


def is_orphan() -> bool:
    """Say whether the parent has died. Its signal is lost where a library drops an exception."""
    parent = multiprocessing.parent_process()
    return parent is not None and not parent.is_alive()


@dataclass(frozen=True, slots=True)
class _Raised:
    """The error that a function has raised; its result may be an error, too."""

    failure: UserError | HostFailure


class Unanswered(HostFailure):
    """A process beside has ended instead of answering, or the answer takes too much."""

    def __init__(self, why: str, code: int | None = None) -> None:
        super().__init__(why)
        self.code = code
        """Its exit code, if it has ended by itself."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much a process beside may have, and how it is ended."""

    nice: int = 0
    """By how much it gives way to others on the CPUs, in the kernel's steps."""
    memory: int = 0
    """Bytes; 0 for no limit."""
    seconds: int = 0
    """CPU time in all; 0 for no limit."""
    share: float = 1.0
    """The share of one CPU: it rests after an answer."""
    interrupts: bool = False
    """It may start processes, and has a KeyboardInterrupt to end them."""


class Beside(Generic[AnswerT]):
    """A function in a clean process of its own, which answers questions in order, over one pipe.

    The process is started for a question if there is none. A question answered `here` needs none.
    To be used as a context, by one thread at a time; another one may end it.
    """

    def __init__(
        self, function: Callable[..., AnswerT], bounds: Bounds = Bounds(), *, here: bool = False
    ) -> None:
        self._function = function
        self._bounds = bounds
        self._here: deque[AnswerT | _Raised] | None = deque() if here else None
        self._running: tuple[BaseProcess, Connection] | None = None
        # One that is ended while it starts would say so at length.
        self._starting = Lock()
        self._is_over = False
        self.is_busy = False
        """Whether a question was asked whose answer was not taken yet."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._starting:
            self._is_over = True
            self.end()

    def ask(self, *question: object) -> None:
        """Ask something. The process reads it at once if it has answered what was asked before."""
        self.is_busy = True
        if self._here is not None:
            self._here.append(_answer(self._function, question, 0))
            return
        port = self._start()
        with suppress(OSError):  # It has ended, which is told instead of an answer.
            port.send(question)

    def has_answer(self, patience: float | None = 0) -> bool:
        """Say whether there is an answer, or the process has ended; wait for that for so long."""
        if self._here is not None:
            return bool(self._here)
        with suppress(OSError):
            return self.port.poll(patience)
        return True

    def answer(self, patience: float | None = None) -> AnswerT:
        """Return the next answer; UserError and HostFailure as the function has them.

        Unanswered if the process has ended, or there is none within these seconds, which end it.
        """
        self.is_busy = False
        if not self.has_answer(patience):
            self.end()
            raise Unanswered(f"this takes longer than {patience:g} seconds")
        try:
            told = self.port.recv() if self._here is None else self._here.popleft()
        except (EOFError, OSError) as error:
            code = self.end(_STOP_SECONDS)
            raise Unanswered(f"its process ended with exit code {code}", code) from error
        if isinstance(told, _Raised):
            raise told.failure
        return cast(AnswerT, told)

    @property
    def port(self) -> Connection:
        """The pipe of its answers, for a caller that waits for several things at once."""
        if self._running is None:
            raise Unanswered("the program stops")
        return self._running[1]

    def interrupt(self) -> None:
        """Have the process end, without waiting for that."""
        if self._running is not None:
            self._running[0].terminate()

    def end(self, patience: float = 0) -> int | None:
        """End the process if it does not end within these seconds; return its exit code."""
        # Two may do so at once.
        running, self._running, self.is_busy = self._running, None, False
        if running is None:
            return None
        process, port = running
        process.join(patience)
        process.terminate()
        process.join(_STOP_SECONDS)
        process.kill()
        process.join()
        port.close()
        return process.exitcode

    def _start(self) -> Connection:
        with self._starting:
            if self._running is None and not self._is_over:
                daemon = not self._bounds.interrupts
                self._running = start_beside(_serve, self._function, self._bounds, daemon=daemon)
            return self.port


def answer_all(
    function: Callable[..., AnswerT],
    questions: Iterable[tuple[object, ...]],
    workers: int,
) -> Iterator[AnswerT]:
    """Yield the answers to questions in their order, by this many processes at once."""
    left, told = deque(enumerate(questions)), dict[int, AnswerT]()
    with ExitStack() as held:
        idle = [held.enter_context(Beside(function)) for _ in range(workers)]
        for process in idle:
            # All at once: one after the other would take as many times as long.
            held.callback(process.interrupt)
        busy: dict[Connection, tuple[int, Beside[AnswerT]]] = {}
        for number in range(len(left)):
            while number not in told:
                while idle and left:
                    (asked, question), process = left.popleft(), idle.pop()
                    process.ask(*question)
                    busy[process.port] = asked, process
                ready = wait(busy)
                for port in [one for one in busy if one in ready]:
                    asked, process = busy.pop(port)
                    told[asked] = process.answer()
                    idle.append(process)
            yield told.pop(number)


def _serve(port: Connection, function: Callable[..., object], bounds: Bounds) -> None:
    """Answer questions; the body of the process."""
    for number in _POLITE if bounds.interrupts else ():
        signal.signal(number, _interrupt_once)
    os.nice(bounds.nice)
    for kind, most in ((MEMORY, bounds.memory), (CPU_SECONDS, bounds.seconds)):
        if most:
            limit_process(kind, most)
    try:
        with suppress(EOFError, ConnectionError):
            while True:
                question, begun = port.recv(), time.process_time()
                port.send(_answer(function, question, bounds.memory))
                spent = time.process_time() - begun
                time.sleep(min(_LONGEST_REST, spent * (1 / bounds.share - 1)))
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)


def _interrupt_once(*_: object) -> None:
    """Raise KeyboardInterrupt; a second signal does not disturb what the first one ends."""
    for number in _POLITE:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def _answer(function: Callable[..., Any], question: tuple[object, ...], memory: int) -> Any:
    try:
        return function(*question)
    except (UserError, HostFailure) as failure:
        return _Raised(failure)
    except MemoryError:
        return _Raised(Unanswered(f"this takes more than {memory / 1e9:.0f} GB of memory"))
