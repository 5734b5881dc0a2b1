"""Orphaned processes of a bot that has ended its supervisor, which only one in a process box can.

Its processes are found by the session that the supervisor began for them, and by the referee's
socket in the environment that it gave them. One that has left the session and cleared its
environment is not found: a process box has no walls.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

_PROC: Final = Path("/proc")
# How often we look again: what is being killed may have forked meanwhile.
_ROUNDS: Final = 50


def end_orphans(program: int, socket: str) -> None:
    """Kill all that is left of a program, its children included, as far as it can be found."""
    if program <= 1:
        # Sessions 0 and 1 are those of the system.
        raise ValueError(f"{program} is no program of a bot")
    for _ in range(_ROUNDS):
        found = [pid for pid in _processes() if _belongs(pid, program, socket)]
        if not found:
            return
        for pid in found:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)


def _processes() -> Iterator[int]:
    return (int(entry.name) for entry in _PROC.iterdir() if entry.name.isdecimal())


def _belongs(pid: int, program: int, socket: str) -> bool:
    """Say whether a process is of the program; not of one that has ended, though not reaped."""
    try:
        state, _, _, session = (
            (_PROC / f"{pid}/stat").read_text().rpartition(")")[2].split(maxsplit=4)[:4]
        )
        environment = (_PROC / f"{pid}/environ").read_bytes()
    except OSError:
        return False
    named = f"ARENA_SOCKET={socket}".encode() in environment.split(b"\0")
    return state not in "ZX" and (int(session) == program or named)
