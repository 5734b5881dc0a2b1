"""The leftovers of matches on this machine: looked for, not assumed."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from arena.boxes.host.leftovers import LOCK, MATCH_LABEL, is_dead, runtime_parent
from arena.containers.engine import Engine

# The users that bots get; no others of this machine have such numbers.
_FIRST_USER: Final = 100_000
_CGROUPS: Final = Path("/sys/fs/cgroup")
# The folder of Docker's runtimes for their containers' states. Only root may look.
_ENGINE: Final = Path("/run/docker")


def find_leftovers(engine: Engine) -> set[str]:
    """Return every container, process, shim, cgroup, mount and folder of matches, as a word each.

    Under gVisor a bot's process is one of its sandbox, which has the same user for all.

    The matches that another program of this machine is playing leave nothing yet, so theirs are not
    among them.
    """
    folders = {path for path in runtime_parent().glob("arena-*") if not is_played_elsewhere(path)}
    containers = engine.list_containers(MATCH_LABEL)
    elsewhere = [
        container["Id"]
        for container in containers
        if is_played_elsewhere(Path(container["Labels"][MATCH_LABEL]))
    ]
    names = {name for container in elsewhere for name in _names_of(engine, container)}
    leftovers = {
        *(f"container {container['Id']}" for container in containers),
        *_processes(names),
        *_cgroups(),
        *_mounts(),
        *(f"state {path}" for path in _ENGINE.glob("runtime-*/*/*")),
        *(f"folder {path}" for path in folders),
    }
    return {one for one in leftovers if not any(name in one for name in names)}


def is_played_elsewhere(folder: Path) -> bool:
    """Say whether a living match has this folder, and not one of this very process.

    Another user's folder cannot be read, so its match counts as living.
    """
    try:
        there = (folder / LOCK).exists()
    except PermissionError:
        return True
    return there and not is_dead(folder) and folder / LOCK not in _own_files()


def _own_files() -> set[Path]:
    """Return what this process has open."""
    found = set()
    for descriptor in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            found.add(descriptor.readlink())
    return found


def _names_of(engine: Engine, container: str) -> Iterator[str]:
    """Return what the leftovers of a container have in their words: its number and its mount."""
    yield container
    found: dict[str, Any] = engine.inspect_container(container) or {}
    if mount := (found.get("GraphDriver", {}).get("Data") or {}).get("MergedDir"):
        yield mount


def _processes(others: set[str]) -> Iterator[str]:
    """Find processes of bots, the shims that hold their containers, and gVisor's sandboxes."""
    for folder in Path("/proc").iterdir():
        if not folder.name.isdecimal():
            continue
        try:
            user = folder.stat().st_uid
            command = (folder / "cmdline").read_bytes().split(b"\0")
            groups = (folder / "cgroup").read_text()
        except OSError:
            continue
        told = groups + str(command)
        if any(name in told for name in others):
            continue
        if user >= _FIRST_USER:
            yield f"process {folder.name} of user {user}"
        elif b"shim" in command[0]:
            yield f"shim {folder.name}"
        elif command[0].startswith(b"runsc-"):
            yield f"sandbox {folder.name}"


def _cgroups() -> Iterator[str]:
    for parent in (*_CGROUPS.glob("docker"), *_CGROUPS.glob("*/docker")):
        yield from (f"cgroup {path}" for path in parent.iterdir() if path.is_dir())


def _mounts() -> Iterator[str]:
    try:
        lines = Path("/proc/mounts").read_text().splitlines()
    except OSError:
        return
    for line in lines:
        path = line.split()[1]
        if "/overlay2/" in path or "/arena-" in path:
            yield f"mount {path}"
