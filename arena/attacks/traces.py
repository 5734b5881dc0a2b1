"""What matches have left on this machine: looked for, not assumed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from arena.boxes.leftovers import MATCH_LABEL, runtime_parent
from arena.containers.engine import Engine

# The users that bots get; no others of this machine have such numbers.
_FIRST_USER: Final = 100_000
_CGROUPS: Final = Path("/sys/fs/cgroup")
# Where Docker's runtimes keep what they know of containers. Only root may look.
_ENGINE: Final = Path("/run/docker")


def find_traces(engine: Engine) -> set[str]:
    """Return every container, process, shim, cgroup, mount and folder of matches, as a word each.

    Under gVisor a bot's process is one of its sandbox, which has the same user for all.

    Those of matches that are being played are among them: look before and after.
    """
    return {
        *_containers(engine),
        *_processes(),
        *_cgroups(),
        *_mounts(),
        *(f"state {path}" for path in _ENGINE.glob("runtime-*/*/*")),
        *(f"folder {path}" for path in runtime_parent().glob("arena-*")),
    }


def _containers(engine: Engine) -> Iterator[str]:
    for container in engine.list_containers(MATCH_LABEL):
        yield f"container {container['Id']}"


def _processes() -> Iterator[str]:
    """Find processes of bots, the shims that hold their containers, and gVisor's sandboxes."""
    for folder in Path("/proc").iterdir():
        if not folder.name.isdecimal():
            continue
        try:
            user = folder.stat().st_uid
            command = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
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
