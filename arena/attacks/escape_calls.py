"""Attacks by system call: what the kernel must refuse before it looks at the arguments."""

from arena.attacks.attack import Attack, bot

# `tries()` goes through doors; what got through is collected, so that one report names all of it.
# `call` is for what seccomp has to stop: any other error than EPERM or ENOSYS came from beyond it.
# `refused` is for what any error may stop. Numbers are those of x86_64; other machines play on.
_TRIES = """\
import ctypes, errno
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
through = []

def call(name, number, *arguments):
    if os.uname().machine != "x86_64":
        return
    words = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    result = libc.syscall(ctypes.c_long(number), *words)
    if result != -1 or ctypes.get_errno() not in (errno.EPERM, errno.ENOSYS):
        error = "" if result != -1 else " " + errno.errorcode[ctypes.get_errno()]
        through.append(f"{name}{arguments} gave {result}{error}")

def calls(**numbers):
    # All arguments are wrong, so that a call that is let through does no harm.
    for name, number in numbers.items():
        call(name, number, -1, -1, -1, -1, -1, -1)

def refused(name, act, *arguments):
    try:
        result = act(*arguments)
    except (OSError, ValueError):
        return
    through.append(f"{name} gave {str(result)[:80]}")

def put(path, data):
    file = os.open(path, os.O_WRONLY)
    try:
        return os.write(file, data)
    finally:
        os.close(file)

def attack(turn):
    tries()
    if through:
        escaped("; ".join(through[:20]))

"""


def tries(body: str) -> str:
    """Return a bot whose `tries()` is this; it plays on if nothing got through."""
    indented = "".join(f"    {line}\n" for line in body.strip().splitlines())
    return bot(f"{_TRIES}def tries():\n    global through\n{indented}")


CALLS = {
    "network_sockets": Attack(
        "makes sockets of every family but AF_UNIX",
        tries("""
for family in (0, *range(2, 64), 1 << 32 | 1, 1 << 32 | 16, -1):
    for kind in (1, 2, 3, 5):
        call(f"socket family {family} kind {kind}", 41, family, kind, 0)
        call(f"socketpair family {family} kind {kind}", 53, family, kind, 0, bytes(8))
"""),
    ),
    "other_system_call_tables": Attack(
        "makes its forbidden calls by the numbers of i386 and of x32",
        tries("""
import subprocess
I386 = '''
libc.mmap.restype = word = ctypes.c_void_p
page = libc.mmap(None, word(4096), 7, 0x22, -1, word(0))
assert page != word(-1).value
code = bytes.fromhex("53b8") + number.to_bytes(4, "little") + bytes.fromhex("bb")
code += first.to_bytes(4, "little") + bytes.fromhex("b90300000031d2cd805bc3")
ctypes.memmove(page, code, len(code))
result = ctypes.CFUNCTYPE(ctypes.c_int)(page)()
'''
X32 = "    result = libc.syscall(number | 1 << 30, first, 3, 0)"
doors = {"i386 socket": (I386, 359, 16), "i386 unshare": (I386, 310, 1 << 28)}
doors |= {"x32 socket": (X32, 41, 16), "x32 ptrace": (X32, 521, 0)}
for name, (way, number, first) in doors.items() if os.uname().machine == "x86_64" else ():
    begin = f"import ctypes; libc = ctypes.CDLL(None); number, first = {number}, {first}"
    source = f"{begin}\\nprint('ready', flush=True)\\nif True:\\n{way}\\nprint(result)"
    child = subprocess.run([sys.executable, "-I", "-S", "-c", source], capture_output=True)
    # The wall is an error, or the end of the child.
    said = child.stdout.split()
    if said[:1] != [b"ready"] or child.returncode == 1:
        through.append(f"{name} was not tried: {child.stderr[-200:]}")
    elif len(said) > 1 and int(said[1]) >= 0:
        through.append(f"{name} gave {said[1]}")
"""),
    ),
    "mounts": Attack(
        "mounts, unmounts and changes its root",
        tries("""
calls(mount=165, umount2=166, pivot_root=155, chroot=161, open_tree=428, move_mount=429)
calls(fsopen=430, fsconfig=431, fsmount=432, fspick=433, mount_setattr=442, open_tree_attr=467)
calls(statmount=457, listmount=458, quotactl=179, quotactl_fd=443, name_to_handle_at=303)
calls(open_by_handle_at=304, fanotify_init=300)
call("mount tmpfs", 165, b"none", b"/tmp", b"tmpfs", 0, None)
call("remount", 165, b"none", b"/bot", None, 0x1020, None)
call("umount2 of a mask", 166, b"/proc/keys", 2)
call("fsopen proc", 430, b"proc", 0)
refused("chroot", os.chroot, "/tmp")
"""),
    ),
    "namespaces": Attack(
        "makes namespaces of its own and enters others",
        tries("""
calls(setns=308, unshare=272, clone3=435)
for flag in (0x80, 1 << 17, *(1 << bit for bit in range(25, 31))):
    call("unshare", 272, flag)
    child = -1
    if flag != 0x80 and os.uname().machine == "x86_64":
        child = libc.syscall(56, flag | 17, 0, 0, 0, 0)
    if child == 0:
        os._exit(0)
    if child > 0:
        through.append(f"clone {flag:#x}")
for name in os.listdir("/proc/self/ns"):
    try:
        own = os.open(f"/proc/self/ns/{name}", os.O_RDONLY)
    except OSError:
        continue
    call(f"setns {name}", 308, own, 0)
    os.close(own)
for name in ("uid_map", "gid_map", "setgroups"):
    refused(f"write {name}", put, f"/proc/self/{name}", b"0 0 1")
"""),
    ),
    "kernel_surface": Attack(
        "reaches for the parts of the kernel in which holes are found",
        tries("""
calls(io_uring_setup=425, io_uring_enter=426, io_uring_register=427, bpf=321, userfaultfd=323)
calls(perf_event_open=298, add_key=248, request_key=249, keyctl=250, inotify_init=253)
calls(inotify_init1=294, io_setup=206, splice=275, tee=276, vmsplice=278, modify_ldt=154)
calls(remap_file_pages=216, mbind=237, set_mempolicy=238, migrate_pages=256, move_pages=279)
calls(memfd_secret=447, kcmp=312, lookup_dcookie=212, map_shadow_stack=453, cachestat=451)
calls(shmget=29, semget=64, msgget=68, mq_open=240, setxattr=188, uselib=134, sysctl=156)
call("io_uring_setup", 425, 1, bytes(120))
call("keyctl", 250, 0, -3, 0)
call("bpf map", 321, 0, bytes(72), 72)
"""),
    ),
    "machine": Attack(
        "loads modules, starts another kernel, reboots, reads the kernel's log",
        tries("""
calls(init_module=175, finit_module=313, delete_module=176, kexec_load=246, kexec_file_load=320)
calls(reboot=169, swapon=167, swapoff=168, acct=163, syslog=103, iopl=172, ioperm=173)
calls(vhangup=153, nfsservctl=180)
call("syslog size", 103, 10, 0, 0)
call("syslog read", 103, 3, bytes(256), 256)
call("init_module", 175, bytes(64), 64, b"")
"""),
    ),
    "clocks_and_names": Attack(
        "sets the clock and the name of the machine",
        tries("""
calls(settimeofday=164, clock_settime=227, clock_adjtime=305, adjtimex=159)
calls(sethostname=170, setdomainname=171)
call("settimeofday of nothing", 164, 0, 0)
call("sethostname", 170, b"host", 4)
refused("write hostname", put, "/proc/sys/kernel/hostname", b"host")
if os.uname().nodename != "bot":
    through.append(f"the machine is called {os.uname().nodename}")
"""),
    ),
}
