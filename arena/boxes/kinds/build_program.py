"""The build program: compiles a copy of a bot's files, and sends the result as a tar.

    python3 -I -S -c PROGRAM SOCKET SOURCE WORK COMMAND ...

It runs in a box as a bot's program does, on the standard library, and is believed no more than one:
the compiler may be made to do anything, to this program as well. `WORK` is a folder to make for the
copy. Its output is the log, and its exit code is the command's, or 127 if that cannot be run.
"""

import shutil
import socket
import subprocess
import sys
import tarfile
from collections.abc import Sequence

# As a shell says it.
_CANNOT_RUN = 127
_SIGNAL = 128


def main(address: str, source: str, work: str, *command: str) -> None:
    """Build, and send the folder as the command has left it."""
    shutil.copytree(source, work, symlinks=True)
    code = run(command, work)
    if code != 0:
        sys.exit(code)
    with socket.socket(socket.AF_UNIX) as port:
        port.connect(address)
        with port.makefile("wb") as stream, tarfile.open(fileobj=stream, mode="w|") as tar:
            tar.add(work, ".")


def run(command: Sequence[str], work: str) -> int:
    """Run the command in its folder; return its exit code as a shell tells it."""
    try:
        code = subprocess.run(command, cwd=work, check=False).returncode  # noqa: S603 - for that
    except OSError as error:
        sys.stderr.write(f"error: {command[0]}: {error.strerror}\n")
        return _CANNOT_RUN
    return code if code >= 0 else _SIGNAL - code


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except OSError as error:
        sys.exit(f"error: {error.filename or 'its product'}: {error.strerror}")
