"""Starts the machine on a copy of its disk, runs commands there as its users, and ends it."""

import os
import shlex
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from arena.errors import HostFailure
from tests.machine.disk import Disk

_CPUS: Final = 4
_MEGABYTES: Final = 6144
_KVM: Final = ("-accel", "kvm", "-cpu", "host")
_EMULATED: Final = ("-accel", "tcg,thread=multi,tb-size=1024", "-cpu", "max")
# For how long a machine that starts may say nothing, in seconds. Where hardware cannot be used,
# qemu ends at once or hangs.
_KVM_LIMIT: Final = 60.0
_EMULATED_LIMIT: Final = 600.0


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine that runs."""

    key: Path
    port: int
    emulated: bool

    def command(self, user: str, script: str) -> list[str]:
        """Return the command that runs a script of bash's there."""
        quiet = ["-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"]
        alive = ["-o", "LogLevel=ERROR", "-o", "ConnectTimeout=20", "-o", "ServerAliveInterval=30"]
        there = ["-i", str(self.key), "-p", str(self.port), f"{user}@127.0.0.1"]
        return ["ssh", *quiet, *alive, *there, f"bash -lc {shlex.quote(script)}"]

    def run(self, user: str, script: str, log: IO[bytes] | int) -> int:
        """Run a script there, to its end; what it says goes to `log`. Return its exit code."""
        done = subprocess.run(
            self.command(user, script),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            check=False,
        )
        return done.returncode


@contextmanager
def running(disk: Disk) -> Iterator[Machine]:
    """Run the machine, with KVM where that works, and end it; what it writes goes with it."""
    if os.access("/dev/kvm", os.R_OK | os.W_OK):
        with _started(disk, _KVM, _KVM_LIMIT) as machine:
            if machine is not None:
                yield machine
                return
        print("KVM does not work here, so the machine is emulated: some ten times as slow.")
    else:
        print("There is no KVM here, so the machine is emulated: some ten times as slow.")
    with _started(disk, _EMULATED, _EMULATED_LIMIT) as machine:
        if machine is None:
            raise HostFailure(f"the machine did not start; what it said is in {_console(disk)}")
        yield machine


@contextmanager
def _started(disk: Disk, how: tuple[str, ...], limit: float) -> Iterator[Machine | None]:
    """Start it; give None if it cannot be reached within this many seconds."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    # It ends with the program that has started it, however that ends.
    command = ["setpriv", "--pdeathsig", "KILL", "nice", "-n", "10", *_qemu(disk, how, port)]
    with _console(disk).open("wb") as console:
        started = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=console, stderr=console
        )
    machine = Machine(disk.key, port, how == _EMULATED)
    try:
        yield machine if _answers(machine, started, limit) else None
    finally:
        started.kill()
        started.wait()


def _console(disk: Disk) -> Path:
    return disk.image.with_name("console")


def _qemu(disk: Disk, how: tuple[str, ...], port: int) -> list[str]:
    drive = f"file={disk.image},format=raw,if=virtio,snapshot=on,cache=unsafe"
    kernel = ["-kernel", str(disk.kernel), "-initrd", str(disk.initrd)]
    return [
        *("qemu-system-x86_64", *how, "-smp", str(_CPUS), "-m", str(_MEGABYTES)),
        *("-nodefaults", "-no-reboot", "-display", "none", "-serial", "stdio"),
        *(*kernel, "-append", "root=/dev/vda rw console=ttyS0"),
        *("-drive", drive, "-device", "virtio-rng-pci"),
        *("-netdev", f"user,id=net,hostfwd=tcp:127.0.0.1:{port}-:22"),
        *("-device", "virtio-net-pci,netdev=net,romfile="),
    ]


def _answers(machine: Machine, started: "subprocess.Popen[bytes]", limit: float) -> bool:
    end = time.monotonic() + limit
    while started.poll() is None and time.monotonic() < end:
        if machine.run("root", "systemctl is-system-running --wait", subprocess.DEVNULL) != 255:
            return True
        time.sleep(1)
    return False
