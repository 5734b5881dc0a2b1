"""A bot that makes its forbidden calls by the numbers of i386 and of x32."""

import os
import subprocess
import sys

from hostile.doors import through


def tries():
    i386 = """
    libc.mmap.restype = word = ctypes.c_void_p
    page = libc.mmap(None, word(4096), 7, 0x22, -1, word(0))
    assert page != word(-1).value
    code = bytes.fromhex("53b8") + number.to_bytes(4, "little") + bytes.fromhex("bb")
    code += first.to_bytes(4, "little") + bytes.fromhex("b90300000031d2cd805bc3")
    ctypes.memmove(page, code, len(code))
    result = ctypes.CFUNCTYPE(ctypes.c_int)(page)()
    """
    x32 = "    result = libc.syscall(number | 1 << 30, first, 3, 0)"
    doors = {"i386 socket": (i386, 359, 16), "i386 unshare": (i386, 310, 1 << 28)}
    doors |= {"x32 socket": (x32, 41, 16), "x32 ptrace": (x32, 521, 0)}
    for name, (way, number, first) in doors.items() if os.uname().machine == "x86_64" else ():
        begin = f"import ctypes; libc = ctypes.CDLL(None); number, first = {number}, {first}"
        source = f"{begin}\nprint('ready', flush=True)\nif True:\n{way}\nprint(result)"
        child = subprocess.run([sys.executable, "-I", "-S", "-c", source], capture_output=True)
        # The wall is an error, or the end of the child.
        said = child.stdout.split()
        if said[:1] != [b"ready"] or child.returncode == 1:
            through.append(f"{name} was not tried: {child.stderr[-200:]}")
        elif len(said) > 1 and int(said[1]) >= 0:
            through.append(f"{name} gave {said[1]}")
