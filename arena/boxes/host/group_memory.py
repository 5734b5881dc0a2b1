"""Out-of-memory kills in a control group, and whether it was the group's own limit that was met.

The kernel counts a kill in the group of the killed process, be it that the group met its own limit
or that the machine, or a group above, had no memory left. Only the first is the bot's doing. So a
kill counts as the bot's if its group has met its own limit, and else as this machine's:

- Version 2 counts how often a group met its limit and nothing could be reclaimed: `oom`, beside
  `oom_kill`. A machine without memory is not counted there.
- Version 1 only keeps the most that a group ever had, which is then the limit. (`failcnt` stays 0
  on newer kernels.) A group that was full once, be it of reclaimable memory, and is killed for the
  machine later, cannot be told from one that went over its limit.

No bot can make a kill at its own limit look like the machine's, since without having met the limit
nothing of it is killed there.
"""

import os
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Final

# The bytes that the kernel charges at once, and so may be missing at the limit.
_SLACK: Final = 2 * 1024**2
_WORDS: Final = 4096


class OomCause(Enum):
    """Why the kernel killed a process for memory: the group's own limit, or the machine's."""

    NOTHING = "nothing was killed"
    OWN = "the group had met its own limit"
    MACHINE = "the machine had no memory left"


class GroupMemory:
    """The memory use of a group. `folders` are the group's folders by controller."""

    def __init__(self, folders: Mapping[str, Path]) -> None:
        older = folders.get("memory")
        folder = older or folders.get("")
        names = (
            ("memory.oom_control", "memory.max_usage_in_bytes", "memory.limit_in_bytes")
            if older
            else ("memory.events",)
        )
        self._stat = folder / "memory.stat" if folder else None
        # Kept open: the names go with the group, a moment after its last process.
        self._files = [open_file(folder / name, os.O_RDONLY) for name in names] if folder else []

    def close(self) -> None:
        for file in self._files:
            if file is not None:
                os.close(file)
        self._files = []

    def used(self) -> int:
        """Return how many bytes it holds that nobody can reclaim; 0 if it cannot be read."""
        try:
            said = b"" if self._stat is None else self._stat.read_bytes()
        except OSError:
            return 0
        # The first is called so in version 1, the second in version 2.
        return sum(_count(said, name) for name in (b"rss", b"anon", b"shmem"))

    def oom_cause(self) -> OomCause | None:
        """Return whose memory limit caused an OOM kill; None if the group cannot be read."""
        said = [_read(file) for file in self._files]
        if not said or None in said:
            return None
        events, *own = (text for text in said if text is not None)
        if not _count(events, b"oom_kill"):
            return OomCause.NOTHING
        if own:
            most, limit = map(int, own)
            met = most > limit - _SLACK
        else:
            met = _count(events, b"oom") > 0
        return OomCause.OWN if met else OomCause.MACHINE


def open_file(path: Path | None, flags: int) -> int | None:
    """Open a file of a group; None if there is no path, or it cannot be opened."""
    try:
        return None if path is None else os.open(path, flags | os.O_CLOEXEC)
    except OSError:
        return None


def _read(file: int | None) -> bytes | None:
    try:
        return None if file is None else os.pread(file, _WORDS, 0)
    except OSError:
        return None


def _count(events: bytes, name: bytes) -> int:
    """Return a number of a file with a name and a number in each line; 0 if it is not there."""
    words = events.split()
    return int(words[words.index(name) + 1]) if name in words else 0
