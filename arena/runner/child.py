"""A child process of ours: signals stop it, none is lost while it starts, and it ends with us."""

import ctypes
import multiprocessing
import os
import resource
import signal
from multiprocessing.process import BaseProcess
from typing import Final

_POLITE: Final = (signal.SIGINT, signal.SIGTERM)
_PR_SET_PDEATHSIG: Final = 1


def start_child(process: BaseProcess) -> None:
    """Start a process whose body begins with `become_child`; signals wait until it has started.

    A fork runs functions of the library in which an exception is printed and dropped, also that of
    a signal's handler.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _POLITE)
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def become_child(*, apart: bool = False) -> None:
    """Reset signal handlers, and die with the parent (PR_SET_PDEATHSIG).

    One that is apart gets no Ctrl-C, which is for its parent.
    """
    if apart:
        os.setpgid(0, 0)
    for number in _POLITE:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _POLITE)
    parent = multiprocessing.parent_process()
    if parent is not None and parent.pid is not None:
        end_with(parent.pid)


def limit_process(kind: int, most: int) -> None:
    """Let this process have at most so much of something (`resource.RLIMIT_...`)."""
    _, hard = resource.getrlimit(kind)
    resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def end_with(parent: int) -> None:
    """Have this process interrupted when its parent, the one with this number, has died."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGINT, 0, 0, 0)
    # It may have died before.
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGINT)
