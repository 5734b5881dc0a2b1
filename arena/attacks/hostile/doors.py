"""A bot that tries doors: calls and files that have to be closed. One report names all that gave.

`call` is for what seccomp has to stop: any other error than EPERM or ENOSYS came from beyond it.
`refused` is for what any error may stop. Numbers are those of x86_64; other machines play on.
"""

import ctypes
import errno
import os

from hostile import escaped
from hostile.attacker import run_attack

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
# Doors that gave, a sentence each.
through = []


def try_doors(tries):
    """Run the bot whose attack is `tries()`; it plays on if nothing got through."""

    def attack(turn):
        tries()
        if through:
            escaped("; ".join(through[:20]))

    run_attack(attack)


def call(name, number, *arguments):
    """Make a system call that has to be refused before the kernel looks at its arguments."""
    if os.uname().machine != "x86_64":
        return
    words = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    result = libc.syscall(ctypes.c_long(number), *words)
    if result != -1 or ctypes.get_errno() not in (errno.EPERM, errno.ENOSYS):
        error = "" if result != -1 else " " + errno.errorcode[ctypes.get_errno()]
        through.append(f"{name}{arguments} gave {result}{error}")


def calls(**numbers):
    """Make each call with wrong arguments, so that one that is let through does no harm."""
    for name, number in numbers.items():
        call(name, number, -1, -1, -1, -1, -1, -1)


def refused(name, act, *arguments):
    """Do what has to fail."""
    try:
        result = act(*arguments)
    except (OSError, ValueError):
        return
    through.append(f"{name} gave {str(result)[:80]}")


def put(path, data):
    """Write to a file that is there; return how many bytes."""
    file = os.open(path, os.O_WRONLY)
    try:
        return os.write(file, data)
    finally:
        os.close(file)
