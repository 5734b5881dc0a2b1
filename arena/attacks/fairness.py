"""Attacks on the other seats and on the luck: stolen time, hidden channels, guessed cards.

FAIRNESS has all of them; here are those on time and on what is shared.
"""

from typing import Final

from arena.attacks.attack import DEAR, SUPERVISOR_ENDS, Attack, client
from arena.attacks.channels import CHANNELS
from arena.attacks.luck import LUCK
from arena.attacks.shared_kernel import SHARED_KERNEL
from arena.attacks.tools import tooled

TIME: Final = {
    "many_processes_in_its_turn": Attack(
        "thinks with eight processes in its turn, to spend the other seats' CPU",
        tooled("""
def attack(turn):
    before, begin = os.times(), time.monotonic()
    pids = [child(burn) for _ in range(8)]
    time.sleep(0.5)
    wait(pids)
    after, took = os.times(), time.monotonic() - begin
    spent = after.children_user + after.children_system
    spent -= before.children_user + before.children_system
    # The engine hands out CPU in slices of a tenth of a second.
    if spent > took + 0.2:
        escaped(f"{spent:.2f} s of CPU in {took:.2f} s")
"""),
        under_gvisor=DEAR,
        not_by_gvisor="it cannot be seen from within, where a wait for the CPU counts as CPU time;"
        " the host's control group holds all of the box to one CPU",
    ),
    "thinks_while_not_asked": Attack(
        "thinks in a child while it is not asked, and looks how much of its twin's time that was",
        client("""
import mmap, signal
thought = memoryview(mmap.mmap(-1, 8)).cast("d")
connect()
join()
turn = wait_turn()
thinker = os.fork()
while not thinker:
    thought[0] = time.process_time()
while not thought[0]:
    time.sleep(0.01)
shares = []
for _ in range(3):
    before, begin = thought[0], time.monotonic()
    answer(turn)
    turn = wait_turn()
    shares.append((thought[0] - before) / (time.monotonic() - begin))
    time.sleep(1)
os.kill(thinker, signal.SIGKILL)
if min(shares) > 0.15:
    escaped(f"thought for {min(shares):.0%} of the time in which it was not asked")
answer(turn)
play_on()
"""),
        games=("big_fish", "goat_n_goat", "tonton"),
        twins=True,
    ),
    "answers_just_in_time": Attack(
        "sleeps away nearly all its time, which is its right",
        tooled("def attack(turn): time.sleep(turn.time_left - 0.1)"),
        sleeps=True,
    ),
    "sits_on_every_processor": Attack(
        "computes on each processor in turn, the referee's too",
        tooled("""
def attack(turn):
    for number in os.sched_getaffinity(0):
        os.sched_setaffinity(0, {number})
        end = time.monotonic() + 0.1
        while time.monotonic() < end:
            pass
"""),
    ),
    "priority": Attack(
        "asks the kernel for real time",
        tooled("""
def attack(turn):
    for policy in (os.SCHED_FIFO, os.SCHED_RR):
        refused(1, lambda _: os.sched_setscheduler(0, policy, os.sched_param(1)), "real time")
"""),
    ),
    "niceness": Attack(
        "is less nice to the others, and asks the kernel to end them before it",
        tooled("""
def attack(turn):
    refused(1, lambda _: os.nice(-1), "nice")
    refused(1, lambda _: os.setpriority(os.PRIO_PROCESS, 0, -5), "setpriority")
    score = Path("/proc/self/oom_score_adj")
    refused(1, lambda _: score.write_text("-1000"), "oom_score_adj")
"""),
        not_by_gvisor="its kernel takes note of both and heeds neither; the host's never hears",
    ),
    "nice_to_the_supervisor": Attack(
        "changes the priority or the processors of whoever reports on it",
        tooled("""
def attack(turn):
    refused(1, lambda _: os.setpriority(os.PRIO_PROCESS, 1, 19), "the supervisor's priority")
    refused(1, lambda _: os.sched_setaffinity(1, {0}), "the supervisor's processors")
"""),
    ),
    "clocks": Attack(
        "reads every clock, and sets those that it can to what they are",
        tooled("""
def attack(turn):
    lines_of("/proc/uptime")
    for clock in range(12):
        try:
            now = time.clock_gettime(clock)
        except OSError:
            continue
        refused(1, lambda _: time.clock_settime(clock, now), f"clock {clock}")
"""),
    ),
}

OTHERS: Final = {
    "signals": Attack(
        "sends signals to everybody, and most of them to whoever reports on it",
        tooled("""
def attack(turn):
    for pid in set(range(2, 70000)) - {os.getpid()}:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            continue
        # The numbers of its own threads are no processes, but the kernel takes them for such.
        if not os.path.exists(f"/proc/self/task/{pid}"):
            escaped(f"process {pid}")
    for number in sorted(signal.valid_signals()):
        try:
            os.kill(1, number)
        except OSError:
            pass
    for _ in range(20000):
        os.kill(1, signal.SIGCHLD)
"""),
        under_gvisor=DEAR,
        not_by_gvisor=SUPERVISOR_ENDS,
    ),
    "inotify_instances": Attack(
        "takes all inotify instances, which the kernel counts by user",
        tooled("""
def attack(turn):
    libc = ctypes.CDLL(None)
    if libc.inotify_init() >= 0 or libc.inotify_init1(0) >= 0:
        escaped("inotify")
    if libc.fanotify_init(0, 0) >= 0:
        escaped("fanotify")
"""),
    ),
    "message_queues": Attack(
        "makes queues, semaphores and shared memory that outlive it",
        tooled("""
def attack(turn):
    libc = ctypes.CDLL(None)
    if libc.mq_open(b"/queue", os.O_RDWR | os.O_CREAT, 0o666, None) >= 0:
        escaped("mq_open")
    for name, rest in (("msgget", ()), ("semget", (1,)), ("shmget", (4096,))):
        if getattr(libc, name)(7, *rest, 0o1666) >= 0:
            escaped(name)
"""),
    ),
}

FAIRNESS: Final = {**TIME, **OTHERS, **CHANNELS, **SHARED_KERNEL, **LUCK}
