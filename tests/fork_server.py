"""Keeps the process that programs are forked off alive, which loads this (`tests/programs.py`).

A client may be killed while it asks for a process. The library's loop would end with that.
"""

from errno import ECONNABORTED
from multiprocessing import reduction
from socket import socket

_receive = reduction.recvfds


def _receive_if_asked(sock: socket, size: int) -> list[int]:
    """Return what a client sends; if nothing, ConnectionAbortedError, which the loop skips."""
    try:
        return _receive(sock, size)
    except EOFError:
        raise ConnectionAbortedError(ECONNABORTED, "the client has ended") from None


reduction.recvfds = _receive_if_asked
