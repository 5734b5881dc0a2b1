"""The page cache: all of the image is read before bots run, so that what is cached tells nothing.

A part of a file that nobody has read yet takes ten times as long to read. So a bot could leave a
message by reading some of the image's files and not others, and find it in its next match. What is
read by a container of its own no bot can put out of memory: its limit counts against it only what
it was the first to read. The machine may: when it is short of memory, or when its kernel puts out
what nobody has used for some minutes (DAMON). So it is read again when that was a while ago.
"""

import time
from contextlib import closing, suppress
from functools import cache
from typing import Final

from arena.boxes.kinds import KINDS
from arena.boxes.leftovers import MATCH_LABEL, runtime_folder
from arena.containers.engine import Engine
from arena.containers.image import require_image
from arena.errors import HostFailure

# Kernels that put out what is unused leave it for two minutes or longer.
_FRESH_SECONDS: Final = 30
# When each image was last read. What is forked off knows it too.
_read_at: Final[dict[str, float]] = {}

# Everything but what the kernel and the engine put there.
_READ_ALL: Final = """
import os
device = os.stat("/").st_dev
for top, folders, files in os.walk("/"):
    folders[:] = [name for name in folders if os.lstat(os.path.join(top, name)).st_dev == device]
    for path in (os.path.join(top, name) for name in files):
        if os.path.isfile(path) and not os.path.islink(path):
            with open(path, "rb") as file:
                while file.read(1 << 20):
                    pass
"""


def prepare(box: str) -> None:
    """Have the image read, for this process and all that it will fork.

    Whatever fails will fail in the match again, which says so.
    """
    with suppress(HostFailure):
        name = _image_of(box)
        if name:
            read_image(name)


@cache
def _image_of(box: str) -> str:
    """Return the name of the image that such boxes run from; empty if there is none."""
    runtime = KINDS[box].runtime
    if runtime is None:
        return ""
    with closing(Engine()) as engine, suppress(HostFailure):
        runtime.require(engine)
        return require_image(engine).name
    return ""


def read_image(name: str) -> None:
    """Read all files of an image, unless it has just been read. HostFailure if that fails."""
    if time.monotonic() - _read_at.get(name, -_FRESH_SECONDS) < _FRESH_SECONDS:
        return
    with runtime_folder() as folder, Engine().patient() as engine:
        command = ["python3", "-I", "-S", "-c", _READ_ALL]
        complaint = engine.try_image(name, command, {MATCH_LABEL: str(folder)})
        if complaint:
            raise HostFailure(f"the image could not be read: {complaint.splitlines()[-1]}")
    _read_at[name] = time.monotonic()
