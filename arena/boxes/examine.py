"""What this machine can do for a match, and the line to type for what is missing."""

import platform
import socket
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from arena.boxes.engine import Engine
from arena.boxes.image import BUILD_COMMAND, find_image
from arena.boxes.leftovers import runtime_parent
from arena.match.verdict import HostFailure

_OLDEST_PYTHON = (3, 11)
# A socket's path has at most 107 bytes; ours add a folder, a seat and a name to the parent.
_LONGEST_PARENT = 60


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a match may need."""

    name: str
    ok: bool
    text: str
    remedy: str = ""
    """The one line to type; empty if there is nothing to mend."""
    needed: bool = True
    """False if everything works without it."""


def examine() -> Iterator[Finding]:
    """Look at everything. Nothing is changed."""
    yield _python()
    yield _sockets()
    engine = Engine()
    try:
        version = engine.version()
    except HostFailure as failure:
        remedy = "sudo apt-get install docker.io && sudo systemctl start docker"
        yield Finding("container engine", ok=False, text=str(failure), remedy=remedy)
        return
    yield Finding("container engine", ok=True, text=f"Docker {version['Version']}")
    yield _image(engine)
    info = engine.info()
    yield Finding("cgroups", ok=True, text=f"version {info.get('CgroupVersion', '1')}")
    yield _gvisor(info.get("Runtimes", {}))


def _python() -> Finding:
    ok = sys.version_info[:2] >= _OLDEST_PYTHON
    return Finding("Python", ok=ok, text=f"{platform.python_version()} on {platform.system()}")


def _sockets() -> Finding:
    """Make a Unix socket where matches make theirs."""
    parent = runtime_parent()
    remedy = "export XDG_RUNTIME_DIR=/tmp"
    if len(str(parent).encode()) > _LONGEST_PARENT:
        text = f"{parent} is too long a path for the names of sockets"
        return Finding("Unix sockets", ok=False, text=text, remedy=remedy)
    try:
        with (
            tempfile.TemporaryDirectory(dir=parent) as folder,
            socket.socket(socket.AF_UNIX) as port,
        ):
            port.bind(str(Path(folder) / "socket"))
    except OSError as error:
        text = f"none can be made in {parent}: {error.strerror}"
        return Finding("Unix sockets", ok=False, text=text, remedy=remedy)
    return Finding("Unix sockets", ok=True, text=f"in {parent}")


def _image(engine: Engine) -> Finding:
    image = find_image(engine)
    if image is None:
        text = "there is none of this version of the project"
        return Finding("bot image", ok=False, text=text, remedy=BUILD_COMMAND)
    return Finding("bot image", ok=True, text=f"{image.name}: {image.how}")


def _gvisor(runtimes: dict[str, object]) -> Finding:
    if "runsc" in runtimes:
        return Finding("gVisor", ok=True, text="the runtime runsc is registered", needed=False)
    text = "the runtime runsc is not registered; containers share the host's kernel"
    remedy = "sudo apt-get install runsc && sudo runsc install && sudo systemctl restart docker"
    return Finding("gVisor", ok=False, text=text, remedy=remedy, needed=False)
