"""Attacks that pass something on through the kernel that all boxes of a machine share.

Each is both ends of a channel: it sits at two seats, and who is asked first leaves what the other
one finds. Where both are asked at once, some wait by their seat, so that one of them is the first.
Under gVisor each box has a kernel of its own, in which nobody else leaves anything.
"""

from typing import Final

from arena.attacks.attack import Attack
from arena.attacks.escape_calls import tries
from arena.attacks.tools import tooled

# Sources, since what is compiled is never compared with them: no bot has them in memory by itself.
_FILES: Final = """
MESSAGE = b"ar"
BITS = [byte >> bit & 1 for byte in MESSAGE for bit in range(8)]
PAGE = mmap.PAGESIZE

def image_files():
    found = []
    for folder, _, names in os.walk("/usr/lib"):
        paths = (os.path.join(folder, name) for name in names if name.endswith(".py"))
        found += [(-os.path.getsize(path), path) for path in paths if not os.path.islink(path)]
    return [path for _, path in sorted(found)]
"""

SHARED_KERNEL: Final = {
    "locks_on_kernel_objects": Attack(
        "locks what every process of a kernel has: anonymous files and its own namespaces",
        tooled("""
import fcntl, select, struct
opened = []

def objects():
    yield "an eventfd", os.eventfd(0)
    yield "an epoll", select.epoll()
    for name in os.listdir("/proc/self/ns"):
        try:
            yield f"the namespace {name}", os.open(f"/proc/self/ns/{name}", os.O_RDONLY)
        except OSError:
            pass

def lock(command, kind):
    return command, struct.pack("hh4xqqi4x", kind, os.SEEK_SET, 104, 1, 0)

def attack(turn):
    for name, file in objects():
        opened.append(file)
        # F_GETLK and F_OFD_GETLK, F_SETLK and F_OFD_SETLK: read locks suffice to be seen.
        for look, leave in ((5, 6), (36, 37)):
            try:
                found = fcntl.fcntl(file, *lock(look, fcntl.F_WRLCK))
                if struct.unpack_from("h", found)[0] != fcntl.F_UNLCK:
                    escaped(f"another seat's lock on {name}")
                fcntl.fcntl(file, *lock(leave, fcntl.F_RDLCK))
            except OSError:
                pass
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            escaped(f"another seat's lock on {name}")
        except OSError:
            pass
"""),
        twins=True,
    ),
    "page_cache": Attack(
        "tells by what of the image's files is in memory",
        tooled(
            _FILES
            + """
def is_in_memory(file):
    page = os.fstat(file).st_size // 2
    try:
        return bool(os.preadv(file, [bytearray(1)], page, os.RWF_NOWAIT))
    except BlockingIOError:
        return False
    except OSError:
        begin = time.perf_counter()
        os.pread(file, 1, page)
        return time.perf_counter() - begin < 2e-5

def attack(turn):
    # To look may be to change: each seat has files of its own to write by.
    paths = image_files()
    files_of = [
        [os.open(path, os.O_RDONLY) for path in paths[seat * len(BITS) : (seat + 1) * len(BITS)]]
        for seat in range(3)
    ]
    own = turn.view.seat
    for seat, files in enumerate(files_of):
        if seat != own and [is_in_memory(file) for file in files] == BITS:
            escaped("a message in the page cache")
    for file, wanted in zip(files_of[own] if own < 3 else [], BITS):
        try:
            # What was read a moment ago is not let go at once.
            for _ in range(0 if wanted else 2):
                os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
        except OSError:
            pass
        if wanted:
            os.pread(file, 1 << 20, 0)
    for file in sum(files_of, []):
        os.close(file)
"""
        ),
        twins=True,
    ),
    "counters_of_the_machine": Attack(
        "moves the machine's counters, and reads them",
        tooled("""
def read(path):
    return "\\n".join(lines_of(path))

def number(path, word):
    words = read(path).split()
    return int(words[words.index(word) + 1]) if word in words else 0

def shared_memory():
    info = (ctypes.c_ulong * 64)()
    if ctypes.CDLL(None).sysinfo(info):
        return 0
    # After the uptime, three loads, and the memory in all and free.
    return info[6]

COUNTERS = {
    "Shmem of meminfo": (lambda: number("/proc/meminfo", "Shmem:"), 7_000),
    "nr_shmem of vmstat": (lambda: number("/proc/vmstat", "nr_shmem"), 1_750),
    "sysinfo": (shared_memory, 7_000_000),
    "processes of stat": (lambda: number("/proc/stat", "processes"), 300),
    "loadavg": (lambda: int((read("/proc/loadavg").split() or "0")[-1]), 300),
    "pty/nr": (lambda: int(read("/proc/sys/kernel/pty/nr") or 0), 16),
    "file-nr": (lambda: int((read("/proc/sys/fs/file-nr").split() or "0")[0]), 300),
}
before = {name: count() for name, (count, _) in COUNTERS.items()}
kept = []

def attack(turn):
    time.sleep(0.3 * turn.view.seat)
    moved = [name for name, (count, least) in COUNTERS.items() if count() - before[name] >= least]
    if moved:
        escaped(f"what another seat did moved {moved}")
    Path("/tmp/message").write_bytes(bytes(8_000_000))
    for _ in range(400):
        thread = threading.Thread(target=int)
        thread.start()
        thread.join()
    try:
        while len(kept) < 20:
            kept.append(os.open("/dev/ptmx", os.O_RDWR))
    except OSError:
        pass
    if os.fork() == 0:
        try:
            kept.extend(os.open("/bot/bot.py", os.O_RDONLY) for _ in range(64))
        finally:
            os._exit(0)
"""),
        twins=True,
    ),
    "counts_of_shared_pages": Attack(
        "maps parts of the image's files, and reads which are mapped by somebody else as well",
        tooled(
            _FILES
            + """
import struct
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p

def mapped(path):
    file = os.open(path, os.O_RDONLY)
    return libc.mmap(None, ctypes.c_size_t(PAGE * len(BITS)), 1, 2, file, ctypes.c_long(0))

def is_shared(page):
    # Bit 56 of what the kernel says of a page is set where nobody else has mapped it.
    with open("/proc/self/pagemap", "rb", buffering=0) as pages:
        pages.seek(page // PAGE * 8)
        return 1 - (struct.unpack("Q", pages.read(8))[0] >> 56 & 1)

def attack(turn):
    time.sleep(0.3 * turn.view.seat)
    path = image_files()[0]
    start = mapped(path)
    pages = [start + PAGE * number for number in range(len(BITS))]
    for page in pages:
        ctypes.string_at(page, 1)
    try:
        if [is_shared(page) for page in pages] == BITS:
            escaped("which pages another seat has mapped")
    except OSError:
        pass
    for page, wanted in zip(pages, BITS):
        if not wanted:
            libc.munmap(ctypes.c_void_p(page), ctypes.c_size_t(PAGE))
"""
        ),
        twins=True,
    ),
    "calls_about_what_is_shared": Attack(
        "asks the kernel about locks, memory and files that other boxes have, too",
        tries("""
import socket
calls(flock=73, fadvise64=221, readahead=187, sysinfo=99, mincore=27)
calls(cachestat=451, process_mrelease=448, sync=162, syncfs=306, sync_file_range=277, ustat=136)
calls(inotify_add_watch=254, name_to_handle_at=303)
own = os.open("/bot/bot.py", os.O_RDONLY)
for command in (*range(5, 17), 36, 37, 38, *range(1024, 1030), *range(1033, 1045)):
    call("fcntl", 72, own, command, ctypes.create_string_buffer(64))
end, _ = socket.socketpair()
room, size = ctypes.create_string_buffer(64), ctypes.c_int(64)
for option in (42, 49, 55, 56, 57, 59, 71):
    call("getsockopt", 55, end.fileno(), 1, option, room, ctypes.byref(size))
for command in (0xC020660B, 0x80086601, 0x40086612, 0x80087601, 0x5430, 0x80045430, 0xB703):
    call("ioctl", 16, own, command, room)
# Whether a read would have to wait is whether it is in memory.
words = (ctypes.c_ulong * 2)(ctypes.addressof(ctypes.create_string_buffer(8)), 1)
call("preadv2 without waiting", 327, own, words, 1, 0, 0, 8)
"""),
    ),
    "files_about_the_machine": Attack(
        "reads every file of /proc and /sys that tells of more than its own box",
        tooled("""
# What is its own, or always the same.
OWN = {"cmdline", "cpuinfo", "devices", "filesystems", "fb", "misc", "mounts", "self", "net",
       "thread-self", "version", "execdomains", "sysvipc", "driver", "tty", "modules", "crypto",
       "consoles", "bootconfig", "config.gz", "mtrr", "dma", "iomem", "ioports", "kmsg", "locks"}

def says(path):
    try:
        with open(path, "rb") as file:
            return bool(file.read(1))
    except OSError:
        return False

def below(folder):
    return (os.path.join(place, name) for place, _, names in os.walk(folder) for name in names)

def attack(turn):
    # A kernel that began with its box is the box's own, and knows no other.
    if time.clock_gettime(time.CLOCK_BOOTTIME) < 60:
        return
    paths = [f"/proc/{name}" for name in os.listdir("/proc")
             if not name.isdigit() and name not in OWN | {"sys"}]
    found = [path for path in paths if not os.path.isdir(path) and says(path)]
    for folder in (*filter(os.path.isdir, paths), "/proc/sys/fs", "/proc/sys/kernel/pty",
                   "/proc/sys/kernel/random", "/proc/sys/vm", *FOLDERS):
        found += filter(says, below(folder))
    if found:
        escaped(f"{len(found)} files, such as {found[:40]}")

# Of control groups a box has only its own.
FOLDERS = [f"/sys/{name}" for name in ("block", "bus", "class", "dev", "devices", "firmware",
           "hypervisor", "kernel", "module", "power")]
"""),
    ),
}
