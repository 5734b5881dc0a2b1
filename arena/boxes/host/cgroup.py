"""The control group of a container, as the host sees it: its processes and their cost.

Version 2 has one folder a container; version 1 has one for each controller; a host may have both.
Only `/proc/PID/cgroup` names them on every host.
"""

import os
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Final

from arena.boxes.host.process_tree import Waits

if TYPE_CHECKING:
    # Which takes a tenth of a second to load.
    from arena.containers.engine import Engine

_MOUNT: Final = Path("/sys/fs/cgroup")
# The mount of version 2 on a host with version 1.
_HYBRID: Final = _MOUNT / "unified"
# A path below which there are no files: that of a group that this host cannot see.
_NOWHERE: Final = Path(os.devnull)
_POLL: Final = 0.005
_WORDS: Final = 4096
# The bytes that the kernel charges at once, and so may be missing at the limit.
_SLACK: Final = 2 * 1024**2


class OomCause(Enum):
    """Why the kernel killed a process for memory: the group's own limit, or the machine's."""

    NOTHING = "nothing was killed"
    OWN = "the group had met its own limit"
    MACHINE = "the machine had no memory left"


class GroupMemory:
    """The memory use of a group, and whether it was the group's own limit that was met.

    The kernel counts a kill in the group of the killed process, be it that the group met its own
    limit or that the machine, or a group above, had no memory left. Only the first is the bot's
    doing. So a kill counts as the bot's if its group has met its own limit, and else as this
    machine's:

    - Version 2 counts how often a group met its limit and nothing could be reclaimed: `oom`, beside
      `oom_kill`. A machine without memory is not counted there.
    - Version 1 only keeps the most that a group ever had, which is then the limit. (`failcnt` stays
      0 on newer kernels.) A group that was full once, be it of reclaimable memory, and is killed
      for the machine later, cannot be told from one that went over its limit.

    No bot can make a kill at its own limit look like the machine's, since without having met the
    limit nothing of it is killed there. `folders` are the group's folders by controller.
    """

    def __init__(self, folders: Mapping[str, Path]) -> None:
        older = folders.get("memory")
        folder = older or folders.get("")
        names = (
            ("memory.oom_control", "memory.max_usage_in_bytes", "memory.limit_in_bytes")
            if older
            else ("memory.events",)
        )
        self._stat = folder / "memory.stat" if folder else None
        # Kept open: the names go with the group, a moment after its last process.
        self._files = [open_file(folder / name, os.O_RDONLY) for name in names] if folder else []

    def close(self) -> None:
        for file in self._files:
            if file is not None:
                os.close(file)
        self._files = []

    def used(self) -> int:
        """Return how many bytes it holds that nobody can reclaim; 0 if it cannot be read."""
        try:
            said = b"" if self._stat is None else self._stat.read_bytes()
        except OSError:
            return 0
        # The first is called so in version 1, the second in version 2.
        return sum(_count(said, name) for name in (b"rss", b"anon", b"shmem"))

    def oom_cause(self) -> OomCause | None:
        """Return whose memory limit caused an OOM kill; None if the group cannot be read."""
        said = [_read(file) for file in self._files]
        if not said or None in said:
            return None
        events, *own = (text for text in said if text is not None)
        if not _count(events, b"oom_kill"):
            return OomCause.NOTHING
        if own:
            most, limit = map(int, own)
            met = most > limit - _SLACK
        else:
            met = _count(events, b"oom") > 0
        return OomCause.OWN if met else OomCause.MACHINE


def open_file(path: Path | None, flags: int) -> int | None:
    """Open a file of a group; None if there is no path, or it cannot be opened."""
    try:
        return None if path is None else os.open(path, flags | os.O_CLOEXEC)
    except OSError:
        return None


def _read(file: int | None) -> bytes | None:
    try:
        return None if file is None else os.pread(file, _WORDS, 0)
    except OSError:
        return None


def _count(events: bytes, name: bytes) -> int:
    """Return a number of a file with a name and a number in each line; 0 if it is not there."""
    words = events.split()
    return int(words[words.index(name) + 1]) if name in words else 0


class Cgroup:
    """The processes of one container, whatever its engine says about them.

    `folders` are its folders by controller; that of version 2 has the name "". A group without any
    is one that this host cannot see: nothing is known of it, and nothing can be done with it.
    """

    def __init__(self, folders: Mapping[str, Path]) -> None:
        self._procs = next(iter(folders.values()), _NOWHERE) / "cgroup.procs"
        self._pressure = _file(folders, "", "cpu.pressure")
        # Kept open, since that makes reading them ten times as fast.
        self._usage, self._to_seconds = _open_usage(folders)
        self._folders = folders
        self.open_controls()
        self._cpu: float | None = None
        self._waits = Waits()
        self._throttled = _file(folders, "cpu" if "cpu" in folders else "", "cpu.stat")
        self.memory = GroupMemory(folders)

    def open_controls(self) -> None:
        """Open what freezes, pins and kills it, as far as this user may."""
        self._freezer, self._words = _open_freezer(self._folders)
        self._cpus = _open_cpus(self._folders)
        self._killer = open_file(_file(self._folders, "", "cgroup.kill"), os.O_WRONLY)

    def locked_controls(self) -> list[Path]:
        """Return the files that control it and that are not for this user to write."""
        files = [
            *(_file(self._folders, "", name) for name in ("cgroup.freeze", "cgroup.kill")),
            _file(self._folders, "freezer", "freezer.state"),
            *(_file(self._folders, controller, "cpuset.cpus") for controller in ("cpuset", "")),
        ]
        there = [file for file in files if file is not None and file.exists()]
        return [file for file in there if not os.access(file, os.W_OK)]

    def close(self) -> None:
        self.close_controls()
        if self._usage is not None:
            os.close(self._usage)
            self._usage = None
        self.memory.close()

    def close_controls(self) -> None:
        for descriptor in (self._freezer, self._cpus, self._killer):
            if descriptor is not None:
                os.close(descriptor)
        self._freezer = self._cpus = self._killer = None

    def processes(self) -> list[int]:
        """Return the host's numbers of the processes in it; none if it is gone."""
        try:
            return [int(pid) for pid in self._procs.read_text().split()]
        except OSError:
            return []

    def cpu(self) -> float | None:
        """Return the CPU seconds of all that has run in it; None if this host does not say.

        A group that is gone has spent what it had spent when this was last asked: a bot whose
        container ends right behind its answer has played that answer.
        """
        if self._usage is not None:
            with suppress(OSError):
                said = os.pread(self._usage, _WORDS, 0).removeprefix(b"usage_usec ")
                self._cpu = int(said.split(None, 1)[0]) * self._to_seconds
        return self._cpu

    def waited(self) -> float | None:
        """Return the seconds for which some of its processes wanted a CPU and none had one.

        That is the kernel's "full" pressure of the group: a process that waits for another one of
        the same group does not count. It includes the time for which the group was over its own
        quota, which is the bot's affair. A kernel without it for groups has it counted from the
        first call on, by the waits of all threads. None if the kernel says nothing at all.
        """
        full = _find(self._pressure, "full")
        if not full:
            return self._waits.look(self.processes(), self.cpu() or 0.0)
        return max(0.0, int(full.rpartition("total=")[2]) * 1e-6 - self._over_quota())

    def _over_quota(self) -> float:
        """Return the seconds for which its own quota has kept it from running."""
        if newer := _find(self._throttled, "throttled_usec"):
            return int(newer.split()[1]) * 1e-6
        older = _find(self._throttled, "throttled_time")
        return int(older.split()[1]) * 1e-9 if older else 0.0

    @property
    def can_freeze(self) -> bool:
        return self._freezer is not None

    def freeze(self) -> None:
        """Have the kernel stop everything in it; what still runs for a moment is charged."""
        self._write_freezer(0)

    def thaw(self) -> None:
        self._write_freezer(1)

    def _write_freezer(self, place: int) -> None:
        if self._freezer is not None:
            with suppress(OSError):  # It is gone.
                os.pwrite(self._freezer, self._words[place], 0)

    @property
    def can_pin(self) -> bool:
        return self._cpus is not None

    def pin(self, cpu: int) -> None:
        """Have all in it run on one CPU alone."""
        if self._cpus is not None:
            with suppress(OSError):  # It is gone.
                os.pwrite(self._cpus, b"%d" % cpu, 0)

    def kill(self) -> bool:
        """Kill all in it, once; frozen processes end when thawed. False if this user may not.

        They are another user's, and only root may signal them. Other users leave it to the kernel,
        or, with control groups of version 1, to the engine, which removes the container.
        """
        for pid in self.processes():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
            except PermissionError:
                return self._have_killed()
        return bool(self._folders)

    def _have_killed(self) -> bool:
        if self._killer is None:
            return False
        with suppress(OSError):  # It is gone.
            os.pwrite(self._killer, b"1", 0)
        return True

    def clear(self, limit: float) -> bool:
        """Kill what is left in it; False if something still runs after `limit` seconds."""
        end = time.monotonic() + limit
        while self.processes():
            if time.monotonic() > end:
                return False
            self.thaw()
            self.kill()
            time.sleep(_POLL)
        return True


def _open_usage(folders: Mapping[str, Path]) -> tuple[int | None, float]:
    if "cpuacct" in folders:
        return open_file(_file(folders, "cpuacct", "cpuacct.usage"), os.O_RDONLY), 1e-9
    return open_file(_file(folders, "", "cpu.stat"), os.O_RDONLY), 1e-6


def _open_freezer(folders: Mapping[str, Path]) -> tuple[int | None, tuple[bytes, bytes]]:
    """Return the file that freezes, and what freezes and thaws. Version 2 does it faster."""
    newer = open_file(_file(folders, "", "cgroup.freeze"), os.O_WRONLY)
    if newer is not None:
        return newer, (b"1", b"0")
    older = open_file(_file(folders, "freezer", "freezer.state"), os.O_WRONLY)
    return older, (b"FROZEN", b"THAWED")


def _open_cpus(folders: Mapping[str, Path]) -> int | None:
    """Open what says on which CPUs the group runs."""
    controller = "cpuset" if "cpuset" in folders else ""
    return open_file(_file(folders, controller, "cpuset.cpus"), os.O_WRONLY)


def _file(folders: Mapping[str, Path], controller: str, name: str) -> Path | None:
    """Return where a controller has its file; None where the group has no such controller."""
    return folders[controller] / name if controller in folders else None


def _find(path: Path | None, word: str) -> str:
    """Return the line of a file that begins with a word; nothing if there is none."""
    try:
        lines = [] if path is None else path.read_text().splitlines()
    except OSError:
        return ""
    return next((line for line in lines if line.split(maxsplit=1)[0] == word), "")


def find_cgroup(pid: int, container: str) -> Cgroup:
    """Return the group of a container's process, which this host may not see.

    Its number may be the engine's, which may count in another namespace than we do, so the group
    has to be named after the container.
    """
    return Cgroup(dict(_folders_of(pid, container)))


def inspect_cgroup(engine: "Engine", container: str) -> Cgroup:
    """Return the group of a container, of which the engine may know nothing any more."""
    found = engine.inspect_container(container)
    return find_cgroup(found["State"]["Pid"], found["Id"]) if found else Cgroup({})


def _folders_of(pid: int, container: str) -> Iterator[tuple[str, Path]]:
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/cgroup").read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            roots = [_MOUNT / controllers] if controllers else [_HYBRID, _MOUNT]
            for root in roots:
                folder = root / path.lstrip("/")
                if container in path and (folder / "cgroup.procs").is_file():
                    yield from ((name, folder) for name in controllers.split(","))
                    break
