"""Attacks on the walls of a box: ways to the host, to the supervisor, to other seats."""

from arena.attacks.attack import SUPERVISOR_ENDS, Attack, bot
from arena.attacks.escape_calls import CALLS, tries
from arena.attacks.escape_files import FILES
from arena.attacks.escape_powers import POWERS

ESCAPE = {
    **CALLS,
    **FILES,
    **POWERS,
    "abstract_sockets_of_the_host": Attack(
        "looks for sockets without a file, which only the network's namespace hides",
        tries("""
import socket
names = [line.split()[7] for line in lines_of("/proc/net/unix") if len(line.split()) > 7]
abstract = [name for name in names if name.startswith("@")]
if abstract:
    through.append(f"/proc/net/unix shows {abstract[:5]}")
known = ["/tmp/.X11-unix/X0", "/org/freedesktop/systemd1/notify", "/run/systemd/journal/stdout"]
known += ["/containerd-shim/moby.sock", "/var/run/docker.sock", "ISCSIADM_ABSTRACT_NAMESPACE"]
for name in {*known, *(name[1:] for name in abstract)}:
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET):
        with socket.socket(socket.AF_UNIX, kind) as one:
            refused(f"connect @{name}", one.connect, "\\0" + name)
"""),
    ),
    "engine_sockets": Attack(
        "looks for the container engine's sockets, and for any other",
        tries("""
import socket, stat
paths = ["/docker.sock", "/containerd/containerd.sock", "/podman/podman.sock"]
paths += ["/systemd/private", "/dbus/system_bus_socket", "/crio/crio.sock"]
paths = [start + path for start in ("/run", "/var/run") for path in paths]
paths += [line.split()[7] for line in lines_of("/proc/net/unix") if len(line.split()) > 7]
paths.append(os.environ["ARENA_SOCKET"].removeprefix("unix:"))
paths.append("/run/seat/supervisor.sock")
for top, folders, files in os.walk("/"):
    if top == "/":
        folders.remove("proc")
    paths += [f"{top}/{name}" for name in files if stat.S_ISSOCK(os.lstat(f"{top}/{name}").st_mode)]
for path in paths:
    for start in ("", "/proc/1/root", "/run/seat/../../..", "/proc/self/root/.."):
        with socket.socket(socket.AF_UNIX) as one:
            refused(f"connect {start}{path}", one.connect, start + path)
"""),
    ),
    "referee_behind_its_socket": Attack(
        "takes hold of the referee's process by the socket to it",
        tries("""
import fcntl, re, socket, stat, struct
for number in map(int, os.listdir("/proc/self/fd")):
    try:
        if not stat.S_ISSOCK(os.fstat(number).st_mode):
            continue
        with socket.socket(fileno=os.dup(number)) as one:
            pid, *_ = struct.unpack("3I", one.getsockopt(1, 17, 12))
            peer, = struct.unpack("i", one.getsockopt(1, 77, 4)) if pid != os.getpid() else (-1,)
    except OSError:
        continue
    if pid == os.getpid():
        continue
    # To have the handle is no harm; it must be good for nothing.
    said = lines_of(f"/proc/self/fdinfo/{peer}")
    shown = [line for line in said if re.match("(?:Pid|NSpid):.*[1-9]", line)]
    if pid or [line for line in shown if "-1" not in line]:
        through.append(f"the referee is process {pid} {shown}")
    call("pidfd_send_signal", 424, peer, 0, None, 0)
    call("pidfd_getfd", 438, peer, 0, 0)
    call("process_madvise", 440, peer, None, 0, 21, 0)
    call("process_mrelease", 448, peer, 0)
    call("setns", 308, peer, 1 << 30)
    for kind in range(1, 11):
        refused(f"namespace {kind} of the referee", fcntl.ioctl, peer, 0xFF00 + kind)
    refused("PIDFD_GET_INFO", fcntl.ioctl, peer, 0xC040FF0B, b"\\7".ljust(64, b"\\0"))
    os.close(peer)
"""),
    ),
    "supervisor": Attack(
        "reads and traces the supervisor",
        tries("""
calls(ptrace=101, process_vm_readv=310, process_vm_writev=311, pidfd_getfd=438, kcmp=312)
call("pidfd_open", 434, 1, 0)
for request in (16, 0x4206):
    call(f"ptrace {request:#x} of the supervisor", 101, request, 1, 0, 0)
call("ptrace traceme", 101, 0, 0, 0, 0)
names = "mem maps smaps pagemap auxv stack syscall io personality exe comm clear_refs"
names += " coredump_filter oom_score_adj timerslack_ns setgroups uid_map autogroup"
names += " attr/current attr/exec"
private = set("mem pagemap stack syscall io personality exe".split())
for name in names.split():
    refused(f"write /proc/1/{name}", put, f"/proc/1/{name}", b"50000")
    if name in private:
        refused(f"read /proc/1/{name}", lambda: open(f"/proc/1/{name}", "rb").read(64))
for name in ("root", "cwd", "map_files"):
    refused(f"list /proc/1/{name}", os.listdir, f"/proc/1/{name}")
call("prlimit64", 302, 1, 7, 0, 0)
"""),
    ),
    "papers_of_the_supervisor": Attack(
        "reads what /proc says of the supervisor: environment, maps, open files, namespaces",
        tries("""
refused("write /proc/1/environ", put, "/proc/1/environ", b"50000")
paths = [f"/proc/1/{name}" for name in ("environ", "maps", "smaps", "auxv")]
for path in (*paths, *(f"/proc/1/ns/{name}" for name in os.listdir("/proc/self/ns"))):
    os.symlink(path, "/tmp/paper")
    for way in (path, "/tmp/paper"):
        refused(f"open {way} to {path}", lambda: os.close(os.open(way, os.O_RDONLY)))
    os.unlink("/tmp/paper")
for name in ("fd", "fdinfo"):
    refused(f"list /proc/1/{name}", os.listdir, f"/proc/1/{name}")
"""),
        not_by_gvisor="whoever has the same user may read them; they say nothing of the host, and"
        " the supervisor's memory, its socket and its namespaces stay closed",
    ),
    "signals_to_the_supervisor": Attack(
        "stops and kills the supervisor",
        tries("""
for number in range(1, 65):
    try:
        os.kill(1, number)
    except OSError:
        pass
time.sleep(0.02)
said = lines_of("/proc/1/status")
through += [line for line in said if line.startswith("State:") and line[7] in "TtZX"]
"""),
        not_by_gvisor=SUPERVISOR_ENDS,
    ),
    "pipe_of_the_supervisor": Attack(
        "opens both ends of its log, empties it before its supervisor can, and fills it",
        tries("""
ends = []
for way in (os.O_RDONLY, os.O_WRONLY):
    try:
        ends.append(os.open("/proc/self/fd/1", way | os.O_NONBLOCK))
    except OSError:
        pass
if len(ends) == 2:
    end = time.monotonic() + 0.3
    while time.monotonic() < end:
        for act, *words in ((os.write, ends[1], b"x" * 4096), (os.read, ends[0], 65536)):
            try:
                act(*words)
            except BlockingIOError:
                pass
    try:
        while True:
            os.write(ends[1], b"x" * 65536)
    except BlockingIOError:
        pass
through += [
    line for line in lines_of("/proc/1/status") if line.startswith("State:") and line[7] in "TtZX"
]
"""),
    ),
    "priority_of_the_supervisor": Attack(
        "slows the supervisor down",
        tries("""
refused("renicing the supervisor", os.setpriority, os.PRIO_PROCESS, 1, 10)
refused("moving the supervisor to one CPU", os.sched_setaffinity, 1, {min(os.sched_getaffinity(1))})
refused("renicing its user, the supervisor included", os.setpriority, os.PRIO_USER, 0, 11)
"""),
    ),
    "end_behind_a_slow_supervisor": Attack(
        "keeps its supervisor from the CPU, so that nobody can say how it ended",
        bot("""
import subprocess

def attack(turn):
    cpu = {min(os.sched_getaffinity(0))}
    for act, *words in ((os.setpriority, os.PRIO_PROCESS, 1, 19), (os.sched_setaffinity, 1, cpu)):
        try:
            act(*words)
        except OSError:
            pass
    os.sched_setaffinity(0, cpu)
    for _ in range(8):
        subprocess.Popen([sys.executable, "-I", "-S", "-c", "while True: pass"])
    time.sleep(0.3)
    print("my last words")
    os._exit(5)
"""),
        ("crashed",),
        "exit code 5",
        # Its kernel keeps no share of the CPU for the supervisor, so its report may come too late.
        under_gvisor=("protocol",),
    ),
    "more_than_its_share": Attack(
        "asks for real time, and raises its limits",
        tries("""
import resource
calls(ioprio_set=251, sched_setattr=314, sched_setparam=142, sched_setscheduler=144)
for policy in (os.SCHED_FIFO, os.SCHED_RR):
    refused("real time", os.sched_setscheduler, 0, policy, os.sched_param(1))
for name in filter(lambda name: name.startswith("RLIMIT_"), dir(resource)):
    hard = resource.getrlimit(getattr(resource, name))[1]
    if hard != resource.RLIM_INFINITY:
        refused(name, resource.setrlimit, getattr(resource, name), (hard, hard + 1))
for name in "NOFILE CORE FSIZE MSGQUEUE SIGPENDING MEMLOCK NICE RTPRIO".split():
    if resource.getrlimit(getattr(resource, f"RLIMIT_{name}"))[1] == resource.RLIM_INFINITY:
        through.append(f"there is no limit {name}")
"""),
    ),
    "limits_of_its_group": Attack(
        "looks for CPU, memory, swap or processes that its control group may have without end",
        tries("""
import glob
names = "cpu.max memory.max memory.swap.max pids.max cpu.cfs_quota_us memory.limit_in_bytes"
for name in f"{names} memory.memsw.limit_in_bytes".split():
    for path in glob.glob(f"/sys/fs/cgroup/{name}") + glob.glob(f"/sys/fs/cgroup/*/{name}"):
        with open(path) as file:
            said = file.read().split()[0]
        if said in ("max", "-1") or int(said) > 2**60:
            through.append(f"{path} says {said}")
"""),
    ),
}
