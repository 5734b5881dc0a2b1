"""Reads all of the image before bots run from it, so that what is in memory tells nothing.

A part of a file that nobody has read yet takes ten times as long to read. So a bot could leave a
message by reading some of the image's files and not others, and find it in its next match. What is
read by a container of its own no bot can put out of memory: its limit counts against it only what
it was the first to read. Where the machine itself is short of memory, that may happen.
"""

from contextlib import suppress
from functools import cache
from typing import Final

from arena.boxes.engine import Engine
from arena.boxes.image import require_image
from arena.boxes.leftovers import MATCH_LABEL, runtime_folder
from arena.boxes.runtime import RUNTIMES
from arena.match.verdict import HostFailure

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


@cache
def prepare(box: str) -> None:
    """Have the image read, once for this process and all that it forks.

    Whatever fails will fail in the match again, which says so.
    """
    engine = Engine()
    with suppress(HostFailure):
        RUNTIMES[box].require(engine)
        read_image(require_image(engine).name)
    engine.close()


@cache
def read_image(name: str) -> None:
    """Read all files of an image, from within a container. HostFailure if that cannot be done."""
    with runtime_folder() as folder, Engine().patient() as engine:
        command = ["python3", "-I", "-S", "-c", _READ_ALL]
        complaint = engine.try_image(name, command, {MATCH_LABEL: str(folder)})
        if complaint:
            raise HostFailure(f"the image could not be read: {complaint.splitlines()[-1]}")
