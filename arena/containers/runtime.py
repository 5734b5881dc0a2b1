"""The runtime of a container, and its limits: the engine's usual one, or gVisor's with its kernel.

Under gVisor the bot's system calls end in a program, the sandbox, that needs few of the host's. The
container's limits and its control group are the sandbox's: its threads and its memory count too,
and if it goes over its memory all of it is ended, the supervisor included.
"""

from dataclasses import dataclass, replace
from typing import Final

from arena.containers.protections import EngineInfo
from arena.errors import Unavailable

# Without it runsc ignores the container's list of system calls.
SECCOMP: Final = "--oci-seccomp"
# One line that installs it, tells the engine of it, and has the engine take note without a restart.
# A bot has to connect to its referee's socket, which runsc does not allow by itself.
REGISTER: Final = (
    f"sudo apt-get install runsc && sudo runsc install -- --host-uds=open --network=none {SECCOMP}"
    " && sudo systemctl reload docker"
)


_MB: Final = 1024**2


@dataclass(frozen=True, slots=True)
class Runtime:
    """A runtime of containers, and what a container has under it."""

    name: str | None
    """As the engine knows it; None for the one that it takes by itself."""
    processes: int
    """How many a container may have, threads included."""
    memory: int
    """How many bytes a container may use."""
    keeps_supervisor: bool
    """Whether no bot can end its supervisor but by going over its memory."""
    open_files: int = 64
    """How many each process may have open."""
    file_bytes: int = 16 * _MB
    """The most for one file that it writes."""
    tmp_bytes: int = 16 * _MB
    """The room for all of them."""
    tmp_files: int = 1024

    def to_build(self) -> "Runtime":
        """Return the same with the room that a compiler needs."""
        return replace(
            self,
            processes=max(64, self.processes),
            memory=1024 * _MB,
            open_files=1024,
            file_bytes=64 * _MB,
            tmp_bytes=256 * _MB,
            tmp_files=16 * 1024,
        )

    def require(self, info: EngineInfo) -> None:
        """Unavailable, with the line to type, if an engine that says this does not know it so.

        A limit that is not enforced cannot be seen from outside the box, so the engine's word has
        to do.
        """
        if self.name is None:
            return
        known = info.get("Runtimes", {})
        if self.name not in known:
            raise Unavailable(
                f"the container engine does not know the runtime {self.name}; type: {REGISTER}"
            )
        # Engines leave the arguments out where there are none.
        if SECCOMP not in (known[self.name].get("runtimeArgs") or ()):
            raise Unavailable(
                f"the runtime {self.name} would let bots make every system call; type: {REGISTER}"
            )

    def check_log(self, log: str) -> None:
        """Unavailable if this is what a supervisor says that may not connect to us."""
        if self.name is not None and "PermissionError" in log:
            raise Unavailable(
                f"the runtime {self.name} lets no bot connect to its referee; type: {REGISTER}"
            )


USUAL: Final = Runtime(None, processes=32, memory=256 * _MB, keeps_supervisor=True)
# A bot that fits in a usual container is to fit here. A thread of the bot is several of the
# sandbox, and one that finds no room ends the sandbox. Its memory is 17 MB, and 2 MB more for each
# process; but a fork copies by pieces of 2 MB, so that of a bot with gRPC in it takes 20 MB.
GVISOR: Final = Runtime("runsc", processes=512, memory=320 * _MB, keeps_supervisor=False)
