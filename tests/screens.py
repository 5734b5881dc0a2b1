"""What a program writes on a terminal of 80 columns."""

import fcntl
import os
import pty
import struct
import subprocess
import termios
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path


def on_screen(command: Sequence[str], folder: Path, code: int = 0) -> str:
    """Run a command on a terminal of 80 columns and return what it wrote there; it ends so."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("4H", 24, 80, 0, 0))
    environment = {name: text for name, text in os.environ.items() if name != "COLUMNS"}
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdin=theirs, stdout=theirs, stderr=theirs
    ) as process:
        os.close(theirs)
        written = b""
        # At its end Linux has an error instead of nothing.
        with suppress(OSError):
            while part := os.read(ours, 65536):
                written += part
    os.close(ours)
    assert process.returncode == code, written
    return written.decode()
