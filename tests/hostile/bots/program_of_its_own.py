"""A bot that runs a program from memory, from /tmp and by the loader: with the same powers, no
harm.
"""

import glob
import inspect
import os
import subprocess
import sys

from hostile.doors import libc, through
from hostile.powers import powers


def tries():
    with open(sys.executable, "rb") as file:
        program = file.read()
    with open("/tmp/program", "wb") as file:
        file.write(program)
    os.chmod("/tmp/program", 0o6755)
    ways = {"/tmp": ["/tmp/program"]}
    ways |= {loader: [loader, "/tmp/program"] for loader in glob.glob("/lib*/ld-linux*")}
    memory = libc.syscall(319, b"", 0) if os.uname().machine == "x86_64" else -1
    if memory >= 0:
        os.write(memory, program)
        ways["memfd"] = [f"/proc/{os.getpid()}/fd/{memory}"]
    del program
    source = (
        f"import ctypes, os; libc = ctypes.CDLL(None)\n{inspect.getsource(powers)}\nprint(powers())"
    )
    for name, command in ways.items():
        try:
            done = subprocess.run(
                [*command, "-I", "-S", "-c", source], capture_output=True, text=True
            )
        except OSError:
            continue
        if done.returncode == 0 and done.stdout.strip() != str(powers()):
            through.append(f"{name}: {done.stdout} and not {powers()}")
    os.unlink("/tmp/program")
