"""The control group of a container, as the host sees it: what still runs in it."""

import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

_MOUNT: Final = Path("/sys/fs/cgroup")
_POLL: Final = 0.005


class Cgroup:
    """The processes of one container, whatever its engine says about them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def processes(self) -> list[int]:
        """Return the host's numbers of the processes in it; none if it is gone."""
        try:
            return [int(pid) for pid in (self._folder / "cgroup.procs").read_text().split()]
        except OSError:
            return []

    def clear(self, limit: float) -> bool:
        """Kill what is left in it; False if something still runs after `limit` seconds."""
        end = time.monotonic() + limit
        while pids := self.processes():
            if time.monotonic() > end:
                return False
            for pid in pids:
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(_POLL)
        return True


def find_cgroup(pid: int, container: str) -> Cgroup | None:
    """Return the group of a container's process; None where this host cannot see it.

    Its number is the engine's, which may count in another namespace than we do, so the group has to
    be named after the container.
    """
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/cgroup").read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            folder = _MOUNT / controllers / path.lstrip("/")
            if container in path and (folder / "cgroup.procs").is_file():
                return Cgroup(folder)
    return None
