"""The builder: runs the compiler in a build box. Runs alone, on the standard library.

    python3 -I builder.py SOCKET

It connects to SOCKET and reads a line of JSON, the order: `source`, the folder with the bot's
files; `work`, a folder to make for a copy of them; `command`, which is run there; `environment`;
and `file_bytes`, the most that a file may have. It answers with a line of JSON: `code`, the exit
code of the command, 127 if it could not be run; and `said`, the beginning of its output. If the
code is 0, the whole folder follows as a tar.

What the command leaves running is killed first. In a container the builder is process 1, so it
cannot be ended by what it runs, and the box has the limits; elsewhere a compiler is the author's.
It is closed to the eyes of what it runs: who could write its memory would answer for it.
"""

import ctypes
import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

# Of the compiler's output, what is kept; the rest is read and dropped.
OUTPUT_BYTES = 64 * 1024

_PR_SET_DUMPABLE = 4
# As a shell says it.
_CANNOT_RUN = 127


def main(address: str) -> None:
    """Build what one order says."""
    with socket.socket(socket.AF_UNIX) as port:
        port.connect(address)
        with port.makefile("rwb") as stream:
            order = json.loads(stream.readline())
            protect_self()
            work = Path(order["work"])
            shutil.copytree(order["source"], work, symlinks=True)
            code, said = run(order, work)
            answer = {"code": code, "said": said.decode("utf-8", "replace")}
            stream.write(json.dumps(answer).encode() + b"\n")
            if code == 0:
                with tarfile.open(fileobj=stream, mode="w|") as tar:
                    tar.add(work, ".")


def protect_self() -> None:
    """Leave nothing to the command of this process, nor of the engine's pipes.

    What is read of those is outside all limits.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)


def run(order: dict[str, Any], work: Path) -> tuple[int, bytes]:
    """Run the command in its folder; return its exit code and the beginning of its output."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (order["file_bytes"], order["file_bytes"]))
    try:
        process = subprocess.Popen(  # noqa: S603 - that is what it is for
            list(expand(order["command"], work)),
            cwd=work,
            env=order["environment"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    except OSError as error:
        return _CANNOT_RUN, f"{order['command'][0]}: {error.strerror}".encode()
    except ValueError as error:
        return _CANNOT_RUN, f"error: {error}".encode()
    kept = bytearray()
    reader = Thread(target=read, args=(process, kept), daemon=True)
    reader.start()
    code = process.wait()
    kill_rest(process.pid)
    reader.join(1)
    return code, bytes(kept)


def expand(command: Sequence[str], work: Path) -> Iterator[str]:
    """Yield the words of a command, with the files that fit a pattern in its place.

    ValueError for a file whose name looks like an option or a file of options: it is the author's
    to choose. `./` in front of it is not enough, since g++ tells its parts the bare name, too.
    """
    for word in command:
        if "*" not in word:
            yield word
            continue
        for path in sorted(work.glob(word)):
            if path.name.startswith(("-", "@")):
                raise ValueError(f"a compiler takes the name {path.name!a} for an option")
            yield f"./{path.relative_to(work).as_posix()}"


def read(process: "subprocess.Popen[bytes]", kept: bytearray) -> None:
    """Read the output to its end, and keep the beginning."""
    assert process.stdout is not None  # noqa: S101 - it was asked for
    while data := process.stdout.read1(65536):  # type: ignore[attr-defined]
        kept += data[: OUTPUT_BYTES - len(kept)]


def kill_rest(group: int) -> None:
    """Kill what the command has left behind: all of the container, or else its group."""
    with suppress(ProcessLookupError):
        if os.getpid() == 1:
            os.kill(-1, signal.SIGKILL)
        else:
            os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    main(sys.argv[1])
