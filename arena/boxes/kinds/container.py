"""The container box: strangers' code, behind walls. The default of a ladder.

A container has no network, no capability, no file that it can write but a small /tmp, a user of its
own, and of the kernel only the calls that `seccomp.json` lists. It sees two folders of the host,
both read-only: the seat's, with the referee's socket, and the bot's files as they were taken in.
"""

import asyncio
import secrets
import signal
import time
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from arena.boxes.box import SOCKET
from arena.boxes.host.cgroup import Cgroup, OomCause, find_cgroup
from arena.boxes.host.cpus import Cpus
from arena.boxes.host.leftovers import MATCH_LABEL, MEMORY_LABEL
from arena.boxes.supervision.supervised import SUPERVISOR_SOCKET, SupervisedBox, missing_supervisor
from arena.containers.masked import MASKED
from arena.containers.protections import FREEZING, PINNING, PROTECTIONS, Protection, require
from arena.containers.runtime import USUAL, Runtime
from arena.errors import HostFailure
from arena.match.verdict import Exit

if TYPE_CHECKING:
    # Which takes a tenth of a second to load.
    from arena.containers.engine import Engine

SUPERVISOR: Final = "/opt/arena/supervisor.pyc"

CPUS: Final = 1
SEAT: Final = "/run/seat"
BOT: Final = "/bot"
BOT_ENVIRONMENT: Final = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": "/tmp",  # noqa: S108 - the container's
    "LANG": "C.UTF-8",
    "ARENA_SOCKET": f"unix:{SEAT}/{SOCKET}",
    # Its handlers start threads in every child of a bot.
    "GRPC_ENABLE_FORK_SUPPORT": "0",
    "PYTHONUNBUFFERED": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
}

# How often we look whether a supervisor that is late still runs, how long the engine may take to
# see that one has ended, and what a killed container's processes may take to end, in seconds.
_POLL: Final = 0.5
_ENDED_LIMIT: Final = 3.0
_CLEAR_LIMIT: Final = 5.0

# Faults of this machine towards a box, as clauses.
_NO_MEMORY: Final = (
    "this machine ran out of memory, and a bot whose box had not met its own limit was killed"
)
_KILLED: Final = "the supervisor of a bot was killed from outside its box"
_REMOVED: Final = "the container of a bot was removed by somebody else"

# The kernel counts some resources by user, over all containers. These are ours alone, and drawn,
# since numbers that count up would tell who sits at one table.
_USERS: Final = range(100_000, 2_000_000_000)
_used: set[int] = set()


class ContainerBox(SupervisedBox):
    """Runs a bot's program in a container of its own.

    When the box is killed nothing runs in it any more; `removals` then remove its container.
    """

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        cpus: Cpus,
        image: str,
        engine: "Engine",
        *,
        claim: Path,
        removals: Executor,
        runtime: Runtime = USUAL,
        allow_missing: Collection[str] = (),
        environment: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        super().__init__(command, cpus)
        self._environment = {**BOT_ENVIRONMENT, **environment}
        self._allow_missing = allow_missing
        self._folder = folder
        # The folder of what has claimed its memory, by which it is labelled.
        self._claim = claim
        self._image = image
        self._engine = engine
        self._removals = removals
        self._removal: Future[None] | None = None
        self._runtime = runtime
        self.name = ""
        """The container's, as the engine knows it."""
        self._id = ""
        self._starting: asyncio.Task[None] | None = None
        self.cgroup = Cgroup({})
        """The control group of its processes, which this host may not see, and sees not before the
        start."""
        self._host_fault = ""

    async def start(self, seat_folder: Path) -> None:
        """Make the box; Unavailable if a protection is missing that may not be."""
        await super().start(seat_folder)
        if self.missing():
            await asyncio.to_thread(self._borrow)
        require(self.missing(), self._allow_missing)

    def _borrow(self) -> None:
        """Have the engine give this user the files that freeze and pin the box, if only root has
        them.

        A user of the engine can become root anyway, so this gives nothing away.
        """
        if files := self.cgroup.locked_controls():
            with suppress(HostFailure):
                self._engine.give_files(self._image, files)
            self.cgroup.close_controls()
            self.cgroup.open_controls()

    async def _launch(self, seat_folder: Path) -> None:
        self.name = f"{seat_folder.parent.name}-{seat_folder.name}"
        self._starting = asyncio.create_task(asyncio.to_thread(self._start, seat_folder))
        # The supervisor may be here before the engine has said that it has started it.
        either: set[asyncio.Future[Any]] = {self._starting, self._port}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not self._port.done():
            await self._starting
        while not self._port.done():
            await asyncio.wait({self._port}, timeout=_POLL)
            if not self._port.done():
                await asyncio.to_thread(self._check_running)

    def _start(self, seat_folder: Path) -> None:
        seat_folder.chmod(0o755)
        settings = container_settings(self._claim, self._runtime)
        host = host_settings(seat_folder, self._folder, self._runtime)
        self._id = self._engine.create_container(self.name, self._image, settings, host, MASKED)
        self._engine.start_container(self.name)

    def _met(self, pid: int) -> None:
        self.cgroup = find_cgroup(pid, self._id)

    def cpu(self) -> float | None:
        return self.cgroup.cpu()

    def waited(self) -> float | None:
        return self.cgroup.waited()

    def missing(self) -> list[Protection]:
        """Return the protections that only a box can tell of, and this one lacks."""
        given = {FREEZING.name: self.cgroup.can_freeze, PINNING.name: self.cgroup.can_pin}
        return [PROTECTIONS[name] for name, is_given in given.items() if not is_given]

    def _pin(self, cpu: int) -> None:
        self.cgroup.pin(cpu)

    def _stop(self) -> None:
        self.cgroup.freeze()

    def _go_on(self) -> None:
        self.cgroup.thaw()

    def _check_running(self) -> None:
        """HostFailure with the log if the container has ended before its supervisor came to us."""
        container = self._engine.inspect_container(self.name)
        if container is None or not container["State"]["Running"]:
            log = "" if container is None else self._engine.read_log(self.name)
            self._runtime.check_log(log)
            raise missing_supervisor(log.strip() or "the container ended without a word")

    async def _destroy(self) -> None:
        if self._starting is None:
            return
        # A call to the engine cannot be taken back; its container is removed when it is there.
        await asyncio.wait({self._starting})
        self._starting.exception()
        # Frozen as it is: so nothing of the bot runs any more, with or without a CPU.
        killed = self.cgroup.kill()
        self._go_on()
        # One that cannot be removed now is swept by a later match.
        remove = self._engine.remove_container
        self._removal = self._removal or self._removals.submit(remove, self.name)
        if not killed:
            # The engine alone can end it.
            await asyncio.wait({asyncio.wrap_future(self._removal)})
            self._removal.result()
        # The engine's word is not enough: a traced process can look ended to it, and run on.
        if not await asyncio.to_thread(self.cgroup.clear, _CLEAR_LIMIT):
            raise HostFailure(f"processes of the killed container {self.name} still run")
        self.cgroup.close()

    # --- how it ended ---

    def host_fault(self) -> str:
        if not self._host_fault and self.cgroup.memory.oom_cause() is OomCause.MACHINE:
            self._host_fault = _NO_MEMORY
        return self._host_fault

    def _confirm(self, end: Exit) -> Exit:
        """The supervisor sees its group from within, where it may be hidden or that of another."""
        cause = self.cgroup.memory.oom_cause()
        self.host_fault()
        return end if cause is None else replace(end, out_of_memory=cause is OomCause.OWN)

    async def _explain_silence(self) -> Exit:
        """Find out how the supervisor ended, and with it everything else.

        No bot can kill it from within, but for want of its own memory; and under gVisor.
        """
        assert self._starting is not None  # noqa: S101 - there was a supervisor
        # First, since the group soon goes; the engine's own word may come late, or never.
        cause = self.cgroup.memory.oom_cause()
        self.host_fault()
        await asyncio.wait({self._starting})
        state = await self._wait_ended()
        if state is None:
            self._host_fault = self._host_fault or _REMOVED
            return Exit(signal=signal.SIGKILL)
        end = read_end(state)
        if cause is not None:
            end = replace(end, out_of_memory=cause is OomCause.OWN)
        # An engine that still sees it run has lost it.
        killed = state["Running"] or end.signal == signal.SIGKILL
        if killed and self._runtime.keeps_supervisor and not end.out_of_memory:
            self._host_fault = self._host_fault or _KILLED
        return end

    async def _wait_ended(self) -> Mapping[str, Any] | None:
        """Return the engine's word on the container that has ended; None if it knows of none."""
        end = time.monotonic() + _ENDED_LIMIT
        while True:
            container = await asyncio.to_thread(self._engine.inspect_container, self.name)
            gone = container is None or not container["State"]["Running"]
            if gone or time.monotonic() > end:
                break
            await asyncio.sleep(_POLL / 10)
        return None if container is None else container["State"]

    def _order(self) -> dict[str, Any]:
        return {"folder": BOT, "environment": self._environment}


def read_end(state: Mapping[str, Any]) -> Exit:
    """Return how a container ended, by the engine's word: it adds 128 to the number of a signal."""
    code, out_of_memory = state.get("ExitCode", 0), state.get("OOMKilled", False)
    if 128 < code <= 128 + signal.SIGRTMAX:
        return Exit(signal=code - 128, out_of_memory=out_of_memory)
    return Exit(code=code, out_of_memory=out_of_memory)


def container_settings(claim: Path, runtime: Runtime) -> dict[str, Any]:
    """Return what the container is, in the words of the `docker` package."""
    user = _draw_user()
    return {
        "command": ["python3", "-I", "-S", SUPERVISOR, f"{SEAT}/{SUPERVISOR_SOCKET}"],
        "user": f"{user}:{user}",
        "working_dir": "/",
        "hostname": "bot",
        "labels": {MATCH_LABEL: str(claim), MEMORY_LABEL: str(runtime.memory)},
        # Beside the mode `none`: it saves the engine the set-up of a network, 60 ms.
        "network_disabled": True,
    }


def _draw_user() -> int:
    """Return a user whom no other box of this process has."""
    while (user := secrets.choice(_USERS)) in _used:
        pass
    _used.add(user)
    return user


def host_settings(seat_folder: Path, files: Path, runtime: Runtime) -> dict[str, Any]:
    """Return what the container may do and use."""
    room = f"size={runtime.tmp_bytes},nr_inodes={runtime.tmp_files}"
    return {
        "runtime": runtime.name,
        "network_mode": "none",
        "ipc_mode": "none",
        "read_only": True,
        "tmpfs": {"/tmp": f"rw,noexec,nosuid,nodev,mode=1777,{room}"},  # noqa: S108 - the container's
        "mounts": [_mount(seat_folder, SEAT), _mount(files, BOT)],
        "cap_drop": ["ALL"],
        "security_opt": ["no-new-privileges", f"seccomp={seccomp_profile()}"],
        "mem_limit": runtime.memory,
        "memswap_limit": runtime.memory,
        "pids_limit": runtime.processes,
        "nano_cpus": CPUS * 1_000_000_000,
        "oom_score_adj": 900,
        "ulimits": [
            {"name": name, "soft": limit, "hard": limit}
            for name, limit in {
                "nofile": runtime.open_files,
                "core": 0,
                "fsize": runtime.file_bytes,
                "msgqueue": 0,
                "sigpending": 64,
                "memlock": 0,
            }.items()
        ],
        # Only a supervisor that cannot begin ever writes here: it lets go of the engine's pipes.
        "log_config": {"type": "json-file", "config": {"max-size": "64k", "max-file": "1"}},
    }


def _mount(source: Path, target: str) -> dict[str, Any]:
    return {"Type": "bind", "Source": str(source.resolve()), "Target": target, "ReadOnly": True}


@cache
def seccomp_profile() -> str:
    return Path(__file__).with_name("seccomp.json").read_text(encoding="utf-8")
