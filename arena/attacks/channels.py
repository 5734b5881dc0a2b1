"""Attacks that pass something on: from seat to seat, or from one match to the next.

Each is both ends of a channel and sits at two seats.
"""

from typing import Final

from arena.attacks.attack import Attack
from arena.attacks.tools import tooled

CHANNELS: Final = {
    "locks_on_shared_files": Attack(
        "locks every file that another seat may see too",
        tooled("""
import fcntl
locked = {}

def places():
    for line in lines_of("/proc/self/mountinfo"):
        yield line.split()[4]
    for folder in ("/", "/bot", "/run/seat", "/usr/bin", "/opt/arena", "/etc", "/proc", "/dev"):
        yield folder
        yield from (entry.path for entry in os.scandir(folder) if not entry.is_symlink())

def attack(turn):
    for path in dict.fromkeys(places()):
        try:
            file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        except OSError:
            continue
        status = os.fstat(file)
        # What is masked is one file under many names.
        if len(locked) == 40 or (key := (status.st_dev, status.st_ino)) in locked:
            os.close(file)
            continue
        locked[key] = file
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            escaped(f"a lock on {path}")
        except OSError:
            pass
"""),
        twins=True,
    ),
    "abstract_sockets": Attack(
        "listens where no file system is in between",
        tooled("""
listening = []

def attack(turn):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET):
        end = socket.socket(socket.AF_UNIX, kind)
        try:
            end.bind(f"\\0arena-twin{kind:d}")
        except OSError:
            escaped("an abstract socket of somebody else")
        listening.append(end)
    names = [line.split()[-1] for line in lines_of("/proc/net/unix") if "@" in line]
    if {name[:11] for name in names} - {"@arena-twin"}:
        escaped(f"abstract sockets {names}")
"""),
        twins=True,
    ),
    "message_for_the_next_match": Attack(
        "leaves a message wherever it can for its next match, and looks for one",
        tooled("""
def places():
    for line in lines_of("/proc/self/mountinfo"):
        yield line.split()[4]
    yield from ("/", "/bot", "/run/seat", "/run", "/tmp", "/var/tmp", "/dev", "/dev/shm", "/home")

NAMES = [os.path.join(place, "arena-twin") for place in places()]
for name in NAMES:
    if os.path.exists(name):
        escaped(f"a message in {name}")

def attack(turn):
    for name in NAMES:
        try:
            Path(name).write_text("hello")
        except OSError:
            continue
        if not name.startswith("/tmp/"):
            escaped(f"{name} can be written")
"""),
        twins=True,
    ),
    "sockets_of_other_seats": Attack(
        "looks for other seats' sockets, and dials its own a second time",
        tooled("""
def attack(turn):
    if os.listdir("/run/seat") or os.listdir("/run") != ["seat"]:
        escaped("more than its own seat")
    own = os.environ["ARENA_SOCKET"].removeprefix("unix:")
    end = socket.socket(socket.AF_UNIX)
    refused(1, lambda _: end.connect(own), "a second connection")
    refused(1, lambda _: end.bind("/run/seat/twin"), "a socket in its seat's folder")
"""),
        twins=True,
    ),
    "processes_of_other_seats": Attack(
        "looks for other seats' processes",
        tooled("""
def attack(turn):
    seen = {int(name) for name in os.listdir("/proc") if name.isdigit()}
    if seen - {1, os.getpid()}:
        escaped(f"processes {sorted(seen)}")
    for name in ("mem", "root", "cwd", "exe"):
        refused(1, lambda _: os.close(os.open(f"/proc/1/{name}", os.O_RDONLY)), f"/proc/1/{name}")
"""),
        twins=True,
    ),
}
