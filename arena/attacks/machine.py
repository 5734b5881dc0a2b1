"""Attacks on what all of a machine shares: its disk, timers, caches and processors."""

from typing import Final

from arena.attacks.attack import DEAR, Attack
from arena.attacks.tools import tooled

MACHINE: Final = {
    "sync_storm": Attack(
        "has everything written to the disk, again and again",
        tooled("""
def attack(turn):
    file = os.open("/tmp/file", os.O_RDWR | os.O_CREAT)
    libc = ctypes.CDLL(None)
    end = time.monotonic() + 0.4
    while time.monotonic() < end:
        os.pwrite(file, b"x" * 4096, 0)
        for sync in (libc.fsync, libc.fdatasync, libc.syncfs):
            sync(file)
        libc.sync()
"""),
    ),
    "names_that_are_not_there": Attack(
        "looks for a hundred thousand names that are not there, which the kernel remembers",
        tooled("""
def attack(turn):
    for number in range(100_000):
        for folder in ("/bot", "/usr/lib"):
            os.access(f"{folder}/{number:0100}", os.F_OK)
"""),
        under_gvisor=DEAR,
    ),
    "timers": Attack(
        "sets timers that go off all the time",
        tooled("""
def attack(turn):
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    signal.setitimer(signal.ITIMER_REAL, 1e-6, 1e-6)
    libc = ctypes.CDLL(None)
    event = (ctypes.c_int * 16)(0, 0, signal.SIGALRM, 0)
    every = (ctypes.c_long * 4)(0, 1, 0, 1)
    timer = ctypes.c_void_p()
    for _ in range(20_000):
        if libc.timer_create(1, event, ctypes.byref(timer)):
            break
        libc.timer_settime(timer, 0, every, None)
    time.sleep(0.3)
    signal.setitimer(signal.ITIMER_REAL, 0)
"""),
        # Its own timers may take it all its time, and a timer that nobody waits for may end it.
        ("ok", "timeout"),
    ),
    "barriers": Attack(
        "interrupts all processors to have them agree on their memory",
        tooled("""
def attack(turn):
    libc = ctypes.CDLL(None)
    if os.uname().machine == "x86_64":
        for command in (1, 2, 4, 8, 16, 32, 64):
            end = time.monotonic() + 0.05
            while time.monotonic() < end:
                libc.syscall(324, command, 0, 0)
"""),
    ),
    "queued_signals": Attack(
        "sends itself signals that it never takes, which the kernel has to keep",
        tooled("""
def queue():
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGRTMIN})
    libc = ctypes.CDLL(None)
    for number in range(200_000):
        if libc.sigqueue(os.getpid(), signal.SIGRTMIN, 0):
            os._exit(1)

def attack(turn):
    if os.waitpid(child(queue), 0)[1] == 0:
        escaped("200,000 signals in a queue")
"""),
        not_by_gvisor="its signals are no signals of the host; the memory of the box bounds them",
    ),
    "core_dumps": Attack(
        "has children end in ways of which the kernel keeps the memory",
        tooled("""
def attack(turn):
    os.chdir("/tmp")
    for _ in range(30):
        os.waitpid(child(lambda: ctypes.string_at(0)), 0)
    if names := os.listdir("/tmp"):
        escaped(f"dumps {names}")
"""),
        under_gvisor=DEAR,
    ),
    "zombies": Attack(
        "has children that have ended and that it does not wait for",
        tooled("""
def attack(turn):
    refused(200, lambda _: child(lambda: None), "200 children that have ended")
"""),
        under_gvisor=("ok", *DEAR),
        not_by_gvisor="it counts no processes that have ended; none is one of the host's",
    ),
    "pipes": Attack(
        "hides memory in pipes, which are the kernel's",
        tooled("""
def fill():
    for _ in range(25):
        _, end = os.pipe()
        os.set_blocking(end, False)
        try:
            import fcntl
            fcntl.fcntl(end, 1031, 2**20)
        except OSError:
            pass
        try:
            while True:
                total[0] += os.write(end, b"x" * 65536)
        except BlockingIOError:
            pass
    time.sleep(30)

total = memoryview(mmap.mmap(-1, 8)).cast("q")

def attack(turn):
    pids = [child(fill) for _ in range(20)]
    time.sleep(0.5)
    ended = [pid for pid in pids if os.waitpid(pid, os.WNOHANG)[0]]
    if not ended and total[0] > 256 * 1024**2:
        escaped("256 MB in pipes")
    wait([pid for pid in pids if pid not in ended])
"""),
        under_gvisor=DEAR,
    ),
    "tables_of_pages": Attack(
        "touches a byte here and there, so that the kernel needs a table for each",
        tooled("""
def attack(turn):
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    size = ctypes.c_size_t(2**38)
    # Private, of no file, and without asking whether there is so much.
    place = libc.mmap(None, size, 3, 0x4022, -1, ctypes.c_long(0))
    if place == ctypes.c_void_p(-1).value:
        return
    for start in range(place, place + 2**38, 2**21):
        ctypes.memset(start, 1, 1)
    escaped("a gigabyte in tables")
"""),
        ("out_of_memory",),
        "more memory",
        under_gvisor=DEAR,
    ),
}
