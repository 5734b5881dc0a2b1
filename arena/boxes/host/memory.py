"""Memory reservation: a match starts when the limits of its boxes fit into the memory that is left.

A box may take up to its limit at any moment. So a match claims that much for all its boxes before
the first of them starts, and a build for its own. The claim is a file in the runtime folder; a
claimant waits until the available memory, less what the others may still take, is enough. It holds
a lock meanwhile: so no two claim the same memory, and no small matches pass a large one for ever.
Matches of other users are seen by their containers. Boxes that are no containers have no limit, so
nothing is claimed for them; nor if the system does not say what is available.
"""

import asyncio
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from arena.boxes.host.cgroup import inspect_cgroup
from arena.boxes.host.leftovers import (
    MATCH_LABEL,
    MEMORY_LABEL,
    is_dead,
    open_lock,
    runtime_folders,
)
from arena.containers.runtime import Runtime
from arena.errors import Unavailable
from arena.system import try_lock

if TYPE_CHECKING:
    # Which takes a tenth of a second to load.
    from arena.containers.engine import Engine

# The cost of a box beside its content, in bytes: the engine's part, and the referee's.
OVERHEAD: Final = 16 * 1024**2
MATCH: Final = "the boxes of a match"
BUILD: Final = "a build"
"""The claimant, as the beginning of a sentence about it."""
CLAIM: Final = "memory"
"""The file of a claim in the runtime folder by which its boxes are labelled."""
_MB: Final = 1024**2
# The states of a container whose program is over: its memory is free, though nobody removes it.
_OVER: Final = ("exited", "dead")
# How often a match that waits looks again, and how long what has ended may take to give its memory
# back, in seconds.
_POLL: Final = 0.25
GIVEN_BACK: Final = 5.0


@dataclass(frozen=True, slots=True)
class Claim:
    """The bytes that the boxes of a match may take, and those that they have taken."""

    most: int
    used: int = 0


def needed(runtime: Runtime, boxes: int) -> int:
    """Return how many bytes this many boxes may take."""
    return boxes * (runtime.memory + OVERHEAD)


def left_beside(available: int, claims: Iterable[Claim]) -> int:
    """Return what is available beside all that others may still take, in bytes; below 0 if less."""
    return available - sum(max(0, claim.most - claim.used) for claim in claims)


def matches_that_fit(left: int, runtime: Runtime, seats: int) -> int:
    """Return how many matches of this many seats fit into this many bytes at once."""
    return max(0, left) // needed(runtime, seats)


def read_available() -> int | None:
    """Return the bytes that new programs could have without swapping; None if nobody says."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:
        return None
    found = (line.split()[1] for line in lines if line.startswith("MemAvailable:"))
    return next((int(kilobytes) * 1024 for kilobytes in found), None)


def read_left(engine: "Engine") -> int | None:
    """Return what is left now beside the matches of this machine; None if nobody says."""
    available = read_available()
    return None if available is None else left_beside(available, read_claims(engine))


async def claim_memory(
    folder: Path, runtime: Runtime, boxes: int, engine: "Engine", what: str = MATCH
) -> None:
    """Wait until the memory of these boxes is free, and claim it for this runtime folder.

    Unavailable if nothing else runs and they do not fit.
    """
    need = needed(runtime, boxes)
    if read_available() is None:
        return
    waiting = _Waiting(need, what)
    lock = open_lock(CLAIM)
    try:
        while not (try_lock(lock) and await asyncio.to_thread(_fits, engine, waiting)):  # noqa: ASYNC110 - for other processes
            await asyncio.sleep(_POLL)
        (folder / CLAIM).write_text(str(need))
    finally:
        os.close(lock)


def release_memory(folder: Path) -> None:
    """Claim no more: what the boxes of a claim have left is given back as they are removed."""
    # It goes with its host, too.
    with suppress(FileNotFoundError):
        (folder / CLAIM).write_text("0")


class _Waiting:
    """A claim that does not fit yet: says so once, and gives up if nothing else holds memory."""

    def __init__(self, need: int, what: str) -> None:
        self.need = need
        self._what = what
        self._said = False
        self._alone: float | None = None

    def wait(self, left: int, *, alone: bool) -> None:
        """Take note that so much is left. Unavailable if nothing more will be."""
        now = time.monotonic()
        if not alone:
            self._alone = None
        elif self._alone is None:
            self._alone = now
        elif now - self._alone > GIVEN_BACK:
            remedy = "; fewer bots a match would fit" if self._what == MATCH else ""
            raise Unavailable(
                f"{self._what} may take {_say(self.need)} of memory, and this machine has"
                f" {_say(left)} to give{remedy}"
            )
        if not self._said and not alone:
            self._said = True
            sys.stderr.write(
                f"Waiting for memory: {self._what} may take {_say(self.need)}, and beside all that"
                f" runs {_say(left)} are left.\n"
            )
            sys.stderr.flush()


def _fits(engine: "Engine", waiting: _Waiting) -> bool:
    available = read_available() or 0
    # First as if nothing had been taken yet, since to look at every box takes longer.
    for used in (False, True):
        claims = read_claims(engine, used=used)
        left = left_beside(available, claims)
        if left >= waiting.need:
            return True
    waiting.wait(left, alone=not claims)
    return False


def read_claims(engine: "Engine", *, used: bool = True) -> list[Claim]:
    """Return what this machine's matches and builds claim, each for its boxes; a box without a
    claim of this user's, be it another user's or one that is only tried, has one of its own.

    A claim is there before its boxes are, and goes after them.
    """
    containers = engine.list_containers(MEMORY_LABEL)
    most, taken, others = own_claims(), Counter[str](), []
    for container in containers:
        if container["State"] in _OVER:
            continue
        has, folder = _used_by(engine, container) if used else 0, container["Labels"][MATCH_LABEL]
        if folder in most:
            taken[folder] += has
        else:
            others.append(Claim(int(container["Labels"][MEMORY_LABEL]) + OVERHEAD, has))
    return [*others, *(Claim(size, taken[folder]) for folder, size in most.items() if size)]


def own_claims() -> dict[str, int]:
    """Return the claims of this user's matches by their folders; not all boxes may be there yet."""
    claims = {}
    for folder in runtime_folders():
        # Empty while it is being written.
        with suppress(OSError, ValueError):
            claim = int((folder / CLAIM).read_text())
            if not is_dead(folder):
                claims[str(folder)] = claim
    return claims


def _used_by(engine: "Engine", container: dict[str, Any]) -> int:
    with closing(inspect_cgroup(engine, container["Id"])) as group:
        return group.memory.used()


def _say(size: int) -> str:
    return f"{max(0, size) // _MB:,} MB"
