"""Attacks by program: what another program, user or capability must not add to a bot's powers."""

from arena.attacks.attack import Attack
from arena.attacks.escape_calls import tries

POWERS = {
    "program_of_its_own": Attack(
        "runs a program from memory, from /tmp and by the loader: with the same powers, no harm",
        tries("""
import glob, subprocess
FIELDS = "Uid Gid CapInh CapPrm CapEff CapBnd CapAmb NoNewPrivs Seccomp Seccomp_filters".split()
read = lambda text: {line.split(":")[0]: line.split()[1:] for line in text.splitlines()}
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
with open("/proc/self/status") as file:
    own = read(file.read())
SOURCE = "print(open('/proc/self/status').read())"
for name, command in ways.items():
    try:
        done = subprocess.run([*command, "-I", "-S", "-c", SOURCE], capture_output=True, text=True)
    except OSError:
        continue
    other = read(done.stdout)
    if done.returncode == 0 and any(own.get(field) != other.get(field) for field in FIELDS):
        through.append(f"{name}: {[(field, other.get(field)) for field in FIELDS]}")
os.unlink("/tmp/program")
"""),
    ),
    "another_user": Attack(
        "becomes root, takes capabilities, looks for programs that have them",
        tries("""
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
with open("/proc/self/status") as file:
    status = dict(line.rstrip().split(":\\t", 1) for line in file if ":\\t" in line)
held = {name: value for name, value in status.items() if name[:3] == "Cap" and int(value, 16)}
through += map(str, held.items())
# PR_GET_NO_NEW_PRIVS; gVisor's status does not show that.
bounds = libc.prctl(39, 0, 0, 0, 0), status["Seccomp"]
if bounds != (1, "2") or 0 in (os.getuid(), os.getgid()):
    through.append(f"user {os.getuid()}, {bounds}")
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
"""),
    ),
}
