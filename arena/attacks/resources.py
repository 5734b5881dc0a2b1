"""Attacks on what the machine has: processes and memory here; RESOURCES has all of them."""

from typing import Final

from arena.attacks.attack import DEAR, Attack, bot
from arena.attacks.charged import CHARGED
from arena.attacks.cpu import CPU
from arena.attacks.endings import ENDINGS
from arena.attacks.machine import MACHINE
from arena.attacks.storage import STORAGE
from arena.attacks.tools import tooled

PROCESSES: Final = {
    "fork_bomb": Attack(
        "forks, and so do all its children",
        tooled("""
def bomb():
    os.setsid()
    try:
        for _ in range(8):
            os.fork()
    except OSError:
        pass
    time.sleep(30)

def attack(turn):
    leader = child(bomb)
    time.sleep(0.3)
    if sum(name.isdigit() for name in os.listdir("/proc")) > 32:
        escaped("more than 32 processes")
    os.killpg(leader, signal.SIGKILL)
    os.waitpid(leader, 0)
"""),
        under_gvisor=DEAR,
    ),
    "thread_bomb": Attack(
        "starts threads without end",
        tooled("""
def attack(turn):
    go = threading.Event()
    refused(200, lambda _: threading.Thread(target=go.wait).start(), "200 threads")
    go.set()
"""),
        not_by_gvisor="its threads are no threads of the host; memory and the clock bound them",
    ),
    "churn": Attack(
        "has a child that is another process every millisecond",
        tooled("""
def churn():
    for _ in range(2000):
        if os.fork():
            os._exit(0)
        time.sleep(0.001)

def attack(turn):
    os.waitpid(child(churn), 0)
"""),
    ),
    "stuck_vfork": Attack(
        "has a child that waits uninterruptibly, which no freezer likes",
        tooled("""
def stick():
    os.mkfifo("/tmp/fifo")
    opening = [(os.POSIX_SPAWN_OPEN, 0, "/tmp/fifo", os.O_RDONLY, 0)]
    os.posix_spawn(sys.executable, ["python3"], {}, file_actions=opening)

def attack(turn): child(stick)
"""),
    ),
    "orphans": Attack(
        "leaves orphans behind, each in a session of its own",
        tooled("""
def leave():
    os.setsid()
    for number in range(1, 65):
        if number not in (signal.SIGKILL, signal.SIGSTOP, 32, 33):
            signal.signal(number, signal.SIG_IGN)
    child(lambda: time.sleep(600))

def attack(turn):
    for _ in range(5):
        os.waitpid(child(leave), 0)
"""),
    ),
    "traced_child": Attack(
        "asks to be traced, so that the engine takes it for dead while it runs on",
        tooled("""
def attack(turn):
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.ptrace(0, 0, 0, 0) == 0:
        escaped("PTRACE_TRACEME")
"""),
    ),
}

MEMORY: Final = {
    "memory_at_once": Attack(
        "takes two gigabytes at once",
        bot("def attack(turn): bytearray(2 * 1024**3)"),
        ("out_of_memory",),
        "more memory",
    ),
    "memory_slowly": Attack(
        "takes more memory bit by bit",
        tooled("""
def attack(turn):
    held = []
    for _ in range(64):
        held.append(b"x" * 8 * 1024**2)
        time.sleep(0.005)
    escaped("512 MB")
"""),
        ("out_of_memory",),
        "more memory",
    ),
    "memory_in_a_child": Attack(
        "lets a child take all the memory, and plays on",
        tooled("""
def attack(turn):
    pid = child(lambda: bytearray(b"x") * 512 * 1024**2)
    if not os.WIFSIGNALED(os.waitpid(pid, 0)[1]):
        escaped("512 MB in a child")
"""),
        under_gvisor=DEAR,
    ),
    "memory_that_nobody_maps": Attack(
        "fills shared memory and unmaps it, so that no process looks big",
        tooled("""
def attack(turn):
    shared = mmap.mmap(-1, 512 * 1024**2)
    for start in range(0, len(shared), 8 * 1024**2):
        shared[start : start + 8 * 1024**2] = b"x" * 8 * 1024**2
        shared.madvise(mmap.MADV_DONTNEED, start, 8 * 1024**2)
    escaped("512 MB")
"""),
        ("out_of_memory",),
        "more memory",
    ),
    "memory_instead_of_the_supervisor": Attack(
        "makes itself the last to be killed for memory, so that whoever reports on it is the first",
        tooled("""
def attack(turn):
    try:
        Path("/proc/self/oom_score_adj").write_text("0")
    except OSError:
        pass
    shared = mmap.mmap(-1, 512 * 1024**2)
    for start in range(0, len(shared), 8 * 1024**2):
        shared[start : start + 8 * 1024**2] = b"x" * 8 * 1024**2
        shared.madvise(mmap.MADV_DONTNEED, start, 8 * 1024**2)
    escaped("512 MB")
"""),
        ("out_of_memory",),
        "more memory",
    ),
    "memory_that_the_machine_lacks": Attack(
        "spreads its memory over many small processes, so that the kernel takes others for the"
        " greedy ones where the machine itself is short",
        tooled("""
import select

def attack(turn):
    (ready, is_ready), (go, let_go) = os.pipe(), os.pipe()

    def hold():
        os.close(let_go)
        held = b"x" * (9 * 1024**2)
        os.write(is_ready, b".")
        os.read(go, 1)

    pids = [child(hold) for _ in range(18)]
    for _ in pids:
        if select.select([ready], [], [], 1)[0]:
            os.read(ready, 1)
    for end in (ready, is_ready, go, let_go):
        os.close(end)
    for pid in pids:
        os.waitpid(pid, 0)
"""),
        under_gvisor=DEAR,
    ),
    "memory_in_sockets": Attack(
        "hides memory in the buffers of sockets, which are the kernel's",
        tooled("""
def fill(total):
    ends = []
    for _ in range(20):
        ends += socket.socketpair()
    for end in ends:
        end.setblocking(False)
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2**22)
        try:
            while True:
                total[0] += end.send(b"x" * 65536)
        except BlockingIOError:
            pass
    total[1] += 1
    time.sleep(30)

def attack(turn):
    totals = [memoryview(mmap.mmap(-1, 4096)).cast("q") for _ in range(20)]
    pids = [child(lambda: fill(total)) for total in totals]
    end = time.monotonic() + 0.7
    while time.monotonic() < end and sum(total[1] for total in totals) < len(pids):
        time.sleep(0.02)
    ended = [pid for pid in pids if os.waitpid(pid, os.WNOHANG)[0]]
    if not ended and sum(total[0] for total in totals) > 256 * 1024**2:
        escaped("256 MB in sockets")
    os._exit(3)
"""),
        ("out_of_memory",),
        "more memory",
    ),
}

RESOURCES: Final = {**PROCESSES, **MEMORY, **CPU, **CHARGED, **STORAGE, **MACHINE, **ENDINGS}
