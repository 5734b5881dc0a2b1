"""Attacks on the clock: work that is done where a clock might not look for it.

Each bot has half a second, works for far longer, and answers. It must run out of time.
"""

from typing import Final

from arena.attacks.attack import DEAR, Attack, client
from arena.attacks.tools import tooled

_LOST: Final = ("timeout",)

# `work(seconds)` computes until so much CPU time of its own process is spent.
_WORK: Final = """\
import hashlib, subprocess, zlib
MEASURE = 2.0

def work(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass

"""


def _working(body: str) -> str:
    return tooled(_WORK + body)


CHARGED: Final = {
    "cpu_of_short_children": Attack(
        "thinks in children that live for two milliseconds each",
        _working("""
def attack(turn):
    for _ in range(600):
        os.waitpid(child(lambda: work(0.002)), 0)
"""),
        _LOST,
        under_gvisor=DEAR,
    ),
    "cpu_of_threads": Attack(
        "thinks in ten threads at once, outside Python's lock",
        _working("""
def attack(turn):
    data = bytes(8 * 1024**2)
    think = lambda: [hashlib.sha512(data) for _ in range(20)]
    threads = [threading.Thread(target=think) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""),
        _LOST,
        under_gvisor=DEAR,
    ),
    "cpu_of_a_session_of_its_own": Attack(
        "thinks in a grandchild of another session, whose parent has ended",
        _working("""
def think(end):
    os.setsid()
    if os.fork():
        os._exit(0)
    work(MEASURE)
    os.write(end, b"!")

def attack(turn):
    mouth, end = os.pipe()
    os.waitpid(child(lambda: think(end)), 0)
    os.read(mouth, 1)
"""),
        _LOST,
    ),
    "cpu_of_other_programs": Attack(
        "thinks in programs that it starts and that end at once",
        _working("""
def attack(turn):
    for _ in range(400):
        subprocess.run([sys.executable, "-I", "-S", "-c", ""])
"""),
        _LOST,
        under_gvisor=DEAR,
    ),
    "cpu_between_two_ticks": Attack(
        "thinks between two ticks of the kernel's timer, and sleeps when it looks",
        _working("""
def attack(turn):
    end = time.process_time() + MEASURE
    while time.process_time() < end:
        now = time.monotonic()
        while time.monotonic() - now < 0.003:
            pass
        time.sleep(0.0003)
"""),
        _LOST,
    ),
    "cpu_of_the_idle": Attack(
        "thinks in children that take only what nobody else wants",
        _working("""
def think():
    os.nice(19)
    try:
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    except OSError:
        pass
    work(MEASURE)

def attack(turn):
    os.waitpid(child(think), 0)
"""),
        _LOST,
    ),
    "cpu_of_the_kernel": Attack(
        "has the kernel work for it: random bytes, pages, and bytes from here to there",
        _working("""
def attack(turn):
    zeros = os.open("/dev/zero", os.O_RDONLY)
    end = time.process_time() + MEASURE
    while time.process_time() < end:
        os.getrandom(2**16)
        mmap.mmap(-1, 2**20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).write(bytes(2**20))
        os.read(zeros, 2**20)
"""),
        _LOST,
    ),
    "cpu_while_it_is_stopped": Attack(
        "stops itself while a child thinks, and is woken by it",
        _working("""
def think(parent):
    work(MEASURE)
    os.kill(parent, signal.SIGCONT)

def attack(turn):
    own = os.getpid()
    pid = child(lambda: think(own))
    os.kill(own, signal.SIGSTOP)
    os.waitpid(pid, 0)
"""),
        _LOST,
    ),
    "cpu_after_the_answer": Attack(
        "thinks after every answer, when it is not asked any more",
        client("""
connect(); join()
while True:
    answer(wait_turn())
    end = time.process_time() + 0.5
    while time.process_time() < end:
        pass
"""),
        _LOST,
    ),
}
