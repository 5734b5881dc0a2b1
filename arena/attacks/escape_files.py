"""Attacks by file: what the host's folders, /proc, /sys and /dev must not give away."""

from arena.attacks.attack import Attack
from arena.attacks.escape_calls import tries

FILES = {
    "other_seats": Attack(
        "looks for other seats' processes, files and sockets",
        tries("""
pids = {int(name) for name in os.listdir("/proc") if name.isdigit()} - {1, os.getpid()}
found = {"processes": pids, "/run": set(os.listdir("/run")) - {"seat", "lock"}}
found |= {path: set(os.listdir(path)) for path in ("/run/seat", "/tmp")}
found["/bot"] = set(os.listdir("/bot")) - {"bot.toml", "bot.py"}
for path in ("/dev/shm", "/dev/mqueue"):
    found[path] = set(os.listdir(path)) if os.path.exists(path) else set()
names = [line.split()[7] for line in lines_of("/proc/net/unix") if len(line.split()) > 7]
seats = {os.path.dirname(name) for name in names if name.startswith("/")}
found["sockets of more than one seat"] = seats if len(seats) > 1 else set()
through += [f"{where}: {what}" for where, what in found.items() if what]
for number in range(4):
    for path in ("/run/seat/..", "/run", "/tmp", "/proc/1/cwd", "/proc/1/root/run"):
        for name in (f"seat{number}", f"seat{number}.0", f"seat{number}.0-bot"):
            refused(f"list {path}/{name}", os.listdir, f"{path}/{name}")
"""),
    ),
    "switches_of_the_machine": Attack(
        "looks for a file of /proc or /sys that it can write",
        tries("""
known = "/proc/sysrq-trigger /proc/sys/kernel/core_pattern /proc/sys/kernel/modprobe"
known += " /proc/sys/vm/overcommit_memory /proc/sys/fs/binfmt_misc/register /sys/power/state"
known += " /sys/kernel/uevent_helper /sys/fs/cgroup/cgroup.procs /sys/fs/cgroup/release_agent"
known += " /proc/kcore /proc/self/mem/../../1/mem /proc/acpi/wakeup /proc/mtrr"
for path in known.split():
    refused(f"open {path}", os.open, path, os.O_WRONLY)
null = os.stat("/dev/null").st_rdev
end = time.monotonic() + 0.8
for root in ("/proc", "/sys"):
    for top, folders, files in os.walk(root):
        if top == "/proc":
            pids = {name for name in folders if name.isdigit()}
            folders[:] = set(folders) - pids - {"self", "thread-self"}
        # What is masked is /dev/null; whoever may set off an alarm on pressure changes nothing.
        for path in (f"{top}/{name}" for name in (".", *files) if top != "/proc/pressure"):
            if os.access(path, os.W_OK) and os.stat(path).st_rdev != null:
                through.append(f"{path} can be written")
        if time.monotonic() > end:
            break
"""),
    ),
    "secrets_of_the_kernel": Attack(
        "reads the machine's memory, the kernel's log and addresses",
        tries("""
paths = "/proc/kcore /proc/kmsg /proc/vmcore /proc/kpagecount /proc/kpageflags /proc/sched_debug"
paths += " /proc/timer_list /proc/keys /proc/latency_stats /proc/vmallocinfo /proc/slabinfo"
paths += " /dev/mem /dev/kmem /dev/port /dev/kmsg /sys/firmware/acpi/tables/DSDT /proc/mtrr"
paths += " /sys/kernel/debug/x /sys/kernel/tracing/trace"
for path in paths.split():
    try:
        with open(path, "rb") as file:
            said = file.read(64)
    except OSError:
        continue
    if said:
        through.append(f"{path} says {said!r}")
for path, column in (("/proc/kallsyms", 0), ("/proc/modules", 5), ("/proc/iomem", 0)):
    try:
        with open(path) as file:
            cells = [line.split()[column].split("-")[0] for _, line in zip(range(200), file)]
    except OSError:
        continue
    if any(int(cell, 16) for cell in cells):
        through.append(f"{path} shows addresses")
for path in ("/sys/kernel/debug", "/sys/kernel/tracing", "/sys/firmware", "/proc/acpi"):
    try:
        shown = os.listdir(path)
    except OSError:
        continue
    if shown:
        through.append(f"{path} shows {shown[:5]}")
"""),
    ),
    "secrets_of_the_host": Attack(
        "looks for what its surroundings say of the host: names, paths, open files",
        tries("""
import re, stat
known = {"PATH", "HOME", "LANG", "ARENA_SOCKET", "GRPC_ENABLE_FORK_SUPPORT"}
known |= {"PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"}
through += [f"environment: {name}" for name in os.environ if name not in known | {"LC_CTYPE"}]
paths = [f"/proc/{name}" for name in ("self/environ", "self/cmdline", "1/cmdline")]
paths += [f"/etc/{name}" for name in ("hostname", "hosts", "resolv.conf", "fstab", "machine-id")]
for path in filter(os.path.exists, paths):
    if names := re.findall("(?:/home/|/root/|/Users/|nameserver).*", "\\n".join(lines_of(path))):
        through.append(f"{path} says {names[:3]}")
kernel = {"proc", "sysfs", "tmpfs", "devpts", "mqueue", "cgroup", "cgroup2", "devtmpfs"}
engine = {f"/etc/{name}" for name in ("hostname", "hosts", "resolv.conf")}
sealed = {"/", "/bot", "/run/seat", "/sys", "/proc/sys"}
masks = re.compile("/(proc|sys)/.+")
# Where it is not told what is mounted, it asks of each place.
mounts = lines_of("/proc/self/mountinfo")
for point in () if mounts else sealed:
    if not os.statvfs(point).f_flag & os.ST_RDONLY:
        through.append(f"not read-only: {point}")
for line in mounts:
    _, _, _, root, point, options, *rest = line.split()
    kind = rest[rest.index("-") + 1]
    if kind not in kernel and point not in engine | {"/", "/bot", "/run/seat"}:
        through.append(f"mounted: {line}")
    writable = "rw" in options.split(",") and (point in sealed or os.access(point, os.W_OK))
    if writable and point not in ("/tmp", "/dev/mqueue"):
        # /dev/null over a file of /proc is a mask.
        if not masks.match(point) or os.stat(point).st_rdev != os.stat("/dev/null").st_rdev:
            through.append(f"not read-only: {line}")
    ours = r".*/arena-[0-9a-f]{16}/(seat|seat-bot)"
    # gVisor shows no path at all.
    shown = (kind, root) != ("9p", "/")
    if point in ("/bot", "/run/seat") and shown and not re.fullmatch(ours, root):
        through.append(f"not a folder of a box: {line}")
    if point in ("/bot", "/run/seat") and re.match("/(home|root|Users)/", root):
        through.append(f"a path with a user's name: {line}")
for number in map(int, os.listdir("/proc/self/fd")):
    try:
        mode, target = os.fstat(number).st_mode, os.readlink(f"/proc/self/fd/{number}")
    except OSError:
        continue
    if stat.S_ISDIR(mode) or stat.S_ISREG(mode) or stat.S_ISBLK(mode):
        through.append(f"open from the start: {target}")
"""),
    ),
    "its_image_and_its_folders": Attack(
        "writes to its image, its own folder and its seat's",
        tries("""
import stat
for top, folders, files in os.walk("/"):
    if top == "/":
        folders[:] = set(folders) - {"proc", "sys", "tmp"}
    try:
        os.close(os.open(f"{top}/new", os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        through.append(f"made {top}/new")
    except OSError:
        pass
    for path in (f"{top}/{name}" for name in files):
        if os.access(path, os.W_OK) and stat.S_ISREG(os.stat(path).st_mode):
            through.append(f"{path} can be written")
for start in ("", "/proc/self/root", "/proc/thread-self/root"):
    path = start + "/bot/bot.py"
    refused("open", os.open, path, os.O_WRONLY)
    refused("chmod", os.chmod, path, 0o777)
    refused("unlink", os.unlink, path)
    refused("rename", os.rename, path, path + "2")
    refused("utime", os.utime, path)
    refused("truncate", os.truncate, path, 0)
    refused("symlink", os.symlink, "/etc", start + "/run/seat/new")
    refused("mkdir", os.mkdir, start + "/run/seat/new")
    refused("link", os.link, path, start + "/tmp/new")
for path in ("/proc/self/exe", "/proc/1/exe", "/opt/arena/supervisor.py", sys.executable):
    refused(f"open {path}", os.open, path, os.O_WRONLY)
"""),
    ),
    "devices_and_links": Attack(
        "makes devices and links to what it may not see",
        tries("""
import stat
for kind, *numbers in ((stat.S_IFCHR, 1, 1), (stat.S_IFCHR, 1, 3), (stat.S_IFBLK, 254, 0)):
    refused(f"mknod {numbers}", os.mknod, "/tmp/device", kind | 0o666, os.makedev(*numbers))
targets = "/etc/shadow /proc/1/root/etc/shadow ../run/seat/../../../etc/shadow"
targets += " /proc/self/cwd/../../etc/shadow /proc/1/cwd/etc/passwd /proc/1/fd/3 /proc/1/mem"
for target in targets.split():
    os.symlink(target, "/tmp/link")
    refused(f"read by a link {target}", lambda: open("/tmp/link", "rb").read(64))
    os.unlink("/tmp/link")
refused("hard link", os.link, "/etc/passwd", "/tmp/hard")
"""),
    ),
    "devices_of_the_host": Attack(
        "looks for devices that are more than harmless",
        tries("""
import stat
# null, zero, full, random, urandom, tty, ptmx
harmless = {(1, 3), (1, 5), (1, 7), (1, 8), (1, 9), (5, 0), (5, 2)}
for top, _, files in os.walk("/dev"):
    for path in (f"{top}/{name}" for name in files):
        if not os.path.exists(path):
            continue
        device = os.major(os.stat(path).st_rdev), os.minor(os.stat(path).st_rdev)
        if stat.S_ISBLK(os.stat(path).st_mode) or (device[0] and device not in harmless):
            through.append(f"{path} is {device}") if device[0] != 136 else None
"""),
        not_by_gvisor="its kernel has a /dev/fuse and a /dev/net/tun of its own, not the host's;"
        " to use them takes a capability",
    ),
}
