"""Attacks on what a bot can write to: disk, files, descriptors, the log."""

from typing import Final

from arena.attacks.attack import Attack
from arena.attacks.tools import tooled

_UNCOUNTED: Final = (
    "it ignores the limit on their number; the memory of the box and the clock bound them"
)

STORAGE: Final = {
    "fill_the_root": Attack(
        "writes to every folder that there is",
        tooled("""
def attack(turn):
    for folder, folders, _ in os.walk("/"):
        folders[:] = [name for name in folders if folder != "/" or name not in ("proc", "tmp")]
        path = os.path.join(folder, "new")
        try:
            open(path, "wb").close()
        except OSError:
            continue
        escaped(path)
"""),
    ),
    "fill_tmp": Attack(
        "fills /tmp",
        tooled("""
def attack(turn):
    refused(64, lambda n: Path(f"/tmp/{n}").write_bytes(bytes(2**20)), "64 MB in /tmp")
"""),
    ),
    "fill_shared_memory": Attack(
        "fills /dev/shm, or makes it",
        tooled("""
def attack(turn):
    from multiprocessing.shared_memory import SharedMemory
    refused(1, lambda _: SharedMemory("fill", create=True, size=2**20), "shared memory")
    refused(1, lambda _: Path("/dev/shm/fill").write_bytes(bytes(2**20)), "/dev/shm")
    refused(1, lambda _: os.mkdir("/dev/shm"), "a folder in /dev")
"""),
    ),
    "inodes": Attack(
        "makes empty files without end",
        tooled("""
def attack(turn): refused(5000, lambda n: Path(f"/tmp/{n}").touch(), "5000 files")
"""),
        not_by_gvisor=_UNCOUNTED,
    ),
    "nested_folders": Attack(
        "makes folders in folders without end",
        tooled("""
def nest(_):
    os.mkdir("folder")
    os.chdir("folder")

def attack(turn):
    os.chdir("/tmp")
    refused(5000, nest, "5000 folders")
"""),
        not_by_gvisor=_UNCOUNTED,
    ),
    "sparse_file": Attack(
        "makes a file of a terabyte without a byte in it",
        tooled("""
def attack(turn):
    with open("/tmp/sparse", "wb") as file:
        refused(1, lambda _: file.truncate(2**40), "a file of a terabyte")
        refused(1, lambda _: os.posix_fallocate(file.fileno(), 0, 2**40), "a terabyte")
"""),
    ),
    "sparse_files_filled": Attack(
        "makes sparse files of more than /tmp holds, and fills them through memory",
        tooled("""
def attack(turn):
    for number in range(4):
        with open(f"/tmp/{number}", "w+b") as file:
            file.truncate(2**24)
            mapped = mmap.mmap(file.fileno(), 2**24)
        for start in range(0, 2**24, 4096):
            mapped[start] = 1
    escaped("64 MB in /tmp")
"""),
        ("crashed",),
        "signal 7",
    ),
    "open_files": Attack(
        "opens a million files",
        tooled("""
def attack(turn):
    opened = []
    refused(1000000, lambda _: opened.append(os.dup(1)), "a million files")
    if len(opened) > 64:
        escaped(f"{len(opened)} open files")
    for number in opened:
        os.close(number)
"""),
    ),
    "files_in_flight": Attack(
        "sends itself open files that it never receives, which count for nobody",
        tooled("""
def attack(turn):
    ends = [socket.socketpair() for _ in range(4)]
    send = lambda n: socket.send_fds(ends[n % 4][0], [b"x"], [1])
    refused(256, send, "256 files in flight")
"""),
        not_by_gvisor="its files are no files of the host; the memory of the box bounds them",
    ),
    "higher_limits": Attack(
        "raises its own limits",
        tooled("""
def attack(turn):
    for name in ("NOFILE", "CORE", "FSIZE", "MSGQUEUE", "SIGPENDING", "MEMLOCK", "NICE", "RTPRIO"):
        number = getattr(resource, "RLIMIT_" + name, 11)
        _, hard = resource.getrlimit(number)
        try:
            resource.setrlimit(number, (hard + 1, hard + 1))
        except (OSError, ValueError):
            continue
        escaped("RLIMIT_" + name)
"""),
    ),
    "stdout_flood": Attack(
        "writes to its log as fast as it can",
        tooled("""
def attack(turn):
    end = time.monotonic() + 0.4
    while time.monotonic() < end:
        os.write(1, b"flood " * 10000)
"""),
    ),
    "stderr_flood": Attack(
        "writes newlines and broken text to stderr as fast as it can",
        tooled("""
def attack(turn):
    end = time.monotonic() + 0.4
    while time.monotonic() < end:
        os.write(2, b"\\n\\xff\\0\\x1b[2J" * 8000)
"""),
    ),
    "log_flood_of_an_orphan": Attack(
        "ends while an orphan goes on writing to its log",
        tooled("""
def flood():
    os.setsid()
    while True:
        os.write(1, b"flood " * 10000)

def attack(turn):
    child(flood)
    os._exit(3)
"""),
        ("crashed",),
        "exit code 3",
    ),
}
