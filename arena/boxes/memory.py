"""Memory reservation: a match starts when what its boxes may use fits into what is left.

A box may take up to its limit at any moment. So a match claims that much for all its boxes before
the first of them starts, and a build for its own. The claim is a file in the runtime folder; who
claims waits while what is available, less what the others may still take, is not enough. Who waits
holds a lock meanwhile: so no two claim the same memory, and no small matches pass a large one for
ever. Matches of other users are seen by their containers. Boxes that are no containers have no
limit, so nothing is claimed for them; nor where the system does not say what is available.
"""

import asyncio
import os
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from arena.boxes.cgroup import find_cgroup
from arena.boxes.leftovers import (
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

# What a box costs beside what is in it, in bytes: the engine's part, and the referee's.
OVERHEAD: Final = 16 * 1024**2
MATCH: Final = "the boxes of a match"
BUILD: Final = "a build"
"""What claims memory, as the beginning of a sentence about it."""
CLAIM: Final = "memory"
"""The file of a claim in a runtime folder. It is empty in that of a box whose match has claimed."""
_MB: Final = 1024**2
# How often a match that waits looks again, and how long what has ended may take to give its memory
# back, in seconds.
_POLL: Final = 0.25
GIVEN_BACK: Final = 5.0


@dataclass(frozen=True, slots=True)
class Claim:
    """What the boxes of a match may take, and what of that they have, in bytes."""

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

    Unavailable if nothing else runs and they do not fit. May be repeated.
    """
    claim, need = folder / CLAIM, needed(runtime, boxes)
    if claim.exists() or read_available() is None:
        return
    waiting = _Waiting(need, what)
    lock = open_lock(CLAIM)
    try:
        while not (try_lock(lock) and await asyncio.to_thread(_fits, engine, waiting)):  # noqa: ASYNC110 - for other processes
            await asyncio.sleep(_POLL)
        claim.write_text(str(need))
    finally:
        os.close(lock)


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
    """Return what the matches of this machine claim: ours together, and each box of others.

    Ours are known by their claims, which are there before their boxes are. A box that nobody has
    claimed for takes nothing of these.
    """
    most, taken, claims = sum(own_claims()), 0, []
    claimed = _claimed_folders()
    containers = engine.list_containers(MEMORY_LABEL)
    # Before and after: a box comes after its folder, and goes before it.
    claimed |= _claimed_folders()
    for container in containers:
        has = _used_by(engine, container) if used else 0
        if container["Labels"].get(MATCH_LABEL) in claimed:
            taken += has
        else:
            claims.append(Claim(int(container["Labels"][MEMORY_LABEL]) + OVERHEAD, has))
    return [*claims, Claim(most, taken)] if most else claims


def _claimed_folders() -> set[str]:
    return {str(folder) for folder in runtime_folders() if (folder / CLAIM).exists()}


def own_claims() -> Iterable[int]:
    """Yield the claims of this user's matches, whose boxes may not all be there yet."""
    for folder in runtime_folders():
        try:
            claim = (folder / CLAIM).read_text()
        except OSError:
            continue
        # Empty while it is being written, too.
        if claim and not is_dead(folder):
            yield int(claim)


def _used_by(engine: "Engine", container: dict[str, Any]) -> int:
    found = engine.inspect_container(container["Id"])
    group = find_cgroup(found["State"]["Pid"], found["Id"]) if found else None
    if group is None:
        return 0
    try:
        return group.memory.used()
    finally:
        group.close()


def _say(size: int) -> str:
    return f"{max(0, size) // _MB:,} MB"
