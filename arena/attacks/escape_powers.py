"""Attacks by program: what another program, user or capability must not add to a bot's powers."""

from arena.attacks.attack import Attack
from arena.attacks.escape_calls import tries

# `powers()`: its users and groups, its capabilities and those that it could get, and whether it may
# get more and its calls are filtered. From the kernel, since /proc may be closed to it.
_SOURCE = """
import textwrap
SOURCE = textwrap.dedent('''
def powers():
    held = ctypes.create_string_buffer(24)
    version = ctypes.create_string_buffer((0x20080522).to_bytes(4, "little"), 8)
    libc.capget(version, held)
    asked = lambda *words: libc.prctl(*map(ctypes.c_long, (*words, 0, 0, 0)))
    bounding = [asked(23, number) > 0 for number in range(41)]
    users = {*os.getresuid(), *os.getresgid(), *os.getgroups()}
    return users, list(held.raw), bounding, asked(39, 0), asked(21, 0)
''')
"""

POWERS = {
    "program_of_its_own": Attack(
        "runs a program from memory, from /tmp and by the loader: with the same powers, no harm",
        tries(
            _SOURCE
            + """
import glob, subprocess
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
source = f"import ctypes, os; libc = ctypes.CDLL(None)\\n{SOURCE}\\nprint(powers())"
exec(SOURCE, globals())
for name, command in ways.items():
    try:
        done = subprocess.run([*command, "-I", "-S", "-c", source], capture_output=True, text=True)
    except OSError:
        continue
    if done.returncode == 0 and done.stdout.strip() != str(powers()):
        through.append(f"{name}: {done.stdout} and not {powers()}")
os.unlink("/tmp/program")
"""
        ),
    ),
    "another_user": Attack(
        "becomes root, takes capabilities, looks for programs that have them",
        tries(
            _SOURCE
            + """
import stat
for name in ("setuid", "setgid", "seteuid", "setegid"):
    refused(name, getattr(os, name), 0)
refused("setresuid", os.setresuid, -1, -1, 0)
refused("setgroups", os.setgroups, [0])
call("capset", 126, bytes.fromhex("2205082000000000"), b"\\xff" * 24)
for words in ((47, 2, 21, 0, 0), (28, 0x2F, 0, 0, 0), (38, 0, 0, 0, 0), (22, 0, 0, 0, 0)):
    if libc.prctl(*map(ctypes.c_long, words)) != -1:
        through.append(f"prctl {words}")
for persona in (0x40000, 0x400000, 0x20000, 8):
    call("personality", 135, persona)
exec(SOURCE, globals())
users, held, bounding, no_new, filtered = powers()
if any(held) or any(bounding):
    through.append(f"capabilities {held} {bounding}")
if (no_new, filtered) != (1, 2) or 0 in users:
    through.append(f"users {users}, {no_new}, {filtered}")
for top, folders, files in os.walk("/"):
    if top == "/":
        folders[:] = set(folders) - {"proc", "sys"}
    for path in (f"{top}/{name}" for name in files):
        if stat.S_ISREG(mode := os.lstat(path).st_mode) and mode & 0o6000:
            through.append(f"{path} has mode {mode:o}")
        try:
            os.getxattr(path, "security.capability", follow_symlinks=False)
            through.append(f"{path} has capabilities")
        except OSError:
            pass
"""
        ),
    ),
}
