"""Orphaned processes of a bot that has ended its supervisor, which only one in a process box can.

Its processes are found by the session that the supervisor began for them, and by the referee's
socket in the environment that it gave them. One that has left the session and cleared its
environment is not found, and where there is no /proc none that has left its group: a process box
has no walls.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from arena.system import list_proc, read_proc

# How often we look again: what is being killed may have forked meanwhile.
_ROUNDS: Final = 50


def end_orphans(program: int, socket: str) -> None:
    """Kill all that is left of a program, its children included, as far as it can be found."""
    if program <= 1:
        # Sessions 0 and 1 are those of the system.
        raise ValueError(f"{program} is no program of a bot")
    with suppress(OSError):
        os.killpg(program, signal.SIGKILL)
    for _ in range(_ROUNDS):
        found = [pid for pid in _processes() if _belongs(pid, program, socket)]
        if not found:
            return
        for pid in found:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)


def _processes() -> Iterator[int]:
    with suppress(OSError):
        yield from (int(name) for name in list_proc() if name.isdecimal())


def _belongs(pid: int, program: int, socket: str) -> bool:
    """Say whether a process is of the program; not of one that has ended, though not reaped."""
    try:
        stat, environment = read_proc(f"{pid}/stat"), read_proc(f"{pid}/environ")
    except OSError:
        return False
    state, _, _, session = stat.rpartition(b")")[2].split(maxsplit=4)[:4]
    named = f"ARENA_SOCKET={socket}".encode() in environment.split(b"\0")
    return state not in b"ZX" and (int(session) == program or named)
