"""What this machine can do for a match, and the line to type for what is missing."""

import asyncio
import platform
import socket
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import arena
from arena.boxes.container import ContainerBox
from arena.boxes.cpus import Cpus
from arena.boxes.leftovers import runtime_folder, runtime_parent
from arena.containers.engine import Engine
from arena.containers.image import BUILD_COMMAND, Image, find_image
from arena.containers.protections import (
    FREEZING,
    PINNING,
    PROTECTIONS,
    EngineInfo,
    missing_protections,
)
from arena.containers.runtime import GVISOR, REGISTER, USUAL, Runtime
from arena.errors import HostFailure, Unavailable
from arena.games import game_names, rules_form

_OLDEST_PYTHON = (3, 11)
# A socket's path has at most 107 bytes; ours add a folder, a seat and a name to the parent.
_LONGEST_PARENT = 60
_PROJECT = Path(arena.__file__).parents[1]
# How long a box that is only tried may take to start, in seconds.
_TRY_LIMIT = 20.0


@dataclass(frozen=True, slots=True)
class Ability:
    """One thing that a match may need."""

    name: str
    ok: bool
    text: str
    remedy: str = ""
    """The command that mends it; empty if there is nothing to mend."""
    needed: bool = True
    """False if everything works without it."""


def examine() -> Iterator[Ability]:
    """Look at everything, and leave all as it was."""
    yield _python()
    yield _rules()
    yield _sockets()
    engine = Engine()
    try:
        version = engine.version()
    except HostFailure as failure:
        remedy = "sudo apt-get install docker.io && sudo systemctl start docker"
        yield Ability("container engine", ok=False, text=str(failure), remedy=remedy)
        return
    yield Ability("container engine", ok=True, text=f"Docker {version['Version']}")
    image = find_image(engine)
    yield _image(image)
    info = engine.info()
    yield Ability("cgroups", ok=True, text=f"version {info.get('CgroupVersion', '1')}")
    yield from _protections(info)
    yield _container(engine, image)
    yield _gvisor(engine, image)


def _python() -> Ability:
    ok = sys.version_info[:2] >= _OLDEST_PYTHON
    return Ability("Python", ok=ok, text=f"{platform.python_version()} on {platform.system()}")


def _rules() -> Ability:
    """Say in which form this Python plays the rules."""
    forms = {name: rules_form(name) for name in game_names()}
    interpreted = [name for name, form in forms.items() if form == "interpreted"]
    if not interpreted:
        return Ability("compiled rules", ok=True, text="of all games")
    text = f"interpreted, at a third of the speed: {', '.join(interpreted)}"
    remedy = "make compiled" if (_PROJECT / "Makefile").is_file() else ""
    return Ability("compiled rules", ok=False, text=text, remedy=remedy, needed=False)


def _sockets() -> Ability:
    """Make a Unix socket where matches make theirs."""
    parent = runtime_parent()
    remedy = "export XDG_RUNTIME_DIR=/tmp"
    if len(str(parent).encode()) > _LONGEST_PARENT:
        text = f"{parent} is too long a path for the names of sockets"
        return Ability("Unix sockets", ok=False, text=text, remedy=remedy)
    try:
        with (
            tempfile.TemporaryDirectory(dir=parent) as folder,
            socket.socket(socket.AF_UNIX) as port,
        ):
            port.bind(str(Path(folder) / "socket"))
    except OSError as error:
        text = f"none can be made in {parent}: {error.strerror}"
        return Ability("Unix sockets", ok=False, text=text, remedy=remedy)
    return Ability("Unix sockets", ok=True, text=f"in {parent}")


def _image(image: Image | None) -> Ability:
    if image is None:
        text = "there is none of this version of the project"
        return Ability("bot image", ok=False, text=text, remedy=BUILD_COMMAND)
    return Ability("bot image", ok=True, text=f"{image.name}: {image.how}")


def _protections(info: EngineInfo) -> Iterator[Ability]:
    """Say what the engine lacks; matches in containers are refused for each."""
    missing = missing_protections(info)
    for protection in missing:
        text = f"missing, so {protection.lack}; --allow-missing {protection.name} allows it"
        yield Ability(f"protection {protection.name}", ok=False, text=text)
    if not missing:
        names = ", ".join(each.name for each in PROTECTIONS.values() if each.given)
        yield Ability("protections", ok=True, text=names)


def _container(engine: Engine, image: Image | None) -> Ability:
    """Try a container, if there is an image to try it with."""
    name = "container"
    if image is None:
        return Ability(name, ok=False, text="none was tried, for want of a bot image")
    try:
        ok, text = asyncio.run(_try(engine, image.name, USUAL))
    except HostFailure as failure:
        return Ability(name, ok=False, text=str(failure))
    return Ability(name, ok=ok, text=text)


def _gvisor(engine: Engine, image: Image | None) -> Ability:
    """Look for the runtime, and try it if there is an image to try it with."""
    try:
        GVISOR.require(engine)
        if image is None:
            text = f"the runtime {GVISOR.name} is there; it was not tried, for want of a bot image"
            ok = True
        else:
            ok, text = asyncio.run(_try(engine, image.name, GVISOR))
    except Unavailable as lack:
        text = str(lack).partition("; type: ")[0]
        return Ability("gVisor", ok=False, text=text, remedy=REGISTER, needed=False)
    except HostFailure as failure:
        return Ability("gVisor", ok=False, text=str(failure), needed=False)
    return Ability("gVisor", ok=ok, text=text, needed=False)


async def _try(engine: Engine, image: str, runtime: Runtime) -> tuple[bool, str]:
    """Start a box and end it; return whether it can do all that a match asks, and what."""
    with runtime_folder() as folder, Cpus() as cpus:
        for name in ("bot", "seat"):
            (folder / name).mkdir()
        command = ["python3", "-c", ""]
        accepted = [FREEZING.name, PINNING.name]
        box = ContainerBox(
            command, folder / "bot", cpus, image, engine, runtime=runtime, allow_missing=accepted
        )
        try:
            async with asyncio.timeout(_TRY_LIMIT):
                await box.start(folder / "seat")
            reads, waits = box.cpu() is not None, box.waited() is not None
            freezes, pins = box.can_freeze, box.can_pin
        except TimeoutError as error:
            raise HostFailure(f"a box did not start within {_TRY_LIMIT:g} s") from error
        finally:
            await box.kill()
    clock = (
        "its CPU time is charged"
        if reads
        else "its CPU time cannot be read, so only --clock-kind wall can be played"
    )
    ice = (
        "it can be frozen"
        if freezes
        else f"it cannot be frozen, so {FREEZING.lack}; --allow-missing {FREEZING.name} allows it"
    )
    own = (
        "it can have a CPU of its own"
        if pins
        else f"it cannot have a CPU of its own, so {PINNING.lack};"
        f" --allow-missing {PINNING.name} allows it"
    )
    late = (
        "what it waits for it is not charged"
        if waits
        else "what it waits for it cannot be read, and is charged"
    )
    name = runtime.name or "the usual runtime"
    return reads and freezes and pins, f"one was started with {name}: {clock}; {ice}; {own}; {late}"
