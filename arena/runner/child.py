"""A child process of ours: signals stop it, none is lost while it starts, and it ends with us."""

import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Final, Protocol

from arena.system import signal_with_parent

_POLITE: Final = (signal.SIGINT, signal.SIGTERM)


class _Startable(Protocol):
    def start(self) -> None: ...


def start_child(process: _Startable) -> None:
    """Start a process whose body begins with `become_child`; signals wait until it has started.

    A fork runs functions of the library in which an exception is printed and dropped, also that of
    a signal's handler.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _POLITE)
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def start_beside(
    body: Callable[..., None], *work: object, nice: int = 0, daemon: bool = True
) -> tuple[BaseProcess, Connection]:
    """Start a process whose body gets one end of a pipe, and then `work`; return it and the other.

    It is apart, and gives way to others on the CPUs by `nice`. It is not forked, since its parent
    may have threads; a daemon has no children.
    """
    context = multiprocessing.get_context("spawn")
    # The first one starts the tracker of resources, which lets signals through as it begins.
    context.Lock()
    port, theirs = context.Pipe()
    process = context.Process(target=_run, args=(nice, body, theirs, *work), daemon=daemon)
    start_child(process)
    theirs.close()
    return process, port


def _run(nice: int, body: Callable[..., None], *work: object) -> None:
    become_child(apart=True)
    os.nice(nice)
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
    if multiprocessing.parent_process() is not None:
        # A fork server may stand in between; that ends with the parent.
        signal_with_parent(os.getppid(), signal.SIGINT)
        if is_orphan():
            os.kill(os.getpid(), signal.SIGINT)


def is_orphan() -> bool:
    """Say whether the parent has died. Its signal is lost where a library drops an exception."""
    parent = multiprocessing.parent_process()
    return parent is not None and not parent.is_alive()
