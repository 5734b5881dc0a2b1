"""The abilities of this machine for a match, and the line to type for one that is missing.

Whether strangers' bots can be played in containers here is found out here and nowhere else:
`find_lack` says it to all commands that choose a box, and the exit code of `arena doctor` follows
from the same findings.
"""

import asyncio
import platform
import socket
import sys
import tempfile
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import arena
from arena.boxes.host.cpus import Cpus, cpus_for_bots
from arena.boxes.host.leftovers import runtime_folder, runtime_parent
from arena.boxes.kinds.container import ContainerBox
from arena.containers.engine import LOOK, Engine
from arena.containers.image import BUILD_COMMAND, Image, find_image
from arena.containers.protections import (
    FREEZING,
    MEMORY,
    PINNING,
    PROTECTIONS,
    SWAP,
    EngineInfo,
    Protection,
    describe_missing,
    missing_protections,
)
from arena.containers.runtime import GVISOR, REGISTER, USUAL, Runtime
from arena.errors import HostFailure, Unavailable
from arena.games import game_names, rules_form

_OLDEST_PYTHON = (3, 11)
_PROJECT = Path(arena.__file__).parents[1]
# Remedies for a kernel that has a protection but has to be told to use it, and for one without it.
_COUNTED: Final = (
    r"sudo sed -i 's/^GRUB_CMDLINE_LINUX=\"/&cgroup_enable=memory swapaccount=1 /'"
    " /etc/default/grub && sudo update-grub && sudo reboot"
)
_REMEDIES: Final = {MEMORY.name: _COUNTED, SWAP.name: _COUNTED}
_KERNEL: Final = "sudo apt-get install linux-image-$(dpkg --print-architecture) && sudo reboot"
_HOLES: Final = (
    "the distribution tells the holes of its packages, Debian by debsecan and at"
    " https://security-tracker.debian.org"
)
# How long a box that is only tried may take to start, in seconds.
_TRY_LIMIT = 20.0


@dataclass(frozen=True, slots=True)
class Ability:
    """One thing that a match may need."""

    name: str
    ok: bool | None
    """None where that is unknown."""
    text: str
    remedy: str = ""
    """The command that mends it; empty if there is nothing to mend."""
    needed: bool = True
    """False if everything works without it."""
    missing: tuple[str, ...] = ()
    """The protections that it lacks, by name, if nothing else is wrong with it."""

    def hinders(self, allow_missing: Collection[str] = ()) -> bool:
        """Say whether it keeps strangers' bots from being played, if these may be missing."""
        accepted = bool(self.missing) and set(self.missing) <= set(allow_missing)
        return self.needed and not self.ok and not accepted


def examine() -> Iterator[Ability]:
    """Look at everything, and leave all as it was."""
    yield _python()
    yield _rules()
    yield _sockets()
    yield _cpus()
    with closing(Engine()) as engine:
        found, info = _ask(engine)
        yield found
        if info is not None:
            image = find_image(engine)
            yield from _containers(engine, info, image)
            yield from _versions(engine, info)
            yield _gvisor(engine, info, image)


def find_lack(allow_missing: Collection[str] = ()) -> str:
    """Return why strangers' bots cannot be played in containers here, and what to type.

    A clause that names all that is missing at once; nothing if they can be played.
    """
    with closing(Engine()) as engine:
        answer, info = _ask(engine)
        try:
            told = () if info is None else _containers(engine, info, find_image(engine))
            found = [each for each in (answer, *told) if each.hinders(allow_missing)]
        except HostFailure as failure:
            return str(failure)
    for each in found:
        if not each.missing:
            return f"{each.text}; type: {each.remedy}" if each.remedy else each.text
    names = [name for each in found for name in each.missing if name not in allow_missing]
    return describe_missing([PROTECTIONS[name] for name in names]) if names else ""


def _containers(engine: Engine, info: EngineInfo, image: Image | None) -> Iterator[Ability]:
    """Look at all that a match of strangers' bots needs of the engine that answers."""
    yield _image(image)
    yield Ability("cgroups", ok=True, text=f"version {info.get('CgroupVersion', '1')}")
    yield from _protections(info)
    yield _container(engine, image)


def _ask(engine: Engine) -> tuple[Ability, EngineInfo | None]:
    """See who answers, and what Docker says of itself."""
    name = "container engine"
    try:
        info = engine.require_docker()
        return Ability(name, ok=True, text=f"Docker {engine.version()['Version']}"), info
    except HostFailure as failure:
        text, _, remedy = str(failure).partition("; type: ")
        return Ability(name, ok=False, text=text, remedy=remedy or LOOK), None


def _versions(engine: Engine, info: EngineInfo) -> Iterator[Ability]:
    """Tell the versions of what holds bots here; whether they have holes is not ours to say."""
    try:
        said = engine.version()
    except HostFailure:
        return
    parts = {part["Name"]: part["Version"] for part in said.get("Components") or ()}
    versions = {
        "kernel": info.get("KernelVersion"),
        "engine": said["Version"],
        "runc": parts.get("runc"),
    }
    told = ", ".join(f"{part} {version or 'unknown'}" for part, version in versions.items())
    yield Ability("versions", ok=True, text=f"{told}; {_HOLES}", needed=False)


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
    name, remedy = "Unix sockets", "export ARENA_RUNTIME_DIR=$(mktemp --directory)"
    try:
        parent = runtime_parent()
        with (
            tempfile.TemporaryDirectory(dir=parent) as folder,
            socket.socket(socket.AF_UNIX) as port,
        ):
            port.bind(str(Path(folder) / "socket"))
    except Unavailable as why:
        return Ability(name, ok=False, text=str(why), remedy=remedy)
    except OSError as error:
        text = f"none can be made in {parent}: {error.strerror}"
        return Ability(name, ok=False, text=text, remedy=remedy)
    return Ability(name, ok=True, text=f"in {parent}")


def _cpus() -> Ability:
    """Say how many bots can think at once, each on a CPU of its own."""
    first, *others = cpus_for_bots()
    text = f"one bot can think at a time, on CPU {first}"
    if others:
        numbers = ", ".join(map(str, (first, *others)))
        text = f"{len(others) + 1} bots can think at once, on CPUs {numbers}"
    return Ability("CPUs for bots", ok=True, text=text)


def _image(image: Image | None) -> Ability:
    if image is None:
        text = "there is none of this version of the project"
        return Ability("bot image", ok=False, text=text, remedy=BUILD_COMMAND)
    return Ability("bot image", ok=True, text=f"{image.name}: {image.how}")


def _protections(info: EngineInfo) -> Iterator[Ability]:
    """Say what the engine lacks; matches in containers are refused for each."""
    missing = missing_protections(info)
    for protection in missing:
        name = protection.name
        text = f"missing, so {protection.consequence}; --allow-missing {name} allows it"
        remedy = _REMEDIES.get(name, _KERNEL)
        yield Ability(f"protection {name}", ok=False, text=text, remedy=remedy, missing=(name,))
    if not missing:
        names = ", ".join(each.name for each in PROTECTIONS.values() if each.given)
        yield Ability("protections", ok=True, text=names)


def _container(engine: Engine, image: Image | None) -> Ability:
    """Try a container, if there is an image to try it with."""
    name = "container"
    if image is None:
        text = "none was tried, for want of a bot image"
        return Ability(name, ok=False, text=text, remedy=BUILD_COMMAND)
    try:
        return asyncio.run(_try(name, engine, image.name, USUAL))
    except HostFailure as failure:
        return Ability(name, ok=False, text=str(failure), remedy=LOOK)


def _gvisor(engine: Engine, info: EngineInfo, image: Image | None) -> Ability:
    """Look for the runtime, and try it if there is an image for that."""
    name = "gVisor"
    try:
        GVISOR.require(info)
        if image is None:
            text = f"the runtime {GVISOR.name} is there; it was not tried, for want of a bot image"
            return Ability(name, ok=True, text=text, needed=False)
        return asyncio.run(_try(name, engine, image.name, GVISOR))
    except Unavailable as lack:
        text = str(lack).partition("; type: ")[0]
        return Ability(name, ok=False, text=text, remedy=REGISTER, needed=False)
    except HostFailure as failure:
        return Ability(name, ok=False, text=str(failure), remedy=LOOK, needed=False)


async def _try(name: str, engine: Engine, image: str, runtime: Runtime) -> Ability:
    """Start a box and end it; say whether it can do all that a match asks, and what."""
    with runtime_folder() as folder, ThreadPoolExecutor(1) as removals, Cpus() as cpus:
        for part in ("bot", "seat"):
            (folder / part).mkdir()
        command = ["python3", "-c", ""]
        accepted = [FREEZING.name, PINNING.name]
        box = ContainerBox(
            command,
            folder / "bot",
            cpus,
            image,
            engine,
            claim=folder,
            removals=removals,
            runtime=runtime,
            allow_missing=accepted,
        )
        try:
            async with asyncio.timeout(_TRY_LIMIT):
                await box.start(folder / "seat")
            reads, waits = box.cpu() is not None, box.waited() is not None
            missing = box.missing()
        except TimeoutError as error:
            raise HostFailure(f"a box did not start within {_TRY_LIMIT:g} s") from error
        finally:
            await box.kill()
    told = [
        "its CPU time is charged"
        if reads
        else "its CPU time cannot be read, so only --clock-kind wall can be played",
        _say_given(FREEZING, "be frozen", missing),
        _say_given(PINNING, "have a CPU of its own", missing),
        "what it waits for it is not charged"
        if waits
        else "what it waits for it cannot be read, and is charged",
    ]
    return Ability(
        name,
        ok=reads and not missing,
        text=f"one was started with {runtime.name or 'the usual runtime'}: {'; '.join(told)}",
        remedy="" if reads and not missing else LOOK,
        needed=runtime is USUAL,
        missing=tuple(each.name for each in missing) if reads else (),
    )


def _say_given(protection: Protection, does: str, missing: Collection[Protection]) -> str:
    if protection not in missing:
        return f"it can {does}"
    name = protection.name
    return f"it cannot {does}, so {protection.consequence}; --allow-missing {name} allows it"
