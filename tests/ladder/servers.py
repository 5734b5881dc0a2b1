"""What programs that run on, as servers do, say at their start and later."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.programs import Forked


@contextmanager
def reserved_port() -> Iterator[int]:
    """Keep a port for anyone who names it, one after the other; nobody who asks for any gets it."""
    with socket.socket() as kept:
        kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Bound and not listening: as long as that is so, others may listen there.
        kept.bind(("127.0.0.1", 0))
        yield kept.getsockname()[1]


def wait_for_address(process: Forked) -> str:
    """Return the address that a server says it has."""
    return wait_for_line(process, "://").split(" at ")[1].split()[0]


def wait_for_line(process: Forked, word: str) -> str:
    """Return the first line with a word of what a program says."""
    before = []
    for line in process.stdout:
        before.append(line)
        if word in line:
            return line
    pytest.fail("".join(before))
