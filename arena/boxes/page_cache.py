"""The page cache: all of the image is read before bots run, so that what is cached tells nothing.

A part of a file that nobody has read yet takes ten times as long to read. So a bot could leave a
message by reading some of the image's files and not others, and find it in its next match. What is
read by a container of its own no bot can put out of memory: its limit counts against it only what
it was the first to read. The machine may: when it is short of memory, or when its kernel puts out
what nobody has used for some minutes (DAMON). So it is read again when that was a while ago.

One container reads for all matches of a user: a file says when it did, and is locked meanwhile. A
box waits for that before its container starts, since what starts in it reads of the image, too.
"""

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from arena.boxes.leftovers import MATCH_LABEL, open_lock, runtime_folder
from arena.containers.engine import Engine
from arena.errors import HostFailure
from arena.system import lock, unlock

# Kernels that put out what is unused leave it for two minutes or longer.
FRESH_SECONDS: Final = 30
_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
_STAMP_BYTES: Final = 4096

# Everything but what the kernel and the engine put there.
_READ_ALL: Final = """
import os
device, room, left = os.stat("/").st_dev, [bytearray(1 << 16)], ["/"]
while left:
    with os.scandir(left.pop()) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.stat(follow_symlinks=False).st_dev == device:
                    left.append(entry.path)
            elif entry.is_file(follow_symlinks=False):
                file = os.open(entry.path, os.O_RDONLY)
                while os.readv(file, room):
                    pass
                os.close(file)
"""


def read_image(engine: Engine, name: str) -> None:
    """Read all files of an image, unless that has just been done. HostFailure if it fails."""
    stamp = open_lock(f"image-{name.rpartition(':')[2]}")
    try:
        lock(stamp)
        if _is_fresh(stamp):
            return
        command = ["python3", "-I", "-S", "-c", _READ_ALL]
        with (
            runtime_folder() as folder,
            engine.trying(name, command, {MATCH_LABEL: str(folder)}) as complaint,
        ):
            if complaint:
                raise HostFailure(f"the image could not be read: {complaint.splitlines()[-1]}")
            _note_reading(stamp)
            # Who waits need not wait for the removal of the container as well.
            unlock(stamp)
    finally:
        os.close(stamp)


def _note_reading(stamp: int) -> None:
    os.truncate(stamp, 0)
    # Where it cannot be written the next match reads the image again.
    with suppress(OSError):
        os.pwrite(stamp, f"{_place()}\n{time.monotonic()}".encode(), 0)


def _is_fresh(stamp: int) -> bool:
    """Say whether a stamp tells of a reading that still holds."""
    place, _, when = os.pread(stamp, _STAMP_BYTES, 0).decode().rpartition("\n")
    return place == _place() and 0 <= time.monotonic() - float(when) < FRESH_SECONDS


def _place() -> str:
    """Return where images are in memory: which engine's, and since which start of the machine."""
    boot = _BOOT.read_text().strip() if _BOOT.exists() else ""
    return f"{boot} {os.environ.get('DOCKER_HOST', '')}"
